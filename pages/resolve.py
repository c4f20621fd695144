"""Resolve: which names mean one thing, tuned by eye, decided, undone."""

import streamlit as st

from graphkit.config import DEFAULT_DEDUP_THRESHOLD
from graphkit.figures.words import counted
from graphkit.resolve.pairs import FLOOR
from graphkit.ui.graph_filters import pick_graphs
from graphkit.ui.guards import require_view
from graphkit.ui.plain import plain
from graphkit.ui.resolving import (
    WHO,
    clusters_table,
    near_line,
    pairs_of,
    show_acts,
    show_histogram,
    show_pair,
)
from graphkit.ui.resources import corpus
from graphkit.ui.tables import as_csv

require_view()
here = corpus()
title, choice = st.columns([2, 3], vertical_alignment="bottom")
title.title("Resolve", anchor=False)
with choice:
    graphs = pick_graphs(here)
st.caption("One thing often has several names. Move the line, read the reasons, decide. Texts are never rewritten.")
pairs = pairs_of(here, graphs)
if not pairs.scored and not pairs.held:
    st.info("No two names in this graph are alike.", icon=":material/info:")
    st.stop()

left, right = st.columns([3, 2], gap="large")
with left:
    threshold = st.slider(
        "The line: names that score as much are one",
        FLOOR,
        1.0,
        DEFAULT_DEDUP_THRESHOLD,
        0.01,
        key="line",
        bind="query-params",
    )
    show_histogram(pairs)
clusters = here.resolution.clusters(pairs.at(threshold))
undecided = [found for found in clusters.clusters if not found.decided]
with right:
    whole, after, groups, largest = st.columns(4, gap="small")
    whole.metric("Names", f"{len(pairs.entities):,}")
    after.metric("Left", f"{len(pairs.entities) - clusters.joined:,}", help="Names that are left after joining.")
    groups.metric("Clusters", f"{len(clusters.clusters):,}")
    largest.metric("Largest", clusters.largest, help="Names in the largest cluster.")
with right:
    if st.button(
        f"Join {counted(len(undecided), 'cluster')}",
        type="primary",
        disabled=not undecided,
        icon=":material/merge:",
        key="apply",
    ):
        acts = here.resolution.apply(clusters, who=WHO)
        st.toast(f"{counted(len(acts), 'merge')} decided. Each can be undone.", icon=":material/merge:")
        st.rerun()
    for guard, count in list(pairs.held_by.items())[:4]:
        st.caption(f":material/lock: {counted(count, 'pair')} held back: {plain(guard)}")

found, near, decided = st.tabs(["Clusters at this line", "Pairs near the line", "Decisions"])
with found:
    table = clusters_table(clusters, pairs)
    st.dataframe(table, hide_index=True, width="stretch", key="clusters")
    for question in clusters.questions[:10]:
        names = [plain(pairs.entities[end].name) for end in (question.pair.left, question.pair.right)]
        st.caption(f":material/help: **{names[0]}** and **{names[1]}** are left to you: {plain(question.words, 300)}")
    st.download_button(
        "Clusters as CSV",
        lambda: as_csv(table),
        "clusters.csv",
        "text/csv",
        icon=":material/download:",
        on_click="ignore",
    )
with near:
    above, below = near_line(pairs, threshold)
    for title_, rows in (("Just above", above), ("Just below", below)):
        st.subheader(title_, anchor=False)
        for pair in rows:
            show_pair(here, pairs, pair, key=f"{pair.left}_{pair.right}")
        if not rows:
            st.caption("None.")
with decided:
    show_acts(here)
