"""The picture of a part of a graph that is not graphkit's: coloured by label, lines named by their type."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphkit.figures.layout import layout
from graphkit.figures.network import EDGE_LABELS, EdgeData, LegendRow, NodeData, assembled, cut, legend_of
from graphkit.figures.palette import look
from graphkit.figures.words import counted
from graphkit.store.foreign import ForeignEdge, ForeignNode, ForeignPart

if TYPE_CHECKING:
    from pyvis.network import Network


def foreign_network(part: ForeignPart) -> Network:
    """The network of a part; the better connected a node is in the whole graph, the larger it is."""
    index = {node.id: at for at, node in enumerate(part.nodes)}
    places = layout(
        len(part.nodes), [(index[edge.source], index[edge.target], max(edge.weight, 1.0)) for edge in part.edges]
    )
    most = max((node.degree for node in part.nodes), default=1)
    nodes = [_node(node, (float(x), float(y)), most) for node, (x, y) in zip(part.nodes, places, strict=True)]
    return assembled(nodes, _edges(part.edges, {node.id: node.name for node in part.nodes}))


def foreign_legend(nodes: Sequence[ForeignNode]) -> tuple[LegendRow, ...]:
    """The labels by which nodes are drawn, most frequent first."""
    return legend_of(Counter(node.label for node in nodes))


def _node(node: ForeignNode, place: tuple[float, float], most: int) -> NodeData:
    style = look(node.label)
    return {
        "id": node.id,
        "label": cut(node.name),
        "title": f"{node.name}\n{', '.join(node.labels)}\n{counted(node.degree, 'relationship')}",
        "shape": style.shape,
        "color": style.colour,
        "size": round(12 + 24 * math.sqrt(node.degree / max(1, most)), 1),
        "x": place[0],
        "y": place[1],
        "type": node.label,
    }


def _edges(edges: Sequence[ForeignEdge], names: dict[str, str]) -> list[EdgeData]:
    """Edges as data; those between the same two nodes are bent apart."""
    seen: dict[frozenset[str], int] = defaultdict(int)
    rows: list[EdgeData] = []
    for edge in edges:
        pair = frozenset((edge.source, edge.target))
        row: EdgeData = {
            "id": edge.id,
            "from": edge.source,
            "to": edge.target,
            "title": f"{names[edge.source]}\n{edge.type}\n{names[edge.target]}\nweight {edge.weight:g}",
            "width": round(1.8 + min(4.0, math.log2(max(1.0, edge.weight))), 2),
            "arrows": "to",
        }
        if len(edges) <= EDGE_LABELS:
            row["label"] = cut(edge.type)
        if parallel := seen[pair]:
            clockwise = (parallel % 2 == 1) == (edge.source < edge.target)
            bend = 0.14 * ((parallel + 1) // 2)
            row["smooth"] = {"enabled": True, "type": "curvedCW" if clockwise else "curvedCCW", "roundness": bend}
        seen[pair] += 1
        rows.append(row)
    return rows
