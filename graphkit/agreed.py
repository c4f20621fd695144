"""An ensemble: a view over several graphs that shows what at least some of them found.

Methods run once each and keep their graphs; what they agree on is counted when somebody looks. So nothing is
computed twice, a method joins or leaves an ensemble at once, and every mention keeps the method that found it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from graphkit.errors import BadRequest
from graphkit.joining import larger
from graphkit.model import Edge, EdgeType, Entity, EntityId, GraphId, Scope
from graphkit.store.base import GraphStore
from graphkit.view import View


class AgreedView(View):
    """A union of graphs without the entities that fewer than ``at_least`` of them found, and without their edges.

    Raises ``BadRequest`` if there are fewer graphs than that.
    """

    def __init__(
        self, store: GraphStore, scopes: Sequence[Scope], same: Mapping[EntityId, EntityId] | None, *, at_least: int
    ) -> None:
        super().__init__(store, scopes, same)
        if not 1 <= at_least <= len(self.scopes):
            raise BadRequest(
                f"Found by at least {at_least} is asked of {len(self.scopes)} graph{'s' * (len(self.scopes) != 1)}. "
                f"Choose at least {max(at_least, 1)} graphs, or a smaller number that is not below 1."
            )
        self.at_least = at_least

    def found_by(self, entity_id: EntityId) -> tuple[GraphId, ...]:
        """The graphs that hold an entity, in the order of the view."""
        canonical = self.canonical(entity_id)
        return tuple(scope.graph_id for scope, own in zip(self.scopes, self._own, strict=True) if canonical in own)

    def neighbours(
        self, entity_ids: Sequence[EntityId], *, edge_type: EdgeType | None = None, limit: int = 25
    ) -> list[Edge]:
        """Heaviest edges of each entity, at most ``limit`` an entity, heaviest first, each edge once."""
        left = dict.fromkeys(map(self.canonical, entity_ids), limit)
        kept = []
        for edge in sorted(self.edges, key=lambda edge: -edge.weight):
            ends = [end for end in (edge.source, edge.target) if left.get(end, 0) > 0]
            if ends and edge_type in (None, edge.type):
                kept.append(edge)
                for end in ends:
                    left[end] -= 1
        return kept

    @cached_property
    def entities(self) -> Mapping[EntityId, Entity]:
        """All entities after decisions that enough graphs found, by id."""
        merged: dict[EntityId, Entity] = {}
        for own in self._own:
            for entity_id, entity in own.items():
                merged[entity_id] = larger(merged.get(entity_id), entity)
        return {key: merged[key] for key in sorted(merged) if len(self.found_by(key)) >= self.at_least}

    @cached_property
    def edges(self) -> Sequence[Edge]:
        """All edges between these entities, by source, type, predicate, negation and target."""
        known = self.entities
        return [edge for edge in super().edges if edge.source in known and edge.target in known]

    @property
    def _as_stored(self) -> Scope | None:
        return None

    @cached_property
    def _own(self) -> list[dict[EntityId, Entity]]:
        return [self._entities_of(scope) for scope in self.scopes]
