"""A small invented corpus, stored for real, and a store that fails where it is told to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graphkit.embed.base import Embedder
from graphkit.errors import StoreUnavailable
from graphkit.ingest.chunks import chunk
from graphkit.model import Document, DocumentId, GraphId, Scope
from graphkit.runs import Run
from graphkit.store.base import DocumentRecord, GraphStore
from graphkit.text import passage_text

TEXTS = {
    "Orvane Bridge": "The Orvane Bridge was designed by Ilsa Marrow. It opened in 1931.",
    "Ilsa Marrow": "Ilsa Marrow was born in Tessin Bay. She studied at the Harrow Institute.",
    "Tessin Bay": "Tessin Bay is a harbour town. Its fish market is the oldest of the coast.",
    "Kelder Tower": "Kelder Tower was designed by Bram Oost, who was born in Lund.",
    "Weather": "It rained for most of the spring, and the valleys were flooded.",
    "Lund": "Lund is a town with a university. Bram Oost taught there.",
}
SCOPE = Scope("invented")


@dataclass(frozen=True)
class Made:
    """A stored corpus."""

    store: GraphStore
    graph_id: GraphId

    def ids(self) -> dict[str, DocumentId]:
        """Document ids by title."""
        return {row.title: row.document_id for row in self.store.documents(SCOPE)}


def stored(
    store: GraphStore,
    texts: Mapping[str, str] = TEXTS,
    *,
    embedder: Embedder | None = None,
    method: str = "regex",
    max_characters: int = 1000,
) -> Made:
    """The texts, by title, in the store, with the names that a method finds."""
    store.ensure_schema()
    run = Run.of(method)
    records = []
    for number, (title, text) in enumerate(texts.items()):
        document = Document(DocumentId(f"d{number}"), title, text, f"made:{number}")
        chunks = chunk(document, max_characters=max_characters)
        (extraction,) = run.extract([(document, chunks)])
        parts = [passage_text(title, text[part.start : part.end]) for part in chunks]
        vectors = embedder.embed(parts) if embedder else None
        records.append(DocumentRecord(document, chunks, {run.graph_id: extraction}, vectors=vectors))
    store.upsert(SCOPE, records, embedder=embedder.name if embedder else "")
    return Made(store, run.graph_id)


class Failing:
    """A store of which some methods answer that nothing is there."""

    def __init__(self, store: GraphStore, *methods: str) -> None:
        self._store = store
        self._methods = methods

    def __getattr__(self, name: str) -> object:
        if name in self._methods:

            def fail(*args: object, **named: object) -> object:
                raise StoreUnavailable(f"{name} does not answer.")

            return fail
        return getattr(self._store, name)
