"""Copying corpora from one store to another of any engine, by what every store offers and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from graphkit.errors import StoreError
from graphkit.model import Chunk, DocumentId, GraphId, Report, Scope, silent
from graphkit.store.base import DocumentRecord, DocumentRow, GraphStore
from graphkit.store.pages import document_pages

DOCUMENTS_AT_ONCE = 100
"""Documents of one batch; their texts are in memory together."""

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Copied:
    """What was copied."""

    corpora: int
    documents: int
    vectors: int
    runs: int
    decisions: int


def copy_store(source: GraphStore, target: GraphStore, *, report: Report = silent) -> Copied:
    """Copy every corpus with its documents, findings, vectors, runs and decisions.

    What the target holds beside them stays; a document of the same id or source is replaced. A copy that was
    interrupted is finished by copying again. Raises ``StoreError`` if a document changed while it was read.
    """
    scopes = source.corpora()
    total = sum(source.stats(scope).documents for scope in scopes)
    documents = vectors = runs = decisions = 0
    for scope in scopes:
        for rows in document_pages(source, scope, page=DOCUMENTS_AT_ONCE):
            vectors += _copy_documents(source, target, scope, rows)
            documents += len(rows)
            report(documents, total, f"Copying {scope.corpus_id}")
        for run in reversed(source.runs(scope)):
            target.put_run(scope, run)
            runs += 1
        decided = source.decisions(scope)
        target.put_decisions(scope, decided)
        decisions += len(decided)
    return Copied(len(scopes), documents, vectors, runs, decisions)


def _copy_documents(source: GraphStore, target: GraphStore, scope: Scope, rows: list[DocumentRow]) -> int:
    """Copy a page of documents; how many vectors they have."""
    ids = [row.document_id for row in rows]
    chunks: dict[DocumentId, list[Chunk]] = {}
    for chunk in source.chunks(scope, ids):
        chunks.setdefault(chunk.document_id, []).append(chunk)
    records = [_record(source, scope, row, tuple(chunks.get(row.document_id, ()))) for row in rows]
    for refused in target.upsert(scope, records):
        raise StoreError(f"{refused.reason} The documents before it and beside it were copied and are kept.")
    embedder, vectors = source.embedder(scope), source.vectors(scope, ids)
    if embedder and vectors:
        target.put_vectors(scope, embedder[0], list(vectors), _stacked(vectors))
    return len(vectors)


def _record(source: GraphStore, scope: Scope, row: DocumentRow, chunks: tuple[Chunk, ...]) -> DocumentRecord:
    identity = row.document_id
    extractions = {
        graph: _there(source.extraction(scope.of_graph(GraphId(graph)), identity), row) for graph in row.graphs
    }
    document = _there(source.document(scope, identity), row)
    return DocumentRecord(document, chunks, extractions, row.status, row.reason)


def _there(found: _T | None, row: DocumentRow) -> _T:
    if found is None:
        raise StoreError(
            f"The document {row.document_id!r} changed while it was copied. Copy again; what was copied is kept."
        )
    return found


def _stacked(vectors: dict[tuple[DocumentId, int], NDArray[np.float32]]) -> NDArray[np.float32]:
    return np.stack(list(vectors.values())).astype(np.float32)
