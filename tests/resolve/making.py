"""Small makers of entities and decisions for these tests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from graphkit.model import UNKNOWN, DocumentId, EntityId
from graphkit.resolve.names import NamedEntity

START = datetime(2024, 5, 17, 9, 30, tzinfo=UTC)


def entity(name: str, type: str = UNKNOWN, *, mentions: int = 1, documents: str = "") -> NamedEntity:
    """An entity whose id is its name in small letters; ``documents`` are one-letter ids."""
    ids = frozenset(DocumentId(one) for one in documents)
    return NamedEntity(EntityId(f"{type}:{name}".casefold()), name, type, mentions, ids)


def minute(number: int) -> datetime:
    """A time so many minutes after the start."""
    return START + timedelta(minutes=number)
