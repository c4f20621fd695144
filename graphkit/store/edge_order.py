"""Orders of edges that every engine keeps: by key, and heaviest first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphkit.model import Edge, EdgeType, EntityId
from graphkit.store.edge_key import BILLIONTHS

EdgeRow = tuple[EntityId, EdgeType, str, int, EntityId, int, int]
"""Source, type, predicate, negated, target, weight in billionths, documents."""


def by_key(rows: Iterable[EdgeRow]) -> list[EdgeRow]:
    """Rows by source, type, predicate, negation and target."""
    return sorted(rows)


def edge_of(row: EdgeRow) -> Edge:
    """The edge of a row."""
    source, kind, predicate, negated, target, weight, documents = row
    return Edge(source, kind, predicate, target, weight / BILLIONTHS, documents, negated == 1)


def heaviest(ids: Sequence[EntityId], out: Iterable[EdgeRow], into: Iterable[EdgeRow], limit: int) -> list[Edge]:
    """At most ``limit`` edges of each entity in the order of ``ids``, heaviest first, equals by key, each once.

    ``out`` are rows whose source is one of the entities, ``into`` those whose target is one.
    """
    edges_of: dict[str, list[tuple[int, EdgeRow]]] = {identity: [] for identity in ids}
    for row in out:
        edges_of[row[0]].append((-row[5], row))
    for row in into:
        edges_of[row[4]].append((-row[5], row))
    chosen: dict[EdgeRow, None] = {}
    for own in edges_of.values():
        own.sort()
        chosen |= dict.fromkeys([row for _, row in own[:limit]])
    return [edge_of(row) for row in chosen]
