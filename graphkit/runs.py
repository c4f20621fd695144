"""Runs: one extraction method and configuration over documents, each confined so that one failure stays one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from graphkit.errors import Cancelled, GraphkitError
from graphkit.extract.base import Extractor
from graphkit.extract.registry import create, graph_of
from graphkit.model import Chunk, ChunkFailure, Document, Extraction, GraphId, Scope
from graphkit.store.base import GraphStore, RunRow

Passages = tuple[Document, tuple[Chunk, ...]]


@dataclass(frozen=True, slots=True)
class Run:
    """A method that is ready to work, and the graph that its results belong to."""

    extractor: Extractor
    graph_id: GraphId

    @classmethod
    def of(cls, method: str | Extractor) -> Run:
        """Run of a method's id, with its defaults, or of an extractor. Raises ``UnknownMethod``."""
        extractor = create(method) if isinstance(method, str) else method
        return cls(extractor, graph_of(extractor))

    def extract(self, documents: Sequence[Passages]) -> Iterator[Extraction]:
        """One extraction a document, in order. A document whose extraction fails gets a failure for each chunk."""
        done = 0
        try:
            for extraction in self.extractor.extract(documents):
                yield extraction
                done += 1
        except (Cancelled, GeneratorExit):
            raise
        except Exception as error:  # noqa: BLE001 - methods may be third parties': their faults stay with their document
            if len(documents) - done == 1:
                yield self.failed(documents[done], error)
                return
            for document in documents[done:]:
                yield from self.extract([document])

    def failed(self, passages: Passages, error: Exception) -> Extraction:
        """An extraction that says of each chunk of a document why there is nothing."""
        document, chunks = passages
        reason = str(error) if isinstance(error, GraphkitError) else f"{type(error).__name__}: {error}"
        return Extraction(
            document.document_id,
            self.extractor.method,
            failures=tuple(ChunkFailure(chunk.index, reason) for chunk in chunks),
        )

    def remember(self, store: GraphStore, scope: Scope, seconds: float) -> None:
        """Write down that the run took place; its counts are the store's."""
        store.put_run(
            scope.corpus,
            RunRow(
                graph_id=self.graph_id,
                method=self.extractor.method,
                configuration=dict(self.extractor.configuration),
                versions=dict(self.extractor.versions),
                started=datetime.now(UTC).isoformat(timespec="seconds"),
                seconds=round(seconds, 3),
            ),
        )
