"""What lies around entities, read off a list of edges, and a part of a graph that is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphkit.model import Edge, Entity, EntityId

EXPANDED = 25
"""Edges that expanding an entity adds: more would bury it."""


@dataclass(frozen=True, slots=True)
class Subgraph:
    """A part of a view that can be drawn, and the size of the whole that it was taken from."""

    entities: tuple[Entity, ...]
    edges: tuple[Edge, ...]
    total_entities: int
    total_edges: int
    degrees: Mapping[EntityId, int]
    """Number of edges of each entity in the whole filtered view, shown or not."""
    unconnected: int = 0
    """Entities that were left out of the whole because they have no edge."""


def within(centre: set[EntityId], edges: Sequence[Edge], depth: int) -> set[EntityId]:
    """The centre and what lies within ``depth`` edges of it."""
    reached = set(centre)
    for _ in range(depth):
        touching = (edge for edge in edges if edge.source in reached or edge.target in reached)
        around = {end for edge in touching for end in (edge.source, edge.target)}
        if around <= reached:
            break
        reached |= around
    return reached


def expanded(centres: Sequence[EntityId], edges: Sequence[Edge]) -> list[EntityId]:
    """The centres and the other ends of the heaviest edges of each."""
    around: dict[EntityId, list[tuple[float, EntityId]]] = {centre: [] for centre in centres}
    for edge in edges if centres else ():
        for here, there in ((edge.source, edge.target), (edge.target, edge.source)):
            if here in around:
                around[here].append((-edge.weight, there))
    return [*centres, *(there for ends in around.values() for _, there in sorted(ends)[:EXPANDED])]


def cost(edge: Edge) -> float:
    """What a step over an edge costs: 1, and a little more the weaker it is, so that fewer steps always win."""
    return 1 + 0.1 / (1 + edge.weight)


def short_ways(start: EntityId, end: EntityId, edges: Sequence[Edge]) -> list[tuple[EntityId | None, tuple[Edge, ...]]]:
    """Ways of one and two steps, cheapest first, each with what stands in its middle.

    ``edges`` are all edges of both ends by key; of several between two entities the heaviest is walked.
    """
    best: dict[tuple[EntityId, EntityId], Edge] = {}
    for edge in edges:
        for here, there in ((edge.source, edge.target), (edge.target, edge.source)):
            if here in (start, end) and ((here, there) not in best or edge.weight > best[here, there].weight):
                best[here, there] = edge
    middles = [there for here, there in best if here == start and (end, there) in best and there not in (start, end)]
    ways: list[tuple[EntityId | None, tuple[Edge, ...]]] = [(m, (best[start, m], best[end, m])) for m in middles]
    if (start, end) in best:
        ways.append((None, (best[start, end],)))
    return sorted(ways, key=lambda way: (sum(map(cost, way[1])), way[0] or ""))
