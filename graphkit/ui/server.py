"""The application as an ASGI server: its entry script, headers, shutdown and what happens on a fault."""

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

logger = logging.getLogger(__name__)


def application() -> st.App:
    """The server; its entry script runs once for each session and lists the pages."""
    return st.App(
        ENTRY, middleware=[Middleware(SecurityHeaders)], lifespan=_until_shutdown, on_script_error=_show_fault
    )


@asynccontextmanager
async def _until_shutdown(app: st.App) -> AsyncIterator[None]:
    yield
    release()


def _show_fault(error: BaseException) -> bool:
    logger.error("a page failed", exc_info=error)
    st.error(FAULT, icon=":material/error:")
    return True
