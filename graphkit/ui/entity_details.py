"""The parts of an entity's page."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from graphkit.corpus import Corpus
from graphkit.errors import UnknownEntity
from graphkit.evidence.neighbours import neighbours
from graphkit.evidence.sightings import GraphSighting, document_sightings, graph_sightings
from graphkit.figures.words import counted, found_words
from graphkit.model import Entity, EntityId
from graphkit.ui.evidence import show_quotes
from graphkit.ui.graph_tables import neighbours_table
from graphkit.ui.location import pages_folder
from graphkit.ui.plain import plain
from graphkit.ui.resources import place_parameters
from graphkit.ui.tables import as_csv
from graphkit.ui.type_chip import show_type
from graphkit.view import View

ADDRESS = "entity"
NEIGHBOURS = 200
SUGGESTED = 12


def pick_entity(corpus: Corpus) -> tuple[View, Entity] | None:
    """The entity that the address names, with a view that holds it; None while none is chosen or known."""
    wanted = EntityId(st.query_params.get(ADDRESS, ""))
    view = corpus.view()
    if not wanted:
        return None
    try:
        return view, view.entity(wanted)
    except UnknownEntity:
        graphs = [sighting.run.graph_id for sighting in graph_sightings(corpus, wanted)]
    if not graphs:
        st.info("No graph of this corpus holds that name. Search for another one.", icon=":material/info:")
        return None
    view = corpus.view(graphs)
    return view, view.entity(wanted)


def show_search(view: View, *, suggest: bool) -> None:
    """A field to find another entity; with nothing typed the most mentioned ones, if asked for."""
    words = st.text_input("Find a name", key="entity_search", type="search", placeholder="Find a name")
    if not words.strip() and not suggest:
        return
    found = view.search(words, limit=SUGGESTED) if words.strip() else view.top(SUGGESTED)
    st.caption(found_words(words, found) if words.strip() else "The names that are mentioned most:")
    with st.container(horizontal=True, gap="small"):
        for entity in found:
            st.button(
                f"{plain(entity.name, 50)} :gray[{plain(entity.type)}]",
                key=f"go_{entity.entity_id}",
                on_click=_open,
                args=(entity.entity_id,),
            )


def _open(entity_id: EntityId) -> None:
    st.query_params[ADDRESS] = entity_id
    st.session_state["entity_search"] = ""


def show_head(entity: Entity) -> None:
    """Name, type, counts and other spellings, and the way into the picture."""
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="bottom"):
        st.title(plain(entity.name), anchor=False, width="content")
        st.page_link(
            pages_folder() / "graph.py",
            label="Show in the graph",
            icon=":material/hub:",
            query_params=place_parameters(entity=entity.entity_id),
        )
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        show_type(entity.type)
        st.caption(f"{counted(entity.mentions, 'mention')} in {counted(entity.documents, 'document')}")
    if entity.aliases:
        st.caption(f"Also written or decided to be: {plain(', '.join(entity.aliases), 600)}")


def show_documents(corpus: Corpus, view: View, entity: Entity) -> None:
    """The sentences that mention it, by document."""
    st.subheader("Mentions", anchor=False)
    rows = document_sightings(corpus, view, entity)
    for at, row in enumerate(rows):
        with st.expander(f"{plain(row.title)} :gray[{row.mentions:,}]", expanded=at < 3, icon=":material/description:"):
            show_quotes(row.quotes, key=f"quotes_{row.document_id}", titled=False)
            if row.mentions > row.quoted:
                st.caption(f"The first {row.quoted} of {row.mentions:,} mentions; the document shows all.")
    if entity.documents > len(rows):
        st.caption(f"The {len(rows)} documents that mention it most; {entity.documents:,} mention it.")


def show_neighbours(view: View, entity: Entity) -> None:
    """What it is connected with, as a table; a selected row can be opened."""
    rows = neighbours(view, entity.entity_id, limit=NEIGHBOURS)
    st.subheader("Connected with", anchor=False)
    if not rows:
        st.caption("Nothing is connected with it in this graph.")
        return
    table = neighbours_table(rows)
    event = st.dataframe(
        table,
        key=f"neighbours_{entity.entity_id}",
        hide_index=True,
        on_select="rerun",
        selection_mode="single-row",
        column_order=("name", "", "relation", "weight", "type", "documents"),
        column_config={"": st.column_config.TextColumn(width=40), "weight": st.column_config.NumberColumn(format="%g")},
        height=min(420, 38 + 35 * len(rows)),
    )
    chosen = [rows[at].entity for at in event.selection.rows if at < len(rows)]
    with st.container(horizontal=True, gap="small"):
        if chosen:
            st.button(
                f"Open {plain(chosen[0].name, 40)}",
                icon=":material/arrow_forward:",
                on_click=_open,
                args=(chosen[0].entity_id,),
            )
        st.download_button(
            "Table (CSV)",
            lambda: as_csv(table),
            "neighbours.csv",
            "text/csv",
            icon=":material/download:",
            on_click="ignore",
        )


def show_finders(corpus: Corpus, sightings: Sequence[GraphSighting]) -> None:
    """How many of the methods that have run found the name, and which."""
    found = list(dict.fromkeys(row.run.method for row in sightings))
    every = len({run.method for run in corpus.runs()})
    st.caption(f"Found by **{len(found)} of {counted(every, 'method')}**: {plain(', '.join(found), 600)}")


def show_graphs(sightings: Sequence[GraphSighting]) -> None:
    """The methods whose graphs hold it, each with its count."""
    st.subheader("Graphs that know it", anchor=False)
    rows = [(row.run.method, row.entity.mentions, row.entity.documents, row.run.graph_id) for row in sightings]
    st.dataframe(pd.DataFrame(rows, columns=["method", "mentions", "documents", "graph"]), hide_index=True)
