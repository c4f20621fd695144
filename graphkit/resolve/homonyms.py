"""One name, several things: entities whose documents fall into groups that have nothing else in common.

Equal names are one entity from the start, whatever documents they come from. Where the other names around it
never meet, as around a First National Bank in Algiers and one in Ohio, that is a question for a person.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from graphkit.model import DocumentId, EntityId

FEWEST_NEIGHBOURS = 2
"""Other names that a document must hold around the entity before it can speak of another one."""


@dataclass(frozen=True, slots=True)
class Homonym:
    """An entity that may be several. ``groups`` are the documents that hang together, largest group first."""

    entity_id: EntityId
    groups: tuple[tuple[DocumentId, ...], ...]

    @property
    def words(self) -> str:
        """The question in words."""
        sizes = " and ".join(str(len(group)) for group in self.groups)
        return f"its documents fall into groups of {sizes} that share no other name: is it one thing?"


def homonyms(
    contexts: Mapping[EntityId, Mapping[DocumentId, AbstractSet[EntityId]]], *, widespread: Iterable[EntityId] = ()
) -> tuple[Homonym, ...]:
    """Entities that may be several, by number of groups, most first, then by id.

    Args:
        contexts: For each entity and each document that mentions it, the other entities next to it there.
        widespread: Entities that are everywhere and so connect nothing, such as the name of a country.
    """
    ignored = frozenset(widespread)
    found = []
    for entity_id, by_document in contexts.items():
        groups = _groups({document: around - ignored - {entity_id} for document, around in by_document.items()})
        if len(groups) > 1:
            found.append(Homonym(entity_id, groups))
    return tuple(sorted(found, key=lambda one: (-len(one.groups), one.entity_id)))


def by_doubt(found: Iterable[Homonym], generic: Callable[[EntityId], bool]) -> tuple[Homonym, ...]:
    """The questions that matter most first: names of common words, which many things bear, then as they were."""
    return tuple(sorted(found, key=lambda one: not generic(one.entity_id)))


def _groups(by_document: Mapping[DocumentId, AbstractSet[EntityId]]) -> tuple[tuple[DocumentId, ...], ...]:
    """Documents joined where they share a neighbour; those that say too little belong to no group."""
    groups: list[tuple[set[DocumentId], set[EntityId]]] = []
    for document in sorted(by_document):
        around = by_document[document]
        if len(around) < FEWEST_NEIGHBOURS:
            continue
        documents, names = {document}, set(around)
        apart = []
        for group in groups:
            if group[1] & around:
                documents |= group[0]
                names |= group[1]
            else:
                apart.append(group)
        groups = [*apart, (documents, names)]
    return tuple(sorted((tuple(sorted(documents)) for documents, _ in groups), key=lambda g: (-len(g), g)))
