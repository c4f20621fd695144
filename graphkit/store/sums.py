"""How the contributions of documents add up to entities and edges, and what changes when one of them changes."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from urllib.parse import unquote

from graphkit.errors import SchemaMismatch
from graphkit.model import Entity, EntityId
from graphkit.store.contribution import Sums, written_otherwise
from graphkit.store.edge_key import EdgeKey
from graphkit.text import fold

MAX_ALIASES = 20
"""Most spellings that an entity shows beside its name."""


_encode = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode


@dataclass(slots=True)
class EntityChange:
    """What is added to an entity; numbers below zero subtract."""

    names: dict[str, int] = field(default_factory=dict)
    types: dict[str, int] = field(default_factory=dict)
    documents: int = 0


@dataclass(slots=True)
class EdgeChange:
    """What is added to an edge: billionths of weight, and documents."""

    weight: int = 0
    documents: int = 0


@dataclass(slots=True)
class GraphChange:
    """The difference that a batch of documents makes to one graph: new sums minus old ones."""

    entities: dict[EntityId, EntityChange] = field(default_factory=dict)
    edges: dict[EdgeKey, EdgeChange] = field(default_factory=dict)

    def add(self, sums: Sums, sign: int = 1) -> None:
        """Add a document's sums, or subtract them with a sign of -1."""
        for entity, own in sums.entities.items():
            change = self.entities.get(entity)
            if change is None:
                change = self.entities[entity] = EntityChange()
            for spelling, count in own.names.items():
                change.names[spelling] = change.names.get(spelling, 0) + sign * count
            for kind, count in own.types.items():
                change.types[kind] = change.types.get(kind, 0) + sign * count
            change.documents += sign
        for key, weight in sums.edges.items():
            changed = self.edges.get(key)
            if changed is None:
                self.edges[key] = EdgeChange(sign * weight, sign)
            else:
                changed.weight += sign * weight
                changed.documents += sign

    def entity_rows(self) -> list[tuple[EntityId, EntityChange]]:
        """All entities that the batch touches, sorted by id, also those whose sums stay: their locks are needed."""
        return sorted(self.entities.items(), key=lambda row: row[0])

    def edge_rows(self) -> list[tuple[EdgeKey, EdgeChange]]:
        """Edges whose sums change, sorted by key."""
        return sorted((row for row in self.edges.items() if row[1].weight or row[1].documents), key=lambda row: row[0])


@dataclass(frozen=True, slots=True)
class EntityState:
    """An entity as engines keep it: how often each spelling of its name and type is used, and in how many documents.

    Name and type are the most frequent spellings, of equals the first by code points, so they depend on the
    documents alone and not on the order in which they came or went.
    """

    names: dict[str, int]
    types: dict[str, int]
    documents: int

    @classmethod
    def parse(cls, spellings: str, documents: int) -> EntityState:
        """The state whose ``spellings`` were written; ``SchemaMismatch`` if another graphkit wrote them."""
        try:
            names, types = json.loads(spellings)
        except (TypeError, ValueError):
            raise SchemaMismatch(written_otherwise("counts of an entity", spellings)) from None
        return cls(names, types, documents)

    @property
    def spellings(self) -> str:
        """The counts of spellings in one line of JSON; equal states give equal lines."""
        return _encode([self.names, self.types])

    @property
    def mentions(self) -> int:
        """Number of mentions."""
        return sum(self.names.values())

    @property
    def name(self) -> str:
        """The most frequent spelling of the name."""
        return _most_frequent(self.names)[0]

    @property
    def type(self) -> str:
        """The most frequent spelling of the type."""
        return _most_frequent(self.types)[0]

    @property
    def aliases(self) -> tuple[str, ...]:
        """The other spellings of the name, most frequent first, at most ``MAX_ALIASES``."""
        return tuple(_most_frequent(self.names)[1 : MAX_ALIASES + 1])

    def plus(self, change: EntityChange) -> EntityState:
        """The state after a change; ``documents`` 0 means that the entity goes."""
        return EntityState(
            _added(self.names, change.names), _added(self.types, change.types), self.documents + change.documents
        )

    def entity(self, entity: EntityId) -> Entity:
        """The state as an entity of the graph."""
        return Entity(entity, self.name, self.type, self.mentions, self.documents, self.aliases)


ABSENT = EntityState({}, {}, 0)
"""The state of an entity that no document mentions."""


def _most_frequent(counts: dict[str, int]) -> list[str]:
    return sorted(counts, key=lambda spelling: (-counts[spelling], spelling)) if len(counts) > 1 else list(counts)


def _added(counts: dict[str, int], change: dict[str, int]) -> dict[str, int]:
    total = dict(counts)
    for spelling, count in change.items():
        total[spelling] = total.get(spelling, 0) + count
    return {spelling: count for spelling, count in total.items() if count}


def entity_keys(entity: EntityId) -> tuple[str, str]:
    """Type and name in the normal forms that an entity's id is made of."""
    _, kind, name = entity.split(":")
    return unquote(kind), unquote(name)


def search_key(name: str) -> str:
    """Form of a name in which searching compares: accents and case dropped, blanks joined, signs kept."""
    return " ".join((name.lower() if name.isascii() else fold(name)).split()) or name
