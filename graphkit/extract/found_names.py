"""The names of a document: a model's entities cleaned, definitions added, one type each, found wherever they recur."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from graphkit.extract.candidates import CandidateFinder
from graphkit.extract.definition import definitions
from graphkit.extract.domain_terms import DomainTerms
from graphkit.extract.language_model import language_of_model
from graphkit.extract.model_reading import Piece
from graphkit.extract.name_scorer import name_scorer
from graphkit.extract.name_span import clean_span
from graphkit.extract.parse import Tagged
from graphkit.extract.sentence_pairs import name_key
from graphkit.extract.wordlists import FUNCTION_WORDS, MONTHS, SENTENCE_OPENERS, WEEKDAYS
from graphkit.model import UNKNOWN, Chunk, Mention

NUMBERS = frozenset("DATE TIME CARDINAL ORDINAL MONEY PERCENT QUANTITY".split())

_MODEL_CONFIDENCE = 0.8
_AGAIN_CONFIDENCE = 0.7
_DEFINITION_CONFIDENCE = 0.8
_SURE_ENOUGH_TO_RECUR = 0.4
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

    def find(self, text: str, chunks: Sequence[Chunk], parts: Iterable[tuple[Piece, Tagged]]) -> list[Mention]:
        """The mentions in the chunks, sorted, none overlapping another."""
        names = [name for piece, own in parts for name in self._names(text, piece, own)]
        return self._mentions(text, chunks, names)

    def _names(self, text: str, piece: Piece, tagged: Tagged) -> Iterator[_Name]:
        base, entities = piece.span.start, tagged.entities
        weighed = self.weighed and not piece.foreign and language_of_model(piece.model) == "en"
        if weighed:
            found = _FINDER.find(text[base : piece.span.end], entities, NUMBERS, tagged.tags)
            for candidate, probability in name_scorer().choose(found):
                label = candidate.label if candidate.label not in NUMBERS else ""
                kept = self.labels is None or label in self.labels
                start, end = base + candidate.start, base + candidate.end
                yield _Name(start, end, label or UNKNOWN, round(probability, 2), kept)
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
        defined = _defined(text, chunks, names, types, self._keeps)
        for name in [*defined, *names]:
            if not any(taken[name.start : name.end]):
                taken[name.start : name.end] = b"\x01" * (name.end - name.start)
                spans[name.start] = name
        wanted = {text[n.start : n.end] for n in spans.values() if n.kept and n.confidence >= _SURE_ENOUGH_TO_RECUR}
        again = DomainTerms((word for word in wanted if _may_recur(word)), any_case=False)
        for chunk in chunks:
            for span in again.find(text, chunk.start, chunk.end):
                if not any(taken[span.start : span.end]):
                    taken[span.start : span.end] = b"\x01" * (span.end - span.start)
                    spans[span.start] = _Name(span.start, span.end, "", _AGAIN_CONFIDENCE)
        low, high = self.min_length, self.max_length
        mentions = []
        for start in sorted(spans):
            name = spans[start]
            surface = text[start : name.end]
            if name.kept and low <= len(surface) <= high:
                kind = types.get(name_key(surface), name.label or UNKNOWN)
                mentions.append(Mention(start, name.end, surface, kind, self.method, name.confidence))
        return mentions


def _types(text: str, names: Sequence[_Name]) -> dict[str, str]:
    """The type of each name in this document: what the model said most often, at a tie what it said first."""
    votes: dict[str, Counter[str]] = {}
    for name in names:
        if name.kept and name.label != UNKNOWN:
            votes.setdefault(name_key(text[name.start : name.end]), Counter())[name.label] += 1
    return {key: labels.most_common(1)[0][0] for key, labels in votes.items()}


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


def _start_of(name: _Name) -> int:
    return name.start


def _may_recur(name: str) -> bool:
    """Whether every place that spells this name may be taken as the name: not May, not Second, not us."""
    if len(name) < 2 or not any(c.isupper() or (not c.islower() and c.isalpha()) for c in name):
        return False
    plain = name.casefold()
    return not (plain in FUNCTION_WORDS or plain in SENTENCE_OPENERS or plain in MONTHS or plain in WEEKDAYS)
