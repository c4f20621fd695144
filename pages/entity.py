"""Entity: everything about one name: its mentions by document, neighbours, other spellings, graphs that know it."""

import streamlit as st

from graphkit.evidence.sightings import graph_sightings
from graphkit.ui.entity_details import (
    pick_entity,
    show_documents,
    show_finders,
    show_graphs,
    show_head,
    show_neighbours,
    show_search,
)
from graphkit.ui.guards import require_view
from graphkit.ui.resources import corpus

default = require_view()
here = corpus()
found = pick_entity(here)
if found is None:
    st.title("Entity", anchor=False)
    show_search(default, suggest=True)
    st.stop()

view, entity = found
sightings = graph_sightings(here, entity.entity_id)
show_head(entity)
show_finders(here, sightings)
left, right = st.columns([3, 2], gap="large")
with left:
    show_documents(here, view, entity)
with right:
    show_search(view, suggest=False)
    show_neighbours(view, entity)
    show_graphs(sightings)
