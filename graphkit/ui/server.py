"""The parts of the ASGI server: its entry script, headers, shutdown and what happens on a fault."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from graphkit.errors import GraphkitError
from graphkit.ui.errors import show_error
from graphkit.ui.headers import SecurityHeaders
from graphkit.ui.resources import release

ENTRY = Path(__file__).resolve().parent / "entry.py"
FAULT = (
    "This page met a fault of graphkit itself. What is stored was not changed by it. "
    "Reload the page; the server's log holds the details."
)

MIDDLEWARE = (Middleware(SecurityHeaders),)


@asynccontextmanager
async def until_shutdown(app: st.App) -> AsyncIterator[None]:
    """While the server runs; at its end jobs are cancelled, then the store is closed."""
    yield
    release()


def show_fault(error: BaseException) -> bool:
    """Show an error that no page caught: an expected one as its message, a fault as a sentence. Streamlit logs it."""
    if isinstance(error, GraphkitError):
        show_error(error)
    else:
        st.error(FAULT, icon=":material/error:")
    return True
