"""Resolve: which names mean one thing, tuned by eye, decided, undone."""

import streamlit as st

from graphkit.figures.words import counted
from graphkit.ui.graph_filters import pick_graphs
from graphkit.ui.guards import require_documents, require_view
from graphkit.ui.plain import plain
from graphkit.ui.resolve_clusters import show_clusters
from graphkit.ui.resolve_decisions import show_decisions
from graphkit.ui.resolve_homonyms import show_homonyms
from graphkit.ui.resolve_lines import own_lines, pick_kind, pick_line, show_steps
from graphkit.ui.resolve_quality import show_quality, strata_of
from graphkit.ui.resolve_review import show_review
from graphkit.ui.resolving import WHO, at_line, open_desk, pairs_of

REVIEW, CLUSTERS, HOMONYMS, QUALITY, DECISIONS = "Review pairs", "Clusters", "Homonyms", "Quality", "Decisions"

here = require_documents()
title, choice = st.columns([2, 3], vertical_alignment="bottom")
title.title("Resolve", anchor=False)
with choice:
    graphs = pick_graphs(here)
require_view(graphs, decided=False)
st.caption("One thing often has several names. Move the line, read the reasons, decide. Texts are never rewritten.")
pairs = pairs_of(here, graphs)
if pairs is None:
    st.caption("Names are compared once; then the line moves at once. You may leave this page meanwhile.")
    st.stop()
if not pairs.scored and not pairs.held:
    st.info("No two names in this graph are alike.", icon=":material/info:")
    show_decisions(here, pairs.entities)
    st.stop()

desk = open_desk(here, graphs, pairs, pick_kind(pairs))
summary = st.columns(4, gap="small")
left, right = st.columns([3, 2], gap="large")
with left:
    line = pick_line(desk)
found = at_line(desk, line.merge, own_lines())
summary[0].metric("Names", f"{len(desk.pairs.entities):,}")
summary[1].metric("Left after joining", f"{found.left:,}")
summary[2].metric("Clusters", f"{found.clusters:,}")
summary[3].metric("Largest cluster", found.largest)
with right:
    show_steps(desk, line)
    own = {} if desk.kind else own_lines()
    if own:
        st.caption("Lines of their own: " + ", ".join(f"{plain(kind)} {at:.2f}" for kind, at in own.items()))
    if st.button(
        f"Join {counted(found.undecided, 'cluster')}",
        type="primary",
        disabled=not found.undecided,
        icon=":material/merge:",
        key="apply",
        help="Everything that joins above the line is decided to be one; each cluster can be undone.",
    ):
        acts = here.resolution.apply(found.whole(), who=WHO)
        st.toast(f"{counted(len(acts), 'merge')} decided. Each can be undone.", icon=":material/merge:")
        st.rerun()

tabs = st.tabs([REVIEW, CLUSTERS, HOMONYMS, QUALITY, DECISIONS], key="tab", on_change="rerun", bind="query-params")
review, joined, homonyms, quality, decided = tabs
if review.open:
    with review:
        show_review(desk, line, found, strata_of(desk))
if joined.open:
    with joined:
        show_clusters(desk, found)
if homonyms.open:
    with homonyms:
        show_homonyms(here, graphs, desk.view, pairs.entities)
if quality.open:
    with quality:
        show_quality(desk, strata_of(desk), line)
if decided.open:
    with decided:
        show_decisions(here, pairs.entities)
