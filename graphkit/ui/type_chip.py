"""An entity type as a small chip in its colour and with its letter."""

from __future__ import annotations

from html import escape

import streamlit as st

from graphkit.figures.palette import look


def show_type(entity_type: str) -> None:
    """Show the type; its name is escaped."""
    style = look(entity_type)
    frame = f"border:1.5px solid {style.colour};border-radius:1rem;padding:0.1rem 0.65rem;font-size:0.8rem"
    letter = f'<b style="color:{style.colour}">{escape(style.letter)}</b>'
    st.html(f'<span style="{frame};white-space:nowrap">{letter}&ensp;{escape(entity_type)}</span>', width="content")
