"""The names that a corpus knows: finding them in texts and in questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphkit.retrieve.words import STOP_WORDS, Token, looks_like_name, tokens


@dataclass(frozen=True, slots=True)
class NameMatch:
    """A known name in a text: its number, and its place in characters and in tokens."""

    name: int
    start: int
    end: int
    first: int
    last: int


class Gazetteer:
    """All known names by the words of their forms; several forms may have one number."""

    def __init__(self, numbers: Mapping[str, int]) -> None:
        self._numbers = numbers
        self._longest: dict[str, int] = {}
        for form in numbers:
            words = form.split(" ")
            self._longest[words[0]] = max(self._longest.get(words[0], 0), len(words))

    def number(self, form: str) -> int | None:
        """Number of the name of that form."""
        return self._numbers.get(form)

    def longest(self, found: Sequence[Token]) -> list[NameMatch]:
        """Known names from left to right, the longest at each place, none inside another."""
        matches: list[NameMatch] = []
        first = 0
        while first < len(found):
            match = next(iter(self._at(found, first)), None)
            if match is not None:
                matches.append(match)
            first = first + 1 if match is None else match.last
        return matches

    def inside(self, found: Sequence[Token]) -> list[NameMatch]:
        """Every known name, those inside others too."""
        return [match for first in range(len(found)) for match in self._at(found, first)]

    def _at(self, found: Sequence[Token], first: int) -> Iterable[NameMatch]:
        reach = min(self._longest.get(found[first].form, 0), len(found) - first)
        for last in range(first + reach, first, -1):
            number = self._numbers.get(" ".join(token.form for token in found[first:last]))
            if number is not None:
                yield NameMatch(number, found[first].start, found[last - 1].end, first, last)


def names_in_text(gazetteer: Gazetteer, text: str, found: Sequence[Token]) -> list[NameMatch]:
    """Known names that are written as names."""
    return [match for match in gazetteer.longest(found) if looks_like_name(text[match.start : match.end])]


def names_in_question(gazetteer: Gazetteer, question: str, *, proper: NDArray[np.bool_]) -> list[NameMatch]:
    """The names that a question asks about.

    Those written as names; in small letters those of two and more words that carry meaning, and single words that
    the corpus writes as names (``proper``, by the name's number) when the question has no name in capitals.
    """
    found = tokens(question)
    matches = gazetteer.longest(found)
    written = [match for match in matches if looks_like_name(question[match.start : match.end])]
    return [
        match
        for match in matches
        if match in written
        or sum(token.form not in STOP_WORDS for token in found[match.first : match.last]) >= 2
        or (not written and bool(proper[match.name]))
    ]


def without_names(question: str, matches: Sequence[NameMatch]) -> str:
    """The masked question: its names in capitals cut out, so that it says what is asked and not about whom."""
    parts: list[str] = []
    position = 0
    for match in matches:
        if looks_like_name(question[match.start : match.end]):
            parts.append(question[position : match.start])
            position = match.end
    return " ".join("".join([*parts, question[position:]]).split())
