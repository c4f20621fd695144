"""Vectors for the passages of a corpus that have none."""

from __future__ import annotations

from graphkit.embed.base import Embedder
from graphkit.model import Chunk, Document, DocumentId, Report, Scope, silent
from graphkit.store.base import GraphStore
from graphkit.text import passage_text

BATCH_VECTORS = 64
"""Vectors stored at once."""


def embed_missing(store: GraphStore, scope: Scope, embedder: Embedder, *, report: Report = silent) -> int:
    """Make the vectors that chunks lack, in small batches that are stored at once; how many were made.

    A chunk is embedded together with the title of its document (one passage string: title, line end, text).
    """
    missing = store.chunks_without_vector(scope, embedder.name)
    texts: tuple[DocumentId, Document | None, dict[int, Chunk]] = (DocumentId(""), None, {})
    for start in range(0, len(missing), BATCH_VECTORS):
        report(start, len(missing), "Embedding passages")
        batch = missing[start : start + BATCH_VECTORS]
        passages = []
        for owner, index in batch:
            if texts[0] != owner:
                by_index = {item.index: item for item in store.chunks(scope, [owner])}
                texts = (owner, store.document(scope, owner), by_index)
            _, document, chunks = texts
            passages.append(_passage(document, chunks.get(index)))
        store.put_vectors(scope, embedder.name, batch, embedder.embed(passages))
    report(len(missing), len(missing), "Embedding passages")
    return len(missing)


def _passage(document: Document | None, item: Chunk | None) -> str:
    if document is None or item is None:
        return ""
    return passage_text(document.title, document.text[item.start : item.end])
