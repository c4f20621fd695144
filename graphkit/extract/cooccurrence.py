"""Words that stand near each other: every word is a term, every pair in a window of words an observation.

Words are taken from every script; Han and Hiragana, which are written without blanks, count by the character.
Windows run over the borders of chunks that follow each other, so that the way in which a document was cut
changes no count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import compress

import numpy as np
from pydantic import Field

from graphkit.errors import GraphkitError
from graphkit.extract import bulk
from graphkit.extract.configuration import Configuration
from graphkit.extract.configured import ConfiguredExtractor
from graphkit.extract.confinement import reason_of
from graphkit.extract.method import method_of
from graphkit.extract.sentence_pairs import PREDICATE, name_key
from graphkit.extract.window_counts import Ints, WindowCounts, count_windows
from graphkit.extract.word_spans import word_spans
from graphkit.extract.wordlists import FUNCTION_WORDS
from graphkit.model import Chunk, ChunkFailure, Document, Extraction, Mention, Relation

METHOD = "cooccurrence"
VERSION = "1"
TERM = "TERM"
_CONFIDENCE = 0.3
"""Of a pair. The words are certain; that their nearness means something is a guess."""
_MAX_TOKEN = 200


class CooccurrenceConfiguration(Configuration):
    """Options of the method ``cooccurrence``."""

    schema_version: int = Field(
        1, ge=1, le=1, exclude=True, description="version of this list of options; changes nothing"
    )
    window_size: int = Field(4, ge=2, le=100, description="words in a window; one begins at every word")
    min_cooccurrence: int = Field(1, ge=1, description="windows in which a pair must stand")
    stop_words: tuple[str, ...] = Field((), description="words to leave out, in any case")
    drop_function_words: bool = Field(False, description="leave out English function words such as the, of, was")
    max_pairs_per_document: int = Field(
        1_000_000, ge=1, le=10_000_000, description="most pairs from one document, the most frequent first"
    )


class CooccurrenceExtractor(ConfiguredExtractor[CooccurrenceConfiguration]):
    """Counts pairs of words in a moving window, with the first window of each pair as evidence."""

    def __init__(self, configuration: CooccurrenceConfiguration) -> None:
        super().__init__(METHOD, VERSION, configuration)
        self._dropped = {word.casefold() for word in configuration.stop_words}
        if configuration.drop_function_words:
            self._dropped |= FUNCTION_WORDS

    def extract(self, documents: Iterable[tuple[Document, tuple[Chunk, ...]]]) -> Iterator[Extraction]:
        """One extraction for each document, made when it is asked for."""
        for document, chunks in documents:
            yield self._extract(document, chunks)

    def _extract(self, document: Document, chunks: tuple[Chunk, ...]) -> Extraction:
        readable = [chunk for chunk in chunks if chunk.status == "stored"]
        try:
            mentions, relations, warnings = self._count(document.text, readable)
        except GraphkitError:
            raise
        except Exception as error:  # noqa: BLE001 - windows know no chunks, so a fault is told for all of them
            failures = tuple(ChunkFailure(chunk.index, reason_of(error)) for chunk in readable)
            return Extraction(document.document_id, METHOD, failures=failures)
        return Extraction(document.document_id, METHOD, mentions, relations, (), warnings)

    def _count(
        self, text: str, chunks: list[Chunk]
    ) -> tuple[tuple[Mention, ...], tuple[Relation, ...], tuple[str, ...]]:
        tokens = _Tokens()
        for begin, end in _regions(text, chunks):
            tokens.read(text, begin, end, self._dropped)
            tokens.part(self._configuration.window_size)
        if not tokens.surfaces:
            return (), (), ()
        words = tokens.ids()
        counts, warnings = self._kept(count_windows(words, self._configuration.window_size))
        paired = np.zeros(int(words.max()) + 2, dtype=np.bool_)  # the last place stands for the filler, id -1
        paired[counts.low] = paired[counts.high] = True
        at = np.flatnonzero(paired[words])
        starts, ends = np.array(tokens.starts), np.array(tokens.ends)
        mentions = bulk.mentions(
            starts[at].tolist(),
            ends[at].tolist(),
            map(tokens.surfaces.__getitem__, at.tolist()),
            kind=TERM,
            method=METHOD,
            confidence=1.0,
        )
        number = np.cumsum(paired[words]) - 1
        first, second = np.minimum(counts.low_at, counts.high_at), np.maximum(counts.low_at, counts.high_at)
        last = np.minimum(counts.window + self._configuration.window_size, len(words)) - 1
        relations = bulk.observations(
            map(mentions.__getitem__, number[first].tolist()),
            map(mentions.__getitem__, number[second].tolist()),
            starts[counts.window].tolist(),
            ends[last].tolist(),
            counts.count.astype(np.float64).tolist(),
            predicate=PREDICATE,
            method=METHOD,
            confidence=_CONFIDENCE,
        )
        return mentions, relations, warnings

    def _kept(self, counts: WindowCounts) -> tuple[WindowCounts, tuple[str, ...]]:
        minimum, limit = self._configuration.min_cooccurrence, self._configuration.max_pairs_per_document
        if minimum > 1:
            counts = counts.only(counts.count >= minimum)
        if len(counts.count) <= limit:
            return counts, ()
        chosen = np.sort(np.argsort(-counts.count, kind="stable")[:limit])
        warning = f"Of {len(counts.count)} pairs of words the {limit} most frequent were kept (max_pairs_per_document)."
        return counts.only(chosen), (warning,)


class _Tokens:
    """The words of a document with their spans; fillers keep windows from running from one part into the next."""

    def __init__(self) -> None:
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.surfaces: list[str] = []

    def read(self, text: str, begin: int, end: int, dropped: set[str]) -> None:
        """Add the words between two offsets."""
        part = text[begin:end]
        starts, ends = word_spans(part)
        short = ends - starts <= _MAX_TOKEN
        if not short.all():
            starts, ends = starts[short], ends[short]
        surfaces = [part[start:stop] for start, stop in zip(starts.tolist(), ends.tolist(), strict=True)]
        if dropped:
            kept = [surface.casefold() not in dropped for surface in surfaces]
            starts, ends = starts[kept], ends[kept]
            surfaces = list(compress(surfaces, kept))
        self.starts += (starts + begin).tolist()
        self.ends += (ends + begin).tolist()
        self.surfaces += surfaces

    def part(self, window: int) -> None:
        """End a part: no window holds words from both sides."""
        if self.surfaces:
            self.starts += [self.ends[-1]] * window
            self.ends += [self.ends[-1]] * window
            self.surfaces += [""] * window

    def ids(self) -> Ints:
        """A number for each word, equal for equal names, in the order of first appearance; -1 for fillers."""
        known: dict[str, int] = {"": -1}
        of_surface: dict[str, int] = {}
        for surface in dict.fromkeys(self.surfaces):
            key = surface.lower() if surface.isascii() else name_key(surface)  # the same for ASCII, and quicker
            of_surface[surface] = known.setdefault(key, len(known) - 1)
        return np.fromiter(map(of_surface.__getitem__, self.surfaces), np.int64, len(self.surfaces))


def _regions(text: str, chunks: list[Chunk]) -> Iterator[tuple[int, int]]:
    """Stretches of text that chunks cover together: overlaps and blanks between chunks part nothing."""
    begin, end = -1, -1
    for chunk in sorted(chunks, key=lambda c: (c.start, c.end)):
        if begin >= 0 and (chunk.start <= end or text[end : chunk.start].isspace()):
            end = max(end, chunk.end)
            continue
        if begin >= 0:
            yield begin, end
        begin, end = chunk.start, chunk.end
    if begin >= 0:
        yield begin, end


COOCCURRENCE = method_of(
    METHOD,
    title="Neighbouring words",
    description="Every word is a term; words that stand within a few words of each other are counted as pairs.",
    configuration=CooccurrenceConfiguration,
    extractor=CooccurrenceExtractor,
)
