"""Orders of edges that every engine keeps: by key, and heaviest first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphkit.model import Edge, EdgeType, EntityId
from graphkit.store.contribution import BILLIONTHS

EdgeRow = tuple[str, EdgeType, str, int, str, int, int]
"""Source, type, predicate, negated, target, weight in billionths, documents."""


def by_key(rows: Iterable[EdgeRow]) -> list[EdgeRow]:
    """Rows by source, type, predicate, negation and target."""
    return sorted(rows)


def edge_of(row: EdgeRow) -> Edge:
    """The edge of a row."""
    source, kind, predicate, negated, target, weight, documents = row
    return Edge(EntityId(source), kind, predicate, EntityId(target), weight / BILLIONTHS, documents, bool(negated))


def heaviest(ids: Sequence[EntityId], rows: Iterable[EdgeRow], limit: int) -> list[Edge]:
    """At most ``limit`` edges of each entity in the order of ``ids``, heaviest first, equals by key, each once."""
    edges_of: dict[str, set[EdgeRow]] = {identity: set() for identity in ids}
    for row in rows:
        for end in (row[0], row[4]):
            if end in edges_of:
                edges_of[end].add(row)
    chosen: dict[EdgeRow, None] = {}
    for own in edges_of.values():
        chosen |= dict.fromkeys(sorted(own, key=lambda row: (-row[5], row))[:limit])
    return [edge_of(row) for row in chosen]
