"""Searching chunks in a SQLite store, by words and by vectors."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from graphkit.model import DocumentId
from graphkit.store import sqlite_sql as sql
from graphkit.store.base import ChunkHit
from graphkit.store.nearest import checked_query, nearest, unit
from graphkit.store.sqlite_connection import listed
from graphkit.store.sqlite_write import stored_words
from graphkit.store.words import bm25, query_words

Connection = sqlite3.Connection
ChunkKey = tuple[DocumentId, int]
MATRIX_BYTES = 256 * 2**20
"""Memory that cached vectors may take in one store; a larger corpus is read from the file at each search."""
BLOCK = 4_096


def by_words(db: Connection, corpus: int, query: str, limit: int) -> list[ChunkHit]:
    """Chunks by BM25."""
    passages, average = db.execute(sql.LENGTHS, (corpus,)).fetchone()
    postings: list[dict[int, int]] = []
    lengths: dict[int, int] = {}
    for word in query_words(query) if passages else ():
        rows = db.execute(sql.WORD, (stored_words(corpus, [word]), corpus)).fetchall()
        if rows:
            postings.append({chunk: count for chunk, count, _ in rows})
            lengths.update((chunk, length) for chunk, _, length in rows)
    scores = bm25(postings, lengths, passages, average or 1.0)
    return _hits(db, scores, limit)


def _hits(db: Connection, scores: dict[int, float], limit: int) -> list[ChunkHit]:
    if limit < len(scores):
        cut = sorted(scores.values(), reverse=True)[max(limit, 1) - 1]
        scores = {chunk: score for chunk, score in scores.items() if score >= cut}
    rows = db.execute(sql.CHUNK_KEYS, (json.dumps(list(scores)),))
    hits = [ChunkHit(document, index, scores[chunk]) for chunk, document, index in rows]
    return sorted(hits, key=lambda hit: (-hit.score, hit.document_id, hit.index))[:limit]


def chunk_keys(
    db: Connection, corpus: int, chunks: Iterable[tuple[DocumentId, int]]
) -> dict[tuple[DocumentId, int], int]:
    """Keys of the chunks that are there and have text."""
    wanted = {document for document, _ in chunks}
    return {(document, index): key for document, index, key in db.execute(sql.CHUNKS_AT, (corpus, listed(wanted)))}


def vectors_of(db: Connection, corpus: int, ids: Iterable[DocumentId]) -> dict[ChunkKey, NDArray[np.float32]]:
    """Vectors of the chunks of the named documents."""
    rows = db.execute(sql.VECTORS_OF, (corpus, listed(ids)))
    return {(document, index): np.frombuffer(numbers, dtype="<f4") for document, index, numbers in rows}


def without_vector(db: Connection, corpus: int, embedder: str) -> list[tuple[DocumentId, int]]:
    """Chunks with text that have no vector of the embedder."""
    stored = db.execute(sql.EMBEDDER, (corpus,)).fetchone()
    same = stored is not None and stored[0] == embedder
    return [(document, index) for document, index in db.execute(sql.WITHOUT_VECTOR, (corpus, same))]


class VectorCache:
    """Matrices of the corpora that were searched last, each good for one revision; bounded by ``MATRIX_BYTES``."""

    def __init__(self, budget: int = MATRIX_BYTES) -> None:
        self._budget = budget
        self._kept: dict[int, tuple[int, list[ChunkKey], NDArray[np.float32]]] = {}
        self._lock = threading.Lock()

    def nearest(self, db: Connection, corpus: int, vector: NDArray[np.float32], limit: int) -> list[ChunkHit]:
        """Chunks by cosine, exactly."""
        stored = db.execute(sql.EMBEDDER, (corpus,)).fetchone()
        if stored is None:
            return []
        question = checked_query(vector, stored)
        count = db.execute(sql.COUNT_VECTORS, (corpus,)).fetchone()[0]
        if count * stored[1] * 4 > self._budget:
            return self._streamed(db, corpus, question, limit)
        revision = db.execute(sql.REVISION, (corpus,)).fetchone()[0]
        keys, matrix = self._matrix(db, corpus, revision)
        return [
            ChunkHit(DocumentId(keys[row][0]), keys[row][1], score) for row, score in nearest(matrix, question, limit)
        ]

    def _matrix(self, db: Connection, corpus: int, revision: int) -> tuple[list[ChunkKey], NDArray[np.float32]]:
        with self._lock:
            kept = self._kept.pop(corpus, None)
            if kept is None or kept[0] != revision:
                rows = db.execute(sql.VECTORS, (corpus,)).fetchall()
                kept = (revision, [(document, index) for document, index, _ in rows], _matrix(rows))
            self._kept[corpus] = kept  # at the end: used last
            while sum(of[2].nbytes for of in self._kept.values()) > self._budget:
                del self._kept[next(iter(self._kept))]
        return kept[1], kept[2]

    def _streamed(self, db: Connection, corpus: int, question: NDArray[np.float32], limit: int) -> list[ChunkHit]:
        best: list[ChunkHit] = []
        cursor = db.execute(sql.VECTORS, (corpus,))
        while rows := cursor.fetchmany(BLOCK):
            best += [
                ChunkHit(rows[row][0], rows[row][1], score) for row, score in nearest(_matrix(rows), question, limit)
            ]
            best = sorted(best, key=lambda hit: (-hit.score, hit.document_id, hit.index))[:limit]
        return best


def _matrix(rows: list[tuple[DocumentId, int, bytes]]) -> NDArray[np.float32]:
    flat = np.frombuffer(b"".join(numbers for _, _, numbers in rows), dtype="<f4")
    return unit(flat.reshape(len(rows), -1))
