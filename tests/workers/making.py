"""Texts, what a store holds of them, and extractors that hurt their process."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Executor
from pathlib import Path

from graphkit.config import GraphConfig
from graphkit.corpus import Corpus
from graphkit.extract.base import Extractor
from graphkit.ingest.base import Source
from graphkit.model import Chunk, Document, Extraction, JsonValue, Mention, Report, Scope, silent
from graphkit.outcome import IngestResult
from graphkit.store.open import open_store
from graphkit.store.pages import all_documents

PEOPLE = ("Ann Miller", "Bob Stone", "Carla Reyes", "Dmitri Volkov", "Émile Zola", "Fatima Noor", "Greta Lund")
PLACES = ("Paris", "Oslo", "Geneva", "Lyon", "Kyoto")


def sources(count: int, sentences: int = 60) -> list[Source]:
    """Texts in which people meet, each another one."""
    return [Source.of_upload(f"text{n:03}.txt", _text(n, sentences).encode()) for n in range(count)]


def _text(n: int, sentences: int) -> str:
    return f"Report {n}.\n\n" + " ".join(
        f"{PEOPLE[(n + i) % 7]} of Acme Corp met {PEOPLE[(n + 3 * i + 1) % 7]} in {PLACES[(n + i) % 5]} on day {i}."
        for i in range(sentences)
    )


def ingested(
    folder: Path,
    texts: list[Source],
    methods: tuple[str | Extractor, ...],
    executor: Executor | None,
    report: Report = silent,
) -> tuple[IngestResult, list[object]]:
    """Bring texts into a fresh store; the result and all that the store then holds."""
    store = open_store(GraphConfig(uri=f"sqlite:///{folder / 'store.db'}"))
    try:
        corpus = Corpus(store, Scope("c"))
        result = corpus.ingest(texts, methods=methods, executor=executor, report=report)
        return result, held(corpus)
    finally:
        store.close()


def held(corpus: Corpus) -> list[object]:
    """Documents, chunks, extractions, entities and edges of a corpus, in order."""
    rows = list(all_documents(corpus.store, corpus.scope))
    graphs = sorted(run.graph_id for run in corpus.runs())
    assert corpus.audit() == []
    return [
        rows,
        [corpus.chunks(row.document_id) for row in rows],
        [corpus.extractions(row.document_id) for row in rows],
        [corpus.store.entities(corpus.scope.of_graph(graph), limit=10_000) for graph in graphs],
        [list(corpus.store.edges(corpus.scope.of_graph(graph))) for graph in graphs],
    ]


class DeadlyExtractor:
    """Finds the first word of a text, and kills its process where the text says so."""

    method = "deadly"
    configuration: Mapping[str, JsonValue] = {}
    versions: Mapping[str, str] = {"deadly": "1"}

    def extract(self, documents: Iterable[tuple[Document, tuple[Chunk, ...]]]) -> Iterator[Extraction]:
        """One extraction a document, unless it is the end."""
        for document, _ in documents:
            if "DEADLY" in document.text:
                os.kill(os.getpid(), signal.SIGKILL)
            word = document.text.split()[0]
            yield Extraction(document.document_id, self.method, (Mention(0, len(word), word),))
