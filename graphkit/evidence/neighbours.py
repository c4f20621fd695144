"""The neighbours of one entity, each as seen from there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from graphkit.figures.words import edge_words
from graphkit.model import Edge, Entity, EntityId
from graphkit.view import View

Direction = Literal["out", "in", "both"]
ARROWS: dict[Direction, str] = {"out": "→", "in": "←", "both": "–"}


@dataclass(frozen=True, slots=True)
class Neighbour:
    """An edge of an entity and what stands at its other end; ``direction`` is seen from the entity."""

    entity: Entity
    edge: Edge
    direction: Direction
    words: str


def neighbours(view: View, entity_id: EntityId, *, limit: int = 25) -> list[Neighbour]:
    """Neighbours over the heaviest edges, heaviest first; one that several edges reach stands there for each."""
    here = view.canonical(entity_id)
    return [_neighbour(view, here, edge) for edge in view.neighbours([here], limit=limit)]


def _neighbour(view: View, here: EntityId, edge: Edge) -> Neighbour:
    is_source = edge.source == here
    direction: Direction = "both" if not edge.directed else "out" if is_source else "in"
    return Neighbour(view.entities[edge.target if is_source else edge.source], edge, direction, edge_words(edge))
