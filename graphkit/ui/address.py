"""What the address of a page tells: anybody may have typed it."""

from __future__ import annotations

import streamlit as st

_MOST_DIGITS = 12


def number_in_address(name: str) -> int | None:
    """The whole number that stands under a name in the address; None if there is none, or one of over 12 digits."""
    given = st.query_params.get(name, "")
    return int(given) if given.isdecimal() and len(given) <= _MOST_DIGITS else None
