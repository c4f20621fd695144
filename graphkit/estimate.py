"""What an ingestion will take, told before it begins, by the numbers that it uses itself."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphkit.errors import ReadError
from graphkit.extract.base import Extractor, Forecasting
from graphkit.ingest.base import Source
from graphkit.ingestion import stored_passages, wanted_passages
from graphkit.model import Chunk, Document, DocumentId, GraphId, Report, Scope, silent
from graphkit.runs import Passages, Run
from graphkit.store.base import GraphStore

SAMPLE_CHARACTERS = 10_000
"""Text of the documents themselves that each method reads to show its pace: under a second for the slowest."""
_WARM = "Ada Okafor of Acme Corp. met Jean-Luc Picard in Geneva."


@dataclass(frozen=True, slots=True)
class MethodEstimate:
    """What one method will take. Calls, tokens and money are those of a language model; ``cost`` None is unknown."""

    method: str
    graph_id: GraphId
    documents: int
    passages: int
    seconds: float
    calls: int = 0
    kept: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = 0.0
    currency: str = "USD"
    note: str = ""

    @property
    def money(self) -> str:
        """The cost in words; empty for a method that costs nothing."""
        if not self.calls and not self.kept:
            return ""
        return "unknown" if self.cost is None else f"{self.cost:.4f} {self.currency}"


@dataclass(frozen=True, slots=True)
class Estimate:
    """What all methods will take over the files that are not stored yet."""

    files: int
    unreadable: int
    documents: int
    passages: int
    characters: int
    methods: tuple[MethodEstimate, ...]

    @property
    def seconds(self) -> float:
        """Seconds of all methods, one after another, without reading and storing."""
        return sum(method.seconds for method in self.methods)

    def words(self) -> str:
        """The sums in a sentence."""
        done = self.files - self.documents - self.unreadable
        parts = [f"{self.documents:,} of {self.files:,} files to read, {self.passages:,} passages"]
        if done:
            parts.append(f"{done:,} done already")
        if self.unreadable:
            parts.append(f"{self.unreadable:,} cannot be read")
        return f"{', '.join(parts)}; about {self.seconds:,.0f} s."


def estimate(
    sources: Sequence[Source] | None,
    methods: Sequence[str | Extractor],
    *,
    store: GraphStore,
    scope: Scope,
    again: bool = False,
    report: Report = silent,
) -> Estimate:
    """Read the files (None: the documents that are stored), store nothing, and tell what each run will take.

    Methods that compute here read a sample of the documents, and their pace on it is multiplied; those that ask
    others are asked what they would do (``Forecasting``).
    """
    runs = [Run.of(method) for method in dict.fromkeys(methods)]
    wanted: list[tuple[Passages, list[Run]]] = []
    unreadable = 0
    items: Iterator[tuple[Passages, list[Run]] | ReadError]
    if sources is None:
        files, items = stored_passages(runs, store=store, scope=scope, again=again)
    else:
        files = len(sources)
        items = wanted_passages(sources, runs, store=store, scope=scope, again=again, report=report)
    for item in items:
        if isinstance(item, ReadError):
            unreadable += 1
        else:
            wanted.append(item)
    told = []
    for run in runs:
        report(files, files, f"Measuring {run.extractor.method}")
        told.append(_of_run(run, [passages for passages, lacking in wanted if run in lacking]))
    return Estimate(
        files=files,
        unreadable=unreadable,
        documents=len(wanted),
        passages=sum(len(chunks) for (_, chunks), _ in wanted),
        characters=sum(_characters(passages) for passages, _ in wanted),
        methods=tuple(told),
    )


def _of_run(run: Run, documents: Sequence[Passages]) -> MethodEstimate:
    extractor, passages = run.extractor, sum(len(chunks) for _, chunks in documents)
    if isinstance(extractor, Forecasting):
        told = extractor.forecast(documents)
        return MethodEstimate(
            extractor.method, run.graph_id, len(documents), passages, round(told.seconds, 2), told.calls, told.kept,
            told.input_tokens, told.output_tokens, told.cost, told.currency, told.note,
        )  # fmt: skip
    characters = sum(map(_characters, documents))
    seconds = round(characters * _seconds_a_character(run, documents), 2) if characters else 0.0
    return MethodEstimate(extractor.method, run.graph_id, len(documents), passages, seconds)


def _seconds_a_character(run: Run, documents: Sequence[Passages]) -> float:
    """Measured on the first passages, after models were loaded."""
    warm = Document(DocumentId("warm"), "", _WARM, "")
    list(run.extract([(warm, (Chunk(warm.document_id, 0, 0, len(_WARM)),))]))
    sample: list[Passages] = []
    characters = 0
    for document, chunks in documents:
        taken: list[Chunk] = []
        for chunk in chunks:
            if characters >= SAMPLE_CHARACTERS:
                break
            taken.append(chunk)
            characters += chunk.end - chunk.start
        if taken:
            text = document.text[: taken[-1].end]
            sample.append((Document(document.document_id, document.title, text, document.source), tuple(taken)))
    started = time.perf_counter()
    list(run.extract(sample))
    return (time.perf_counter() - started) / max(1, characters)


def _characters(passages: Passages) -> int:
    return sum(chunk.end - chunk.start for chunk in passages[1])
