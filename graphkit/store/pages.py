"""All rows of what a store gives page by page, read while they are taken."""

from __future__ import annotations

from collections.abc import Iterator

from graphkit.model import DocumentId, Entity, EntityId, Scope
from graphkit.store.base import DocumentRow, GraphStore

DOCUMENTS = 1_000
ENTITIES = 5_000
"""Rows read at once."""


def document_pages(store: GraphStore, scope: Scope, *, page: int = DOCUMENTS) -> Iterator[list[DocumentRow]]:
    """All documents of a corpus by id, failed and empty ones too, at most ``page`` at once."""
    after: DocumentId | None = None
    while rows := store.documents(scope, after=after, limit=page):
        yield rows
        after = rows[-1].document_id


def all_documents(store: GraphStore, scope: Scope) -> Iterator[DocumentRow]:
    """All documents of a corpus by id, failed and empty ones too."""
    for rows in document_pages(store, scope):
        yield from rows


def all_entities(store: GraphStore, scope: Scope) -> Iterator[Entity]:
    """All entities of a graph by id."""
    after: EntityId | None = None
    while rows := store.entities(scope, after=after, limit=ENTITIES):
        yield from rows
        after = rows[-1].entity_id
