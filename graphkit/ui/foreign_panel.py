"""The panel beside the picture of a graph that is not graphkit's: properties, neighbours, ways, search."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from graphkit.errors import UnknownEntity
from graphkit.figures.palette import look
from graphkit.figures.words import counted
from graphkit.model import JsonValue
from graphkit.store.foreign import ForeignChoice, ForeignGraph, ForeignNode, ForeignPart
from graphkit.ui import foreign_state
from graphkit.ui.plain import plain
from graphkit.ui.type_chip import show_type

SUGGESTED = 12
LONGEST = 2_000
"""Characters of a property that are shown."""


def show_foreign_panel(graph: ForeignGraph, choice: ForeignChoice, part: ForeignPart) -> None:
    """Details of the selected node or relationship, or a way to find a node."""
    node_id, edge_id = foreign_state.node(), foreign_state.edge()
    try:
        if node_id:
            _show_node(graph, choice, part, node_id)
        elif edge_id:
            _show_edge(graph, part, edge_id)
        else:
            _show_search(graph, choice, part)
    except UnknownEntity as error:
        _back()
        st.info(plain(str(error), 500), icon=":material/info:")


def _show_search(graph: ForeignGraph, choice: ForeignChoice, part: ForeignPart) -> None:
    words = st.text_input("Find a node by its name", key="foreign_search", type="search")
    if words.strip():
        _show_found(graph, choice, words, key="found")
        return
    st.caption("Best connected here. Click a node or a line in the picture to see its properties.")
    with st.container(gap=None, key="name_list_foreign"):
        for node in part.nodes[:SUGGESTED]:
            _node_button(node, counted(node.degree, "relationship"), "start")


def _show_found(graph: ForeignGraph, choice: ForeignChoice, words: str, *, key: str, goal: bool = False) -> None:
    if not choice.names:
        st.caption("No property was chosen as the name, so there is nothing to search in.")
        return
    found = graph.search(choice, words, limit=SUGGESTED)
    if not found.complete:
        st.warning(
            "No index holds all of these names, and looking at every node took too long. What an index found is shown.",
            icon=":material/timer:",
        )
    elif not found.nodes:
        st.caption("No name fits. Try a part of it.")
    with st.container(gap=None, key=f"name_list_{key}"):
        for node in found.nodes:
            _node_button(node, f"{node.label} · {node.degree:,}", key, goal=goal)


def _show_node(graph: ForeignGraph, choice: ForeignChoice, part: ForeignPart, node_id: str) -> None:
    properties = graph.node_properties(node_id)
    node = next((one for one in part.nodes if one.id == node_id), None) or graph.part(choice, [node_id]).nodes[0]
    _back()
    st.markdown(f"#### {plain(node.name, 160)}")
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        for label in node.labels[:6]:
            show_type(label)
        st.caption(counted(node.degree, "relationship"))
    is_focus = foreign_state.around() == node_id
    with st.container(horizontal=True, gap="small"):
        st.button(
            "Show all" if is_focus else "Isolate",
            icon=":material/filter_center_focus:",
            key="foreign_only",
            help="Draw only what is connected with it.",
            on_click=foreign_state.isolate,
            args=(None if is_focus else node_id,),
        )
        st.button(
            "Expand",
            icon=":material/open_in_full:",
            key="foreign_expand",
            help="Bring its strongest neighbours into the picture; a double click does the same.",
            on_click=foreign_state.visit,
            args=(node_id,),
        )
    facts, near, way = st.tabs(["Properties", "Neighbours", "Way to"])
    with facts:
        _show_properties(properties)
    with near, st.container(gap=None, key="name_list_foreign_near"):
        rows = graph.neighbours(choice, node_id)
        for at, (edge, other) in enumerate(rows):
            arrow = "→" if edge.source == node_id else "←"
            _node_button(other, f"{arrow} {edge.type}" + (f" · {edge.weight:g}" if choice.weight else ""), f"near_{at}")
        if not rows:
            st.caption("Nothing of the chosen labels is connected with it.")
    with way:
        _show_way(graph, choice, node_id)


def _show_way(graph: ForeignGraph, choice: ForeignChoice, node_id: str) -> None:
    goal = foreign_state.goal()
    if goal is None:
        words = st.text_input("Find the other end by its name", key="foreign_goal", type="search")
        if words.strip():
            _show_found(graph, choice, words, key="goal", goal=True)
        return
    found = graph.path(choice, node_id, goal)
    if found is None:
        st.caption("There is no way of up to six steps through the chosen labels and relationships.")
    else:
        st.caption(f"A shortest way: {counted(len(found.edges), 'step')}, drawn in the picture.")
        names = {node.id: node.name for node in found.nodes}
        for start, edge in zip(found.nodes, found.edges, strict=False):
            arrow = "→" if edge.source == start.id else "←"
            end = names.get(edge.target if edge.source == start.id else edge.source, "")
            step = f":gray[{arrow} {plain(edge.type, 60)} {arrow}]"
            st.markdown(f"{plain(start.name, 80)} {step} {plain(end, 80)}")
    st.button(
        "Another end",
        icon=":material/undo:",
        type="tertiary",
        key="foreign_other_end",
        on_click=foreign_state.look_for_way,
        args=(None,),
    )


def _show_edge(graph: ForeignGraph, part: ForeignPart, edge_id: str) -> None:
    properties = graph.edge_properties(edge_id)
    edge = next((one for one in part.edges if one.id == edge_id), None)
    _back()
    if edge is None:
        st.info("That relationship is not in this part of the graph.", icon=":material/info:")
        return
    nodes = {node.id: node for node in part.nodes}
    source, target = nodes[edge.source], nodes[edge.target]
    st.markdown(f"#### {plain(source.name, 80)} → {plain(target.name, 80)}")
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.badge(plain(edge.type, 60), color="blue")
    with st.container(horizontal=True, gap="medium", key="name_list_foreign_ends"):
        _node_button(source, "", "source")
        _node_button(target, "", "target")
    _show_properties(properties)


def properties_table(properties: Mapping[str, JsonValue]) -> pd.DataFrame:
    """Properties by name, each as one text; lists with commas, long ones cut."""
    rows = []
    for name, value in properties.items():
        text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        rows.append((name, text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"))
    return pd.DataFrame(rows, columns=["property", "value"])


def _show_properties(properties: Mapping[str, JsonValue]) -> None:
    if properties:
        st.dataframe(properties_table(properties), hide_index=True, width="stretch")
    else:
        st.caption("It has no properties.")


def _back() -> None:
    with st.container(key="name_list_back"):
        st.button(
            "Back", icon=":material/arrow_back:", key="foreign_close", type="tertiary", on_click=foreign_state.close
        )


def _node_button(node: ForeignNode, note: str, key: str, *, goal: bool = False) -> None:
    letter = f":gray[{plain(look(node.label).letter)}] "
    label = letter + plain(node.name, 60) + (f" :gray[{plain(note, 60)}]" if note else "")
    act = foreign_state.look_for_way if goal else foreign_state.visit
    st.button(label, type="tertiary", key=f"foreign_{key}_{node.id}", on_click=act, args=(node.id,))
