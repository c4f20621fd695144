"""Texts with highlighted names, and quotes that lead to their place in the document.

Both are one Streamlit component whose script only ever sets text content, so a hostile text stays text.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from importlib.resources import files
from typing import TypedDict
from urllib.parse import urlencode

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from graphkit.evidence.quotes import Quote
from graphkit.figures.highlight import Piece
from graphkit.figures.layered import LayeredPiece
from graphkit.ui.location import pages_folder
from graphkit.ui.resources import place_parameters


class _Item(TypedDict):
    title: str
    href: str
    note: str
    pieces: list[list[str | bool]]


def show_quotes(quotes: Sequence[Quote], *, key: str, titled: bool = True) -> None:
    """Show passages one below the other; a click on a title opens the document at that place.

    Not ``titled``: all are of one document, whose title stands above them.
    """
    items = [_item(quote, quote.title if titled else "Open here") for quote in quotes]

    def open_place() -> None:
        index = st.session_state[key].open
        if isinstance(index, int) and 0 <= index < len(quotes):
            st.session_state["_open_place"] = _parameters(quotes[index])

    _renderer()(key=key, data={"items": items, "height": 0, "wide": False}, on_open_change=open_place)
    follow_opened_place()


def show_text(pieces: Sequence[Piece], *, key: str, height: int = 560) -> None:
    """Show a long text with its marks in a box of ``height`` pixels, scrolled to the piece in focus."""
    item: _Item = {"title": "", "href": "", "note": "", "pieces": [_row(piece) for piece in pieces]}
    _renderer()(
        key=key, data={"items": [item], "height": height, "wide": True}, height=height, on_open_change=lambda: None
    )


def show_layered_text(pieces: Sequence[LayeredPiece], *, key: str, height: int = 520) -> None:
    """Show a text whose marks may lie over each other, in a box of ``height`` pixels."""
    rows: list[list[object]] = [
        [p.text, "", p.letters, p.note, False, [[line.colour, line.stroke, line.level] for line in p.lines]]
        for p in pieces
    ]
    item = {"title": "", "href": "", "note": "", "pieces": rows}
    data = {"items": [item], "height": height, "wide": True, "layered": True}
    _renderer()(key=key, data=data, height=height, on_open_change=lambda: None)


def follow_opened_place() -> None:
    """Go to the document whose quote was clicked, if one was."""
    parameters = st.session_state.pop("_open_place", None)
    if parameters and (pages_folder() / "documents.py").is_file():
        st.switch_page(pages_folder() / "documents.py", query_params=parameters)


def _parameters(quote: Quote) -> dict[str, str]:
    return place_parameters(document=quote.document_id, start=str(quote.start), end=str(quote.end))


def _item(quote: Quote, title: str) -> _Item:
    return {
        "title": title,
        "href": "documents?" + urlencode(_parameters(quote)),
        "note": quote.note,
        "pieces": [_row(piece) for piece in quote.pieces],
    }


def _row(piece: Piece) -> list[str | bool]:
    return [piece.text, piece.colour, piece.letter, piece.note, piece.is_focus]


@functools.cache
def _renderer() -> ComponentRenderer:
    assets = files("graphkit.ui") / "assets"
    return st.components.v2.component(
        "graphkit_evidence",
        html='<div class="gk-quotes"></div>',
        css=(assets / "evidence.css").read_text("utf-8"),
        js=(assets / "evidence.js").read_text("utf-8"),
    )
