"""What a question brought: hits with badge, reason, path and passage; the single rankings beside them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

import streamlit as st

from graphkit.evidence.quotes import Quote
from graphkit.figures.highlight import Mark, pieces
from graphkit.model import Entity
from graphkit.retrieve.base import Answer, FoundBy, Hit, Mode, Overlap
from graphkit.ui.evidence import show_quotes
from graphkit.ui.plain import plain
from graphkit.view import View

Colour = Literal["green", "orange", "blue", "gray"]
BADGES: dict[FoundBy, tuple[str, str, Colour]] = {
    "both": ("found by both", ":material/join_full:", "green"),
    "graph": ("found by the graph", ":material/hub:", "orange"),
    "vector": ("found by words and vectors", ":material/text_fields:", "blue"),
}
LIST_TITLES: dict[Mode, str] = {"lexical": "Words", "vector": "Vectors", "graph": "Graph", "hybrid": "All together"}


def show_overlap(overlap: Overlap) -> None:
    """How far words and vectors, and the graph, brought the same passages."""
    with st.container(horizontal=True):
        st.metric("Both", overlap.both, help="Passages that words or vectors and the graph brought.", border=True)
        st.metric("Graph only", overlap.graph_only, help="Passages that only the graph brought.", border=True)
        st.metric(
            "Words and vectors only", overlap.vector_only, help="Passages that the graph did not bring.", border=True
        )
        st.metric("Overlap", f"{overlap.jaccard:.0%}", help="Both, as a share of all (Jaccard).", border=True)


def show_hits(hits: Sequence[Hit], view: View, *, key: str) -> None:
    """The fused list, best first: how each passage was found, why, and by which path."""
    for hit in hits:
        label, icon, colour = BADGES[hit.source]
        with st.container(border=True, key=f"{key}_{hit.source}_{hit.rank}"):
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(f"**{hit.rank}**", width="content")
                st.badge(label, icon=icon, color=colour)
                st.caption(_ranks(hit), width="content")
            st.caption(plain(hit.why, 500))
            show_quotes([quote_of(hit, view)], key=f"{key}_quote_{hit.rank}")
            if len(hit.path) > 1:  # a path of one step says no more than the reason above
                _show_path(hit)


def show_rankings(answer: Answer, view: View) -> None:
    """The single rankings side by side; each passage with its place in the fused list."""
    fused = {(hit.document_id, hit.chunk): hit.rank for hit in answer.hits}
    modes = [mode for mode in ("lexical", "vector", "graph") if mode in answer.lists]
    for column, mode in zip(st.columns(len(modes) or 1), modes, strict=False):
        with column:
            st.subheader(LIST_TITLES[mode], anchor=False)
            if not answer.lists[mode]:
                st.caption("Nothing found this way.")
            for hit in answer.lists[mode]:
                place = fused.get((hit.document_id, hit.chunk))
                _, icon, colour = BADGES[hit.source]
                with st.container(border=True):
                    with st.container(horizontal=True, vertical_alignment="center"):
                        st.markdown(f"**{hit.rank}**", width="content")
                        st.badge(f"{icon} {_shift(hit.rank, place)}", color=colour if place else "gray")
                    show_quotes([quote_of(hit, view, length=220)], key=f"list_{mode}_{hit.rank}")


def quote_of(hit: Hit, view: View, *, length: int | None = None) -> Quote:
    """The passage as a quote with the names marked through which it was found."""
    text = hit.text if length is None or len(hit.text) <= length else hit.text[:length].rsplit(" ", 1)[0] + " …"
    entities = [
        view.entities[entity_id] for entity_id in map(view.canonical, hit.entities) if entity_id in view.entities
    ]
    return Quote(hit.document_id, hit.title, hit.start, hit.end, pieces(text, _name_marks(text, entities)))


def _name_marks(text: str, entities: Sequence[Entity]) -> list[Mark]:
    return [
        Mark(match.start(), match.end(), entity.type, entity.name)
        for entity in entities
        for name in (entity.name, *entity.aliases)
        for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE)
    ]


def _ranks(hit: Hit) -> str:
    places = [
        f"{LIST_TITLES[name].lower()} {hit.ranks[name]}" for name in ("lexical", "vector", "graph") if name in hit.ranks
    ]
    return "place in " + ", ".join(places) if places else ""


def _shift(rank: int, place: int | None) -> str:
    if place is None:
        return "not among the answers"
    if place == rank:
        return f"{place} in all"
    return f"{'up' if place < rank else 'down'} to {place} in all"


def _show_path(hit: Hit) -> None:
    first = hit.path[0].subject
    steps = "".join(f" :gray[→ {plain(step.predicate, 60)} →] **{plain(step.object, 60)}**" for step in hit.path)
    st.markdown(f":material/route: **{plain(first, 60)}**{steps}")
