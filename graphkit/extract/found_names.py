"""The names of a document: a model's entities cleaned, definitions added, one type each, found wherever they recur.

Each rule beside the model is a switch of ``NameFinder``, so that it can be left out.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from graphkit.extract.candidates import CandidateFinder
from graphkit.extract.definition import definitions
from graphkit.extract.domain_terms import DomainTerms
from graphkit.extract.foreign_script import foreign_runs
from graphkit.extract.language_model import BLANK, language_of_model
from graphkit.extract.model_reading import Piece
from graphkit.extract.name_scorer import name_scorer
from graphkit.extract.name_span import clean_span
from graphkit.extract.ordinary_words import ordinary_kinds
from graphkit.extract.parse import Tagged
from graphkit.extract.passage_text import readable
from graphkit.extract.sentence_pairs import name_key
from graphkit.extract.wordlists import FUNCTION_WORDS, LEGAL_FORMS, MONTHS, SENTENCE_OPENERS, TITLES, WEEKDAYS
from graphkit.model import UNKNOWN, Chunk, Mention

COMPANY = "ORG"
NUMBERS = frozenset("DATE TIME CARDINAL ORDINAL MONEY PERCENT QUANTITY".split())

_MODEL_CONFIDENCE = 0.8
_AGAIN_CONFIDENCE = 0.7
_DEFINITION_CONFIDENCE = 0.8
_CAPITALS_CONFIDENCE = 0.4
_PART_CONFIDENCE = 0.6
_FOREIGN_RUN_CONFIDENCE = 0.6
_SURE_ENOUGH_TO_RECUR = 0.4
_SHORTEST_PART = 2
_CLOSING = frozenset('"”’»')
_QUOTED_ARTICLE = re.compile(r"[\"“‘«]((?:The|An|A) )$")
_TITLE_BEFORE = re.compile(rf"(?<![^\W_])((?:{'|'.join(TITLES)})\.? )$", re.IGNORECASE)
_FOREIGN_FACTOR = 0.5


_FINDER = CandidateFinder()


@dataclass(frozen=True, slots=True)
class _Name:
    """A cleaned span with the model's type; ``kept`` is False for types that are left out and only block the place."""

    start: int
    end: int
    label: str
    confidence: float
    kept: bool = True


@dataclass(frozen=True, slots=True)
class NameFinder:
    """Which names are kept: with ``labels`` None all types, numbers and dates only if ``numbers``."""

    method: str
    labels: tuple[str, ...] | None
    numbers: bool
    min_length: int
    max_length: int
    weighed: bool = True
    """Whether candidates by capital letters are weighed beside the model's entities (English)."""
    definitions: bool = True
    """Whether "World Health Organization (WHO)" makes both a name."""
    again: bool = True
    """Whether a name found once is found wherever the document spells it the same."""
    parts: bool = True
    """Whether the family name of a person found with several words is found alone: Holmes after Sherlock Holmes."""
    titles: bool = False
    """Whether Dr. and Mr. belong to the name that follows."""

    def find(self, text: str, chunks: Sequence[Chunk], parts: Iterable[tuple[Piece, Tagged]]) -> list[Mention]:
        """The mentions in the chunks, sorted, none overlapping another."""
        names = [name for piece, own in parts for name in self._names(text, piece, own)]
        return self._mentions(text, chunks, names)

    def _names(self, text: str, piece: Piece, tagged: Tagged) -> Iterator[_Name]:
        base, entities = piece.span.start, tagged.entities
        if piece.model == BLANK:
            for span in _FINDER.capitalised(text[base : piece.span.end], openers=False):
                yield _Name(base + span.start, base + span.end, UNKNOWN, _CAPITALS_CONFIDENCE)
            return
        weighed = self.weighed and not piece.foreign and language_of_model(piece.model) == "en"
        if weighed:
            found = _FINDER.find(readable(text[base : piece.span.end]), entities, NUMBERS, tagged.tags)
            for candidate, probability in name_scorer().choose(found):
                label = candidate.label if candidate.label not in NUMBERS else ""
                kept = self.labels is None or label in self.labels
                start, end = base + candidate.start, base + candidate.end
                start = _with_quoted_article(text, start, end)
                yield _Name(start, end, label or UNKNOWN, round(probability, 2), kept)
            if self.labels is None:
                for run in foreign_runs(text, base, piece.span.end):
                    yield _Name(run.start, run.end, UNKNOWN, _FOREIGN_RUN_CONFIDENCE)
        confidence = _MODEL_CONFIDENCE * (_FOREIGN_FACTOR if piece.foreign else 1)
        for start, end, label in entities:
            if not self._keeps(label):
                yield _Name(base + start, base + end, label, confidence, kept=False)
            elif not weighed or label in NUMBERS:
                for span in clean_span(text, base + start, base + end):
                    yield _Name(span.start, min(span.end, piece.span.end), label, confidence)

    def _keeps(self, label: str) -> bool:
        if self.labels is not None:
            return label in self.labels
        return self.numbers or label not in NUMBERS

    def _mentions(self, text: str, chunks: Sequence[Chunk], names: list[_Name]) -> list[Mention]:
        types = _types(text, names)
        spans: dict[int, _Name] = {}
        taken = bytearray(len(text))
        defined = _defined(text, chunks, names, types, self._keeps) if self.definitions else []
        for name in [*defined, *names]:
            if not any(taken[name.start : name.end]):
                taken[name.start : name.end] = b"\x01" * (name.end - name.start)
                spans[name.start] = name
        sure = [n for n in spans.values() if n.kept and n.confidence >= _SURE_ENOUGH_TO_RECUR]
        searches: list[tuple[set[str], float]] = []
        if self.again:
            searches.append(({text[n.start : n.end] for n in sure}, _AGAIN_CONFIDENCE))
        if self.parts:
            searches.append((_family_names(text, sure, types), _PART_CONFIDENCE))
        for words, confidence in searches:
            terms = DomainTerms((word for word in words if _may_recur(word)), any_case=False)
            for span in (span for chunk in chunks for span in terms.find(text, chunk.start, chunk.end)):
                if not any(taken[span.start : span.end]):
                    taken[span.start : span.end] = b"\x01" * (span.end - span.start)
                    spans[span.start] = _Name(span.start, span.end, "", confidence)
        low, high = self.min_length, self.max_length
        mentions = []
        for begin in sorted(spans):
            name = spans[begin]
            kind = types.get(name_key(text[begin : name.end]), name.label or UNKNOWN)
            start = _with_title(text, begin) if self.titles else begin
            surface = text[start : name.end]
            if name.kept and low <= len(surface) <= high:
                mentions.append(Mention(start, name.end, surface, kind, self.method, name.confidence))
        return mentions


def _types(text: str, names: Sequence[_Name]) -> dict[str, str]:
    """The type of each name in this document: by its legal form, else what the model said most often."""
    votes: dict[str, Counter[str]] = {}
    companies: set[str] = set()
    for name in names:
        surface = text[name.start : name.end]
        if _is_company(surface):
            companies.add(name_key(surface))
            short = surface.rpartition(" ")[0].rstrip(",")
            companies.update([name_key(short)] if " " in short else [])
        if name.kept and name.label != UNKNOWN:
            votes.setdefault(name_key(surface), Counter())[name.label] += 1
    return {key: labels.most_common(1)[0][0] for key, labels in votes.items()} | dict.fromkeys(companies, COMPANY)


def _is_company(name: str) -> bool:
    """Whether several words end in a legal form: Skarn Fuels B.V., which models take for a person."""
    words = name.casefold().split()
    return len(words) > 1 and words[-1].replace(".", "") in LEGAL_FORMS


def _defined(
    text: str, chunks: Sequence[Chunk], names: Sequence[_Name], types: dict[str, str], keeps: Callable[[str], bool]
) -> list[_Name]:
    """Long and short forms of definitions in brackets, both with the type of whichever the model knew."""
    found: list[_Name] = []
    for chunk in chunks:
        for long, short in definitions(text, chunk.start, chunk.end):
            first = bisect_left(names, long.start, key=_start_of)
            last = bisect_left(names, long.end, key=_start_of)
            inside = [n.label for n in names[first:last] if n.kept and n.end <= long.end]
            key = name_key(text[long.start : long.end])
            label = types.get(key) or (max(inside, key=inside.count) if inside else UNKNOWN)
            if label != UNKNOWN and not keeps(label):
                continue
            for span in (long, short):
                types[name_key(text[span.start : span.end])] = label
                found.append(_Name(span.start, span.end, label, _DEFINITION_CONFIDENCE))
    return found


def _family_names(text: str, names: Sequence[_Name], types: dict[str, str]) -> set[str]:
    """Last words of people's names that are no ordinary words, with the type of a person for each."""
    found: dict[str, str] = {}
    for name in names:
        surface = text[name.start : name.end]
        words = surface.split()
        if len(words) > 1 and types.get(name_key(surface)) == "PERSON":
            last = words[-1] if not words[-1].endswith(".") else words[-2]
            if len(last) > _SHORTEST_PART and last[0].isupper() and not ordinary_kinds(last):
                found[name_key(last)] = last
    for key in found:
        types.setdefault(key, "PERSON")
    return {*found.values()}


def _with_quoted_article(text: str, start: int, end: int) -> int:
    """Where a title in quotes begins: its article belongs to it, "The Salt Road"."""
    article = _QUOTED_ARTICLE.search(text[max(0, start - 6) : start])
    closes = text[end : end + 1] in _CLOSING
    return start - len(article[1]) if article and closes else start


def _with_title(text: str, start: int) -> int:
    """Where a name begins when Dr. before it belongs to it."""
    title = _TITLE_BEFORE.search(text[max(0, start - 12) : start])
    return start - len(title[1]) if title else start


def _start_of(name: _Name) -> int:
    return name.start


def _may_recur(name: str) -> bool:
    """Whether every place that spells this name may be taken as the name: not May, not Second, not us."""
    if len(name) < 2 or not any(c.isupper() or (not c.islower() and c.isalpha()) for c in name):
        return False
    plain = name.casefold()
    return not (plain in FUNCTION_WORDS or plain in SENTENCE_OPENERS or plain in MONTHS or plain in WEEKDAYS)
