"""Vectors of a Neo4j store: exact search over a matrix that is read once for each revision of a corpus."""

from __future__ import annotations

import threading

import numpy as np
from numpy.typing import NDArray

from graphkit.model import DocumentId
from graphkit.store import neo4j_cypher as cypher
from graphkit.store.base import ChunkHit
from graphkit.store.nearest import checked_query, nearest, unit
from graphkit.store.neo4j_connection import LONG_READ_S, Connection

MATRIX_BYTES = 256 * 2**20
"""Memory that the matrices of one store may take; the least recently used go first."""


class VectorCache:
    """Matrices of the corpora that were searched last, each good for one revision."""

    def __init__(self, connection: Connection, budget: int = MATRIX_BYTES) -> None:
        self._connection = connection
        self._budget = budget
        self._kept: dict[str, tuple[int, list[tuple[DocumentId, int]], NDArray[np.float32]]] = {}
        self._lock = threading.Lock()

    def nearest(
        self, corpus: str, revision: int, stored: tuple[str, int], vector: NDArray[np.float32], limit: int
    ) -> list[ChunkHit]:
        """Chunks by cosine, exactly."""
        question = checked_query(vector, stored)
        with self._lock:
            kept = self._kept.pop(corpus, None)
            if kept is None or kept[0] != revision:
                kept = (revision, *self._read(corpus))
            self._kept[corpus] = kept  # at the end: used last
            while len(self._kept) > 1 and sum(of[2].nbytes for of in self._kept.values()) > self._budget:
                del self._kept[next(iter(self._kept))]
        keys, matrix = kept[1], kept[2]
        return [ChunkHit(*keys[row], score) for row, score in nearest(matrix, question, limit)]

    def _read(self, corpus: str) -> tuple[list[tuple[DocumentId, int]], NDArray[np.float32]]:
        rows = sorted(
            (DocumentId(row["document"]), row["position"], row["vector"])
            for row in self._connection.rows(cypher.VECTORS, within_s=LONG_READ_S, corpus=corpus)
        )
        flat = np.frombuffer(b"".join(numbers for _, _, numbers in rows), dtype="<f4")
        return [(document, index) for document, index, _ in rows], unit(flat.reshape(len(rows), -1))
