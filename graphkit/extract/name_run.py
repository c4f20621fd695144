"""A run of capitalised words, read: what in it is a name, and of which kind."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from graphkit.extract.capitals import piece_pattern
from graphkit.extract.name_span import MAX_NAME
from graphkit.extract.wordlists import (
    FUNCTION_WORDS,
    HEADS_BEFORE_FOR,
    MONTHS,
    SENTENCE_OPENERS,
    SHOUTED,
    TITLES,
    WEEKDAYS,
)

Kind = Literal["phrase", "acronym", "mixed", "word", "opener"]
"""phrase: several words; acronym: capitals; mixed: inner capital or digit; word: one capitalised word inside a
sentence; opener: one capitalised word that opens a sentence, where every word has a capital."""


class Piece(NamedTuple):
    """A name in a run; offsets count from the run's beginning."""

    start: int
    end: int
    text: str
    kind: Kind


class _Word(NamedTuple):
    start: int
    end: int
    text: str

    @property
    def plain(self) -> str:
        return self.text.rstrip(".").casefold().replace("’", "'")

    @property
    def is_small(self) -> bool:
        return self.text == self.text.lower()

    @property
    def is_number(self) -> bool:
        return self.text.isdecimal()


class RunReader:
    """Reads runs with one configuration and remembers what it has read: most runs repeat."""

    def __init__(self, *, min_length: int, max_words: int, dates: bool) -> None:
        self._min_length, self._max_words, self._dates = min_length, max_words, dates
        self.read = lru_cache(maxsize=1 << 16)(self._read)

    def _read(self, run: str, opening: bool) -> tuple[Piece, ...]:  # noqa: FBT001 - a cached call takes positions
        if len(run) > 10 * MAX_NAME:
            return ()
        words = [_Word(m.start(), m.end(), m.group()) for m in piece_pattern().finditer(run)]
        pieces = []
        for part in _split(words):
            kept = self._trim(part)
            if kept:
                piece = self._piece(run, kept, opening=opening and kept[0] is words[0])
                pieces += [piece] if piece else []
        return tuple(pieces)

    def _trim(self, words: list[_Word]) -> list[_Word]:
        while words and (words[0].is_small or _is_function_word(words[0])):
            words = words[1:]
        while len(words) > 1 and words[0].plain in TITLES:
            words = words[1:]
        while words and not _may_end(words):
            words = words[:-1]
        if not self._dates and all(w.plain in MONTHS or w.plain in WEEKDAYS for w in words):
            return []
        return words

    def _piece(self, run: str, words: list[_Word], *, opening: bool) -> Piece | None:
        start, end = words[0].start, words[-1].end
        text = run[start:end]
        if not self._min_length <= len(text) <= MAX_NAME:
            return None
        if sum(not w.is_small for w in words) > self._max_words:
            return None
        if len(words) > 1:
            return Piece(start, end, text, "phrase")
        word = words[0]
        if word.plain in TITLES or (word.plain in SENTENCE_OPENERS and not _is_shouted(text)):
            return None
        return Piece(start, end, text, _kind_of_word(text, opening=opening))


def _split(words: list[_Word]) -> list[list[_Word]]:
    """Parts of a run that belong to different names: at a sentence's opener after an initial, at a stray "for"."""
    parts: list[list[_Word]] = [[]]
    for index, word in enumerate(words):
        before = words[index - 1] if index else None
        opens_sentence = before is not None and before.text.endswith(".") and _is_function_word(word)
        stray_for = word.text in {"for", "für"} and before is not None and before.plain not in HEADS_BEFORE_FOR
        if opens_sentence or stray_for:
            parts.append([])
        parts[-1].append(word)
    return parts


def _may_end(words: list[_Word]) -> bool:
    """Whether a name can end here. A number belongs to what it counts (Pier 7, Boeing 737), not to a day or month."""
    last = words[-1]
    if last.is_number:
        before = words[-2] if len(words) > 1 else None
        names_something = before is not None and not before.is_small and not _is_function_word(before)
        return names_something and before is not None and before.plain not in MONTHS | WEEKDAYS | SENTENCE_OPENERS
    return not last.is_small and (len(words) == 1 or not _is_function_word(last))


def _is_function_word(word: _Word) -> bool:
    if word.text.endswith("."):
        return False
    if len(word.text) == 1 and not word.text.isascii():  # a preposition such as Russian "В", and no initial
        return True
    if _is_shouted(word.text):
        return word.plain in SHOUTED
    return word.plain in FUNCTION_WORDS


def _is_shouted(text: str) -> bool:
    return len(text) > 1 and text.isupper()


def _kind_of_word(text: str, *, opening: bool) -> Kind:
    if text.isupper():
        return "acronym"
    if any(c.isupper() or c.isdigit() for c in text[1:]):
        return "mixed"
    return "opener" if opening else "word"
