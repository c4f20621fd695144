"""The embedded store: one SQLite file, which several threads and processes may use at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from graphkit.errors import StoreReadOnly, StoreUnavailable
from graphkit.ids import type_key
from graphkit.model import (
    Chunk,
    Decision,
    Document,
    DocumentId,
    Edge,
    EdgeType,
    Entity,
    EntityId,
    Evidence,
    Extraction,
    Scope,
)
from graphkit.store import sqlite_documents as documents
from graphkit.store import sqlite_graph as graphs
from graphkit.store import sqlite_search as search
from graphkit.store import sqlite_sql as sql
from graphkit.store.base import (
    ChunkHit,
    DocumentRecord,
    DocumentRow,
    MentionCount,
    Problem,
    Refused,
    RunRow,
    StoreStats,
)
from graphkit.store.batch import prepare
from graphkit.store.checks import check_decisions, check_run, check_scope, check_vectors
from graphkit.store.names import NameQuery
from graphkit.store.near_names import NearNamesCache, NearQuery
from graphkit.store.sqlite_audit import audit
from graphkit.store.sqlite_connection import Connection, Database
from graphkit.store.sqlite_schema import migrate
from graphkit.store.sqlite_write import DocumentWriter, graph_key

EDGE_PAGE = 500
"""Entities whose edges ``edges`` reads at a time."""


class SqliteStore:
    """A ``GraphStore`` in one file. Nothing is opened before the first call.

    ``timeout_s`` bounds how long a read waits for a writer of another process; writes wait a minute.
    """

    def __init__(self, path: Path, timeout_s: float = 5.0) -> None:
        self._path = path
        self._database = Database(path, timeout_s)
        self._vectors = search.VectorCache()
        self._names = NearNamesCache()

    @property
    def uri(self) -> str:
        return f"sqlite:///{self._path}"

    def ensure_schema(self) -> None:
        folder = self._path.parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except PermissionError:
            raise StoreReadOnly(
                f"The folder {folder} cannot be made, since its parent cannot be written. "
                "Give yourself write access, or choose another place for the store. Nothing was made."
            ) from None
        except OSError as error:
            raise StoreUnavailable(
                f"The folder {folder} cannot be made ({error.strerror}). Choose another place for the store. "
                "Nothing was made."
            ) from error
        with self._database.connection() as db:
            migrate(db)

    def close(self) -> None:
        self._database.close()

    # -- transactions --------------------------------------------------------------------------

    @contextmanager
    def _reading(self, scope: Scope) -> Iterator[tuple[Connection, int]]:
        """A connection and the key of the corpus, 0 if it is not there (no row has that key)."""
        check_scope(scope)
        with self._database.reading() as db:
            row = db.execute(sql.CORPUS, (scope.corpus_id, documents.user_key(scope))).fetchone()
            yield db, row[0] if row else 0

    @contextmanager
    def _graph(self, scope: Scope) -> Iterator[tuple[Connection, int, int]]:
        """A connection and the keys of the corpus and the graph, 0 for what is not there."""
        check_scope(scope, graph=True)
        with self._reading(scope) as (db, corpus):
            row = db.execute(sql.GRAPH, (corpus, scope.graph_id)).fetchone()
            yield db, corpus, row[0] if row else 0

    @contextmanager
    def _writing(self, scope: Scope) -> Iterator[DocumentWriter]:
        """A writer; what it changed is kept together at the end, with a new revision."""
        check_scope(scope)
        with self._database.writing() as db:
            key = (scope.corpus_id, documents.user_key(scope))
            row = db.execute(sql.CORPUS, key).fetchone() or db.execute(sql.ADD_CORPUS, key).fetchone()
            writer = DocumentWriter(db, row[0])
            yield writer
            writer.finish()
            if writer.changed:
                db.execute(sql.NEXT_REVISION, (row[0],))

    # -- documents -----------------------------------------------------------------------------

    def upsert(self, scope: Scope, records: Sequence[DocumentRecord], *, embedder: str = "") -> tuple[Refused, ...]:
        check_scope(scope)
        batch = prepare(records, embedder)
        if batch.documents:
            with self._writing(scope) as writer:
                writer.upsert(batch, embedder)
        return batch.refused

    def delete_documents(self, scope: Scope, document_ids: Sequence[DocumentId]) -> int:
        with self._writing(scope) as writer:
            return writer.delete(list(dict.fromkeys(document_ids)))

    def clear(self, scope: Scope) -> None:
        with self._writing(scope) as writer:
            if scope.graph_id:
                writer.drop_graph(scope.graph_id)
            else:
                writer.drop_corpus()

    def corpora(self) -> list[Scope]:
        with self._database.reading() as db:
            return documents.corpora(db)

    def documents(self, scope: Scope, *, after: DocumentId | None = None, limit: int = 1000) -> list[DocumentRow]:
        with self._reading(scope) as (db, corpus):
            return documents.page(db, corpus, scope.graph_id, after, limit)

    def document_rows(self, scope: Scope, document_ids: Sequence[DocumentId]) -> list[DocumentRow]:
        with self._reading(scope) as (db, corpus):
            return documents.named(db, corpus, scope.graph_id, document_ids)

    def document_of_source(self, scope: Scope, source: str) -> DocumentRow | None:
        with self._reading(scope) as (db, corpus):
            return documents.of_source(db, corpus, scope.graph_id, source)

    def document(self, scope: Scope, document_id: DocumentId) -> Document | None:
        with self._reading(scope) as (db, corpus):
            return documents.document(db, corpus, document_id)

    def chunks(self, scope: Scope, document_ids: Sequence[DocumentId]) -> list[Chunk]:
        with self._reading(scope) as (db, corpus):
            return documents.chunks(db, corpus, document_ids)

    def extraction(self, scope: Scope, document_id: DocumentId) -> Extraction | None:
        with self._graph(scope) as (db, corpus, graph):
            return documents.extraction(db, corpus, graph, document_id)

    # -- runs, decisions -----------------------------------------------------------------------

    def put_run(self, scope: Scope, run: RunRow) -> None:
        check_run(run)
        line = documents.run_line(run)
        with self._writing(scope) as writer:
            graph = graph_key(writer.db, writer.corpus, run.graph_id)
            writer.changed |= writer.db.execute(sql.PUT_RUN, (line, graph, line)).rowcount > 0

    def runs(self, scope: Scope) -> list[RunRow]:
        with self._reading(scope) as (db, corpus):
            return documents.runs(db, corpus)

    def put_decisions(self, scope: Scope, decisions: Sequence[Decision]) -> None:
        check_decisions(decisions)
        with self._writing(scope) as writer:
            rows = [(writer.corpus, d.decision_id, d.when, documents.decision_line(d)) for d in decisions]
            writer.changed |= writer.db.executemany(sql.PUT_DECISION, rows).rowcount > 0

    def decisions(self, scope: Scope) -> list[Decision]:
        with self._reading(scope) as (db, corpus):
            return documents.decisions(db, corpus)

    # -- the graph -----------------------------------------------------------------------------

    def entities(
        self, scope: Scope, *, entity_type: str | None = None, after: EntityId | None = None, limit: int = 1000
    ) -> list[Entity]:
        with self._graph(scope) as (db, _, graph):
            return graphs.entities(db, graph, _type_key(entity_type), after, limit)

    def top_entities(self, scope: Scope, *, entity_type: str | None = None, limit: int = 100) -> list[Entity]:
        with self._graph(scope) as (db, _, graph):
            return graphs.top(db, graph, _type_key(entity_type), limit)

    def entities_by_id(self, scope: Scope, entity_ids: Sequence[EntityId]) -> list[Entity]:
        with self._graph(scope) as (db, _, graph):
            return graphs.by_id(db, graph, entity_ids)

    def entities_named(self, scope: Scope, names: Sequence[str]) -> list[Entity]:
        with self._graph(scope) as (db, _, graph):
            return graphs.with_names(db, graph, names)

    def search_entities(self, scope: Scope, query: str, *, limit: int = 25) -> list[Entity]:
        with self._graph(scope) as (db, corpus, graph):
            found = graphs.fitting(db, graph, NameQuery.of(query), limit)
            return found or graphs.near(db, corpus, graph, self._names, NearQuery.of(query), limit)

    def types(self, scope: Scope) -> dict[str, int]:
        with self._graph(scope) as (db, _, graph):
            return graphs.types(db, graph)

    def neighbours(
        self, scope: Scope, entity_ids: Sequence[EntityId], *, edge_type: EdgeType | None = None, limit: int = 25
    ) -> list[Edge]:
        with self._graph(scope) as (db, _, graph):
            return graphs.neighbours(db, graph, entity_ids, edge_type, limit)

    def edges(self, scope: Scope, *, edge_type: EdgeType | None = None) -> Iterator[Edge]:
        after: EntityId | None = EntityId("")
        while after is not None:
            with self._graph(scope) as (db, _, graph):
                after, page = graphs.edges_of(db, graph, after, EDGE_PAGE, edge_type)
            yield from page

    def edges_among(self, scope: Scope, entity_ids: Sequence[EntityId]) -> list[Edge]:
        with self._graph(scope) as (db, _, graph):
            return graphs.among(db, graph, entity_ids)

    def mention_counts(self, scope: Scope, entity_ids: Sequence[EntityId], *, limit: int = 1000) -> list[MentionCount]:
        with self._graph(scope) as (db, _, graph):
            return graphs.mention_counts(db, graph, entity_ids, limit)

    def document_entities(self, scope: Scope, document_id: DocumentId) -> list[MentionCount]:
        with self._graph(scope) as (db, corpus, graph):
            return graphs.document_entities(db, corpus, graph, document_id)

    def mention_evidence(self, scope: Scope, entity_id: EntityId, *, limit: int = 100) -> list[Evidence]:
        with self._graph(scope) as (db, _, graph):
            return graphs.mention_evidence(db, graph, entity_id, limit)

    def edge_evidence(self, scope: Scope, edge: Edge, *, limit: int = 100) -> list[Evidence]:
        with self._graph(scope) as (db, _, graph):
            return graphs.edge_evidence(db, graph, edge, limit)

    # -- search --------------------------------------------------------------------------------

    def search_text(self, scope: Scope, query: str, *, limit: int = 50) -> list[ChunkHit]:
        with self._reading(scope) as (db, corpus):
            return search.by_words(db, corpus, query, limit)

    def search_vectors(self, scope: Scope, vector: NDArray[np.float32], *, limit: int = 50) -> list[ChunkHit]:
        with self._reading(scope) as (db, corpus):
            return self._vectors.nearest(db, corpus, vector, limit)

    def put_vectors(
        self, scope: Scope, embedder: str, chunks: Sequence[tuple[DocumentId, int]], vectors: NDArray[np.float32]
    ) -> None:
        check_vectors("The call", embedder, vectors, len(chunks))
        if not len(chunks):
            return
        with self._writing(scope) as writer:
            writer.use_embedder(embedder, vectors.shape[1])
            keys = search.chunk_keys(writer.db, writer.corpus, chunks)
            rows = zip(chunks, vectors, strict=True)
            writer.put_vectors([(keys[chunk], vector) for chunk, vector in rows if chunk in keys])

    def vectors(
        self, scope: Scope, document_ids: Sequence[DocumentId]
    ) -> dict[tuple[DocumentId, int], NDArray[np.float32]]:
        with self._reading(scope) as (db, corpus):
            return search.vectors_of(db, corpus, document_ids)

    def embedder(self, scope: Scope) -> tuple[str, int] | None:
        with self._reading(scope) as (db, corpus):
            row = db.execute(sql.EMBEDDER, (corpus,)).fetchone()
            return (row[0], row[1]) if row else None

    def chunks_without_vector(self, scope: Scope, embedder: str) -> list[tuple[DocumentId, int]]:
        with self._reading(scope) as (db, corpus):
            return search.without_vector(db, corpus, embedder)

    # -- health --------------------------------------------------------------------------------

    def stats(self, scope: Scope) -> StoreStats:
        with self._reading(scope) as (db, corpus):
            return documents.stats(db, corpus, scope.graph_id)

    def revision(self, scope: Scope) -> int:
        with self._reading(scope) as (db, corpus):
            row = db.execute(sql.REVISION, (corpus,)).fetchone()
            return row[0] if row else 0

    def audit(self, scope: Scope) -> list[Problem]:
        with self._reading(scope) as (db, corpus):
            return audit(db, corpus, scope.graph_id)


def _type_key(entity_type: str | None) -> str | None:
    return None if entity_type is None else type_key(entity_type)
