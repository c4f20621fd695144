"""ASGI launcher of the application: ``streamlit run app.py``. The pages are listed in ``graphkit/ui/menu.py``."""

from __future__ import annotations

import streamlit as st

from graphkit.ui.server import ENTRY, MIDDLEWARE, show_fault, until_shutdown

# Streamlit looks for this very call in the source, so it stands here and not in a function.
app = st.App(ENTRY, middleware=MIDDLEWARE, lifespan=until_shutdown, on_script_error=show_fault)
