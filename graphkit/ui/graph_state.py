"""What a session has selected and expanded in the picture; the selected entity is in the address too."""

from __future__ import annotations

import streamlit as st

from graphkit.model import EntityId
from graphkit.ui.network import GoTo, Selection

_SELECTED, _ALSO, _GO_TO, _FOCUS, _LINKED = "_selected", "_also", "_go_to", "_focus", "_linked"
_PLACE = "_graph_place"
ADDRESS = "entity"


def selected() -> Selection | None:
    """The node or edge whose details are shown."""
    choice: Selection | None = st.session_state.get(_SELECTED)
    return choice


def select(choice: Selection | None) -> None:
    """Show the details of a node or an edge, or of nothing."""
    st.session_state[_SELECTED] = choice
    if choice and choice["kind"] == "node":
        st.query_params[ADDRESS] = st.session_state[_LINKED] = choice["id"]
    else:
        st.query_params.pop(ADDRESS, None)
        st.session_state.pop(_LINKED, None)


def go_to(entity_id: EntityId) -> None:
    """Select an entity, bring it and its neighbours into the picture, and move the picture to it."""
    expand(entity_id)
    select({"kind": "node", "id": entity_id})
    nonce = st.session_state[_GO_TO].nonce + 1 if _GO_TO in st.session_state else 1
    st.session_state[_GO_TO] = GoTo(entity_id, nonce)


def begin(corpus_name: str) -> None:
    """Forget what belongs to another corpus, then go to the entity that the address names, if it is another one."""
    if st.session_state.get(_PLACE, corpus_name) != corpus_name:
        for key in (_SELECTED, _ALSO, _GO_TO, _FOCUS, _LINKED):
            st.session_state.pop(key, None)
        st.query_params.pop(ADDRESS, None)
    st.session_state[_PLACE] = corpus_name
    wanted = st.query_params.get(ADDRESS)
    if wanted and wanted != st.session_state.get(_LINKED):
        go_to(EntityId(wanted))


def wish() -> GoTo | None:
    """Where the picture should move to."""
    place: GoTo | None = st.session_state.get(_GO_TO)
    return place


def expand(entity_id: str) -> None:
    """Show an entity's neighbours beyond the limit."""
    st.session_state[_ALSO] = (*(one for one in expanded() if one != entity_id), EntityId(entity_id))


def expanded() -> tuple[EntityId, ...]:
    """Entities whose neighbours are shown beyond the limit, in the order of asking."""
    found: tuple[EntityId, ...] = st.session_state.get(_ALSO, ())
    return found


def focus() -> EntityId | None:
    """The entity whose neighbourhood alone is shown."""
    found: EntityId | None = st.session_state.get(_FOCUS)
    return found


def forget_expanded() -> None:
    """Show no more than the limit."""
    st.session_state[_ALSO] = ()


# What widgets call. The picture is made by the whole page, so all of it runs again, not the part that was clicked.


def visit(entity_id: EntityId) -> None:
    """Go to an entity."""
    go_to(entity_id)
    st.rerun()


def leave() -> None:
    """Show nothing in particular."""
    select(None)


def expand_clicked(entity_id: str) -> None:
    """Show the neighbours of a node that was double-clicked."""
    expand(entity_id)
    st.rerun()


def change_focus(entity_id: EntityId | None) -> None:
    """Show only one neighbourhood, or everything again."""
    st.session_state[_FOCUS] = entity_id
    st.rerun()
