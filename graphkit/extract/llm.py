"""Names and relations as a language model reads them, each held against the text before it counts."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as StillRunning
from dataclasses import asdict, dataclass

from graphkit.config import cache_folder
from graphkit.errors import BudgetSpent, GraphkitError
from graphkit.extract.base import Forecast, Tick, unwatched
from graphkit.extract.configuration import checked
from graphkit.extract.configured import ConfiguredExtractor
from graphkit.extract.confinement import reason_of
from graphkit.extract.llm_answer import NamePart
from graphkit.extract.llm_configuration import MAX_WINDOW_CHARACTERS, LlmConfiguration
from graphkit.extract.llm_findings import METHOD, Findings
from graphkit.extract.llm_forecast import forecast, windows_of
from graphkit.extract.llm_ontology import Ontology
from graphkit.extract.llm_passage import PassageAnswer, PassageReader, window_spans
from graphkit.extract.llm_prompt import Prompts
from graphkit.extract.method import method_of
from graphkit.llm.answers import Answers
from graphkit.llm.base import Provider, Request
from graphkit.llm.caller import Caller
from graphkit.llm.meter import Meter, Spent
from graphkit.llm.patience import Gate
from graphkit.llm.pool import CallPool
from graphkit.llm.prices import price_of
from graphkit.llm.registry import open_provider, provider_from_env
from graphkit.model import Chunk, ChunkFailure, Document, Extraction, JsonValue, Span

VERSION = "1"

_POLL_S = 0.2
_AHEAD = 8
"""Documents that may wait for their turn, for each call at the same time."""
_MOST_TOLD = 3


@dataclass(frozen=True, slots=True)
class _Reading:
    """A document on its way, with the answer to each of its chunks to come."""

    document: Document
    chunks: tuple[Chunk, ...]
    answers: tuple[Future[PassageAnswer], ...]

    @property
    def open(self) -> int:
        """Answers to come."""
        return sum(not answer.done() for answer in self.answers)

    @property
    def is_answered(self) -> bool:
        """Whether nothing is to come."""
        return all(answer.done() for answer in self.answers)


class LlmExtractor(ConfiguredExtractor[LlmConfiguration]):
    """Asks a language model about each chunk, several at a time.

    Raises ``ModelMissing`` when it is made without a key. While it works, ``BudgetSpent`` when the budget is spent
    (what was read of the document at hand comes before), ``ProviderRefused`` and ``ProviderUnavailable`` when no call
    can succeed; any other failure stays with its chunk.
    """

    def __init__(self, configuration: LlmConfiguration, provider: Provider | None = None) -> None:
        self._provider = provider or open_provider(configuration.provider_config())
        self._ontology = Ontology(configuration.relation_ontology or ())
        self._prompts = Prompts(configuration, self._ontology)
        model = f"{self._provider.name} {self._provider.model}"
        super().__init__(METHOD, VERSION, configuration, {"prompt": self._prompts.hash, "model": model})
        self.price = configuration.given_price or price_of(self._provider)
        self._meter = Meter(configuration.budget, self.price)
        self._gate = Gate(configuration.requests_per_minute)

    @property
    def computes(self) -> bool:
        """False: it waits for others, so processes of its own would gain nothing."""
        return False

    @property
    def spent(self) -> Spent:
        """What was asked and spent since this extractor was made."""
        return self._meter.spent

    def spending(self) -> Mapping[str, JsonValue]:
        """The same by name."""
        return asdict(self.spent)

    @property
    def provider(self) -> Provider:
        """Who is asked."""
        return self._provider

    def answers(self) -> Answers | None:
        """The answers that were kept, or None if they are not to be used."""
        return Answers(cache_folder()) if self._configuration.use_kept_answers else None

    def requests(self, document: Document, chunks: Iterable[Chunk]) -> Iterator[Request]:
        """The first request about each chunk, as it will be made."""
        for chunk in chunks:
            if _is_readable(document, chunk):
                yield self._prompts.passage(document.text[chunk.start : chunk.end])

    def forecast(self, documents: Iterable[tuple[Document, tuple[Chunk, ...]]]) -> Forecast:
        """Calls, tokens, money and seconds that reading these documents will take. Nobody is asked."""
        options = self._configuration
        requests, counts = [], []
        for document, chunks in documents:
            own = list(self.requests(document, chunks))
            requests += own
            counts.append(len(own))
        further = options.gleaning_passes * len(requests)
        if options.cross_chunk_relations:
            further += windows_of(counts, options.cross_chunk_window)
        return forecast(
            requests, further, provider=self._provider, price=self.price, answers=self.answers(), options=options
        )

    def extract(self, documents: Iterable[tuple[Document, tuple[Chunk, ...]]]) -> Iterator[Extraction]:
        """One extraction for each document, in order."""
        yield from self.extract_watched(documents, unwatched)

    def extract_watched(
        self, documents: Iterable[tuple[Document, tuple[Chunk, ...]]], tick: Tick
    ) -> Iterator[Extraction]:
        """The same; ``tick`` is told what is going on, some times a second, and may raise ``Cancelled``."""
        options = self._configuration
        pool = CallPool(options.parallel)
        caller = self._caller(pool)
        reader = PassageReader(self._prompts, caller, gleaning_passes=options.gleaning_passes)
        try:
            for reading in self._ahead(documents, reader, pool):
                yield from _Document(self, reading, reader, pool, tick).extractions()
        finally:
            caller.stop.set()
            pool.close()

    def relate(self, document: Document, chunks: Sequence[Chunk], names: Sequence[NamePart]) -> Extraction:
        """What a document states between names that are known; mentions are their places in the text."""
        options = self._configuration
        pool = CallPool(options.parallel)
        caller = self._caller(pool)
        no_calls = _Reading(document, tuple(chunk for chunk in chunks if _is_readable(document, chunk)), ())
        try:
            work = _Document(self, no_calls, PassageReader(self._prompts, caller), pool, unwatched)
            return work.related(names)
        finally:
            caller.stop.set()
            pool.close()

    def _caller(self, pool: CallPool) -> Caller:
        return Caller(
            self._provider,
            self._meter,
            answers=self.answers(),
            gate=self._gate,
            patience=self._configuration.patience,
            begun=pool.begun,
        )

    def _ahead(
        self,
        documents: Iterable[tuple[Document, tuple[Chunk, ...]]],
        reader: PassageReader,
        pool: CallPool,
    ) -> Iterator[_Reading]:
        """Documents with their calls under way, so many ahead that no thread waits for work.

        A document is handed on as soon as all its answers are there and it is its turn. While it waits for a slow
        answer, only so many others are begun that they fill no memory.
        """
        waiting: deque[_Reading] = deque()
        calls, documents_ahead = 2 * self._configuration.parallel, _AHEAD * self._configuration.parallel
        for document, chunks in documents:
            readable = tuple(chunk for chunk in chunks if _is_readable(document, chunk))
            answers = tuple(pool.submit(reader.read, document.text, chunk.start, chunk.end) for chunk in readable)
            waiting.append(_Reading(document, readable, answers))
            while waiting and (
                waiting[0].is_answered
                or len(waiting) >= documents_ahead
                or sum(reading.open for reading in waiting) >= calls
            ):
                yield waiting.popleft()
        yield from waiting


class _Document:
    """One document from the answers about its chunks to its extraction."""

    def __init__(
        self, owner: LlmExtractor, reading: _Reading, reader: PassageReader, pool: CallPool, tick: Tick
    ) -> None:
        self._owner, self._reading, self._reader, self._pool, self._tick = owner, reading, reader, pool, tick
        self._options = owner._configuration
        self._findings = Findings(reading.document.text, owner._ontology, self._options.entity_types)
        self._failures: list[ChunkFailure] = []
        self._told: list[str] = []
        self._budget: BudgetSpent | None = None

    def extractions(self) -> Iterator[Extraction]:
        """The extraction, and ``BudgetSpent`` after it if the budget ended in this document."""
        read = self._passages()
        if self._budget is not None and not read:
            raise self._budget
        self._findings.settle()
        if self._options.extract_relations:
            for chunk, answer in read:
                self._findings.add_statements(chunk.index, _span(chunk), answer.parts.statements)
        if self._options.cross_chunk_relations and self._budget is None:
            self._across([chunk for chunk, _ in read])
        found = self._findings
        warnings = (*found.warnings(), *_summed(self._told))
        yield Extraction(
            self._reading.document.document_id, METHOD, found.mentions, found.relations, tuple(self._failures),
            warnings, found.quarantined,
        )  # fmt: skip
        if self._budget is not None:
            raise self._budget

    def _passages(self) -> list[tuple[Chunk, PassageAnswer]]:
        read: list[tuple[Chunk, PassageAnswer]] = []
        most = self._options.max_entities_per_chunk
        for at, (chunk, call) in enumerate(zip(self._reading.chunks, self._reading.answers, strict=True)):
            answer = self._answer(call, f"passage {at + 1:,} of {len(self._reading.chunks):,}")
            if answer.failure and not (answer.parts.names or answer.parts.statements):
                self._failures.append(ChunkFailure(chunk.index, answer.failure))
                continue
            if answer.failure:
                self._told.append(f"chunk {chunk.index}: {answer.failure} What is well formed was kept")
            if len(answer.parts.names) > most:
                self._told.append(
                    f"chunk {chunk.index}: {len(answer.parts.names) - most} names over {most} were left out"
                )
            self._told += [f"chunk {chunk.index}: {what}" for what in answer.parts.dropped]
            self._findings.add_names(chunk.index, _span(chunk), answer.parts.names[:most])
            read.append((chunk, answer))
        return read

    def related(self, names: Sequence[NamePart]) -> Extraction:
        """Statements between known names, of each chunk and, if it is asked for, of neighbouring ones."""
        text, chunks, found = self._reading.document.text, self._reading.chunks, self._findings
        for chunk in chunks:
            found.add_names(chunk.index, _span(chunk), names)
        found.settle()
        calls = []
        for chunk in chunks:
            here = [mention.text for mention in found.names_between(chunk.start, chunk.end)]
            if len(here) > 1:
                calls.append((chunk, self._pool.submit(self._reader.across, text, chunk.start, chunk.end, here)))
        for chunk, call in calls:
            answer = self._answer(call, f"passage {chunk.index + 1:,}")
            if answer.failure and not answer.parts.statements:
                self._failures.append(ChunkFailure(chunk.index, answer.failure))
            found.add_statements(chunk.index, _span(chunk), answer.parts.statements)
        if self._options.cross_chunk_relations and self._budget is None:
            self._across(chunks)
        if self._budget is not None and len(self._failures) == len(calls):
            raise self._budget
        quarantined = tuple(item for item in found.quarantined if item.kind == "relation")
        return Extraction(
            self._reading.document.document_id, METHOD, found.mentions, found.relations, tuple(self._failures),
            (), quarantined,
        )  # fmt: skip

    def _across(self, chunks: Sequence[Chunk]) -> None:
        text = self._reading.document.text
        calls = []
        for first, last in window_spans(
            [_span(c) for c in chunks], self._options.cross_chunk_window, MAX_WINDOW_CHARACTERS
        ):
            spans = [_span(chunk) for chunk in chunks[first : last + 1]]
            start, end = spans[0].start, spans[-1].end
            names = [mention.text for mention in self._findings.names_between(start, end)]
            if len(names) > 1:
                call = self._pool.submit(self._reader.across, text, start, end, names)
                calls.append((chunks[first].index, spans, call))
        for at, (index, spans, call) in enumerate(calls):
            answer = self._answer(call, f"connections {at + 1:,} of {len(calls):,}")
            self._told += [
                f"chunks from {index} on: {what}" for what in (answer.failure, *answer.parts.dropped) if what
            ]
            self._findings.add_across(index, spans, answer.parts.statements)

    def _answer(self, call: Future[PassageAnswer], what: str) -> PassageAnswer:
        """What a call gave, with a tick while it is awaited. The end of the budget is noted, not raised."""
        title = self._reading.document.title
        while True:
            self._tick(f"{METHOD}: {title}, {what}; {self._owner.spent.words()}")
            try:
                return call.result(_POLL_S)
            except StillRunning:
                if call.done():  # the work itself raised it
                    return PassageAnswer(failure="The model took too long to answer.")
            except BudgetSpent as spent:
                self._budget = spent
                return PassageAnswer(failure=str(spent))
            except GraphkitError:
                raise
            except Exception as error:  # noqa: BLE001 - one chunk must not take the others along, whatever its fault
                return PassageAnswer(failure=reason_of(error))


def _is_readable(document: Document, chunk: Chunk) -> bool:
    return chunk.status == "stored" and any(map(str.isalpha, document.text[chunk.start : chunk.end]))


def _span(chunk: Chunk) -> Span:
    return Span(chunk.start, chunk.end)


def _summed(told: Sequence[str]) -> list[str]:
    """Odd things of answers in one warning: how many, and the first of them."""
    if not told:
        return []
    more = f"; and {len(told) - _MOST_TOLD} more" if len(told) > _MOST_TOLD else ""
    return [f"Answers of the model: {'; '.join(told[:_MOST_TOLD])}{more}."]


def llm_extractor(options: Mapping[str, object], key: str = "") -> LlmExtractor:
    """An extractor with a key that no option and no id holds. Raises ``BadRequest`` and ``ModelMissing``."""
    configuration = checked(LlmConfiguration, options, METHOD)
    return LlmExtractor(configuration, open_provider(configuration.provider_config(key)))


def availability() -> str:
    """What is missing before a language model can be asked, or nothing."""
    if provider_from_env():
        return ""
    return (
        "No language model is set up: set GEMINI_API_KEY or OPENAI_API_KEY, or GRAPHKIT_LLM_BASE_URL and "
        "GRAPHKIT_LLM_MODEL for a server of your own."
    )


LLM = method_of(
    METHOD,
    title="Large language model",
    description="Typed names and stated relations by a large language model, each held against the text.",
    configuration=LlmConfiguration,
    extractor=LlmExtractor,
    availability=availability,
    states_relations=True,
)
