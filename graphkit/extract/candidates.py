"""Stretches of text that may be names, each with the features by which a scorer tells names from the rest.

Candidates come from a model's entities and from capital letters, with variants of both: cut at connectives, without the
first or the last word, joined with the next. None is certain, and many overlap; the scorer chooses.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from graphkit.extract.capitals import run_pattern
from graphkit.extract.name_run import RunReader
from graphkit.extract.name_span import MAX_NAME, clean_span
from graphkit.extract.parse import RawEntity
from graphkit.extract.wordlists import (
    COMPANY_SUFFIXES,
    FUNCTION_WORDS,
    MONTHS,
    SENTENCE_OPENERS,
    TITLES,
    WEEKDAYS,
)

_WORD = re.compile(r"[^\W_][^\s()\[\]\"“”,;:!?/…]*")
_PARTING = re.compile(r"(?:,? and |, |/| & | \()")
_CONNECTIVE = re.compile(r" (?:of the|of|for the|for|and|in the|in|de|the|on|to|with|from|&|at) ")
_JOINT = re.compile(
    r" (?:of the|of|for the|for|and the|and|in the|in|the|on the|on|to the|to|with|from|at|a|&|-|–) |, | "
)
_QUOTED = re.compile(r"“([^“”\n]{2,80})”|\"([^\"\n]{2,80})\"|‘([^‘’\n]{2,80})’")
_ADDRESS = re.compile(r"(?<!\S)\S*?(?:://|@|www\.)\S*")
_ENDING = re.compile(r"(?:ing|ed|ly|ion|ions|ness|ment|ments|ity|ers|ous|ful|ive|ist|ian|ese|ish|ism)$")
_NEIGHBOURS = frozenset(
    """
    the a an of in at on by from to and or with for as is was were are has had said says like mr dr his her their its
    our my , . : ; ( ) " - – ' 's [ ] / ? ! | who which that called named near between against music film novel book
    album song band award prize university river city town district county state language people
    """.split()
)
_SUFFIXES = frozenset(suffix.casefold() for suffix in COMPANY_SUFFIXES)


@dataclass(slots=True)
class Candidate:
    """A stretch of text and the features that speak for or against it; ``label`` is the model's type, if it has one."""

    start: int
    end: int
    label: str = ""
    features: set[str] = field(default_factory=set)


class CandidateFinder:
    """Finds the candidates of a piece of text, given the entities of a model in it."""

    def __init__(self) -> None:
        self._reader = RunReader(min_length=1, max_words=10, dates=True)

    def find(self, text: str, entities: Sequence[RawEntity], numbers: frozenset[str]) -> list[Candidate]:
        """Candidates with their features, sorted by offset; entities of a type in ``numbers`` are none."""
        found: dict[tuple[int, int], Candidate] = {}
        for start, end, label in entities:
            if label not in numbers:
                self._of_entity(text, start, end, found)
        self._of_capitals(text, found)
        for match in _QUOTED.finditer(text):
            group = match.lastindex or 0
            if text[match.start(group)].isupper():
                _add(found, text, match.start(group), match.end(group), "quoted")
        addresses = [match.span() for match in _ADDRESS.finditer(text)]
        kept = [c for c in found.values() if not any(a < c.end and c.start < b for a, b in addresses)]
        around = _Surroundings(text, sorted(entities))
        for candidate in kept:
            around.describe(candidate)
        return sorted(kept, key=lambda c: (c.start, c.end))

    def _of_entity(self, text: str, start: int, end: int, found: dict[tuple[int, int], Candidate]) -> None:
        for span in clean_span(text, start, end):
            _add(found, text, span.start, span.end, "entity")
            at = span.start
            for joint in [*_PARTING.finditer(text, span.start, span.end), None]:
                stop = joint.start() if joint else span.end
                if (at, stop) != (span.start, span.end):
                    _add(found, text, at, stop, "entity part")
                at = joint.end() if joint else at

    def _of_capitals(self, text: str, found: dict[tuple[int, int], Candidate]) -> None:
        names: list[tuple[int, int]] = []
        for match in run_pattern().finditer(text):
            start = match.start()
            if start and (text[start - 1].isalnum() or text[start - 1] == "_"):
                while start and text[start - 1].islower() and match.start() - start < 5:
                    start -= 1
                if start and text[start - 1].isalnum():
                    continue
            pieces = self._reader.read(text[start : match.end()], False)
            names += [(start + piece.start, start + piece.end) for piece in pieces]
        for index, (start, end) in enumerate(names):
            _add(found, text, start, end, "run")
            self._variants(text, start, end, found)
            for following in (1, 2):
                if index + following < len(names):
                    between = text[names[index + following - 1][1] : names[index + following][0]]
                    if not _JOINT.fullmatch(between):
                        break
                    _add(found, text, start, names[index + following][1], f"joined{between}")

    def _variants(self, text: str, start: int, end: int, found: dict[tuple[int, int], Candidate]) -> None:
        words = [match.span() for match in re.finditer(r"\S+", text[start:end])]
        if len(words) > 1:
            _add(found, text, start + words[1][0], end, "without first")
            _add(found, text, start, start + words[-2][1], "without last")
        for joint in _CONNECTIVE.finditer(text, start, end):
            _add(found, text, start, joint.start(), "left of connective")
            _add(found, text, joint.end(), end, "right of connective")


def _add(found: dict[tuple[int, int], Candidate], text: str, start: int, end: int, source: str) -> None:
    for span in clean_span(text, start, end)[:1]:
        if span.end - span.start <= MAX_NAME:
            candidate = found.setdefault((span.start, span.end), Candidate(span.start, span.end))
            candidate.features.add(f"source {source}")


class _Surroundings:
    """The piece around its candidates: entities, words before and after, the shape of the line."""

    def __init__(self, text: str, entities: Sequence[RawEntity]) -> None:
        self._text, self._entities = text, entities
        self._ends = [entity[1] for entity in entities]
        self._lines: dict[int, str] = {}

    def describe(self, candidate: Candidate) -> None:
        """Add all features but the sources."""
        text, start, end = self._text, candidate.start, candidate.end
        surface = text[start:end]
        words = _WORD.findall(surface)
        features = candidate.features
        features.update(self._entity_features(candidate))
        features.update(_shape_features(surface, words))
        before, after = _word_before(text, start), _word_after(text, end)
        opening = _opens(text, start)
        features.add("opens" if opening else "inside")
        if opening and len(words) == 1:
            features.update(f"opens {f}" for f in _kind_features(words[0]))
        features.update(_neighbour_features("before", before))
        features.update(_neighbour_features("after", after))
        features.add(self._line_feature(start))

    def _entity_features(self, candidate: Candidate) -> Iterator[str]:
        start, end = candidate.start, candidate.end
        index = bisect_right(self._ends, start)
        touching = []
        while index < len(self._entities) and self._entities[index][0] < end:
            touching.append(self._entities[index])
            index += 1
        if not touching:
            yield "no entity"
            return
        for first, last, label in touching:
            clean = clean_span(self._text, first, last)
            if (first, last) == (start, end) or any((s.start, s.end) == (start, end) for s in clean):
                candidate.label = label
                yield f"is {label}"
            elif first <= start and end <= last:
                candidate.label = candidate.label or label
                yield f"in {label}"
                yield "in entity"
            elif start <= first and last <= end:
                candidate.label = candidate.label or label
                yield f"covers {label}"
                yield f"covers {min(len(touching), 3)}"
            else:
                yield f"crosses {label}"
                yield "crosses"

    def _line_feature(self, start: int) -> str:
        begin = self._text.rfind("\n", 0, start) + 1
        if begin not in self._lines:
            stop = self._text.find("\n", begin)
            line = self._text[begin : stop if stop >= 0 else len(self._text)]
            words = [w for w in _WORD.findall(line) if w[0].isalpha()]
            capitals = sum(w[0].isupper() for w in words) / max(1, len(words))
            shouted = sum(w.isupper() and len(w) > 1 for w in words) / max(1, len(words))
            level = "shouted" if shouted > 0.6 else f"capitals {min(int(capitals * 5), 4)}"
            size = "short" if len(words) < 6 else "long"
            self._lines[begin] = f"line {level} {size}"
        return self._lines[begin]


def _shape_features(surface: str, words: Sequence[str]) -> Iterator[str]:
    count = min(len(words), 6)
    yield f"words {count}"
    yield f"length {min(len(surface) // 4, 8)}"
    small = [w for w in words if w == w.lower() and w[0].isalpha()]
    yield f"small words {min(len(small), 3)}"
    if small and len(small) == len(words):
        yield "all small"
    for word in set(small):
        if word in _NEIGHBOURS:
            yield f"holds {word}"
    if not words:
        return
    for place, word in (("first", words[0]), ("last", words[-1])):
        for feature in _kind_features(word):
            yield f"{place} {feature}"
            if len(words) == 1:
                yield f"only {feature}"
    if words[-1].rstrip(".").casefold() in _SUFFIXES:
        yield "company suffix"
    if any(c.isdigit() for c in surface):
        yield "has digit"
    if "," in surface:
        yield "has comma"
    if "'" in surface or "’" in surface:
        yield "has apostrophe"


def _kind_features(word: str) -> Iterator[str]:
    """What a word looks like and which closed list it is in."""
    plain = word.rstrip(".").casefold()
    if word.isupper() and len(word) > 1:
        yield "acronym" if word.isalpha() else "acronym with signs"
        yield f"acronym {min(len(word), 5)}"
    elif any(c.isupper() for c in word[1:]) and not word.isupper():
        yield "mixed"
    elif word[:1].isupper():
        yield "capital"
    else:
        yield "small" if word[:1].islower() else "other"
    if "-" in word:
        yield "hyphen"
    if word.endswith("."):
        yield "stop"
    if not word.isascii():
        yield "accent"
    for name, known in (
        ("function", FUNCTION_WORDS), ("ordinary", SENTENCE_OPENERS), ("title", TITLES),
        ("month", MONTHS), ("weekday", WEEKDAYS),
    ):  # fmt: skip
        if plain in known:
            yield name
    ending = _ENDING.search(plain)
    if ending:
        yield f"-{ending.group()}"


def _neighbour_features(side: str, word: str) -> Iterator[str]:
    plain = word.casefold()
    if not word:
        yield f"{side} nothing"
    elif plain in _NEIGHBOURS:
        yield f"{side} {plain}"
    elif plain.rstrip(".") in TITLES:
        yield f"{side} title"
    if word[:1].isupper():
        yield f"{side} capital"
    elif word[:1].islower():
        yield f"{side} small"
    elif word[:1].isdigit():
        yield f"{side} number"


def _word_before(text: str, start: int) -> str:
    left = text[max(0, start - 40) : start].rpartition("\n")[2].rstrip()
    if not left:
        return ""
    return left[-1] if not left[-1].isalnum() and left[-1] != "." else left.split()[-1].lstrip("(\"“'")


def _word_after(text: str, end: int) -> str:
    right = text[end : end + 40].partition("\n")[0].lstrip()
    if not right:
        return ""
    if right[:2] in {"'s", "’s"}:
        return "'s"
    return right[0] if not right[0].isalnum() else right.split()[0].rstrip(".,;:!?)\"”'")


def _opens(text: str, start: int) -> bool:
    left = text[max(0, start - 20) : start].rstrip(" \u00a0\"'“”‘’«»([*_")
    if left.endswith("."):
        word = left[:-1].split()[-1:] or [""]
        return word[0].casefold() not in TITLES and not (len(word[0]) == 1 and word[0].isupper())
    return not left or left[-1] in "!?…:;\n\t•·-–—#>|"
