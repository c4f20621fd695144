"""What a graph store must promise: set-oriented primitives without SQL or Cypher.

A store holds corpora. A corpus holds documents with their chunks and vectors, decisions of resolution, and
graphs side by side, one for each run. What one document adds to one graph is its *contribution*, kept as it
is and subtracted exactly when the document changes or goes. Entities and edges are the sums of the
contributions; Python computes the differences once for all engines (``graphkit.store.contribution``).

Every read and write is bound to a ``Scope``. Constructing a store opens nothing. Methods raise the
exceptions under ``graphkit.errors.StoreError`` and no other; an empty answer means that nothing is there.
Rows come in a defined order, so equal content gives equal answers on every engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from graphkit.model import (
    Chunk,
    Decision,
    Document,
    DocumentId,
    DocumentStatus,
    Edge,
    EdgeType,
    Entity,
    EntityId,
    Evidence,
    Extraction,
    GraphId,
    JsonValue,
    Scope,
)

UNLIMITED = 2**31 - 1
"""A ``limit`` that cuts nothing off, for those who need every row."""


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """A document to be stored, with its chunks and what each graph's method found in it.

    A failed document has no text and its reason. Graphs that are not named keep their contribution if the
    text is the same, and lose it otherwise, since its offsets would point at nothing.
    """

    document: Document
    chunks: tuple[Chunk, ...]
    extractions: dict[GraphId, Extraction]
    status: DocumentStatus = "stored"
    reason: str = ""
    vectors: NDArray[np.float32] | None = None
    """Shape (chunks, dimension), made by the embedder whose name is given with the batch."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A document that no store can keep as it is, with the reason in a sentence that names it."""

    document_id: DocumentId
    reason: str


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A stored document without its text. ``graphs`` names the graphs to which it contributes."""

    document_id: DocumentId
    title: str
    source: str
    media_type: str
    language: str | None
    content_hash: str
    status: DocumentStatus
    reason: str
    characters: int
    pages: int
    chunks: int
    chunks_empty: int
    chunks_failed: int
    mentions: int
    graphs: tuple[GraphId, ...]


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run: one method and configuration over a corpus. It makes the graph of the same id."""

    graph_id: GraphId
    method: str
    configuration: dict[str, JsonValue]
    versions: dict[str, str]
    started: str
    seconds: float
    documents: int = 0
    mentions: int = 0
    entities: int = 0
    edges: int = 0
    usage: dict[str, JsonValue] = field(default_factory=dict)
    """What a language model took for this graph up to now: calls, tokens, money; empty for other methods."""


@dataclass(frozen=True, slots=True)
class ChunkHit:
    """A chunk that a search found; higher scores are better."""

    document_id: DocumentId
    index: int
    score: float


@dataclass(frozen=True, slots=True)
class MentionCount:
    """How often a document mentions an entity."""

    entity_id: EntityId
    document_id: DocumentId
    mentions: int


@dataclass(frozen=True, slots=True)
class StoreStats:
    """Counts of a corpus and, if the scope names one, of a graph."""

    documents: int
    documents_empty: int
    documents_failed: int
    chunks: int
    vectors: int
    graphs: int
    mentions: int
    entities: int
    relations: int
    edges: int


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that the audit found wrong."""

    kind: str
    what: str


class GraphStore(Protocol):
    """The primitives. ``limit`` counts rows; ``after`` is the last key of the page before."""

    @property
    def uri(self) -> str:
        """Address of the store, without secrets."""

    def ensure_schema(self) -> None:
        """Make what is missing, or raise ``SchemaMismatch``. Called once before the first read or write."""

    def close(self) -> None:
        """Give back files and connections. Closing twice is allowed."""

    # -- documents -----------------------------------------------------------------------------

    def upsert(self, scope: Scope, records: Sequence[DocumentRecord], *, embedder: str = "") -> tuple[Refused, ...]:
        """Store documents with their contributions: all of the batch or, on an error, nothing.

        Documents that cannot be kept (a name over 2,000 bytes, half a character, a number that is not finite) are
        left out and returned; what is stored under their ids stays, and the others are stored.
        A stored document of the same source and another id is replaced. Old contributions are subtracted,
        entities and edges that nothing supports are dropped. Equal records change nothing.
        """

    def delete_documents(self, scope: Scope, document_ids: Sequence[DocumentId]) -> int:
        """Remove documents with all their contributions; how many were there."""

    def clear(self, scope: Scope) -> None:
        """Remove a graph (scope with a graph) or a corpus with everything in it."""

    def corpora(self) -> list[Scope]:
        """Scopes, without graph, of all corpora that hold anything, sorted."""

    def documents(self, scope: Scope, *, after: DocumentId | None = None, limit: int = 1000) -> list[DocumentRow]:
        """Documents of the corpus by id. With a graph in the scope, mention counts are that graph's."""

    def document_rows(self, scope: Scope, document_ids: Sequence[DocumentId]) -> list[DocumentRow]:
        """The named documents, in the given order; unknown ids give no row."""

    def document_of_source(self, scope: Scope, source: str) -> DocumentRow | None:
        """The document that came from that source, or None."""

    def document(self, scope: Scope, document_id: DocumentId) -> Document | None:
        """A document with its text, or None."""

    def chunks(self, scope: Scope, document_ids: Sequence[DocumentId]) -> list[Chunk]:
        """Chunks of the named documents, by document (in the given order) and index."""

    def extraction(self, scope: Scope, document_id: DocumentId) -> Extraction | None:
        """What the scope's graph holds from one document, or None."""

    # -- runs, decisions -----------------------------------------------------------------------

    def put_run(self, scope: Scope, run: RunRow) -> None:
        """Remember a run; its counts are ignored, since they are computed when read."""

    def runs(self, scope: Scope) -> list[RunRow]:
        """Runs of the corpus with the counts of their graphs, newest first."""

    def put_decisions(self, scope: Scope, decisions: Sequence[Decision]) -> None:
        """Add decisions, or replace those of the same ``decision_id``. They survive deletion of documents."""

    def decisions(self, scope: Scope) -> list[Decision]:
        """All decisions of the corpus, by time and id."""

    # -- the graph -----------------------------------------------------------------------------

    def entities(
        self, scope: Scope, *, entity_type: str | None = None, after: EntityId | None = None, limit: int = 1000
    ) -> list[Entity]:
        """Entities by id, of one type (compared without case) or all."""

    def top_entities(self, scope: Scope, *, entity_type: str | None = None, limit: int = 100) -> list[Entity]:
        """Entities by number of mentions, most first, then by id."""

    def entities_by_id(self, scope: Scope, entity_ids: Sequence[EntityId]) -> list[Entity]:
        """The named entities, in the given order; unknown ids give no row."""

    def entities_named(self, scope: Scope, names: Sequence[str]) -> list[Entity]:
        """Entities of any type whose canonical name is that of one of the names, by id."""

    def search_entities(self, scope: Scope, query: str, *, limit: int = 25) -> list[Entity]:
        """Entities whose name fits: equal first, then beginning with the query, then holding its words.

        Where none fits as it was typed, those whose name is near: other spellings (``near_names``), other scripts.
        No input fails: what has no words in it is looked for as it stands.
        """

    def types(self, scope: Scope) -> dict[str, int]:
        """Number of entities of each type, most first, then by name."""

    def neighbours(
        self, scope: Scope, entity_ids: Sequence[EntityId], *, edge_type: EdgeType | None = None, limit: int = 25
    ) -> list[Edge]:
        """Heaviest edges of each entity in either direction, at most ``limit`` an entity, each edge once."""

    def edges(self, scope: Scope, *, edge_type: EdgeType | None = None) -> Iterator[Edge]:
        """All edges, by source, type, predicate, negation and target."""

    def edges_among(self, scope: Scope, entity_ids: Sequence[EntityId]) -> list[Edge]:
        """Edges whose two ends are both named, in the order of ``edges``."""

    def mention_counts(self, scope: Scope, entity_ids: Sequence[EntityId], *, limit: int = 1000) -> list[MentionCount]:
        """Documents that mention the entities, at most ``limit`` an entity, most mentions first."""

    def document_entities(self, scope: Scope, document_id: DocumentId) -> list[MentionCount]:
        """Entities that a document mentions, most mentions first, then by id."""

    def mention_evidence(self, scope: Scope, entity_id: EntityId, *, limit: int = 100) -> list[Evidence]:
        """Mentions of an entity, by document and offset."""

    def edge_evidence(self, scope: Scope, edge: Edge, *, limit: int = 100) -> list[Evidence]:
        """Stretches of text that prove an edge, by document and offset, with both names marked."""

    # -- search --------------------------------------------------------------------------------

    def search_text(self, scope: Scope, query: str, *, limit: int = 50) -> list[ChunkHit]:
        """Chunks by BM25 over their words, best first. No input fails."""

    def search_vectors(self, scope: Scope, vector: NDArray[np.float32], *, limit: int = 50) -> list[ChunkHit]:
        """Chunks by cosine with the vector, best first. ``EmbedderMismatch`` if the dimension differs."""

    def put_vectors(
        self, scope: Scope, embedder: str, chunks: Sequence[tuple[DocumentId, int]], vectors: NDArray[np.float32]
    ) -> None:
        """Store vectors of chunks. Vectors of another embedder are dropped first; unknown chunks are passed over."""

    def vectors(
        self, scope: Scope, document_ids: Sequence[DocumentId]
    ) -> dict[tuple[DocumentId, int], NDArray[np.float32]]:
        """Stored vectors of chunks of the named documents, as they were given; by document and index."""

    def embedder(self, scope: Scope) -> tuple[str, int] | None:
        """Name and dimension of the embedder whose vectors are stored, or None."""

    def chunks_without_vector(self, scope: Scope, embedder: str) -> list[tuple[DocumentId, int]]:
        """Chunks that have text and no vector of this embedder, by document and index."""

    # -- health --------------------------------------------------------------------------------

    def stats(self, scope: Scope) -> StoreStats:
        """Counts, computed from what is there."""

    def revision(self, scope: Scope) -> int:
        """A number that grows with every change of the corpus: what was read at the same number is still true."""

    def audit(self, scope: Scope) -> list[Problem]:
        """Compare every sum with the contributions and every reference with its target; nothing found is []."""
