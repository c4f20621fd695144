"""Choices that are in the address by their plain name, whatever counts their labels show beside it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st


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
