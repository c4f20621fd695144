"""Names by their capital letters: fast, without a model, in every script that has capitals.

Scripts without capitals (Han, Kana, Hangul, Arabic, Hebrew, Devanagari, Thai and others) give no names by
themselves, since nothing in the letters tells a name from a word. There the domain terms are found, and a
stretch of such a script inside a line of another is taken as a name, as in "the city of 東京 in Japan".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from pydantic import Field, field_validator

from graphkit.extract.batches import batches
from graphkit.extract.capitals import run_pattern
from graphkit.extract.configuration import Configuration
from graphkit.extract.configured import ConfiguredExtractor
from graphkit.extract.confinement import confined
from graphkit.extract.domain_terms import DomainTerms
from graphkit.extract.foreign_script import caseless_share_is_high, foreign_runs, is_caseless, may_be_caseless
from graphkit.extract.heading import heading_spans
from graphkit.extract.method import method_of
from graphkit.extract.name_columns import Row, columns, longest, once
from graphkit.extract.name_run import Kind, RunReader
from graphkit.extract.name_span import MAX_NAME
from graphkit.extract.passage_text import is_basic, without_unbroken
from graphkit.extract.sentence_pairs import Pairs, cut_warning
from graphkit.extract.wordlists import ARTICLES_AFTER_PARTICLES, LEADING_PARTICLES
from graphkit.model import Chunk, ChunkFailure, Document, Extraction, Span
from graphkit.text import sentence_bounds

METHOD = "regex"
VERSION = "2"

_CONFIDENCE: dict[Kind, float] = {"phrase": 0.75, "acronym": 0.6, "mixed": 0.7, "word": 0.6, "opener": 0.4}
"""Rounded shares of right names of each kind in mails, comments and encyclopedias (``docs/extraction.md``)."""
_TERM_CONFIDENCE = 1.0
_FOREIGN_CONFIDENCE = 0.6
_PAIR_CONFIDENCE = 0.3
_SHORT = 10_000
_PARTICLE_ENDS = frozenset({"van", "von", "bin", "ibn", "lla", "del", "der", "den", " de", "\nde", " la", "\nla"})
"""The three signs before the blank before a name that a particle may belong to."""
_ORDINARY_ENDING = re.compile(r"(?:ing|ed|ly|tion|tions|ness|ment|ments|ity|ities|ers|ous|ful|able|ible|ive|est)$")


class RegexConfiguration(Configuration):
    """Options of the method ``regex``."""

    min_entity_length: int = Field(2, ge=1, le=MAX_NAME, description="shortest name, in characters")
    max_entity_words: int = Field(6, ge=1, le=20, description="most capitalised words in a name")
    max_entities_per_chunk: int = Field(100, ge=1, le=10_000, description="most different names from one chunk")
    domain_terms: tuple[str, ...] = Field((), description="words to find in any case, as whole words")
    include_dates: bool = Field(False, description="keep weekdays and months")
    include_headings: bool = Field(False, description="keep names that stand in headings only")
    include_relations: bool = Field(True, description="relate the names that stand in one sentence")
    max_pairs_per_sentence: int = Field(66, ge=1, le=10_000, description="most pairs from one sentence")
    include_item_node: bool = Field(True, exclude=True, description="known to other programs; changes nothing here")

    @field_validator("domain_terms")
    @classmethod
    def _clean_terms(cls, terms: tuple[str, ...]) -> tuple[str, ...]:
        cleaned = {" ".join(term.split()) for term in terms}
        if "" in cleaned:
            raise ValueError("domain_terms holds an empty term")
        if any(len(term) > MAX_NAME for term in cleaned):
            raise ValueError(f"domain_terms holds a term of more than {MAX_NAME} characters")
        return tuple(sorted(cleaned))


@dataclass(frozen=True, slots=True)
class _Found:
    """What was found in one chunk, before the whole document has been heard."""

    chunk: Chunk
    mentions: list[Row]
    doubtful: set[int]
    """Offsets of one-word names that open a sentence, and of names in headings."""
    cut: int


@dataclass(frozen=True, slots=True)
class _Read:
    """What was found in a document."""

    rows: list[Row]
    pairs: Pairs
    failures: tuple[ChunkFailure, ...]
    warnings: tuple[str, ...]


class RegexExtractor(ConfiguredExtractor[RegexConfiguration]):
    """Finds capitalised names and domain terms, and relates the names of a sentence."""

    def __init__(self, configuration: RegexConfiguration) -> None:
        super().__init__(METHOD, VERSION, configuration)
        self._terms = DomainTerms(configuration.domain_terms)
        self._reader = RunReader(
            min_length=configuration.min_entity_length,
            max_words=configuration.max_entity_words,
            dates=configuration.include_dates,
        )

    def extract(self, documents: Iterable[tuple[Document, tuple[Chunk, ...]]]) -> Iterator[Extraction]:
        """One extraction for each document, made in small batches when it is asked for."""
        for batch in batches(documents):
            read = [self._read(document, chunks) for document, chunks in batch]
            found = columns([(one.rows, one.pairs) for one in read], METHOD, _PAIR_CONFIDENCE)
            for (document, _), one, (mentions, relations) in zip(batch, read, found, strict=True):
                yield Extraction(document.document_id, METHOD, mentions, relations, one.failures, one.warnings)

    def _read(self, document: Document, chunks: tuple[Chunk, ...]) -> _Read:
        text = document.text
        headings = [] if self._configuration.include_headings else heading_spans(document)
        searched = without_unbroken(text)  # in which the pattern for names would look again at every letter
        runs = run_pattern(basic=is_basic(text))
        is_mixed = may_be_caseless(text)
        has_others = bool(self._configuration.domain_terms) or is_mixed

        def find(chunk: Chunk) -> _Found:
            run = runs.finditer(searched, chunk.start, chunk.end)
            return self._find(text, run, chunk, headings, has_others=has_others)

        found, failures = confined(chunks, find)
        pairs = Pairs(self._configuration.max_pairs_per_sentence)
        rows: list[Row] = []
        for part, kept in zip(found, _confirmed(text, found), strict=True):
            if self._configuration.include_relations and len(kept) > 1:
                pairs.add(kept, sentence_bounds(text, part.chunk.start, part.chunk.end), first=len(rows))
            rows += kept
        if any(one.end > other.start for one, other in pairwise(chunks)):
            rows, pairs = once(rows, pairs)
        warnings = (
            *self._warnings(text if is_mixed else "", sum(f.cut for f in found)),
            *cut_warning(pairs.cut_sentences, pairs.limit),
        )
        return _Read(rows, pairs, failures, warnings)

    def _find(
        self, text: str, runs: Iterator[re.Match[str]], chunk: Chunk, headings: list[Span], *, has_others: bool
    ) -> _Found:
        mentions: list[Row] = []
        doubtful: set[int] = set()
        self._find_runs(text, runs, chunk, mentions, doubtful)
        others = self._terms_and_foreign_names(text, chunk) if has_others else []
        if others:
            mentions = longest(mentions + others)
            doubtful -= {start for start, *_ in others}
        if headings:
            doubtful |= _starts_inside(mentions, headings)
        kept = _most_frequent(mentions, self._configuration.max_entities_per_chunk)
        return _Found(chunk, kept, doubtful, len(mentions) - len(kept))

    def _terms_and_foreign_names(self, text: str, chunk: Chunk) -> list[Row]:
        terms = list(self._terms.find(text, chunk.start, chunk.end))
        foreign = [
            span
            for span in foreign_runs(text, chunk.start, chunk.end)
            if span.end - span.start >= self._configuration.min_entity_length
            and not any(term.start < span.end and span.start < term.end for term in terms)
        ]
        return [
            (span.start, span.end, text[span.start : span.end], confidence)
            for spans, confidence in ((terms, _TERM_CONFIDENCE), (foreign, _FOREIGN_CONFIDENCE))
            for span in spans
        ]

    def _find_runs(
        self, text: str, runs: Iterator[re.Match[str]], chunk: Chunk, mentions: list[Row], doubtful: set[int]
    ) -> None:
        read = self._reader.read
        has_addresses = any(text.find(sign, chunk.start, chunk.end) >= 0 for sign in ("://", "@", "www."))
        begin = floor = chunk.start
        for match in runs:
            start, end = match.span()
            before = text[start - 1] if start > begin else "\n"
            # Most names follow a blank and a letter.
            if before == " " and start - 2 >= begin and text[start - 2].isalnum():
                opening = False
            elif before != " " and ((before.isalnum() and not is_caseless(before)) or before == "_"):
                start = _camel_start(text, start, floor)
                if start < 0:
                    continue
                opening = False
            else:
                opening = _opens(text, start, begin)
            pieces = read(text[start:end], opening)
            if pieces and before == " " and text[start - 4 : start - 1] in _PARTICLE_ENDS and pieces[0].start == 0:
                particle = _particle_before(text, start, floor)
                if particle:
                    at, first_end = start - particle, start + pieces[0].end
                    mentions.append((at, first_end, text[at:first_end], _CONFIDENCE["phrase"]))
                    pieces = pieces[1:]
            for piece_start, piece_end, name, kind in pieces:
                if has_addresses and _in_address(text, start + piece_start, start + piece_end):
                    continue
                mentions.append((start + piece_start, start + piece_end, name, _CONFIDENCE[kind]))
                if kind == "opener":
                    doubtful.add(start + piece_start)
            floor = end

    def _warnings(self, text: str, cut: int) -> tuple[str, ...]:
        warnings = []
        if cut:
            limit = self._configuration.max_entities_per_chunk
            warnings.append(
                f"Chunks with more than {limit} different names lost {cut} rarer mentions (max_entities_per_chunk)."
            )
        if caseless_share_is_high(text):
            warnings.append(
                "Most of this text is in a script without capital letters, in which the regex method finds only "
                "domain terms; choose another method or give domain_terms."
            )
        return tuple(warnings)


def _opens(text: str, start: int, floor: int) -> bool:
    """Whether the word at ``start`` opens a sentence, a line, a quotation or an item of a list."""
    at = start - 1
    while at >= floor and text[at] in " \u00a0\"'“”‘’«»([*_":
        at -= 1
    return at < floor or text[at] in ".!?…:;\n\t•·-–—#>|"


def _camel_start(text: str, start: int, floor: int) -> int:
    """Beginning of a word such as iPhone or macOS whose first capital is at ``start``; -1 if it is none."""
    at = start
    while at > floor and start - at < 5 and text[at - 1].islower():
        at -= 1
    if start - at > 4 or at == start or (at > floor and (text[at - 1].isalnum() or text[at - 1] in "_'’")):
        return -1
    return at


def _particle_before(text: str, start: int, floor: int) -> int:
    """Length, with its blank, of a particle before the name at ``start``: van Gogh, bin Laden, van der Rohe."""
    begin = max(text.rfind(" ", floor, start - 1), text.rfind("\n", floor, start - 1), floor - 1) + 1
    word = text[begin : start - 1]
    if word in LEADING_PARTICLES:
        return start - begin
    if word in ARTICLES_AFTER_PARTICLES:
        for particle in ("van ", "von ", "de "):
            if text.startswith(particle, begin - len(particle)) and begin - len(particle) >= floor:
                return start - begin + len(particle)
    return 0


def _in_address(text: str, start: int, end: int) -> bool:
    """Whether a span is part of an address of the web or of mail."""
    left, right = max(0, start - 200), min(len(text), end + 200)
    word = (text[left:start].split(None)[-1:] or [""])[0] if start and not text[start - 1].isspace() else ""
    tail = (text[end:right].split(None, 1)[:1] or [""])[0] if end < len(text) and not text[end].isspace() else ""
    return any(sign in word or sign in tail for sign in ("://", "@", "www."))


def _starts_inside(mentions: list[Row], spans: list[Span]) -> set[int]:
    inside: set[int] = set()
    index = 0
    for start, *_ in mentions:
        while index < len(spans) and spans[index].end <= start:
            index += 1
        if index < len(spans) and spans[index].start <= start:
            inside.add(start)
    return inside


def _most_frequent(mentions: list[Row], limit: int) -> list[Row]:
    if len(mentions) <= limit:
        return mentions
    counts: dict[str, int] = {}
    for _, _, text, _ in mentions:
        counts[text] = counts.get(text, 0) + 1
    if len(counts) <= limit:
        return mentions
    kept = set(sorted(counts, key=lambda name: -counts[name])[:limit])
    return [row for row in mentions if row[2] in kept]


def _confirmed(text: str, found: list[_Found]) -> list[list[Row]]:
    """Mentions without the doubtful ones for which nothing else in the document speaks.

    A word that opens a sentence is a name if it has its capital inside a sentence too, or is written small
    nowhere and does not end like an ordinary word. A name in a heading needs a mention outside of headings.
    """
    certain = {row[2] for part in found for row in part.mentions if row[0] not in part.doubtful}
    openers = {
        row[2]
        for part in found
        if part.doubtful
        for row in part.mentions
        if row[3] == _CONFIDENCE["opener"] and row[0] in part.doubtful
    }
    words = {name: name.casefold() for name in openers - certain}
    small = _written(text, set(words.values()))
    confirmed = {name for name, word in words.items() if word not in small and not _ORDINARY_ENDING.search(word)}
    return [
        [
            row
            for row in part.mentions
            if row[0] not in part.doubtful
            or row[2] in certain
            or (row[2] in confirmed and row[3] == _CONFIDENCE["opener"])
        ]
        if part.doubtful
        else part.mentions
        for part in found
    ]


def _written(text: str, words: set[str]) -> set[str]:
    """Which of the words stand in the text as they are, between blanks."""
    if len(text) < _SHORT:  # in which looking for a word takes less time than parting the text
        words = {word for word in words if word in text}
    return words.intersection(text.split()) if words else words


REGEX = method_of(
    METHOD,
    title="Capital letters",
    description="Names by their capital letters and domain terms in any case; fast, without a model or types.",
    configuration=RegexConfiguration,
    extractor=RegexExtractor,
    aliases={"simple-entities": {"min_entity_length": 3, "max_entity_words": 4}},
)
