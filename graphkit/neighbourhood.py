"""What lies around entities, read off a list of edges."""

from __future__ import annotations

from collections.abc import Sequence

from graphkit.model import Edge, EntityId

EXPANDED = 25
"""Edges that expanding an entity adds: more would bury it."""


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
