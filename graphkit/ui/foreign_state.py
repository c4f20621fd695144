"""What is looked at in a graph that is not graphkit's. It stands in the address, so a link shows the same.

``foreign`` is the server's address, ``label``, ``named``, ``relation`` and ``weighted`` the choice, ``node`` what is
selected, ``around`` whose neighbourhood alone is drawn, ``to`` where a way leads, ``draw`` how many nodes.
"""

from __future__ import annotations

import streamlit as st

from graphkit.errors import BadRequest
from graphkit.store.foreign import ForeignChoice
from graphkit.ui.address import number_in_address
from graphkit.ui.network import GoTo, Selection

FOREIGN, NODE, AROUND, TO, DRAW = "foreign", "node", "around", "to", "draw"
LIMITS = (50, 100, 200, 500, 1000)
DEFAULT_LIMIT = 100
_SELECTED, _ALSO, _GO_TO = "_foreign_selected", "_foreign_also", "_foreign_go_to"
_LAST, _FROM = "_foreign_last", "_foreign_way_from"


def parameters(uri: str, choice: ForeignChoice) -> dict[str, str | list[str]]:
    """The choice as it stands in an address."""
    return {
        FOREIGN: uri,
        "label": list(choice.labels),
        "named": list(choice.names),
        "relation": list(choice.types),
        **({"weighted": choice.weight} if choice.weight else {}),
    }


def wanted() -> str | None:
    """Address of the server that the page's address asks for; None where graphkit's own graph is wanted."""
    uri: str | None = st.query_params.get(FOREIGN)
    return uri or None


def choice() -> ForeignChoice | None:
    """The choice that the address tells; None if it tells none."""
    query = st.query_params
    try:
        return ForeignChoice(
            tuple(query.get_all("label")),
            tuple(query.get_all("named")),
            tuple(query.get_all("relation")),
            query.get("weighted", ""),
        )
    except BadRequest:
        return None


def remember() -> None:
    """Keep the address, so that the page finds back after another page."""
    st.session_state[_LAST] = {key: st.query_params.get_all(key) for key in st.query_params}
    if node() and goal():
        st.session_state[_FROM] = node()


def last(uri: str) -> dict[str, list[str]] | None:
    """The address of this session's last look at the server, if it had one."""
    kept: dict[str, list[str]] | None = st.session_state.get(_LAST)
    return kept if kept and kept.get(FOREIGN) == [uri] else None


def enter(address: dict[str, list[str]]) -> None:
    """Look at the foreign graph again."""
    st.query_params.from_dict(address)


def leave() -> None:
    """Look at graphkit's own graph."""
    for key in (FOREIGN, "label", "named", "relation", "weighted", NODE, AROUND, TO, DRAW):
        st.query_params.pop(key, None)
    for key in (_SELECTED, _ALSO, _GO_TO, _FROM):
        st.session_state.pop(key, None)


def limit() -> int:
    """How many nodes are drawn to begin with."""
    given = number_in_address(DRAW)
    return given if given in LIMITS else DEFAULT_LIMIT


def set_limit(value: int) -> None:
    """Draw another number of nodes."""
    st.query_params[DRAW] = str(value)


def node() -> str | None:
    """The selected node."""
    found: str | None = st.query_params.get(NODE)
    return found or None


def edge() -> str | None:
    """The selected relationship, while no node is."""
    picked: str | None = st.session_state.get(_SELECTED)
    return None if node() else picked


def select(picked: Selection | None) -> None:
    """Show the details of a node or a relationship, or of nothing."""
    st.session_state[_SELECTED] = picked["id"] if picked and picked["kind"] == "edge" else None
    if picked and picked["kind"] == "node":
        if picked["id"] != st.session_state.get(_FROM):  # a picture that is drawn anew lets go and selects again
            st.query_params.pop(TO, None)
        st.query_params[NODE] = picked["id"]
    else:
        st.query_params.pop(NODE, None)


def around() -> str | None:
    """The node whose neighbourhood alone is drawn."""
    found: str | None = st.query_params.get(AROUND)
    return found or None


def goal() -> str | None:
    """The node to which a way is wanted from the selected one."""
    found: str | None = st.query_params.get(TO)
    return found or None


def expanded() -> tuple[str, ...]:
    """Nodes whose neighbours are drawn too, in the order of asking; the selected one is among them."""
    also: tuple[str, ...] = st.session_state.get(_ALSO, ())
    selected = node()
    return also if selected is None or selected in also else (*also, selected)


def wish() -> GoTo | None:
    """Where the picture should move to."""
    place: GoTo | None = st.session_state.get(_GO_TO)
    selected = node()
    if place is None and selected is not None:  # the address brought us here
        place = st.session_state[_GO_TO] = GoTo(selected, 1)
    return place


# What widgets call. The picture is made by the whole page, so all of it runs again, not the part that was clicked.


def visit(node_id: str) -> None:
    """Select a node, bring it and its neighbours into the picture, and move the picture to it."""
    select({"kind": "node", "id": node_id})
    place: GoTo | None = st.session_state.get(_GO_TO)
    st.session_state[_GO_TO] = GoTo(node_id, place.nonce + 1 if place else 1)
    expand(node_id)


def expand(node_id: str) -> None:
    """Draw a node's neighbours too."""
    st.session_state[_ALSO] = (*(one for one in st.session_state.get(_ALSO, ()) if one != node_id), node_id)
    st.rerun()


def fold() -> None:
    """Draw no more than the beginning."""
    st.session_state[_ALSO] = ()


def isolate(node_id: str | None) -> None:
    """Draw one neighbourhood only, or everything again."""
    if node_id is None:
        st.query_params.pop(AROUND, None)
    else:
        st.query_params[AROUND] = node_id
    st.rerun()


def close() -> None:
    """Show nothing in particular."""
    select(None)
    st.query_params.pop(TO, None)


def look_for_way(node_id: str | None) -> None:
    """Show a way from the selected node to another one, or none any more."""
    if node_id is None:
        st.query_params.pop(TO, None)
    else:
        st.query_params[TO], st.session_state[_FROM] = node_id, node()
    st.rerun()
