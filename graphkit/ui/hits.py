"""What a question brought: hits with badge, reason, path and passage; the single rankings beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import streamlit as st

from graphkit.evidence.quotes import quote_of_hit
from graphkit.figures.words import counted
from graphkit.retrieve.base import Answer, FoundBy, Hit, Mode, Overlap
from graphkit.ui.evidence import show_quotes
from graphkit.ui.location import pages_folder
from graphkit.ui.plain import plain
from graphkit.ui.resources import place_parameters
from graphkit.view import View

Colour = Literal["green", "orange", "blue", "gray"]
BADGES: dict[FoundBy, tuple[str, str, Colour]] = {
    "both": ("found by both", ":material/join_full:", "green"),
    "graph": ("found by the graph", ":material/hub:", "orange"),
    "vector": ("found by words and vectors", ":material/text_fields:", "blue"),
}
PREVIEW = 220
"""Characters of a passage in the single rankings."""
LIST_TITLES: dict[Mode, str] = {"lexical": "Words", "vector": "Vectors", "graph": "Graph", "hybrid": "All together"}


def show_overlap(overlap: Overlap) -> None:
    """How far words and vectors, and the graph, brought the same passages."""
    st.markdown(
        f"**{counted(overlap.both + overlap.graph_only + overlap.vector_only, 'passage')}** "
        f":green-badge[both {overlap.both}] :orange-badge[graph only {overlap.graph_only}] "
        f":blue-badge[words and vectors only {overlap.vector_only}] :gray-badge[overlap {overlap.jaccard:.0%}]",
        help="Which passages words or vectors brought, which the graph, and which both, here and in the single "
        "rankings. The overlap is both as a share of all (Jaccard).",
    )


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
            show_quotes([quote_of_hit(hit, view)], key=f"{key}_quote_{hit.rank}")
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
                    show_quotes([quote_of_hit(hit, view, length=PREVIEW)], key=f"list_{mode}_{hit.rank}")


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
    """The steps in order; each leads to the sentence that proves it."""
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        for step in hit.path:
            st.page_link(
                pages_folder() / "documents.py",
                label=f"**{plain(step.subject, 60)}** :gray[{plain(step.predicate, 60)}] **{plain(step.object, 60)}**",
                icon=":material/route:",
                help=f"Open {plain(step.document_id, 60)} at the sentence that says so.",
                query_params=place_parameters(document=step.document_id, start=str(step.start), end=str(step.end)),
            )
