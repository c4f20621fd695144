"""The Neo4j store: corpora and graphs on a server, for many analysts and for browsing with Neo4j's own tools."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from graphkit.config import GraphConfig
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
    GraphId,
    Scope,
)
from graphkit.store import neo4j_cypher as cypher
from graphkit.store import neo4j_cypher_write as writing
from graphkit.store import neo4j_read as read
from graphkit.store import neo4j_schema as schema
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
from graphkit.store.contribution import Record
from graphkit.store.edge_order import by_key, edge_of
from graphkit.store.hops import Reached
from graphkit.store.names import NameQuery, types_shown
from graphkit.store.near_names import NearNamesCache, NearQuery
from graphkit.store.neo4j_audit import audit
from graphkit.store.neo4j_connection import Connection
from graphkit.store.neo4j_drop import drop_corpus, drop_graph
from graphkit.store.neo4j_keys import (
    contribution_key,
    corpus_key,
    document_key,
    entity_key,
    graph_key,
    source_key,
)
from graphkit.store.neo4j_meeting import NOTHING, Meeting
from graphkit.store.neo4j_vectors import MATRIX_BYTES, VectorSearch
from graphkit.store.neo4j_write import Writer, write

T = TypeVar("T")

EDGE_PAGE = 5_000
"""Entities whose edges ``edges`` reads at a time."""


class Neo4jStore:
    """A ``GraphStore`` on a Neo4j server, 5.26 or newer; Community is enough. Making one opens nothing.

    ``strict`` makes what the server notes about a statement a Python warning. ``vector_bytes`` is the memory for
    vectors; those of a corpus that need more are searched on the server.
    """

    def __init__(self, config: GraphConfig, *, strict: bool = False, vector_bytes: int = MATRIX_BYTES) -> None:
        self._connection = Connection(config, strict=strict)
        self._vectors = VectorSearch(self._connection, vector_bytes)
        self._names = NearNamesCache()

    @property
    def uri(self) -> str:
        return self._connection.where

    def ensure_schema(self) -> None:
        schema.ensure(self._connection)

    def close(self) -> None:
        self._connection.close()

    def _writing(self, scope: Scope, work: Callable[[Writer], T], meeting: Meeting = NOTHING) -> T:
        check_scope(scope)
        return write(self._connection, scope, work, meeting)

    def _graph(self, scope: Scope) -> str:
        check_scope(scope, graph=True)
        return graph_key(scope)

    def _corpus(self, scope: Scope) -> str:
        check_scope(scope)
        return corpus_key(scope)

    # -- documents -----------------------------------------------------------------------------

    def upsert(self, scope: Scope, records: Sequence[DocumentRecord], *, embedder: str = "") -> tuple[Refused, ...]:
        check_scope(scope)
        batch = prepare(records, embedder)
        if batch.documents:
            self._writing(scope, lambda writer: writer.upsert(batch, embedder), Meeting.of(scope, batch))
        if embedder:
            self._vectors.follow(corpus_key(scope))
        return batch.refused

    def delete_documents(self, scope: Scope, document_ids: Sequence[DocumentId]) -> int:
        names = list(dict.fromkeys(document_ids))
        return self._writing(scope, lambda writer: writer.delete(names), Meeting.of_documents(scope, names))

    def clear(self, scope: Scope) -> None:
        check_scope(scope)
        if scope.graph_id:
            drop_graph(self._connection, scope, scope.graph_id)
        else:
            drop_corpus(self._connection, scope)

    def corpora(self) -> list[Scope]:
        rows = self._connection.rows(cypher.CORPORA)
        found = [Scope(row["corpus_id"], GraphId(""), row["user_key"][1:] if row["user_key"] else None) for row in rows]
        return sorted(found, key=lambda scope: (scope.corpus_id, scope.user_id is not None, scope.user_id or ""))

    def documents(self, scope: Scope, *, after: DocumentId | None = None, limit: int = 1000) -> list[DocumentRow]:
        corpus = self._corpus(scope)
        rows = self._connection.rows(
            cypher.DOCUMENTS_AFTER, corpus=corpus, after=document_key(corpus, after or DocumentId("")), limit=limit
        )
        return sorted(read.document_rows(rows, scope.graph_id), key=lambda row: row.document_id)

    def document_rows(self, scope: Scope, document_ids: Sequence[DocumentId]) -> list[DocumentRow]:
        return read.documents_named(self._connection, self._corpus(scope), scope.graph_id, document_ids)

    def document_of_source(self, scope: Scope, source: str) -> DocumentRow | None:
        key = source_key(self._corpus(scope), source)
        rows = self._connection.rows(cypher.DOCUMENT_OF_SOURCE, source=key) if key else []
        return next(iter(read.document_rows(rows, scope.graph_id)), None)

    def document(self, scope: Scope, document_id: DocumentId) -> Document | None:
        row = self._connection.row(cypher.DOCUMENT, document=document_key(self._corpus(scope), document_id))
        return read.document(row, document_id) if row else None

    def chunks(self, scope: Scope, document_ids: Sequence[DocumentId]) -> list[Chunk]:
        corpus = self._corpus(scope)
        keys = [document_key(corpus, identity) for identity in dict.fromkeys(document_ids)]
        return read.chunks(self._connection.rows(cypher.CHUNKS, documents=keys), document_ids)

    def extraction(self, scope: Scope, document_id: DocumentId) -> Extraction | None:
        key = contribution_key(self._graph(scope), document_id)
        row = self._connection.row(cypher.RECORDS, contributions=[key])
        return Record.parse(row["record"]).extraction(document_id) if row else None

    # -- runs, decisions -----------------------------------------------------------------------

    def put_run(self, scope: Scope, run: RunRow) -> None:
        check_run(run)
        line = read.run_line(run)

        def put(writer: Writer) -> None:
            (row,) = writer.rows(
                writing.PUT_RUN,
                graph=f"{writer.corpus}:{run.graph_id}",
                key=graph_key(scope, run.graph_id),
                graph_id=run.graph_id,
                run=line,
            )
            writer.changed |= row["old"] != line

        self._writing(scope, put)

    def runs(self, scope: Scope) -> list[RunRow]:
        found = []
        for row in self._connection.rows(cypher.GRAPHS, corpus=self._corpus(scope)):
            if row["run"]:
                counts = self._counts(row["key"])
                run = RunRow(**json.loads(row["run"]))
                documents, mentions, _, entities, edges = counts
                found.append(replace(run, documents=documents, mentions=mentions, entities=entities, edges=edges))
        return sorted(sorted(found, key=lambda run: run.graph_id), key=lambda run: run.started, reverse=True)

    def put_decisions(self, scope: Scope, decisions: Sequence[Decision]) -> None:
        check_decisions(decisions)
        if not decisions:
            return

        def put(writer: Writer) -> None:
            latest = {decision.decision_id: decision for decision in decisions}
            rows = [
                (f"{writer.corpus}:{key}", decision.when, read.decision_line(decision))
                for key, decision in sorted(latest.items())
            ]
            writer.changed |= bool(writer.rows(writing.PUT_DECISIONS, rows=rows)[0]["changed"])

        self._writing(scope, put)

    def decisions(self, scope: Scope) -> list[Decision]:
        return read.decisions(self._connection.rows(cypher.DECISIONS, corpus=self._corpus(scope)))

    # -- the graph -----------------------------------------------------------------------------

    def entities(
        self, scope: Scope, *, entity_type: str | None = None, after: EntityId | None = None, limit: int = 1000
    ) -> list[Entity]:
        graph = self._graph(scope)
        last = entity_key(graph, after or EntityId(""))
        if entity_type is None:
            rows = self._connection.rows(cypher.ENTITIES, graph=graph, after=last, limit=limit)
        else:
            kind = type_key(entity_type)
            rows = self._connection.rows(cypher.ENTITIES_OF_TYPE, graph=graph, type=kind, after=last, limit=limit)
        return [read.entity(row) for row in rows]

    def top_entities(self, scope: Scope, *, entity_type: str | None = None, limit: int = 100) -> list[Entity]:
        graph = self._graph(scope)
        if entity_type is None:
            rows = self._connection.rows(cypher.TOP_ENTITIES, graph=graph, limit=limit)
        else:
            kind = type_key(entity_type)
            rows = self._connection.rows(cypher.TOP_ENTITIES_OF_TYPE, graph=graph, type=kind, limit=limit)
        return [read.entity(row) for row in rows]

    def entities_by_id(self, scope: Scope, entity_ids: Sequence[EntityId]) -> list[Entity]:
        graph = self._graph(scope)
        keys = [entity_key(graph, identity) for identity in dict.fromkeys(entity_ids)]
        found = {row["id"]: read.entity(row) for row in self._connection.rows(cypher.ENTITIES_BY_ID, entities=keys)}
        return [found[identity] for identity in entity_ids if identity in found]

    def entities_named(self, scope: Scope, names: Sequence[str]) -> list[Entity]:
        return read.named(self._connection, self._graph(scope), names)

    def search_entities(self, scope: Scope, query: str, *, limit: int = 25) -> list[Entity]:
        graph = self._graph(scope)
        if found := read.fitting(self._connection, graph, NameQuery.of(query), limit):
            return found
        wanted, revision = NearQuery.of(query), self.revision(scope)
        return self.entities_by_id(scope, read.near(self._connection, graph, self._names, revision, wanted, limit))

    def types(self, scope: Scope) -> dict[str, int]:
        rows = self._connection.rows(cypher.TYPES, graph=self._graph(scope))
        return types_shown((row["type_key"], row["type"], row["entities"]) for row in rows)

    def neighbours(
        self, scope: Scope, entity_ids: Sequence[EntityId], *, edge_type: EdgeType | None = None, limit: int = 25
    ) -> list[Edge]:
        return read.neighbours(self._connection, self._graph(scope), entity_ids, edge_type, limit)

    def two_hops(self, scope: Scope, entity_id: EntityId, *, limit: int = 25) -> list[Reached]:
        return read.two_hops(self._connection, self._graph(scope), entity_id, limit)

    def connected(self, scope: Scope, start: EntityId, end: EntityId, *, max_steps: int) -> bool:
        graph = self._graph(scope)
        ends = entity_key(graph, start), entity_key(graph, end)
        if start == end:
            return True
        row = self._connection.row(cypher.STEPS_BETWEEN, entity=ends[0], other=ends[1])
        return row is not None and row["steps"] <= max_steps

    def edges(self, scope: Scope, *, edge_type: EdgeType | None = None) -> Iterator[Edge]:
        graph = self._graph(scope)
        after: str | None = entity_key(graph, EntityId(""))
        while after is not None:
            (row,) = self._connection.rows(
                cypher.EDGES_AFTER, graph=graph, after=after, limit=EDGE_PAGE, type=edge_type
            )
            after, page = read.edge_page(row)
            yield from map(edge_of, page)

    def edges_among(self, scope: Scope, entity_ids: Sequence[EntityId]) -> list[Edge]:
        graph = self._graph(scope)
        keys = [entity_key(graph, identity) for identity in sorted(set(entity_ids))]
        rows = self._connection.rows(cypher.EDGES_AMONG, entities=keys)
        return [edge_of(row) for row in by_key(read.edge_row(row) for row in rows)]

    def mention_counts(self, scope: Scope, entity_ids: Sequence[EntityId], *, limit: int = 1000) -> list[MentionCount]:
        return read.mention_counts(self._connection, self._graph(scope), entity_ids, limit)

    def document_entities(self, scope: Scope, document_id: DocumentId) -> list[MentionCount]:
        graph = self._graph(scope)
        rows = self._connection.rows(
            cypher.DOCUMENT_ENTITIES, graph=graph, document=document_key(corpus_key(scope), document_id)
        )
        return [MentionCount(EntityId(row["entity"]), document_id, row["mentions"]) for row in rows]

    def mention_evidence(self, scope: Scope, entity_id: EntityId, *, limit: int = 100) -> list[Evidence]:
        return read.mention_evidence(self._connection, self._graph(scope), entity_id, limit)

    def edge_evidence(self, scope: Scope, edge: Edge, *, limit: int = 100) -> list[Evidence]:
        return read.edge_evidence(self._connection, self._graph(scope), edge, limit)

    # -- search --------------------------------------------------------------------------------

    def search_text(self, scope: Scope, query: str, *, limit: int = 50) -> list[ChunkHit]:
        return read.by_words(self._connection, self._corpus(scope), query, limit)

    def search_vectors(self, scope: Scope, vector: NDArray[np.float32], *, limit: int = 50) -> list[ChunkHit]:
        return self._vectors.search(self._corpus(scope), vector, limit)

    def put_vectors(
        self, scope: Scope, embedder: str, chunks: Sequence[tuple[DocumentId, int]], vectors: NDArray[np.float32]
    ) -> None:
        check_vectors("The call", embedder, vectors, len(chunks))
        if not len(chunks):
            return

        def put(writer: Writer) -> None:
            writer.use_embedder(embedder, vectors.shape[1])
            writer.put_vectors(zip(chunks, vectors, strict=True))

        self._writing(scope, put)
        self._vectors.follow(corpus_key(scope))

    def vectors(
        self, scope: Scope, document_ids: Sequence[DocumentId]
    ) -> dict[tuple[DocumentId, int], NDArray[np.float32]]:
        return read.vectors(self._connection, self._corpus(scope), document_ids)

    def embedder(self, scope: Scope) -> tuple[str, int] | None:
        corpus = self._corpus(scope)
        row = self._connection.row(cypher.CORPUS, corpus=corpus)
        if row is None or not row["embedder"] or not self._connection.rows(cypher.ANY_VECTOR, corpus=corpus):
            return None
        return row["embedder"], row["dimension"]

    def chunks_without_vector(self, scope: Scope, embedder: str) -> list[tuple[DocumentId, int]]:
        stored = self.embedder(scope)
        same = stored is not None and stored[0] == embedder
        rows = self._connection.rows(cypher.WITHOUT_VECTOR, corpus=corpus_key(scope), same=same)
        return sorted((DocumentId(row["document"]), row["position"]) for row in rows)

    # -- health --------------------------------------------------------------------------------

    def stats(self, scope: Scope) -> StoreStats:
        corpus = self._corpus(scope)
        graphs = self._connection.rows(cypher.GRAPHS, corpus=corpus)
        counted = [self._counts(row["key"]) for row in graphs if scope.graph_id in ("", row["graph_id"])]
        documents = self._connection.rows(cypher.DOCUMENT_COUNTS, corpus=corpus)[0]
        mentions, relations, entities, edges = (sum(count[i] for count in counted) for i in (1, 2, 3, 4))
        return StoreStats(
            documents["documents"],
            documents["empty"],
            documents["failed"],
            documents["chunks"],
            self._vector_count(corpus),
            len(graphs),
            mentions,
            entities,
            relations,
            edges,
        )

    def revision(self, scope: Scope) -> int:
        row = self._connection.row(cypher.CORPUS, corpus=self._corpus(scope))
        return row["revision"] if row else 0

    def audit(self, scope: Scope) -> list[Problem]:
        return audit(self._connection, self._corpus(scope), scope.graph_id)

    def _counts(self, graph: str) -> tuple[int, int, int, int, int]:
        """Documents, mentions, relations, entities and edges of a graph."""
        said = self._connection.rows(cypher.CONTRIBUTION_COUNTS, graph=graph)[0]
        made = self._connection.rows(cypher.ENTITY_COUNT, graph=graph)[0]
        return said["documents"], said["mentions"], said["relations"], made["entities"], made["edges"]

    def _vector_count(self, corpus: str) -> int:
        count: int = self._connection.rows(cypher.VECTOR_COUNT, corpus=corpus)[0]["vectors"]
        return count
