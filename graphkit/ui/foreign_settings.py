"""On the settings page: attach a graph in Neo4j that is not graphkit's, and choose what of it is looked at."""

from __future__ import annotations

import streamlit as st

from graphkit.errors import GraphkitError
from graphkit.figures.words import counted
from graphkit.store.foreign import Catalogue, ForeignChoice, ForeignGraph, Properties
from graphkit.ui import foreign_state
from graphkit.ui.errors import show_error
from graphkit.ui.foreign_place import attach, attached, attached_config, detach
from graphkit.ui.location import pages_folder
from graphkit.ui.plain import plain
from graphkit.ui.resources import keep_with_store, place_parameters
from graphkit.ui.server_fields import server_fields

KEPT_S = 300
CHOSEN_AT_FIRST = 8
"""Labels that are chosen before anybody has: the most frequent ones."""


def foreign_form() -> None:
    """The form for the server, and below it the choice once it has let us in."""
    graph = attached()
    with st.expander("Browse a graph that is not graphkit's", icon=":material/visibility:", expanded=graph is not None):
        st.caption(
            "Look at any graph in Neo4j on the Graph page: its nodes, relationships and properties. It is only read: "
            "every session asks for read access, and the server refuses a write. There is no evidence in such a graph, "
            "and no decisions can be made about it."
        )
        with st.form("foreign", border=False):
            wanted = server_fields(attached_config(), key="foreign")
            with st.container(horizontal=True):
                look = st.form_submit_button(
                    "Attach read-only", type="primary", icon=":material/visibility:", key="foreign_attach"
                )
        if look:
            try:
                attach(wanted)
            except GraphkitError as error:
                show_error(error, key="retry_foreign")
                return
            _catalogue.clear()
            _properties.clear()
            st.rerun()
        if graph is not None:
            try:
                _choose(graph)
            except GraphkitError as error:
                show_error(error, key="retry_foreign")
            st.button("Detach", icon=":material/link_off:", type="tertiary", key="foreign_detach", on_click=detach)


def _choose(graph: ForeignGraph) -> None:
    found = _catalogue(graph, (graph.uri, id(graph)))
    st.success(plain(catalogue_in_words(graph.uri, found), 500), icon=":material/check_circle:")
    if not found.labels:
        return
    counts = {kind.name: kind.count for kind in found.labels}
    type_counts = {kind.name: kind.count for kind in found.types}
    left, right = st.columns(2)
    labels = left.multiselect(
        "Labels",
        list(counts),
        default=list(counts)[:CHOSEN_AT_FIRST],
        format_func=lambda name: f"{name} ({counts[name]:,})",
        key="foreign_labels",
        help="Nodes that are looked at. A node of several labels is coloured by the first chosen one.",
    )
    types = right.multiselect(
        "Relationships",
        list(type_counts),
        format_func=lambda name: f"{name} ({type_counts[name]:,})",
        key="foreign_types",
        placeholder="All types",
        help="Relationships that are drawn and followed.",
    )
    if not labels:
        st.info("Choose at least one label.", icon=":material/info:")
        return
    known = _properties(graph, (graph.uri, id(graph)), tuple(labels), tuple(types) or tuple(type_counts)[:20])
    names = left.multiselect(
        "Named by",
        list(known.names),
        default=list(known.suggested),
        key=f"foreign_names_{'|'.join(sorted(labels))}",
        help="The properties that name a node; the first one that a node has counts.",
        placeholder="Label and number",
    )
    weight = right.selectbox(
        "Strength of relationships",
        ["", *known.weights],
        format_func=lambda name: name or "all alike",
        key="foreign_weight",
        help="A number on relationships: the strongest are drawn first, and thicker.",
    )
    if note := search_in_words(labels, names, known, counts):
        st.caption(f":material/search: {plain(note, 600)}")
    choice = ForeignChoice(tuple(labels), tuple(names), tuple(types), weight or "")
    st.page_link(
        pages_folder() / "graph.py",
        label="Browse it on the Graph page",
        icon=":material/hub:",
        query_params={**place_parameters(), **foreign_state.parameters(graph.uri, choice)},
    )


@st.cache_resource(show_spinner="Reading labels …", max_entries=2, ttl=KEPT_S)
def _catalogue(_graph: ForeignGraph, at: tuple[object, ...]) -> Catalogue:
    return _graph.catalogue()


@st.cache_resource(show_spinner="Reading properties …", max_entries=12, ttl=KEPT_S)
def _properties(
    _graph: ForeignGraph, at: tuple[object, ...], labels: tuple[str, ...], types: tuple[str, ...]
) -> Properties:
    return _graph.properties(labels, types)


keep_with_store(_catalogue)
keep_with_store(_properties)


def catalogue_in_words(uri: str, found: Catalogue) -> str:
    """What a database holds, in sentences."""
    if not found.labels:
        return f"{uri} answers and lets you in, but holds no nodes with labels besides graphkit's own."
    more = " There are more kinds than are listed." if found.more else ""
    return (
        f"{uri} answers and lets you in: {counted(len(found.labels), 'label')} and "
        f"{counted(len(found.types), 'relationship type')}, graphkit's own left out.{more}"
    )


def search_in_words(labels: list[str], names: list[str], known: Properties, counts: dict[str, int]) -> str:
    """How names are found, where that is not by an index; empty if all of them are."""
    scanned = [label for label in labels if not any((label, name) in known.indexed for name in names)]
    if not names or not scanned:
        return ""
    nodes = sum(counts[label] for label in scanned)
    return (
        f"No index holds the names of {', '.join(scanned)}: a search looks at all {counted(nodes, 'node')} and is "
        "given up after the time for reads. An index on the name, made in Neo4j, finds beginnings at once."
    )
