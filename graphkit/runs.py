"""Runs: one extraction method and configuration over documents, each confined so that one failure stays one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from graphkit.errors import BadRequest, Cancelled, GraphkitError, ProviderRefused, ProviderUnavailable
from graphkit.extract.base import Extractor, Spending, Tick, Watchable, unwatched
from graphkit.extract.registry import create, graph_of
from graphkit.model import Chunk, ChunkFailure, Document, DocumentId, Extraction, GraphId, JsonValue, Quarantined, Scope
from graphkit.store.base import GraphStore, RunRow

Passages = tuple[Document, tuple[Chunk, ...]]
Usage = Mapping[str, JsonValue]
"""What a method that costs money has used: counts, tokens, money (None: unknown), by name."""


@dataclass(frozen=True, slots=True)
class Run:
    """A method that is ready to work, and the graph that its results belong to."""

    extractor: Extractor
    graph_id: GraphId
    used_before: Usage = field(default_factory=dict, compare=False)
    """What the extractor had used before this run."""

    @classmethod
    def of(cls, method: str | Extractor) -> Run:
        """Run of a method's id, with its defaults, or of an extractor. Raises ``UnknownMethod``."""
        extractor = create(method) if isinstance(method, str) else method
        return cls(extractor, graph_of(extractor), _spending(extractor))

    @classmethod
    def all_of(cls, methods: Sequence[str | Extractor]) -> list[Run]:
        """A run for each method, in their order. Raises ``BadRequest`` if there is none."""
        if not methods:
            raise BadRequest("No extraction method was chosen. Choose at least one; nothing was stored.")
        return [cls.of(method) for method in dict.fromkeys(methods)]

    @property
    def computes(self) -> bool:
        """Whether the method works here, and does not wait for others."""
        return bool(getattr(self.extractor, "computes", True))

    @property
    def usage(self) -> Usage:
        """What this run has used up to now; empty for methods that cost nothing."""
        return _joined(_spending(self.extractor), self.used_before, sign=-1)

    def extract(self, documents: Sequence[Passages], tick: Tick = unwatched) -> Iterator[Extraction]:
        """One extraction a document, in order. A document whose extraction fails gets a failure for each chunk.

        A method that can be watched calls ``tick`` while it works. What ends the whole run passes through:
        ``Cancelled`` (which ``BudgetSpent`` is), ``ProviderRefused``, ``ProviderUnavailable``.
        """
        done = 0
        method = self.extractor
        try:
            found = (
                method.extract_watched(documents, tick) if isinstance(method, Watchable) else method.extract(documents)
            )
            for extraction in found:
                yield extraction
                done += 1
        except (Cancelled, ProviderRefused, ProviderUnavailable, GeneratorExit):
            raise
        except Exception as error:  # noqa: BLE001 - methods may be third parties': their faults stay with their document
            if len(documents) - done == 1:
                yield self.failed(documents[done], error)
                return
            for document in documents[done:]:
                yield from self.extract([document], tick)

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
        """Write down that the run took place; its counts are the store's. What it used is added to what was used."""
        usage = dict(self.usage)
        if usage:
            before = next((run for run in store.runs(scope.corpus) if run.graph_id == self.graph_id), None)
            usage = dict(_joined(usage, before.usage if before else {}, sign=1))
        store.put_run(
            scope.corpus,
            RunRow(
                graph_id=self.graph_id,
                method=self.extractor.method,
                configuration=dict(self.extractor.configuration),
                versions=dict(self.extractor.versions),
                started=datetime.now(UTC).isoformat(timespec="seconds"),
                seconds=round(seconds, 3),
                usage=usage,
            ),
        )


def quarantined(
    store: GraphStore, scope: Scope, document_ids: Sequence[DocumentId]
) -> list[tuple[DocumentId, Quarantined]]:
    """What the model of the scope's graph said of these documents and no text shows."""
    found = ((known, store.extraction(scope, known)) for known in document_ids)
    return [(known, item) for known, extraction in found if extraction for item in extraction.quarantined]


def _spending(extractor: Extractor) -> Usage:
    return extractor.spending() if isinstance(extractor, Spending) else {}


def _joined(usage: Usage, other: Usage, *, sign: int) -> Usage:
    """Both usages as one, or what is over the other: numbers are added, unknown stays unknown."""
    joined: dict[str, JsonValue] = {}
    for name, value in usage.items():
        before = other.get(name, 0)
        if isinstance(value, bool) or not isinstance(value, int | float):
            joined[name] = bool(value or before) if isinstance(value, bool) else value
        elif before is None:
            joined[name] = None
        else:
            total = value + sign * before if isinstance(before, int | float) else value
            joined[name] = round(total, 6) if isinstance(total, float) else total
    return joined
