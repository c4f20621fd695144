"""What speaks for or against a stretch of text being a name, as features that a scorer weighs."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from graphkit.extract.name_span import clean_span
from graphkit.extract.ordinary_words import ordinary_kinds
from graphkit.extract.parse import RawEntity, Tag
from graphkit.extract.wordlists import (
    CHAT_WORDS,
    COMPANY_SUFFIXES,
    FUNCTION_WORDS,
    HEADS_BEFORE_FOR,
    MONTHS,
    SENTENCE_OPENERS,
    TITLES,
    WEEKDAYS,
)

_WORD = re.compile(r"[^\W_][^\s()\[\]\"“”,;:!?/…]*")
_ENDING = re.compile(r"(?:ing|ed|ly|ion|ions|ness|ment|ments|ity|ers|ous|ful|ive|ist|ian|ese|ish|ism)$")
_NEIGHBOURS = frozenset(
    """
    the a an of in at on by from to and or with for as is was were are has had have said says like mr dr his her
    their its our my , . : ; ( ) " - – ' 's [ ] / ? ! | who which that called named near between against music film
    novel book album song band award prize university river city town district county state language people
    """.split()
)
_BRIDGES = frozenset("of for and in the on to with from at & de a 's ’s or by , - /".split())
_FOLLOWED = re.compile(r" ?(,|&|-|'s|’s|/|\w+) ?(?:the |a )?(\S)")
_PRECEDED = re.compile(r"(?:^|[\s(\"“])(\S)\S*? ?(,|&|-|'s|’s|/|\b\w+)(?: the| a)? ?$")
_VERBS = frozenset({"VBD", "VBZ", "VBP", "VB"})
_PROPER = frozenset({"NNP", "NNPS"})
_LONGEST_PATTERN = 4
_REACH = 60
_HEADS = HEADS_BEFORE_FOR | {"ministry", "college", "faculty", "secretary", "minister", "museum", "court", "house"}
_SUFFIXES = frozenset(suffix.casefold() for suffix in COMPANY_SUFFIXES)


@dataclass(slots=True)
class Candidate:
    """A stretch of text and the features that speak for or against it; ``label`` is the model's type, if it has one."""

    start: int
    end: int
    label: str = ""
    features: set[str] = field(default_factory=set)


class Surroundings:
    """The piece around its candidates: entities, words before and after, word classes, the shape of the line."""

    def __init__(self, text: str, entities: Sequence[RawEntity], tags: Sequence[Tag]) -> None:
        self._text, self._entities, self._tags = text, entities, tags
        self._tag_starts, self._tag_ends = [tag[0] for tag in tags], [tag[1] for tag in tags]
        self._ends = [entity[1] for entity in entities]
        self._lines: dict[int, str] = {}
        self._clean: dict[tuple[int, int], frozenset[tuple[int, int]]] = {}

    def describe(self, candidate: Candidate) -> None:
        """Add all features but the sources."""
        text, start, end = self._text, candidate.start, candidate.end
        surface = text[start:end]
        words = _WORD.findall(surface)
        features = candidate.features
        features.update(self._entity_features(candidate))
        features.update(_shape_features(surface, words))
        before, after = _word_before(text, start), _word_after(text, end)
        opening = opens_sentence(text, start)
        features.add("opens" if opening else "inside")
        if opening and len(words) == 1:
            features.update(f"opens {f}" for f in _kind_features(words[0]))
        features.update(_ordinary_features(words, before, after, opening=opening))
        features.update(self._tag_features(candidate))
        bridges = [*_bridge_features(text, start, end)]
        features.update(bridges)
        features.update(_joined_features(features, bridges, words))
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
            if (first, last) == (start, end) or (start, end) in self._cleaned(first, last):
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

    def _tag_features(self, candidate: Candidate) -> Iterator[str]:
        """Word classes (Penn tags) of the candidate and of two words on each side."""
        if not self._tags:
            return
        first = bisect_right(self._tag_ends, candidate.start)
        stop = bisect_left(self._tag_starts, candidate.end)
        inside = [tag[2] for tag in self._tags[first:stop]]
        if inside:
            yield f"tag first {inside[0]}"
            yield f"tag last {inside[-1]}"
            proper = sum(tag in _PROPER for tag in inside)
            yield f"tag {'all' if proper == len(inside) else 'some' if proper else 'none'} proper"
            if len(inside) == 1:
                yield f"tag only {inside[0]}"
            if not _VERBS.isdisjoint(inside):
                yield "tag has verb"
            if len(inside) <= _LONGEST_PATTERN:
                yield f"tags {' '.join(inside)}"
        before, after = self._tag(first - 1), self._tag(stop)
        yield f"tag before {before}"
        yield f"tag after {after}"
        yield f"tags before {self._tag(first - 2)} {before}"
        yield f"tags after {after} {self._tag(stop + 1)}"

    def _tag(self, index: int) -> str:
        return self._tags[index][2] if 0 <= index < len(self._tags) else "none"

    def _cleaned(self, start: int, end: int) -> frozenset[tuple[int, int]]:
        """The names in an entity, cleaned once for all candidates that touch it."""
        if (start, end) not in self._clean:
            spans = clean_span(self._text, start, end)
            self._clean[start, end] = frozenset((span.start, span.end) for span in spans)
        return self._clean[start, end]

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


def _ordinary_features(words: Sequence[str], before: str, after: str, *, opening: bool) -> Iterator[str]:
    """Whether the words, and those beside them, are ordinary when written small, and of which kind."""
    if words:
        for place, word in (("first", words[0]), ("last", words[-1])):
            yield f"{place} is {word.casefold()}"
            if word.casefold().rstrip(".") in CHAT_WORDS:
                yield "chat"
            for kind in _ordinary(word):
                yield f"{place} {kind}"
                if len(words) == 1:
                    yield f"only {kind}"
                    if opening:
                        yield f"opens only {kind}"
        capitals = [word for word in words if not word[:1].islower()]
        known = sum(bool(ordinary_kinds(word)) for word in capitals)
        share = "none" if not known else "all" if known == len(capitals) else "some"
        yield f"{share} ordinary"
        if len(words) > 1:
            yield f"{share} ordinary of {min(len(words), 4)}"
    for side, word in (("before", before), ("after", after)):
        if word[:1].isalpha():
            for kind in _ordinary(word):
                yield f"{side} {kind}"


@lru_cache(maxsize=1 << 15)
def _ordinary(word: str) -> tuple[str, ...]:
    kinds = ordinary_kinds(word)
    if not kinds:
        return ("unknown word",)
    alone = ("only a noun",) if kinds == ("noun",) else ()
    return ("ordinary word", *alone, *(f"ordinary {kind}" for kind in kinds))


def _bridge_features(text: str, start: int, end: int) -> Iterator[str]:
    """What stands beyond a small word beside the candidate: "of" and then a capital may go on with the name."""
    following = _FOLLOWED.match(text[end : end + _REACH].partition("\n")[0])
    if following and following[1].casefold() in _BRIDGES:
        yield f"then {following[1].casefold()} {_case(following[2])}"
    preceding = _PRECEDED.search(text[max(0, start - _REACH) : start].rpartition("\n")[2])
    if preceding and preceding[2].casefold() in _BRIDGES:
        yield f"prior {preceding[2].casefold()} {_case(preceding[1])}"


def _joined_features(features: set[str], bridges: Sequence[str], words: Sequence[str]) -> list[str]:
    """What counts together: a part of the model's entity that goes on, or the whole of it."""
    found = []
    whole = any(feature.startswith("is ") for feature in features)
    small = {word for word in words if word.islower()}
    if "in entity" in features:
        found += [f"in entity {bridge}" for bridge in bridges]
    if whole:
        found += [f"whole holds {word}" for word in small & _BRIDGES]
        found.append(f"whole of {min(len(words), 6)}")
    if "and" in small and "of" in small and not _HEADS.isdisjoint(word.casefold() for word in words):
        found.append("institution of and")
    return found


def _case(char: str) -> str:
    return "capital" if char.isupper() else "small" if char.islower() else "other"


@lru_cache(maxsize=1 << 15)
def _kind_features(word: str) -> tuple[str, ...]:
    """What a word looks like and which closed list it is in."""
    return tuple(_looks(word))


def _looks(word: str) -> Iterator[str]:
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


def opens_sentence(text: str, start: int) -> bool:
    """Whether a word here has its capital for that reason alone: it opens a sentence or a line."""
    left = text[max(0, start - 20) : start].rstrip(" \u00a0\"'“”‘’«»([*_")
    if left.endswith("."):
        word = left[:-1].split()[-1:] or [""]
        return word[0].casefold() not in TITLES and not (len(word[0]) == 1 and word[0].isupper())
    return not left or left[-1] in "!?…:;\n\t•·-–—#>|"
