"""What a write to a Neo4j store meets: read together with the lock, so that it costs no round trip of its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from graphkit.model import DocumentId, EntityId, GraphId, Scope
from graphkit.store.batch import Batch
from graphkit.store.neo4j_keys import corpus_key, document_key, entity_key, graph_key, source_key


class Known(NamedTuple):
    """A stored document: digests, the records of its contributions, and its chunks if its digest is another."""

    document_id: DocumentId
    digest: str
    text_digest: str
    contributed: list[tuple[GraphId, str]]
    chunks: list[tuple[int, int, int, str, str]]


@dataclass(frozen=True, slots=True)
class Meeting:
    """What a write will meet as far as it is known before: read together with the lock, in one round trip."""

    sources: list[str] = field(default_factory=list)
    documents: list[tuple[str, str | None]] = field(default_factory=list)
    """Keys of documents, each with its new digest or None."""
    entities: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, scope: Scope, batch: Batch) -> Meeting:
        """What a batch meets."""
        corpus = corpus_key(scope)
        sources = [key for source in batch.sources if (key := source_key(corpus, source))]
        documents: list[tuple[str, str | None]] = [
            (document_key(corpus, one.document.document_id), one.digest) for one in batch.documents
        ]
        touched: dict[GraphId, set[EntityId]] = {}
        for prepared in batch.documents:
            for graph, record in prepared.records.items():
                touched.setdefault(graph, set()).update(record.entity_ids())
        entities = []
        for graph, identities in sorted(touched.items()):
            key = graph_key(scope, graph)
            entities += [entity_key(key, identity) for identity in sorted(identities)]
        return cls(sources, documents, entities)

    @classmethod
    def of_documents(cls, scope: Scope, names: Iterable[DocumentId]) -> Meeting:
        """What a deletion meets."""
        return cls(documents=[(document_key(corpus_key(scope), name), None) for name in names])


NOTHING = Meeting()
