"""Vectors of a large corpus: the server's index proposes, exact scores decide, and nothing is lost in between."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

import numpy as np
import pytest
from neo4j_for_tests import shared_server

from graphkit.model import Chunk, Document, DocumentId, Scope
from graphkit.store.base import ChunkHit, DocumentRecord
from graphkit.store.neo4j import Neo4jStore
from graphkit.store.neo4j_schema import check_server

SIZE, COUNT = 24, 400


@pytest.fixture(scope="module")
def made() -> Iterator[tuple[Neo4jStore, Neo4jStore, Scope, np.ndarray]]:
    """A store that searches on the server, one that searches in memory, and a corpus with vectors beside another."""
    server = Neo4jStore(shared_server(), strict=True, vector_bytes=0)
    memory = Neo4jStore(shared_server(), strict=True)
    server.ensure_schema()
    matrix = np.random.default_rng(3).normal(size=(COUNT, SIZE)).astype(np.float32)
    scope, other = Scope(f"large {uuid4().hex}"), Scope(f"other {uuid4().hex}")
    server.upsert(scope, [record(n, matrix[n]) for n in range(COUNT)], embedder="e")
    server.upsert(other, [record(n, matrix[n]) for n in range(0, COUNT, 2)], embedder="e")
    yield server, memory, scope, matrix
    for one in (scope, other):
        server.clear(one)
    server.close()
    memory.close()


def record(number: int, vector: np.ndarray) -> DocumentRecord:
    """A document of one passage with its vector."""
    key = DocumentId(f"d{number:03}")
    document = Document(key, "t", "text", key)
    return DocumentRecord(document, (Chunk(key, 0, 0, 4),), {}, vectors=vector[np.newaxis])


def test_the_index_finds_what_exact_search_finds(made: tuple[Neo4jStore, Neo4jStore, Scope, np.ndarray]) -> None:
    server, memory, scope, _ = made
    for seed in range(10):
        question = np.random.default_rng(seed).normal(size=SIZE).astype(np.float32)
        assert server.search_vectors(scope, question, limit=10) == memory.search_vectors(scope, question, limit=10)


def test_what_changes_after_indexing_is_found_as_it_is(
    made: tuple[Neo4jStore, Neo4jStore, Scope, np.ndarray],
) -> None:
    server, memory, scope, matrix = made
    away = -matrix[7]
    memory.put_vectors(scope, "e", [(DocumentId("d007"), 0)], away[np.newaxis])  # a store that keeps no index
    (best,) = server.search_vectors(scope, away, limit=1)
    assert best == ChunkHit(DocumentId("d007"), 0, 1.0)
    assert DocumentId("d007") not in {hit.document_id for hit in server.search_vectors(scope, matrix[7], limit=20)}
    server.put_vectors(scope, "e", [(DocumentId("d007"), 0)], matrix[7:8])
    assert server.search_vectors(scope, matrix[7], limit=1) == [ChunkHit(DocumentId("d007"), 0, 1.0)]


def test_deleted_documents_are_not_proposed(made: tuple[Neo4jStore, Neo4jStore, Scope, np.ndarray]) -> None:
    server, _, scope, matrix = made
    server.delete_documents(scope, [DocumentId("d009")])
    assert DocumentId("d009") not in {hit.document_id for hit in server.search_vectors(scope, matrix[9], limit=50)}
    assert server.search_vectors(scope, np.zeros(SIZE, dtype=np.float32)) == []
    assert server.audit(scope) == []


def test_the_index_filters_by_corpus_where_the_server_can(
    made: tuple[Neo4jStore, Neo4jStore, Scope, np.ndarray],
) -> None:
    server = made[0]
    year = int(check_server(server._connection)[0].partition(".")[0])
    assert server._vectors._index(SIZE) == f"graphkit_chunk_vector_{SIZE}" + ("_by_corpus" if year >= 2026 else "")
