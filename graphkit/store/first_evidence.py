"""The first evidence of an entity or an edge, from records that are read only as far as it takes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice

from graphkit.model import DocumentId, EntityId, Evidence
from graphkit.store.contribution import Record
from graphkit.store.edge_key import EdgeKey

Records = Iterable[tuple[DocumentId, Record]]
"""Records of one graph by document."""


def first_mentions(records: Records, entity: EntityId, limit: int) -> list[Evidence]:
    """The first mentions of an entity, by document and offset."""
    return _first((record.mention_evidence(document, entity, limit) for document, record in records), limit)


def first_relations(records: Records, key: EdgeKey, limit: int) -> list[Evidence]:
    """The first relations of an edge, by document and offset."""
    return _first((record.edge_evidence(document, key, limit) for document, record in records), limit)


def _first(of_documents: Iterable[list[Evidence]], limit: int) -> list[Evidence]:
    return list(islice(chain.from_iterable(of_documents), max(limit, 0)))
