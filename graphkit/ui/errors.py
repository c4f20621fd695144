"""Errors as one readable sentence on the page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from graphkit.errors import GraphkitError
from graphkit.ui.plain import plain


@contextmanager
def readable_errors() -> Iterator[None]:
    """Show an expected error as its message and end the run of the page; other errors are faults and pass."""
    try:
        yield
    except GraphkitError as error:
        show_error(error)
        st.stop()


def show_error(error: GraphkitError, *, key: str = "retry_after_error") -> None:
    """Show an expected error; one that may pass by itself gets a button to try again."""
    st.error(plain(str(error), limit=2000), icon=":material/error:")
    if error.retryable:
        st.button("Try again", icon=":material/refresh:", key=key)
