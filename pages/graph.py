"""Graph: who and what hangs together, drawn; a click leads to the sentence behind it."""

import streamlit as st

from graphkit.ui import foreign_state, graph_state
from graphkit.ui.foreign_page import offer_foreign, show_foreign
from graphkit.ui.graph_downloads import show_downloads
from graphkit.ui.graph_filters import pick_agreement, pick_filters, pick_graphs, show_counts
from graphkit.ui.graph_panel import show_panel
from graphkit.ui.graph_picture import show_picture
from graphkit.ui.graph_tables import edges_table, entities_table
from graphkit.ui.guards import require_documents, require_view

if elsewhere := foreign_state.wanted():
    show_foreign(elsewhere)
    st.stop()
here = require_documents()
graph_state.begin(here.scope.corpus_id)

title, choice = st.columns([2, 3], vertical_alignment="bottom")
title.title("Graph", anchor=False)
with choice, st.container(horizontal=True, vertical_alignment="bottom"):
    graphs = pick_graphs(here)
    at_least = pick_agreement(graphs)
view = require_view(graphs, at_least=at_least)
filters = pick_filters(view)
shown = filters.apply(view)
show_counts(shown, filters)
offer_foreign()


@st.fragment
def picture_and_panel() -> None:
    """The part of the page that a click runs again."""
    left, right = st.columns([7, 3], gap="medium")
    with left:
        show_picture(shown, (here.store.uri, here.scope, here.revision, view.scopes, at_least, filters))
    with right, st.container(height=640, border=False):
        show_panel(here, view, shown)


picture_and_panel()

show_downloads(shown, view)
if st.toggle("Show the same graph as tables", key="tables", bind="query-params"):
    names_tab, edges_tab = st.tabs([f"Names ({len(shown.entities):,})", f"Edges ({len(shown.edges):,})"])
    names_tab.dataframe(entities_table(shown), hide_index=True, column_config={"id": None})
    edges_tab.dataframe(
        edges_table(shown.edges, view.entities), hide_index=True, column_config={"source_id": None, "target_id": None}
    )
