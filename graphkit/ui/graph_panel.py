"""The panel beside the picture: what was clicked, with the sentences that prove it."""

from __future__ import annotations

from typing import Literal

import streamlit as st

from graphkit.corpus import Corpus
from graphkit.errors import UnknownEntity
from graphkit.evidence.neighbours import ARROWS, neighbours
from graphkit.evidence.quotes import quotes
from graphkit.extract.manner import is_hedged
from graphkit.figures.palette import look
from graphkit.figures.words import counted, edge_words, found_words, group_words
from graphkit.ids import id_of
from graphkit.model import Edge, Entity, EntityId
from graphkit.neighbourhood import Subgraph
from graphkit.ui import graph_state
from graphkit.ui.evidence import show_quotes
from graphkit.ui.location import pages_folder
from graphkit.ui.plain import plain
from graphkit.ui.resources import place_parameters
from graphkit.ui.type_chip import show_type
from graphkit.view import View

QUOTES = 12
"""Sentences shown in the panel; the page of the entity shows all."""
NEIGHBOURS = 20
SUGGESTED = 12


def show_panel(corpus: Corpus, view: View, shown: Subgraph) -> None:
    """Details of the selected node or edge, or a way to find one."""
    choice = graph_state.selected()
    if choice is None:
        _show_search(view, shown)
    elif choice["kind"] == "node":
        _show_entity(corpus, view, EntityId(choice["id"]))
    else:
        edge = next((edge for edge in shown.edges if id_of(edge) == choice["id"]), None)
        if edge is None:
            st.info("That connection is not in this part of the graph.", icon=":material/info:")
        else:
            _show_edge(corpus, view, edge)


def _show_search(view: View, shown: Subgraph) -> None:
    words = st.text_input("Find a name in the whole graph", key="graph_search", type="search")
    found = view.search(words, limit=SUGGESTED) if words.strip() else list(shown.entities[:SUGGESTED])
    if words.strip():
        st.caption(found_words(words, found))
    else:
        st.caption("Best connected here. Click a name in the picture to read its sentences, a line to read its proof.")
    with st.container(gap=None, key="name_list_found"):
        for entity in found:
            _name_button(entity, f"{look(entity.type).letter} · {counted(entity.mentions, 'mention')}", "found")


def _show_entity(corpus: Corpus, view: View, entity_id: EntityId) -> None:
    try:
        entity = view.entity(entity_id)
    except UnknownEntity as error:
        st.info(plain(str(error), 500), icon=":material/info:")
        _close_button()
        return
    _close_button()
    _heading(entity.name)
    _facts(entity)
    is_focus = graph_state.focus() == entity.entity_id
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.button(
            "Show all" if is_focus else "Isolate",
            icon=":material/filter_center_focus:",
            key="only",
            help="Show only what is connected with it.",
            on_click=graph_state.change_focus,
            args=(None if is_focus else entity.entity_id,),
        )
        st.button(
            "Expand",
            icon=":material/open_in_full:",
            key="expand_it",
            help="Bring its neighbours into the picture; a double click does the same.",
            on_click=graph_state.visit,
            args=(entity.entity_id,),
        )
        entity_link(entity, "Full page")
    sentences, others = st.tabs(["Sentences", "Neighbours"])
    with sentences:
        evidence = view.mention_evidence(entity.entity_id, limit=QUOTES)
        show_quotes(quotes(corpus, evidence, [entity]), key="panel_mentions")
        if entity.mentions > len(evidence) >= QUOTES:
            st.caption(f"The first {QUOTES} mentions; the full page has more.")
    with others, st.container(gap=None, key="name_list_near"):
        rows = neighbours(view, entity.entity_id, limit=NEIGHBOURS)
        for at, row in enumerate(rows):
            _name_button(row.entity, f"{ARROWS[row.direction]} {row.words} · {row.edge.weight:g}", f"near_{at}")
        if not rows:
            st.caption("Nothing is connected with it in this graph.")


def _show_edge(corpus: Corpus, view: View, edge: Edge) -> None:
    source, target = view.entity(edge.source), view.entity(edge.target)
    _close_button()
    _heading(f"{source.name} {'→' if edge.directed else '–'} {target.name}")
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.badge(plain(edge_words(edge), 60), color=_colour(edge))
        group = f" · {plain(group_words(edge))}" if group_words(edge) else ""
        st.caption(f"weight {edge.weight:g} · {counted(edge.documents, 'document')}{group}")
    with st.container(horizontal=True, gap="medium", key="name_list_ends"):
        _name_button(source, "", "source")
        _name_button(target, "", "target")
    evidence = view.edge_evidence(edge, limit=QUOTES)
    show_quotes(quotes(corpus, evidence, [source, target]), key="panel_edge")
    if not evidence:
        st.caption("No sentence is stored for this connection.")


def _colour(edge: Edge) -> Literal["orange", "violet", "blue", "gray"]:
    """Of the words of an edge: denied, not asserted, asserted, or only seen together."""
    if edge.negated:
        return "orange"
    return "violet" if is_hedged(edge.predicate) else "blue" if edge.directed else "gray"


def entity_link(entity: Entity, label: str) -> None:
    """A link to the page of an entity."""
    st.page_link(
        pages_folder() / "entity.py",
        label=label,
        icon=":material/person_search:",
        query_params=place_parameters(entity=entity.entity_id),
    )


def _facts(entity: Entity) -> None:
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        show_type(entity.type)
        st.caption(f"{counted(entity.mentions, 'mention')} in {counted(entity.documents, 'document')}")
    if entity.aliases:
        st.caption(f"Also: {plain(', '.join(entity.aliases), 300)}")


def _heading(text: str) -> None:
    st.markdown(f"#### {plain(text, 160)}")


def _close_button() -> None:
    with st.container(key="name_list_back"):
        st.button("Back", icon=":material/arrow_back:", key="close_panel", type="tertiary", on_click=graph_state.leave)


def _name_button(entity: Entity, note: str, key: str) -> None:
    label = plain(entity.name, 60) + (f" :gray[{plain(note, 60)}]" if note else "")
    st.button(
        label, type="tertiary", key=f"{key}_{entity.entity_id}", on_click=graph_state.visit, args=(entity.entity_id,)
    )
