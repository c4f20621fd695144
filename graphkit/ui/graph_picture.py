"""The picture of a part of a graph, made once for all sessions that look at the same part."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from graphkit.figures.network import LegendRow, legend, network
from graphkit.neighbourhood import Subgraph
from graphkit.ui import graph_state
from graphkit.ui.network import show_network
from graphkit.ui.resources import keep_with_store

if TYPE_CHECKING:
    from pyvis.network import Network


@st.cache_resource(max_entries=12, show_spinner="Placing the names …")
def picture(_shown: Subgraph, part: tuple[object, ...]) -> tuple[Network, tuple[LegendRow, ...]]:
    """Network and legend of the part of a graph that ``part`` identifies, with its store and revision."""
    return network(_shown.entities, _shown.edges, degrees=_shown.degrees), legend(_shown.entities)


keep_with_store(picture)


def show_picture(shown: Subgraph, part: tuple[object, ...]) -> None:
    """Draw the part, and let clicks select and double clicks expand."""
    drawn, rows = picture(shown, part)
    show_network(
        drawn,
        rows,
        key="picture",
        go_to=graph_state.wish(),
        on_select=graph_state.select,
        on_expand=graph_state.expand_clicked,
    )
