"""The parts of the ASGI server: its entry script, headers, shutdown and what happens on a fault."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from graphkit.ui.headers import SecurityHeaders
from graphkit.ui.resources import release

ENTRY = Path(__file__).resolve().parent / "entry.py"
FAULT = (
    "This page met a fault of graphkit itself. What is stored was not changed by it. "
    "Reload the page; the server's log holds the details."
)

MIDDLEWARE = (Middleware(SecurityHeaders),)

logger = logging.getLogger(__name__)


@asynccontextmanager
async def until_shutdown(app: st.App) -> AsyncIterator[None]:
    """While the server runs; at its end jobs are cancelled, then the store is closed."""
    yield
    release()


def show_fault(error: BaseException) -> bool:
    """Log an unexpected error and show a sentence in its place."""
    logger.error("a page failed", exc_info=error)
    st.error(FAULT, icon=":material/error:")
    return True
