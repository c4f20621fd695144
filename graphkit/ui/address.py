"""What the address of a page tells, which anybody may have typed, and choices kept in it by their plain name."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

_MOST_DIGITS = 12


def number_in_address(name: str) -> int | None:
    """The whole number that stands under a name in the address; None if there is none, or one of over 12 digits."""
    given = st.query_params.get(name, "")
    return int(given) if given.isdecimal() and len(given) <= _MOST_DIGITS else None


def asked_for(name: str, options: Sequence[str]) -> str:
    """The option that the address asks for; the first if it asks for none, or for one that is not there."""
    asked = st.query_params.get(name)
    return asked if asked is not None and asked in options else options[0]


def tell(name: str, chosen: str, options: Sequence[str]) -> str:
    """Put what was chosen into the address, the first option by leaving it out; what was chosen."""
    if chosen == options[0]:
        st.query_params.pop(name, None)
    else:
        st.query_params[name] = chosen
    return chosen
