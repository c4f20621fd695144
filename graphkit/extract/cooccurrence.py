"""Words that stand near each other: every word is a term, every pair in a window of words an observation.

Words are taken from every script; Han and Hiragana, which are written without blanks, count by the character.
Windows run over the borders of chunks that follow each other, so that the way in which a document was cut
changes no count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from pydantic import Field

from graphkit.columns import MentionColumns, ObservationColumns
from graphkit.errors import GraphkitError
from graphkit.extract.batches import Passages, batches
from graphkit.extract.configuration import Configuration
from graphkit.extract.configured import ConfiguredExtractor
from graphkit.extract.confinement import reason_of
from graphkit.extract.method import method_of
from graphkit.extract.sentence_pairs import PREDICATE
from graphkit.extract.tokens import Tokens, read_tokens
from graphkit.extract.window_counts import WindowCounts, count_windows
from graphkit.extract.wordlists import FUNCTION_WORDS
from graphkit.model import Chunk, ChunkFailure, Document, Extraction

METHOD = "cooccurrence"
VERSION = "2"
TERM = "TERM"
_CONFIDENCE = 0.3
"""Of a pair. The words are certain; that their nearness means something is a guess."""


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
        """One extraction for each document, made in small batches when it is asked for."""
        for batch in batches(documents):
            try:
                yield from self._extract(batch)
            except GraphkitError:
                raise
            except Exception:  # noqa: BLE001 - each document is tried alone, and the one at fault named
                yield from map(self._extract_alone, batch)

    def _extract_alone(self, passages: Passages) -> Extraction:
        try:
            return self._extract([passages])[0]
        except GraphkitError:
            raise
        except Exception as error:  # noqa: BLE001 - windows know no chunks, so a fault is told for all of them
            document, chunks = passages
            failures = tuple(ChunkFailure(c.index, reason_of(error)) for c in chunks if c.status == "stored")
            return Extraction(document.document_id, METHOD, failures=failures)

    def _extract(self, batch: Sequence[Passages]) -> list[Extraction]:
        """Extractions of a batch, whose words are counted together: words of two documents are never the same."""
        size = self._configuration.window_size
        tokens = read_tokens(batch, size, self._dropped)
        counts = count_windows(tokens.word, size)
        starts = np.searchsorted(counts.low, tokens.first_word)
        found = []
        for at, (document, _) in enumerate(batch):
            rows = counts.only(slice(starts[at], starts[at + 1]))
            rows, warnings = self._kept(rows)
            mentions, relations = self._columns(tokens.of(at), rows)
            found.append(Extraction(document.document_id, METHOD, mentions, relations, (), warnings))
        return found

    def _columns(self, tokens: Tokens, counts: WindowCounts) -> tuple[MentionColumns, ObservationColumns]:
        offset, word = tokens.offset, tokens.word - tokens.first_word[0]
        is_paired = np.zeros(int(tokens.first_word[1] - tokens.first_word[0]) + 1, dtype=np.bool_)
        is_paired[counts.low - tokens.first_word[0]] = is_paired[counts.high - tokens.first_word[0]] = True
        mentioned = (tokens.word >= 0) & is_paired[np.maximum(word, -1)]
        at = np.flatnonzero(mentioned)
        number = np.cumsum(mentioned) - 1
        last = np.minimum(counts.window - offset + self._configuration.window_size, len(word)) - 1
        mentions = MentionColumns(
            tokens.start[at],
            tokens.end[at],
            tokens.spelling[at],
            names=tokens.names,
            kind=TERM,
            method=METHOD,
            confidence=1.0,
        )
        relations = ObservationColumns(
            mentions,
            number[counts.first - offset],
            number[counts.second - offset],
            tokens.start[counts.window - offset],
            tokens.end[last],
            predicate=PREDICATE,
            confidence=_CONFIDENCE,
            weight=counts.count.astype(np.float64),
        )
        return mentions, relations

    def _kept(self, counts: WindowCounts) -> tuple[WindowCounts, tuple[str, ...]]:
        minimum, limit = self._configuration.min_cooccurrence, self._configuration.max_pairs_per_document
        if minimum > 1:
            counts = counts.only(counts.count >= minimum)
        if len(counts.count) <= limit:
            return counts, ()
        chosen = np.sort(np.argsort(-counts.count, kind="stable")[:limit])
        warning = f"Of {len(counts.count)} pairs of words the {limit} most frequent were kept (max_pairs_per_document)."
        return counts.only(chosen), (warning,)


COOCCURRENCE = method_of(
    METHOD,
    title="Neighbouring words",
    description="Every word is a term; words that stand within a few words of each other are counted as pairs.",
    configuration=CooccurrenceConfiguration,
    extractor=CooccurrenceExtractor,
)
