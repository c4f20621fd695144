"""ASGI launcher of the application: ``streamlit run app.py``. The pages are listed in ``graphkit/ui/menu.py``."""

from __future__ import annotations

from graphkit.ui.server import application

app = application()
