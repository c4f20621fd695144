"""Comparing what a graph holds with what its records say: the same check for every engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from graphkit.model import DocumentId, EntityId
from graphkit.store.base import Problem
from graphkit.store.contribution import Record
from graphkit.store.edge_key import EdgeKey
from graphkit.store.sums import ABSENT, EntityState, GraphChange

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class GraphContent:
    """All that is derived in one graph.

    ``edges`` hold weight in billionths and documents, ``mentions`` counts by entity and document, ``proofs``
    which documents prove which edges.
    """

    entities: dict[EntityId, EntityState] = field(default_factory=dict)
    edges: dict[EdgeKey, tuple[int, int]] = field(default_factory=dict)
    mentions: dict[tuple[EntityId, DocumentId], int] = field(default_factory=dict)
    proofs: dict[tuple[EdgeKey, DocumentId], bool] = field(default_factory=dict)


def content_of(records: Iterable[tuple[DocumentId, Record]]) -> GraphContent:
    """What a graph must hold if these records are all that contributes."""
    content, change = GraphContent(), GraphChange()
    for document, record in records:
        sums = record.sums()
        change.add(sums)
        content.mentions.update({(entity, document): own.mentions for entity, own in sums.entities.items()})
        content.proofs.update({(edge, document): True for edge in sums.edges})
    content.entities.update({entity: ABSENT.plus(own) for entity, own in change.entities.items()})
    content.edges.update({key: (own.weight, own.documents) for key, own in change.edges.items()})
    return content


def differences(graph: str, expected: GraphContent, stored: GraphContent) -> list[Problem]:
    """Where what is stored differs from what the records say, sorted by kind and place."""
    return [
        *_compared(graph, "entity", expected.entities, stored.entities),
        *_compared(graph, "edge", expected.edges, stored.edges),
        *_compared(graph, "mention", expected.mentions, stored.mentions),
        *_compared(graph, "proof", expected.proofs, stored.proofs),
    ]


def _compared(
    graph: str, kind: str, expected: Mapping[_Key, _Value], stored: Mapping[_Key, _Value]
) -> Iterable[Problem]:
    for key in sorted({*expected, *stored}, key=repr):
        right, found = expected.get(key), stored.get(key)
        if right == found:
            continue
        if found is None:
            what = f"is missing; the records say {right}"
        elif right is None:
            what = f"is there as {found}, but no record supports it"
        else:
            what = f"is {found}, but the records say {right}"
        yield Problem(kind, f"In graph {graph!r} the {kind} {_shown(key)} {what}.")


def _shown(key: object) -> str:
    if isinstance(key, EdgeKey):
        return f"{key.source} {'not ' if key.negated else ''}{key.predicate or key.type} {key.target}"
    if isinstance(key, tuple):
        return f"{_shown(key[0])} in {key[1]}"
    return str(key)
