"""What lies two edges away from an entity, ranked: over any store, or by a store's own way where it has one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from graphkit.model import Edge, EntityId, Scope
from graphkit.store.base import UNLIMITED, GraphStore


@dataclass(frozen=True, slots=True)
class Reached:
    """An entity and how strongly it is reached: the sum, over all ways, of the product of the weights."""

    entity_id: EntityId
    score: float


@runtime_checkable
class HasTwoHops(Protocol):
    """A store that answers ``two_hops`` by itself, without its edges being carried here."""

    def two_hops(self, scope: Scope, entity_id: EntityId, *, limit: int = 25) -> list[Reached]:
        """What the function ``two_hops`` finds."""


def two_hops(store: GraphStore, scope: Scope, entity_id: EntityId, *, limit: int = 25) -> list[Reached]:
    """Entities at the end of two edges, in any direction, the start left out; best first, then by id.

    Scores are exact, over all edges and not the heaviest alone, and rounded to six digits.
    """
    if isinstance(store, HasTwoHops):
        return store.two_hops(scope, entity_id, limit=limit)
    first = store.neighbours(scope, [entity_id], limit=UNLIMITED)
    return reached(entity_id, first, store.neighbours(scope, list(ends(entity_id, first)), limit=UNLIMITED))[:limit]


def ends(entity_id: EntityId, edges: Iterable[Edge]) -> dict[EntityId, float]:
    """The other ends of an entity's edges, with the sum of the weights."""
    found: dict[EntityId, float] = {}
    for edge in edges:
        other = edge.target if edge.source == entity_id else edge.source
        found[other] = found.get(other, 0.0) + edge.weight
    return found


def reached(entity_id: EntityId, first: Iterable[Edge], second: Iterable[Edge]) -> list[Reached]:
    """All that two edges reach, best first, from the edges of an entity and those of their other ends."""
    near, scores = ends(entity_id, first), dict[EntityId, float]()
    for edge in second:
        for here, there in ((edge.source, edge.target), (edge.target, edge.source)):
            if here in near and there != entity_id:
                scores[there] = scores.get(there, 0.0) + near[here] * edge.weight
    return [Reached(there, -score) for score, there in sorted((-round(s, 6), there) for there, s in scores.items())]


@runtime_checkable
class HasConnected(Protocol):
    """A store that answers ``connected`` by itself."""

    def connected(self, scope: Scope, start: EntityId, end: EntityId, *, max_steps: int) -> bool:
        """Whether so many steps lead from one entity to the other, over edges in any direction."""


def connected(store: GraphStore, scope: Scope, start: EntityId, end: EntityId, *, max_steps: int) -> bool:
    """Whether a way may be there: False only where the store knows that there is none, which saves looking for it."""
    return not isinstance(store, HasConnected) or store.connected(scope, start, end, max_steps=max_steps)
