"""Stretches of text that may be names, each with the features by which a scorer tells names from the rest.

Candidates come from a model's entities and from capital letters, with variants of both: cut at connectives, without the
first or the last word, joined with the next. None is certain, and many overlap; the scorer chooses.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from graphkit.extract.capitals import run_pattern
from graphkit.extract.name_features import Candidate, Surroundings, opens_sentence
from graphkit.extract.name_run import RunReader
from graphkit.extract.name_span import MAX_NAME, clean_span
from graphkit.extract.parse import RawEntity, Tag
from graphkit.model import Span

_PARTING = re.compile(r"(?:,? and |, |/| & | \()")
_CONNECTIVE = re.compile(r" (?:of the|of|for the|for|and|in the|in|de|the|on|to|with|from|&|at) ")
_JOINT = re.compile(
    r" (?:of the|of|for the|for|and the|and|in the|in|the|on the|on|to the|to|with|from|at|a|&|-|–) |, | "
)
_QUOTED = re.compile(r"“([^“”\n]{2,80})”|\"([^\"\n]{2,80})\"|‘([^‘’\n]{2,80})’")
_ADDRESS = re.compile(r"(?<!\S)\S*?(?:://|@|www\.)\S*")
_NUMBERED = re.compile(r"(?<![^\s(\"“'])\d+[A-Z][A-Za-z0-9]{0,9}(?![^\W_])")
"""4D, 3M, 5G: a capital right after digits."""
_PROPER = frozenset({"NNP", "NNPS"})
_NOUN = frozenset({"NN", "NNS"})
_MODIFIER = frozenset({"JJ", "NN"})
_MAX_NOUNS = 2


class CandidateFinder:
    """Finds the candidates of a piece of text, given the entities of a model in it."""

    def __init__(self) -> None:
        self._reader = RunReader(min_length=1, max_words=10, dates=True)

    def find(
        self, text: str, entities: Sequence[RawEntity], numbers: frozenset[str], tags: Sequence[Tag] = ()
    ) -> list[Candidate]:
        """Candidates with their features, sorted by offset; entities of a type in ``numbers`` are none."""
        found: dict[tuple[int, int], Candidate] = {}
        for start, end, label in entities:
            if label not in numbers:
                self._of_entity(text, start, end, found)
        self._of_capitals(text, found)
        self._of_tags(text, tags, found)
        for match in _QUOTED.finditer(text):
            group = match.lastindex or 0
            if text[match.start(group)].isupper():
                _add(found, text, match.start(group), match.end(group), "quoted")
        for match in _NUMBERED.finditer(text):
            _add(found, text, match.start(), match.end(), "number word")
        addresses = [match.span() for match in _ADDRESS.finditer(text)]
        kept = [c for c in found.values() if not any(a < c.end and c.start < b for a, b in addresses)]
        around = Surroundings(text, sorted(entities), tags)
        for candidate in kept:
            around.describe(candidate)
        return sorted(kept, key=lambda c: (c.start, c.end))

    def capitalised(self, text: str, *, openers: bool = True) -> list[Span]:
        """Names by their capitals alone; without ``openers`` no single word that opens a sentence."""
        names: list[Span] = []
        for match in run_pattern().finditer(text):
            start = match.start()
            if start and (text[start - 1].isalnum() or text[start - 1] == "_"):
                while start and text[start - 1].islower() and match.start() - start < 5:
                    start -= 1
                if start and text[start - 1].isalnum():
                    continue
            opening = not openers and opens_sentence(text, start)
            pieces = self._reader.read(text[start : match.end()], opening)
            names += [Span(start + piece.start, start + piece.end) for piece in pieces if piece.kind != "opener"]
        return names

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
        names = [(span.start, span.end) for span in self.capitalised(text)]
        for index, (start, end) in enumerate(names):
            _add(found, text, start, end, "run")
            self._variants(text, start, end, found)
            for following in (1, 2):
                if index + following < len(names):
                    between = text[names[index + following - 1][1] : names[index + following][0]]
                    if not _JOINT.fullmatch(between):
                        break
                    _add(found, text, start, names[index + following][1], f"joined{between}")

    def _of_tags(self, text: str, tags: Sequence[Tag], found: dict[tuple[int, int], Candidate]) -> None:
        """Runs of proper nouns, and names with the small nouns around them: hidden Markov model."""
        starts, ends = [tag[0] for tag in tags], [tag[1] for tag in tags]
        first = 0
        while first < len(tags):
            stop = first
            while stop < len(tags) and tags[stop][2] in _PROPER and (stop == first or _in_line(text, tags, stop)):
                stop += 1
            if stop > first:
                _add(found, text, starts[first], ends[stop - 1], "proper")
            first = max(stop, first + 1)
        for name in [c for c in found.values() if c.features & {"source run", "source entity"}]:
            first, stop = bisect_right(ends, name.start), bisect_left(starts, name.end)
            end = name.end
            for count in range(1, _MAX_NOUNS + 1):
                if not (0 < stop < len(tags) and tags[stop][2] in _NOUN and _small_beside(text, tags, stop)):
                    break
                end = ends[stop]
                stop += 1
                _add(found, text, name.start, end, f"plus nouns {count}")
            if not (0 < first < len(tags) and tags[first - 1][2] in _MODIFIER):
                continue
            before = starts[first - 1]
            if text[before].islower() and text[ends[first - 1] : starts[first]] == " ":
                _add(found, text, before, name.end, "noun before")
                if end > name.end:
                    _add(found, text, before, end, "noun before plus nouns")

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


def _in_line(text: str, tags: Sequence[Tag], index: int) -> bool:
    return "\n" not in text[tags[index - 1][1] : tags[index][0]]


def _small_beside(text: str, tags: Sequence[Tag], index: int) -> bool:
    start = tags[index][0]
    return text[start].islower() and text[tags[index - 1][1] : start] in {" ", "-", ""}
