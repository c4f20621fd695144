"""Reading a document with the names that a method found in it."""

from __future__ import annotations

import streamlit as st

from graphkit.corpus import Corpus
from graphkit.figures.highlight import Mark, pieces
from graphkit.figures.words import counted
from graphkit.model import Document, DocumentId, GraphId
from graphkit.ui.evidence import show_text
from graphkit.ui.graph_filters import graph_names
from graphkit.ui.plain import plain

WINDOW = 20_000
"""Characters shown at once: what a browser marks up without a pause."""


def show_document(corpus: Corpus, document_id: DocumentId, focus: tuple[int, int] | None) -> None:
    """The document's text with marks, opened at the focus, and what is known about the document."""
    document = corpus.document(document_id)
    row = corpus.row(document_id)
    st.subheader(plain(document.title), anchor=False)
    facts = [document.media_type, counted(row.characters, "character"), counted(row.chunks, "passage")]
    if row.pages:
        facts.insert(1, counted(row.pages, "page"))
    if document.language:
        facts.append(f"language {document.language}")
    st.caption(plain(" · ".join([*facts, document.source]), 400))
    if row.reason:
        st.warning(plain(row.reason, 1000), icon=":material/warning:")
    if not document.text.strip():
        return
    found = corpus.extractions(document_id)
    graph = _pick_graph(corpus, list(found))
    start, end = _pick_window(document, focus)
    mentions = [m for m in found[graph].mentions if m.start < end and m.end > start] if graph else []
    marks = [Mark(m.start, m.end, m.type, f"{m.type}, {m.method}, confidence {m.confidence:.2f}") for m in mentions]
    show_text(
        pieces(document.text[start:end], marks, focus=focus, offset=start), key=f"text_{document_id}_{start}_{graph}"
    )
    st.caption(f"{counted(len(mentions), 'mention')} in the {counted(end - start, 'character')} shown.")


def _pick_graph(corpus: Corpus, graphs: list[GraphId]) -> GraphId | None:
    if not graphs:
        st.caption("No method has found anything in this document yet.")
        return None
    shown, names = corpus.graphs(), graph_names(corpus.runs())
    return st.segmented_control(
        "Names found by",
        graphs,
        default=next((graph for graph in shown if graph in graphs), graphs[0]),
        format_func=names.__getitem__,
        key="reader_graph",
        required=True,
    )


def _pick_window(document: Document, focus: tuple[int, int] | None) -> tuple[int, int]:
    """The part that is shown: all of a short text, else a window that can be moved, at first around the focus."""
    length = len(document.text)
    if length <= WINDOW:
        return 0, length
    parts = (length + WINDOW - 1) // WINDOW
    at = min(parts, focus[0] // WINDOW + 1) if focus else 1
    part = st.number_input(f"Part (of {parts})", 1, parts, at, key=f"part_{document.document_id}_{at}", width=200)
    start = (int(part) - 1) * WINDOW
    # A little of the next part, so that a sentence over the border can be read.
    return start, min(length, start + WINDOW + 500)
