"""What of a graph is shown: the widgets above the picture, and their values as one object."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import streamlit as st

from graphkit.corpus import Corpus
from graphkit.figures.words import counted
from graphkit.model import EdgeType, EntityId, GraphId
from graphkit.neighbourhood import Subgraph
from graphkit.store.base import RunRow
from graphkit.ui import graph_state
from graphkit.view import View

LIMITS = (100, 300, 1000, 3000, 10000)
DEFAULT_LIMIT = 300
EdgeKind = Literal["All", "Stated", "Seen together"]
EDGE_TYPES: dict[EdgeKind, EdgeType | None] = {"All": None, "Stated": "RELATES_AS", "Seen together": "CO_OCCURS_WITH"}


@dataclass(frozen=True, slots=True)
class Filters:
    """The part of a view that is wanted. ``types`` None: all; ``focus`` None: everything, not one neighbourhood."""

    types: tuple[str, ...] | None
    edge_type: EdgeType | None
    min_weight: float
    limit: int = DEFAULT_LIMIT
    focus: EntityId | None = None
    also: tuple[EntityId, ...] = ()
    isolated: bool = False

    def apply(self, view: View) -> Subgraph:
        """The wanted part of the view."""
        return view.subgraph(
            limit=self.limit,
            types=self.types,
            edge_type=self.edge_type,
            min_weight=self.min_weight,
            focus=[self.focus] if self.focus else (),
            also=self.also,
            isolated=self.isolated,
        )


def pick_graphs(corpus: Corpus) -> tuple[GraphId, ...] | None:
    """Graphs to look at, several as their union; None: the one that is shown by default."""
    names = graph_names(corpus.runs())
    chosen = st.multiselect(
        "Found by",
        list(names),
        default=list(corpus.graphs()),
        format_func=names.__getitem__,
        key="graph",
        bind="query-params",
        help="The extraction methods whose graphs are shown; several are shown as their union.",
        placeholder="The default method",
    )
    return tuple(chosen) or None


def pick_agreement(graphs: tuple[GraphId, ...] | None) -> int:
    """How many of the chosen graphs must hold a name that is shown; 1 for a single graph."""
    if graphs is None or len(graphs) < 2:
        return 1
    return st.selectbox(
        "By at least",
        range(1, len(graphs) + 1),
        key="at_least",
        width=110,
        bind="query-params",
        help=f"How many of the {len(graphs)} methods must have found a name; others are left out, with their "
        "connections.",
    )


def graph_names(runs: Sequence[RunRow]) -> dict[GraphId, str]:
    """What graphs are called, also in addresses: the method for its newest run, the whole id for an older one."""
    newest: dict[str, GraphId] = {}
    for run in runs:
        newest.setdefault(run.method, run.graph_id)
    return {run.graph_id: run.method if newest[run.method] == run.graph_id else run.graph_id for run in runs}


def pick_filters(view: View) -> Filters:
    """Types, kind, weight and number of what is shown; each is in the address, so a link shows the same."""
    types = view.types()
    heaviest = max((edge.weight for edge in view.edges), default=1.0)
    columns = st.columns([3.3, 4.6, 1.9, 1.8, 2.6], vertical_alignment="bottom")
    chosen = columns[0].multiselect(
        "Types",
        list(types),
        key="types",
        bind="query-params",
        placeholder="All types",
    )
    kind = columns[1].segmented_control(
        "Relations", list(EDGE_TYPES), default="All", key="kind", bind="query-params", required=True, width="stretch"
    )
    weight = columns[2].number_input(
        "Least weight",
        min_value=0.0,
        step=1.0,
        format="%g",
        key="weight",
        bind="query-params",
        help=f"Only connections found at least this often; the heaviest here has {heaviest:g}.",
    )
    limit = columns[3].selectbox(
        "Draw at most",
        LIMITS,
        index=LIMITS.index(DEFAULT_LIMIT),
        key="limit",
        bind="query-params",
    )
    isolated = columns[4].toggle(
        "Unconnected",
        key="isolated",
        bind="query-params",
        help="Also names that are connected with nothing under these filters.",
    )
    return Filters(
        types=tuple(chosen) or None,
        edge_type=EDGE_TYPES[kind],
        min_weight=weight,
        limit=limit,
        focus=graph_state.focus(),
        also=graph_state.expanded(),
        isolated=isolated,
    )


def show_counts(shown: Subgraph, filters: Filters) -> None:
    """How much of the whole is drawn and in which order it was taken, with ways back to the whole."""
    names, edges = len(shown.entities), len(shown.edges)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        ranked = "" if names == shown.total_entities else ", ranked by their number of edges"
        st.caption(
            f"Showing **{names:,} of {shown.total_entities:,}** names{ranked}, and {edges:,} of {shown.total_edges:,} "
            f"connections.{_unconnected(shown)}",
            width="content",
        )
        if filters.focus:
            st.button(
                "Leave the neighbourhood",
                type="tertiary",
                key="unfocus",
                icon=":material/close:",
                on_click=graph_state.change_focus,
                args=(None,),
            )
        if filters.also and names > filters.limit:
            st.button(
                "Fold what was expanded",
                type="tertiary",
                key="fold",
                icon=":material/close_fullscreen:",
                on_click=graph_state.forget_expanded,
            )


def _unconnected(shown: Subgraph) -> str:
    if not shown.unconnected:
        return ""
    return f" {counted(shown.unconnected, 'more name')} without a connection."
