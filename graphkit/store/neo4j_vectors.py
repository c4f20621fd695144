"""Vectors of a Neo4j store: exact search over a matrix in memory, or the server's index where that would not fit.

A matrix is read once for each revision of a corpus. A corpus whose vectors take more than the budget is put into an
index of the server, one for each dimension; what it proposes is scored again exactly. Vectors that are not
in it yet are searched exactly beside it, so an index that lags behind loses nothing but time.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graphkit.model import DocumentId
from graphkit.store import neo4j_cypher as cypher
from graphkit.store import neo4j_indexes as indexes
from graphkit.store.base import ChunkHit
from graphkit.store.nearest import checked_query, nearest, unit
from graphkit.store.neo4j_connection import LONG_READ_S, Connection, Runner
from graphkit.store.neo4j_schema import check_server

if TYPE_CHECKING:
    from neo4j import Record

MATRIX_BYTES = 256 * 2**20
"""Memory that the matrices of one store may take; the least recently used go first, a larger corpus gets none."""
PROPOSED, WIDER, ROUNDS = 50, 4, 4
"""Least vectors that the index is asked for, how many times more in each round that brings too few, and the rounds."""
PAGE = 5_000
INDEXED_AT_ONCE = 500
ChunkKey = tuple[DocumentId, int]


class VectorSearch:
    """Searches the vectors of corpora, and keeps the server's index up for those that are large."""

    def __init__(self, connection: Connection, budget: int = MATRIX_BYTES) -> None:
        self._connection = connection
        self._budget = budget
        self._kept: dict[str, tuple[int, list[ChunkKey], NDArray[np.float32]]] = {}
        self._lock = threading.Lock()

    def search(self, corpus: str, vector: NDArray[np.float32], limit: int) -> list[ChunkHit]:
        """Chunks by cosine; ``EmbedderMismatch`` if the dimension differs."""
        stored, count = self._stored(corpus)
        if stored is None or not count:
            return []
        question = checked_query(vector, (stored["embedder"], stored["dimension"]))
        if self._is_large(count, stored["dimension"]):
            return self._from_server(corpus, count, question, limit)
        with self._lock:
            kept = self._kept.pop(corpus, None)
            if kept is None or kept[0] != stored["revision"]:
                rows = self._connection.rows(cypher.VECTORS, within_s=LONG_READ_S, corpus=corpus)
                kept = (stored["revision"], *_matrix(rows))
            self._kept[corpus] = kept  # at the end: used last
            while len(self._kept) > 1 and sum(of[2].nbytes for of in self._kept.values()) > self._budget:
                del self._kept[next(iter(self._kept))]
        return _hits(kept[1], kept[2], question, limit)

    def follow(self, corpus: str) -> None:
        """After vectors were written: put those of a large corpus into the index."""
        stored, count = self._stored(corpus)
        if stored is not None and self._is_large(count, stored["dimension"]):
            self._keep_index(corpus, stored["dimension"])

    def _stored(self, corpus: str) -> tuple[Record | None, int]:
        """The corpus with its revision and embedder, and how many vectors it has."""
        row = self._connection.row(cypher.CORPUS, corpus=corpus)
        if row is None or not row["embedder"]:
            return None, 0
        return row, self._connection.rows(cypher.VECTOR_COUNT, corpus=corpus)[0]["vectors"]

    def _is_large(self, count: int, dimension: int) -> bool:
        return count * dimension * 4 > self._budget

    # -- the server's index ----------------------------------------------------------------------

    def _keep_index(self, corpus: str, dimension: int) -> None:
        """Put the vectors of a large corpus that are not in the index yet into it, a batch in each transaction."""
        if self._index(dimension) is None:
            filters = _filters(self._connection)
            name = indexes.vector_index(dimension, filtered=filters)
            self._connection.command(indexes.create_vector_index(dimension, filtered=filters))
            self._connection.command(indexes.AWAIT_INDEX, name=name)
        label = indexes.vector_label(dimension)
        start, size = f"{corpus}:", INDEXED_AT_ONCE
        while rows := self._connection.rows(cypher.NOT_INDEXED, corpus=corpus, after=start, limit=size):
            values = [(row["uid"], np.frombuffer(row["vector"], "<f4").tolist(), row["vector"]) for row in rows]

            def put(run: Runner, values: list[tuple[str, list[float], bytes]] = values) -> None:
                run(cypher.INDEX_VECTORS, rows=values, label=label)

            self._connection.write(put)

    def _from_server(self, corpus: str, count: int, question: NDArray[np.float32], limit: int) -> list[ChunkHit]:
        if not question.any() or limit < 1:
            return []
        found = list(self._beside_the_index(corpus, question, limit))
        name = self._index(len(question))
        if name is not None:
            found += self._proposed(name, corpus, count, question, limit)
        return sorted(found, key=lambda hit: (-hit.score, hit.document_id, hit.index))[:limit]

    def _proposed(
        self, name: str, corpus: str, count: int, question: NDArray[np.float32], limit: int
    ) -> list[ChunkHit]:
        """What the index proposes, scored exactly. One that cannot filter by corpus is asked for more."""
        filters = name == indexes.vector_index(len(question), filtered=True)
        statement = indexes.search_filtered(len(question)) if filters else cypher.PROPOSED
        wanted = max(PROPOSED, 5 * limit)
        everything = self._connection.rows(indexes.count_vectors(len(question)))[0]["vectors"]
        wanted = wanted if filters else -(-wanted * everything // max(count, 1))
        for _ in range(ROUNDS):
            rows = self._connection.rows(
                statement, index=name, corpus=corpus, vector=question.tolist(), limit=min(wanted, max(everything, 1))
            )
            if len(rows) >= limit or wanted >= everything:
                break
            wanted *= WIDER
        return _hits(*_matrix(rows), question, limit)

    def _beside_the_index(self, corpus: str, question: NDArray[np.float32], limit: int) -> Iterator[ChunkHit]:
        after = corpus + ":"
        while rows := self._connection.rows(
            cypher.NOT_INDEXED, within_s=LONG_READ_S, corpus=corpus, after=after, limit=PAGE
        ):
            yield from _hits(*_matrix(rows), question, limit)
            after = rows[-1]["uid"]

    def _index(self, dimension: int) -> str | None:
        """Name of the index of a dimension that is there, the one that filters if there are both."""
        made = {row["name"] for row in self._connection.rows(indexes.SHOW_INDEXES) if row["type"] == "VECTOR"}
        names = [indexes.vector_index(dimension, filtered=filtered) for filtered in (True, False)]
        return next((name for name in names if name in made), None)


def _filters(connection: Connection) -> bool:
    """Whether the server's index can filter, which it can from 2026 on."""
    year = check_server(connection)[0].partition(".")[0]
    return year.isdecimal() and int(year) >= 2026


def _matrix(rows: Iterable[Record]) -> tuple[list[ChunkKey], NDArray[np.float32]]:
    ordered = sorted((DocumentId(row["document"]), row["position"], row["vector"]) for row in rows)
    flat = np.frombuffer(b"".join(numbers for _, _, numbers in ordered), dtype="<f4")
    matrix = flat.reshape(len(ordered), -1) if ordered else flat.reshape(0, 0)
    return [(document, index) for document, index, _ in ordered], unit(matrix)


def _hits(
    keys: list[ChunkKey], matrix: NDArray[np.float32], question: NDArray[np.float32], limit: int
) -> list[ChunkHit]:
    return [ChunkHit(*keys[row], score) for row, score in nearest(matrix, question, limit)]
