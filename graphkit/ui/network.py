"""The network of a graph on a page: a Streamlit component around the vis-network file of the pyvis wheel."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Literal, TypedDict

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from graphkit.figures.network import LegendRow, vis_script

if TYPE_CHECKING:
    from pyvis.network import Network

LINES = (
    ("stated", "stated relation"),
    ("hedged", "possible, planned or only reported"),
    ("negated", "denied"),
    ("seen", "seen together"),
)

SCRIPTS = ("labels.js", "legend.js", "network.js")

HTML = """\
<div class="gk-network">
  <div class="gk-frame">
    <div class="gk-bar">
      <input class="gk-find" type="search" placeholder="Find in picture, Enter" aria-label="Find a name in the picture">
      <span class="gk-count" role="status"></span>
      <button class="gk-out" type="button" title="Zoom out" aria-label="Zoom out">−</button>
      <button class="gk-in" type="button" title="Zoom in" aria-label="Zoom in">+</button>
      <button class="gk-fit" type="button" title="Show everything (F)">Fit</button>
      <button class="gk-png" type="button" title="Save what is seen as a picture">Save PNG</button>
    </div>
    <div class="gk-host" role="application" tabindex="0" aria-label="Graph of names. Arrow keys move, plus and minus
      zoom, F shows everything, N and P go from name to name, Enter expands, Escape clears."></div>
    <div class="gk-message" role="status">Loading the picture …</div>
  </div>
  <div class="gk-legend"></div>
  <i class="gk-probe"></i>
</div>
"""


class Selection(TypedDict):
    """What was clicked: a node by its entity id, or an edge by its edge id."""

    kind: Literal["node", "edge"]
    id: str


@dataclass(frozen=True, slots=True)
class GoTo:
    """A node to select and look at; the picture moves once for each new ``nonce``."""

    id: str
    nonce: int


def show_network(
    drawn: Network,
    legend: Sequence[LegendRow],
    *,
    key: str,
    lines: bool = True,
    go_to: GoTo | None = None,
    on_select: Callable[[Selection | None], None],
    on_expand: Callable[[str], None],
) -> None:
    """Show a network; a click selects a node or an edge, a double click on a node asks to expand it.

    ``lines`` explains below what the kinds of lines mean.

    Zoom, places and selection outlive reruns as long as the component stays on the page. The callbacks run before
    the rerun that the click causes.
    """
    nodes, edges, _heading, _height, _width, options = drawn.get_network_data()
    kinds = {_line(edge) for edge in edges}
    data = {
        "version": hash(tuple((row["id"], row["title"]) for row in (*nodes, *edges))),
        "nodes": nodes,
        "edges": edges,
        "options": json.loads(options),
        "legend": [asdict(row) for row in legend],
        "lines": [line for line in LINES if lines and line[0] in kinds],
        "goto": asdict(go_to) if go_to else None,
    }

    def selected() -> None:
        on_select(st.session_state[key].selected)

    def expanded() -> None:
        entity_id = st.session_state[key].expanded
        if isinstance(entity_id, str):
            on_expand(entity_id)

    _renderer()(
        key=key, data=data, default={"selected": None}, on_selected_change=selected, on_expanded_change=expanded
    )


def _line(edge: dict[str, object]) -> str:
    if "dashes" in edge:
        return "negated" if "color" in edge else "hedged"
    return "stated" if "arrows" in edge else "seen"


@functools.cache
def _renderer() -> ComponentRenderer:
    assets = files("graphkit.ui") / "assets"
    return st.components.v2.component(
        "graphkit_network",
        html=HTML,
        css=(assets / "network.css").read_text("utf-8"),
        js="\n".join((vis_script(), *((assets / name).read_text("utf-8") for name in SCRIPTS))),
    )
