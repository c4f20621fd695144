"""What resolution works on: names of entities, with what is known about each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from graphkit.ids import type_key
from graphkit.model import UNKNOWN, DocumentId, EntityId

Kind = Literal["person", "organisation", "place", "product", "date", "unknown"]
"""What a name is a name of, as far as the rules care. Types that the rules do not know are ``unknown``."""

_KINDS: dict[Kind, str] = {
    "person": "person per pers people human politician scientist writer researcher musicalartist artist author",
    "organisation": "org organization organisation company corporation corp group institution university party "
    "politicalparty band agency government norp",
    "place": "gpe loc location place country city region state fac facility",
    "product": "product model software work_of_art work device vehicle vessel algorithm law",
    "date": "date time event_date year",
}
_KIND_OF: dict[str, Kind] = {word: kind for kind, words in _KINDS.items() for word in words.split()}


@dataclass(frozen=True, slots=True)
class NamedEntity:
    """An entity as resolution sees it.

    ``document_ids`` are the documents that mention it and ``neighbours`` the entities next to it; both may
    be empty, and then the rules that read them are silent.
    """

    entity_id: EntityId
    name: str
    type: str = UNKNOWN
    mentions: int = 1
    document_ids: frozenset[DocumentId] = frozenset()
    aliases: tuple[str, ...] = ()
    neighbours: frozenset[EntityId] = frozenset()

    @property
    def spellings(self) -> tuple[str, ...]:
        """The name and its aliases, each once, without those that hold nothing visible."""
        return tuple(dict.fromkeys(name for name in (self.name, *self.aliases) if name.strip()))


@lru_cache(maxsize=10_000)
def kind_of(entity_type: str) -> Kind:
    """Kind of an entity type: ``PER``, ``Person`` and ``politician`` are all persons."""
    return _KIND_OF.get(type_key(entity_type), "unknown")


@lru_cache(maxsize=10_000)
def is_unknown(entity_type: str) -> bool:
    """Whether the type says nothing, so that it conflicts with no other."""
    return type_key(entity_type) == type_key(UNKNOWN)


@lru_cache(maxsize=10_000)
def types_conflict(left: str, right: str) -> bool:
    """Whether two entity types cannot belong to one entity. ``PER`` and ``Person`` do not conflict."""
    if is_unknown(left) or is_unknown(right) or type_key(left) == type_key(right):
        return False
    kind = kind_of(left)
    return kind == "unknown" or kind != kind_of(right)
