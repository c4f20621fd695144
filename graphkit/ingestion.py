"""From files to a stored graph: read, cut into chunks, extract with each method, store, embed.

Documents are stored in small batches, each whole or not at all, so a cancelled or broken ingestion keeps
what it reports as stored, and the next one does only what is missing.
"""

from __future__ import annotations

import hashlib
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace

from graphkit.embed.base import Embedder
from graphkit.embedding import embed_missing
from graphkit.errors import BudgetSpent, Cancelled, GraphkitError, ProviderError, ReadError
from graphkit.extract.base import Tick
from graphkit.ids import document_id, document_id_of_hash
from graphkit.ingest.base import ReadResult, Source
from graphkit.ingest.chunks import chunk
from graphkit.ingest.worker import Reader
from graphkit.model import Chunk, Document, DocumentId, DocumentStatus, Extraction, GraphId, Report, Scope, silent
from graphkit.outcome import FileResult, IngestResult, chunk_counts, file_result
from graphkit.runs import Passages, Run
from graphkit.store.base import DocumentRecord, DocumentRow, GraphStore
from graphkit.store.pages import all_documents
from graphkit.workers.spread import Spread

BATCH_DOCUMENTS = 16
"""Documents stored at once: large enough for a parser's batches, small enough to lose little on a crash."""
ASKING_DOCUMENTS = 64
"""The same where a method waits for others: at the end of a batch few calls are under way. Answers are kept anyway."""
BATCH_CHARACTERS = 200_000
"""Characters stored at once: a batch of long documents is short, so that a crash or a cancel loses seconds."""


@dataclass(slots=True)
class _Pending:
    """A document on its way into the store."""

    source: Source
    read: ReadResult
    chunks: tuple[Chunk, ...]
    runs: list[Run]
    failed: dict[int, str] = field(default_factory=dict)
    """Chunks on which methods failed that do not run now, with their reasons."""


@dataclass(frozen=True, slots=True)
class _Batch:
    """Documents that are stored together, and the extractions that are under way for them, by run."""

    documents: dict[int, _Pending]
    under_way: list[tuple[Run, list[int], Callable[[Tick], Iterator[Extraction]]]]


def ingest(
    sources: Sequence[Source],
    runs: Sequence[Run],
    *,
    store: GraphStore,
    scope: Scope,
    embedder: Embedder | None = None,
    again: bool = False,
    executor: Executor | None = None,
    report: Report = silent,
) -> IngestResult:
    """Bring files into a corpus.

    Args:
        sources: The files. A file whose bytes are stored already is skipped, or done only with the methods
            that it lacks; a changed file replaces the document of the same source.
        runs: The methods.
        embedder: Makes the vectors of chunks after all documents are stored; None makes none.
        again: Do everything again, whatever is stored.
        executor: Where documents are extracted; None: in this process. Whatever it is, this process alone reads
            files and stores, so the result is the same.
        report: Called for each file and each batch of vectors; may raise ``Cancelled``.

    Returns:
        One result a file, in order. A cancelled ingestion says so and keeps what is stored.

    Raises:
        StoreError: The store failed; batches stored before are kept.
        ProviderError: The provider of a language model refused or is away, and nothing was stored yet.
        WorkersUnavailable: The executor failed; batches stored before are kept.
    """
    started = time.perf_counter()
    spread = Spread(executor)
    work = _Ingestion(runs, store, scope.corpus, spread, again=again, report=report, total=len(sources))

    def act() -> None:
        work.documents(sources)
        if embedder is not None:
            embed_missing(store, scope.corpus, embedder, report=report)

    return _result(work, act, [source.name for source in sources], started)


def extract_stored(
    runs: Sequence[Run],
    *,
    store: GraphStore,
    scope: Scope,
    executor: Executor | None = None,
    again: bool = False,
    report: Report = silent,
) -> IngestResult:
    """Let methods read the documents that are stored; those that a method has read already are left alone.

    Arguments, result and exceptions are those of ``ingest``; no file is needed.
    """
    started = time.perf_counter()
    rows = [row for row in all_documents(store, scope.corpus) if row.characters]
    work = _Ingestion(runs, store, scope.corpus, Spread(executor), again=again, report=report, total=len(rows))
    return _result(work, lambda: work.stored(rows), [row.title for row in rows], started)


def _result(work: _Ingestion, act: Callable[[], None], names: Sequence[str], started: float) -> IngestResult:
    """Do the work to its end, or as far as it goes, and count."""
    runs, store, scope = work.runs, work.store, work.scope
    cancelled, stopped = False, ""
    try:
        act()
    except (Cancelled, ProviderError) as end:
        if isinstance(end, ProviderError) and not work.results:
            raise
        cancelled, stopped = True, str(end) if isinstance(end, BudgetSpent | ProviderError) else ""
    finally:
        work.spread.cancel()
    seconds = time.perf_counter() - started
    for run in runs:
        if work.results:
            run.remember(store, scope, work.spread.seconds[run.graph_id])
    results = [work.results.get(at, FileResult(name, "cancelled")) for at, name in enumerate(names)]
    graphs = tuple(run.graph_id for run in runs)
    counts = [store.stats(scope.of_graph(graph)) for graph in graphs]
    return IngestResult(
        files=tuple(results),
        graphs=graphs,
        entities=sum(count.entities for count in counts),
        relations=sum(count.edges for count in counts),
        seconds=round(seconds, 3),
        cancelled=cancelled,
        stopped=stopped,
        usage={run.graph_id: run.usage for run in runs if run.usage},
    )


def wanted_passages(
    sources: Sequence[Source],
    runs: Sequence[Run],
    *,
    store: GraphStore,
    scope: Scope,
    again: bool = False,
    report: Report = silent,
) -> Iterator[tuple[Passages, list[Run]] | ReadError]:
    """What an ingestion of these files would extract, with the runs that lack it; nothing is stored.

    A file that is stored already gives nothing, one that cannot be read gives its reason.
    """
    work = _Ingestion(runs, store, scope.corpus, Spread(None), again=again, report=report, total=len(sources))
    with Reader() as reader:
        for at, source in enumerate(sources):
            report(at, len(sources), f"Reading {source.name}")
            try:
                pending = work.wanted(reader, source)
            except ReadError as error:
                yield error
                continue
            if pending is not None:
                yield (pending.read.document, pending.chunks), pending.runs


def stored_passages(
    runs: Sequence[Run], *, store: GraphStore, scope: Scope, again: bool = False
) -> tuple[int, Iterator[tuple[Passages, list[Run]] | ReadError]]:
    """How many documents are stored, and what ``extract_stored`` would extract from them."""
    rows = [row for row in all_documents(store, scope.corpus) if row.characters]
    work = _Ingestion(runs, store, scope.corpus, Spread(None), again=again, report=silent, total=len(rows))

    def passages() -> Iterator[tuple[Passages, list[Run]] | ReadError]:
        for row in rows:
            lacking = work.lacking(row.document_id)
            document = store.document(work.scope, row.document_id) if lacking else None
            if document is not None:
                yield (document, tuple(store.chunks(work.scope, [row.document_id]))), lacking

    return len(rows), passages()


class _Ingestion:
    """State of one ingestion: which file is done, and how it ended."""

    def __init__(
        self,
        runs: Sequence[Run],
        store: GraphStore,
        scope: Scope,
        spread: Spread,
        *,
        again: bool,
        report: Report,
        total: int,
    ) -> None:
        self.runs, self.store, self.scope, self.spread = runs, store, scope, spread
        self.waiting: deque[_Batch] = deque()
        self.again, self.report, self.total = again, report, total
        self.results: dict[int, FileResult] = {}
        self.extracted = 0  # readings by a method, of the documents that are not stored yet
        self.seen: set[DocumentId] = set()
        asking = any(not run.computes for run in runs)
        self.batch_documents = ASKING_DOCUMENTS if asking else BATCH_DOCUMENTS

    def documents(self, sources: Sequence[Source]) -> None:
        """Read, extract and store all sources, batch by batch."""
        batch: dict[int, _Pending] = {}
        with Reader() as reader:
            for at, source in enumerate(sources):
                self.report(len(self.results), self.total, f"Reading {source.name}")
                pending = self._read(reader, at, source)
                if pending is not None:
                    batch[at] = pending
                characters = sum(len(item.read.document.text) for item in batch.values())
                if len(batch) >= self.batch_documents or characters >= BATCH_CHARACTERS:
                    self._extract(batch)
                    batch = {}
            self._extract(batch)
            while self.waiting:
                self._store(self.waiting.popleft())

    def stored(self, rows: Sequence[DocumentRow]) -> None:
        """Extract from documents of the store, batch by batch."""
        batch: dict[int, _Pending] = {}
        characters = 0
        for at, row in enumerate(rows):
            self._look(f"Fetching {row.title}")
            lacking = self.lacking(row.document_id)
            document = self.store.document(self.scope, row.document_id) if lacking else None
            if document is None:
                self.results[at] = FileResult(row.title, "unchanged", "", row.document_id, chunk_counts(row))
                continue
            chunks = self.store.chunks(self.scope, [row.document_id])
            batch[at] = _stored_again(row, document, chunks, lacking)
            characters += row.characters
            if len(batch) >= self.batch_documents or characters >= BATCH_CHARACTERS:
                self._extract(batch)
                batch, characters = {}, 0
        self._extract(batch)
        while self.waiting:
            self._store(self.waiting.popleft())

    def _read(self, reader: Reader, at: int, source: Source) -> _Pending | None:
        """A document on its way, or None if there is nothing to do for it; then its result is noted."""
        try:
            pending = self.wanted(reader, source)
            if pending is None:
                self.results[at] = self._unchanged(source, _identity(source))
            return pending
        except ReadError as error:
            self._record_failure(at, source, str(error))
        return None

    def wanted(self, reader: Reader, source: Source) -> _Pending | None:
        """A document on its way with the runs that lack it, or None. Raises ``ReadError``."""
        known = _identity(source)
        lacking = self.lacking(known)
        if not lacking or known in self.seen:
            return None
        pending = self._pending(reader, source, known, lacking)
        self.seen.add(known)
        return pending

    def lacking(self, known: DocumentId) -> list[Run]:
        """The runs that have not read a document, or all if a method failed in it."""
        row = self._row(known)
        if self.again or row is None or row.status == "failed" or row.chunks_failed:
            return list(self.runs)
        return [run for run in self.runs if run.graph_id not in row.graphs and row.status == "stored"]

    def _row(self, known: DocumentId) -> DocumentRow | None:
        rows = self.store.document_rows(self.scope, [known])
        return rows[0] if rows else None

    def _unchanged(self, source: Source, known: DocumentId) -> FileResult:
        row = self._row(known)
        reason = "" if row is None or row.source == source.address else f"the same content as {row.title}"
        return FileResult(source.name, "unchanged", reason, known, chunk_counts(row))

    def _pending(self, reader: Reader, source: Source, known: DocumentId, lacking: list[Run]) -> _Pending:
        stored = None if self.again or len(lacking) == len(self.runs) else self.store.document(self.scope, known)
        if stored is not None:
            return _Pending(source, ReadResult(stored), tuple(self.store.chunks(self.scope, [known])), lacking)
        read = reader.read(source)
        return _Pending(source, read, chunk(read.document) if read.document.text.strip() else (), lacking)

    def _extract(self, documents: dict[int, _Pending]) -> None:
        """Hand a batch out, and store those before it when enough is under way."""
        batch = _Batch(documents, [])
        for run in self.runs:
            wanted = [at for at, item in documents.items() if run in item.runs and item.chunks]
            passages: list[Passages] = [(documents[at].read.document, documents[at].chunks) for at in wanted]
            batch.under_way.append((run, wanted, self.spread.submit(run, passages)))
        self.waiting.append(batch)
        while self.waiting and (self.spread.full or len(self.waiting) > self.spread.reach):
            self._store(self.waiting.popleft())

    def _store(self, batch: _Batch) -> None:
        if not batch.documents:
            return
        found: dict[int, dict[GraphId, Extraction]] = {at: {} for at in batch.documents}
        try:
            for run, wanted, extracted in batch.under_way:
                for at, extraction in zip(wanted, extracted(self._look), strict=True):
                    found[at][run.graph_id] = extraction
                    self.extracted += 1
                    self._look(f"{run.extractor.method}: {batch.documents[at].source.name}")
        except GraphkitError:  # what all methods have read is kept; the rest was not begun for the store
            whole = [at for at, item in batch.documents.items() if found[at].keys() >= {r.graph_id for r in item.runs}]
            self._keep({at: batch.documents[at] for at in whole if found[at]}, found)
            raise
        self._keep(batch.documents, found)
        self._look()

    def _keep(self, documents: dict[int, _Pending], found: dict[int, dict[GraphId, Extraction]]) -> None:
        records = {at: _record(item, found[at]) for at, item in documents.items()}
        refused = self.store.upsert(self.scope, list(records.values())) if records else ()
        reasons = {one.document_id: one.reason for one in refused}
        self.extracted = 0
        for at, record in records.items():
            reason = reasons.get(record.document.document_id)
            if reason is None:
                self.results[at] = file_result(documents[at].source, documents[at].read, record)
            else:
                self._record_failure(at, documents[at].source, reason)

    def _look(self, what: str = "") -> None:
        """Tell how far it is, which is also where somebody may have cancelled."""
        done = len(self.results) + self.extracted // max(1, len(self.runs))
        self.report(min(done, self.total), self.total, what or f"{len(self.results):,} files stored")

    def _record_failure(self, at: int, source: Source, reason: str) -> None:
        """A file that cannot be read is listed in the corpus with its reason, so that it is not forgotten."""
        known = self.store.document_of_source(self.scope, source.address)
        if known is not None and known.status == "stored":
            kept = f"{reason} The version stored before is kept."
            self.results[at] = FileResult(source.name, "failed", kept, known.document_id, chunk_counts(known))
            return
        document = Document(document_id(source.address.encode("utf-8", "replace")), source.name, "", source.address)
        refused = self.store.upsert(self.scope, [DocumentRecord(document, (), {}, "failed", reason)])
        listed = None if refused else document.document_id  # an address that cannot be kept is told, and not listed
        self.results[at] = FileResult(source.name, "failed", reason, listed)


def _stored_again(row: DocumentRow, document: Document, chunks: Sequence[Chunk], runs: list[Run]) -> _Pending:
    """A stored document on its way; chunks that failed are read again, and keep the failures of other methods."""
    now = tuple(f"{run.extractor.method}: " for run in runs)
    failed = {c.index: c.reason for c in chunks if c.status == "failed" and not c.reason.startswith(now)}
    readable = tuple(replace(c, status="stored", reason="") if c.status == "failed" else c for c in chunks)
    return _Pending(Source(row.title, row.source), ReadResult(document), readable, runs, failed)


def _identity(source: Source) -> DocumentId:
    if source.content is not None:
        return document_id(source.content)
    if source.path is None:
        raise ReadError(f"{source.name} has neither a path nor content. Nothing was stored of it.")
    try:
        with source.path.open("rb") as file:
            return document_id_of_hash(hashlib.file_digest(file, "sha256").hexdigest())
    except OSError as error:
        reason = error.strerror or str(error)
        raise ReadError(f"{source.name} cannot be opened: {reason}. Nothing was stored of it.") from error


def _record(item: _Pending, found: dict[GraphId, Extraction]) -> DocumentRecord:
    failures = dict(item.failed)
    failures |= {
        failure.index: f"{extraction.method}: {failure.reason}"
        for extraction in found.values()
        for failure in extraction.failures
    }
    chunks = tuple(
        replace(part, status="failed", reason=failures[part.index]) if part.index in failures else part
        for part in item.chunks
    )
    status: DocumentStatus = "stored"
    reason = ""
    if not chunks:
        status, reason = "empty", "; ".join(item.read.warnings) or "No text found."
    elif failures:
        first = min(failures)
        reason = f"{len(failures)} of {len(chunks)} chunks failed; chunk {first}: {failures[first]}"
        nothing_worked = all(len(extraction.failures) == len(chunks) for extraction in found.values())
        status = "failed" if nothing_worked else "stored"
    return DocumentRecord(item.read.document, chunks, found, status, reason)
