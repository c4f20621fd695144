"""The graph page over a graph in Neo4j that is not graphkit's: read only, without evidence and decisions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from graphkit.export.foreign import foreign_graphml, foreign_json
from graphkit.figures.foreign import foreign_legend, foreign_network
from graphkit.figures.network import LegendRow
from graphkit.store.foreign import ForeignChoice, ForeignGraph, ForeignPart
from graphkit.ui import foreign_state
from graphkit.ui.foreign_panel import show_foreign_panel
from graphkit.ui.foreign_place import attached
from graphkit.ui.location import pages_folder
from graphkit.ui.network import show_network
from graphkit.ui.plain import plain
from graphkit.ui.resources import keep_with_store
from graphkit.ui.tables import as_csv

if TYPE_CHECKING:
    from pyvis.network import Network

Drawn = tuple[ForeignPart, "Network", tuple[LegendRow, ...]]
KEPT_S = 300
"""Seconds for which a part that was read is shown again without a question to the server."""


def offer_foreign() -> None:
    """On the page of graphkit's own graph: the way to the one that is not, where one is attached."""
    graph = attached()
    if graph is not None and (last := foreign_state.last(graph.uri)):
        st.button(
            f"Browse {plain(graph.uri, 60)}, read-only",
            icon=":material/visibility:",
            type="tertiary",
            key="foreign_enter",
            on_click=foreign_state.enter,
            args=(last,),
        )


def show_foreign(uri: str) -> None:
    """The whole page for the graph at an address, or what is missing to show it."""
    title, banner = st.columns([2, 5], vertical_alignment="bottom")
    title.title("Graph", anchor=False)
    with banner, st.container(horizontal=True, horizontal_alignment="right", vertical_alignment="center"):
        st.badge("Read-only, not graphkit's: no evidence, no decisions", icon=":material/visibility:", color="orange")
        st.button(
            "Back to graphkit's graph",
            icon=":material/arrow_back:",
            type="tertiary",
            key="foreign_leave",
            on_click=foreign_state.leave,
        )
    graph, choice = attached(), foreign_state.choice()
    if graph is None or graph.uri != uri or choice is None:
        _explain(graph, uri, choice)
        return
    foreign_state.remember()
    _show(graph, choice)


def _explain(graph: ForeignGraph | None, uri: str, choice: ForeignChoice | None) -> None:
    if graph is None or graph.uri != uri:
        here = f"This application looks at {graph.uri}. " if graph else ""
        st.info(
            plain(f"{here}This link leads to {uri}: attach it on the settings page, then open the link again.", 500),
            icon=":material/info:",
        )
    elif choice is None:
        st.info("The link names no label. Choose on the settings page what is to be seen.", icon=":material/info:")
    st.page_link(pages_folder() / "settings.py", label="Settings", icon=":material/settings:")


def _show(graph: ForeignGraph, choice: ForeignChoice) -> None:
    part, drawn, legend = _wanted(graph, choice)
    _show_bar(graph, choice, part)
    if not part.nodes:
        st.info("There is no node of the chosen labels here.", icon=":material/info:")
        return

    @st.fragment
    def picture_and_panel() -> None:
        left, right = st.columns([7, 3], gap="medium")
        with left:
            show_network(
                drawn,
                legend,
                key="foreign_picture",
                lines=False,
                go_to=foreign_state.wish(),
                on_select=foreign_state.select,
                on_expand=foreign_state.expand,
            )
        with right, st.container(height=640, border=False):
            show_foreign_panel(graph, choice, part)

    picture_and_panel()
    _show_downloads(graph, part)
    if st.toggle("Show the same graph as tables", key="foreign_tables"):
        nodes_tab, edges_tab = st.tabs([f"Nodes ({len(part.nodes):,})", f"Relationships ({len(part.edges):,})"])
        nodes_tab.dataframe(nodes_table(part), hide_index=True, column_config={"id": None})
        edges_tab.dataframe(edges_table(part), hide_index=True, column_config=dict.fromkeys(_IDS))


def _show_bar(graph: ForeignGraph, choice: ForeignChoice, part: ForeignPart) -> None:
    """What is drawn, in words, with the ways to draw more, less or anew."""
    around = foreign_state.around()
    chosen = f"{', '.join(choice.labels)} · {', '.join(choice.types) or 'all relationships'}"
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        what = "the neighbourhood of one node" if around else "the best connected of those that were read"
        st.caption(
            f"**{plain(graph.uri, 80)}** · {plain(chosen, 160)}  \nShowing **{len(part.nodes):,}** nodes, {what}, and "
            f"{len(part.edges):,} relationships.",
            width="stretch",
        )
        if around:
            st.button(
                "Leave the neighbourhood",
                icon=":material/close:",
                type="tertiary",
                key="foreign_unfocus",
                on_click=foreign_state.isolate,
                args=(None,),
            )
        if len(part.nodes) > foreign_state.limit():
            st.button(
                "Fold what was expanded",
                icon=":material/close_fullscreen:",
                type="tertiary",
                key="foreign_fold",
                on_click=foreign_state.fold,
            )
        st.button("Read again", icon=":material/refresh:", type="tertiary", key="foreign_again", on_click=_read.clear)
        st.selectbox(
            "Draw at most",
            foreign_state.LIMITS,
            index=foreign_state.LIMITS.index(foreign_state.limit()),
            key="foreign_limit",
            on_change=_take_limit,
            label_visibility="collapsed",
            format_func=lambda limit: f"at most {limit:,} nodes",
            width=190,
        )


def _take_limit() -> None:
    foreign_state.set_limit(st.session_state["foreign_limit"])


def _wanted(graph: ForeignGraph, choice: ForeignChoice) -> Drawn:
    goal, node = foreign_state.goal(), foreign_state.node()
    ends = (node, goal) if node and goal else None
    return _read(
        graph,
        (graph.uri, id(graph)),
        choice,
        foreign_state.limit(),
        foreign_state.around(),
        foreign_state.expanded(),
        ends,
    )


@st.cache_resource(show_spinner="Reading …", max_entries=12, ttl=KEPT_S)
def _read(
    _graph: ForeignGraph,
    at: tuple[object, ...],
    choice: ForeignChoice,
    limit: int,
    around: str | None,
    also: tuple[str, ...],
    ends: tuple[str, str] | None,
) -> Drawn:
    """What is to be drawn, and its picture: the beginning or one neighbourhood, what was expanded, and a way."""
    part = _graph.neighbourhood(choice, [around], limit=limit) if around else _graph.start(choice, limit=limit)
    way = _graph.path(choice, *ends) if ends else None
    if also or way:
        near = _graph.around(choice, also) if also else ()
        more = [*also, *near, *(node.id for node in (way.nodes if way else ()))]
        part = _graph.part(choice, [*(node.id for node in part.nodes), *more])
    return part, foreign_network(part), foreign_legend(part.nodes)


keep_with_store(_read)

_IDS = ("source_id", "target_id", "id")


def nodes_table(part: ForeignPart) -> pd.DataFrame:
    """The drawn nodes as a table, one row each."""
    rows = [(node.name, node.label, "; ".join(node.labels), node.degree, node.id) for node in part.nodes]
    return pd.DataFrame(rows, columns=["name", "drawn as", "labels", "relationships", "id"])


def edges_table(part: ForeignPart) -> pd.DataFrame:
    """The drawn relationships as a table, one row each."""
    names = {node.id: node.name for node in part.nodes}
    rows = [
        (names[edge.source], edge.type, names[edge.target], edge.weight, edge.source, edge.target, edge.id)
        for edge in part.edges
    ]
    return pd.DataFrame(rows, columns=["source", "relationship", "target", "weight", *_IDS])


def _show_downloads(graph: ForeignGraph, part: ForeignPart) -> None:
    files: dict[str, tuple[str, str | None, Callable[[], bytes]]] = {
        "Nodes (CSV)": ("nodes.csv", "text/csv", lambda: as_csv(nodes_table(part))),
        "Relationships (CSV)": ("relationships.csv", "text/csv", lambda: as_csv(edges_table(part))),
        "GraphML": ("graph.graphml", None, partial(foreign_graphml, part)),
        "JSON": ("graph.json", "application/json", partial(foreign_json, part, graph.uri)),
    }
    with st.container(horizontal=True, gap="small"):
        for label, (file, mime, make) in files.items():
            st.download_button(
                label,
                make,
                file,
                mime,
                icon=":material/download:",
                on_click="ignore",
                key=f"foreign_{file}",
                help="The nodes and relationships that are drawn, no others.",
            )
