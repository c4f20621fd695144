"""What tells the edges of a graph apart, and the whole numbers in which their weights are added up."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from graphkit.model import Edge, EdgeType, EntityId

BILLIONTHS = 10**9
"""Weights are added up as whole billionths, since sums of floats depend on their order."""


class EdgeKey(NamedTuple):
    """Identity of an edge in a graph. Keys sort in the order of ``GraphStore.edges``."""

    source: EntityId
    type: EdgeType
    predicate: str
    negated: bool
    target: EntityId

    @property
    def directed(self) -> bool:
        """Whether source and target play different parts."""
        return self.type == "RELATES_AS"

    def edge(self, weight: int, documents: int) -> Edge:
        """The edge of this key; the weight is given in billionths."""
        return Edge(self.source, self.type, self.predicate, self.target, weight / BILLIONTHS, documents, self.negated)


def edge_key(edge: Edge) -> EdgeKey:
    """Key of an edge; one without direction goes from the smaller id to the larger, however it is given."""
    source, target = edge.source, edge.target
    if not edge.directed and target < source:
        source, target = target, source
    return EdgeKey(source, edge.type, edge.predicate, edge.negated, target)


def edge_between(left: EntityId, right: EntityId, predicate: str, *, negated: bool, directed: bool) -> EdgeKey | None:
    """Key of the edge that a relation makes; None for a relation of an entity with itself."""
    if left == right:
        return None
    if directed:
        return EdgeKey(left, "RELATES_AS", predicate, negated, right)
    if left < right:
        return EdgeKey(left, "CO_OCCURS_WITH", predicate, negated, right)
    return EdgeKey(right, "CO_OCCURS_WITH", predicate, negated, left)


@lru_cache(maxsize=1_000)
def billionths(weight: float) -> int:
    """A weight as a whole number of billionths."""
    return round(weight * BILLIONTHS)
