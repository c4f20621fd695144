"""How the names of a question hang together: the shortest ways between them, each step with its sentence."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import streamlit as st

from graphkit.corpus import Corpus
from graphkit.evidence.quotes import quotes
from graphkit.figures.words import counted, edge_words
from graphkit.model import EntityId
from graphkit.ui.evidence import show_quotes
from graphkit.ui.plain import plain
from graphkit.view import Step, View

NAMES = 3
"""Names of a question that are connected with each other: three pairs at most."""


def show_connections(corpus: Corpus, view: View, entity_ids: Sequence[EntityId]) -> None:
    """For each two names the shortest way between them, or that there is none."""
    known = [entity_id for entity_id in dict.fromkeys(map(view.canonical, entity_ids)) if entity_id in view.entities]
    for first, second in combinations(known[:NAMES], 2):
        names = f"**{plain(view.entities[first].name)}** and **{plain(view.entities[second].name)}**"
        found, where = view, ""
        ways = view.paths(first, second, count=1)
        if not ways:  # another method may have read what this one has not
            found, where = corpus.view([run.graph_id for run in corpus.runs()]), ", in the graphs of all methods"
            ends = [found.canonical(end) for end in (first, second)]
            ways = found.paths(*ends, count=1) if all(end in found.entities for end in ends) else []
        if not ways:
            st.caption(f":material/link_off: {names} are not connected within four steps.")
            continue
        with st.container(border=True):
            st.markdown(f":material/route: {names} are {counted(len(ways[0]), 'step')} apart{where}")
            for at, step in enumerate(ways[0]):
                _show_step(corpus, found, step, key=f"way_{first}_{second}_{at}")


def _show_step(corpus: Corpus, view: View, step: Step, *, key: str) -> None:
    forward = step.edge.source == step.start.entity_id or not step.edge.directed
    arrow = "→" if forward else "←"
    st.markdown(
        f"{plain(step.start.name)} :gray[{arrow} {plain(edge_words(step.edge), 60)} {arrow}] {plain(step.end.name)}"
    )
    source, target = view.entity(step.edge.source), view.entity(step.edge.target)
    show_quotes(quotes(corpus, view.edge_evidence(step.edge, limit=1), [source, target]), key=key)
