"""A pyvis network of entities and edges, ready for a browser.

The lists of the network are filled in bulk, since pyvis's own methods compare every new edge with all others.
Titles are plain text. Places come from ``graphkit.figures.layout``; the browser runs no physics.
"""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, TypedDict

from graphkit.extract.manner import is_hedged
from graphkit.figures.layout import layout
from graphkit.figures.palette import RED, Shape, look
from graphkit.figures.words import counted, edge_words
from graphkit.ids import id_of
from graphkit.model import Edge, Entity, EntityId

if TYPE_CHECKING:
    from pyvis.network import Network

MAX_LABEL = 40
"""Longest label of a node in characters; its title holds the whole name."""
EDGE_LABELS = 2_000
"""Most edges that carry their predicate as a label; a picture of more is too dense to read any."""
VIS_FILE = "templates/lib/vis-9.1.2/vis-network.min.js"


@dataclass(frozen=True, slots=True)
class LegendRow:
    """A type on the picture: how it looks and how many entities of it are drawn."""

    type: str
    colour: str
    shape: Shape
    letter: str
    count: int


class NodeData(TypedDict, total=False):
    """A node as vis-network takes it, with its ``type`` for the legend; nodes stand in order of importance."""

    id: str
    label: str
    title: str
    shape: str
    color: str
    size: float
    x: float
    y: float
    type: str


EdgeData = TypedDict(
    "EdgeData",
    {
        "id": str,
        "from": str,
        "to": str,
        "title": str,
        "label": str,
        "width": float,
        "arrows": str,
        "dashes": list[int],
        "color": str,
        "smooth": dict[str, str | float | bool],
    },
    total=False,
)
"""An edge as vis-network takes it."""


def network(entities: Sequence[Entity], edges: Sequence[Edge], *, degrees: Mapping[EntityId, int]) -> Network:
    """The network of these entities and of the edges among them.

    Args:
        entities: What is drawn, most important first.
        edges: Edges whose ends are both drawn.
        degrees: Number of edges of each entity in the whole graph, for titles; missing ones are not told.
    """
    index = {entity.entity_id: at for at, entity in enumerate(entities)}
    places = layout(len(entities), [(index[edge.source], index[edge.target], edge.weight) for edge in edges])
    most = max((entity.mentions for entity in entities), default=1)
    least = min(20.0, max(12.0, 1.4 * math.sqrt(len(entities))))  # a large picture is seen from farther away
    nodes = [
        _node(
            entity,
            (float(x), float(y)),
            least + (38 - least) * math.sqrt(entity.mentions / max(1, most)),
            degrees.get(entity.entity_id),
        )
        for entity, (x, y) in zip(entities, places, strict=True)
    ]
    return assembled(nodes, _edges(edges, {entity.entity_id: entity.name for entity in entities}))


def assembled(nodes: Sequence[NodeData], edges: Sequence[EdgeData]) -> Network:
    """The network of nodes that have their places, and of edges among them."""
    from pyvis.network import Network  # it imports IPython, which takes a second

    drawn = Network(height="100%", width="100%", directed=True)
    drawn.nodes = list(nodes)
    drawn.node_ids = [node["id"] for node in nodes]
    drawn.node_map = {node["id"]: node for node in nodes}
    drawn.edges = list(edges)
    drawn.set_options(json.dumps(OPTIONS))
    return drawn


def legend(entities: Sequence[Entity]) -> tuple[LegendRow, ...]:
    """The types of these entities, most frequent first."""
    return legend_of(Counter(entity.type for entity in entities))


def legend_of(counts: Mapping[str, int]) -> tuple[LegendRow, ...]:
    """Types with their counts, most frequent first."""
    rows = []
    for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        style = look(name)
        rows.append(LegendRow(name, style.colour, style.shape, style.letter, count))
    return tuple(rows)


def vis_script() -> str:
    """The vis-network build that ships inside the pyvis wheel, so nothing is loaded from elsewhere."""
    return files("pyvis").joinpath(VIS_FILE).read_text("utf-8")


OPTIONS = {
    "physics": {"enabled": False},
    "layout": {"improvedLayout": False},
    "nodes": {"borderWidth": 1, "borderWidthSelected": 3},
    "edges": {"smooth": False, "arrowStrikethrough": False, "selectionWidth": 1.5, "hoverWidth": 0.5},
    "interaction": {
        "hover": True,
        "hideEdgesOnDrag": True,
        "hideEdgesOnZoom": True,
        "tooltipDelay": 150,
        "keyboard": {"enabled": False},
        "multiselect": False,
    },
}


def _node(entity: Entity, place: tuple[float, float], size: float, degree: int | None) -> NodeData:
    style = look(entity.type)
    return {
        "id": entity.entity_id,
        "label": cut(entity.name),
        "title": _title(entity, degree),
        "shape": style.shape,
        "color": style.colour,
        "size": round(size, 1),
        "x": place[0],
        "y": place[1],
        "type": entity.type,
    }


def _title(entity: Entity, degree: int | None) -> str:
    counts = f"{counted(entity.mentions, 'mention')} in {counted(entity.documents, 'document')}"
    edges = "" if degree is None else f"\n{counted(degree, 'edge')}"
    return f"{entity.name}\n{entity.type}\n{counts}{edges}"


def cut(name: str) -> str:
    """A name as the label of a node: one line, at most ``MAX_LABEL`` characters."""
    line = " ".join(name.split())
    return line if len(line) <= MAX_LABEL else line[: MAX_LABEL - 1] + "…"


def _edges(edges: Sequence[Edge], names: Mapping[EntityId, str]) -> list[EdgeData]:
    """Edges as data; those between the same two nodes are bent apart."""
    seen: dict[frozenset[EntityId], int] = defaultdict(int)
    rows = []
    for edge in edges:
        pair = frozenset((edge.source, edge.target))
        rows.append(_edge(edge, names, seen[pair], labelled=len(edges) <= EDGE_LABELS))
        seen[pair] += 1
    return rows


def _edge(edge: Edge, names: Mapping[EntityId, str], parallel: int, *, labelled: bool) -> EdgeData:
    words = edge_words(edge)
    row: EdgeData = {
        "id": id_of(edge),
        "from": edge.source,
        "to": edge.target,
        "title": f"{names[edge.source]}\n{words}\n{names[edge.target]}\nweight {edge.weight:g}, "
        f"{counted(edge.documents, 'document')}",
        "width": round(1.8 + min(4.0, math.log2(max(1.0, edge.weight))), 2),
    }
    if edge.directed:
        row["arrows"] = "to"
        if labelled:
            row["label"] = cut(words)
    if edge.negated:
        row["dashes"] = [6, 6]
        row["color"] = RED
    elif is_hedged(edge.predicate):
        row["dashes"] = [2, 5]
    if parallel:
        clockwise = (parallel % 2 == 1) == (edge.source < edge.target)
        bend = 0.14 * ((parallel + 1) // 2)
        row["smooth"] = {"enabled": True, "type": "curvedCW" if clockwise else "curvedCCW", "roundness": bend}
    return row
