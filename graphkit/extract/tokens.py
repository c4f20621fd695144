"""The words of several documents in columns, numbered, with room between parts that no window may cross."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, pairwise

import numpy as np

from graphkit.columns import Ints
from graphkit.extract.batches import Passages
from graphkit.extract.sentence_pairs import name_key
from graphkit.extract.word_spans import words_with_spans
from graphkit.model import Chunk

_MAX_TOKEN = 200


@dataclass(frozen=True, slots=True)
class Tokens:
    """Words by document and offset.

    ``word`` numbers words by first appearance, equal for spellings of one name in one document and for nothing
    else; -1 is a filler. ``spelling`` numbers spellings, whose names are ``names``. Document n has the words from
    ``first_word[n]`` to before ``first_word[n + 1]``, and the places from ``first_place[n]``. ``offset`` is the
    place of the first row.
    """

    start: Ints
    end: Ints
    word: Ints
    spelling: Ints
    names: Sequence[str]
    first_word: Ints
    first_place: Ints
    offset: int = 0

    def of(self, document: int) -> Tokens:
        """The words of one document."""
        begin, stop = self.first_place[document], self.first_place[document + 1]
        return Tokens(
            self.start[begin:stop],
            self.end[begin:stop],
            self.word[begin:stop],
            self.spelling[begin:stop],
            self.names,
            self.first_word[document : document + 2],
            self.first_place[document : document + 2],
            int(begin),
        )


def read_tokens(batch: Sequence[Passages], window: int, dropped: set[str]) -> Tokens:
    """The words of the readable chunks, those in ``dropped`` (case-folded) left out; ``window`` fillers end a part."""
    parts: list[tuple[int, int]] = []  # document, and offset of the part in it
    texts: list[str] = []
    for number, (document, chunks) in enumerate(batch):
        for begin, stop in _regions(document.text, [chunk for chunk in chunks if chunk.status == "stored"]):
            parts.append((number, begin))
            texts.append(document.text[begin:stop])
    start, end, spelled = words_with_spans("\n".join(texts))
    keep = end - start <= _MAX_TOKEN
    if dropped:
        keep &= np.fromiter((word.casefold() not in dropped for word in spelled), np.bool_, len(spelled))
    if not keep.all():
        start, end = start[keep], end[keep]
        spelled = [word for word, kept in zip(spelled, keep.tolist(), strict=True) if kept]
    borders = np.cumsum([0, *(len(text) + 1 for text in texts)])
    cuts = np.searchsorted(start, borders)
    documents = np.array([number for number, _ in parts], dtype=np.int64)
    of_document = np.searchsorted(documents, np.arange(len(batch) + 1))  # the first part of each document
    spelling, names, word, first_word = _numbered(spelled, cuts[of_document].tolist())
    shift = np.repeat(np.array([begin for _, begin in parts], dtype=np.int64) - borders[:-1], np.diff(cuts))
    return _with_fillers(
        Tokens(start + shift, end + shift, word, spelling, names, first_word, cuts[of_document]),
        cuts,
        of_document,
        window,
    )


def _numbered(spelled: list[str], cuts: list[int]) -> tuple[Ints, list[str], Ints, Ints]:
    """Numbers of spellings, their names, numbers of words, and the first number of each document."""
    spellings: defaultdict[str, int] = defaultdict(count().__next__)
    spelling = np.fromiter(map(spellings.__getitem__, spelled), np.int64, len(spelled))
    names = list(spellings)
    keys = (
        "\n".join(names).lower().split("\n") if names else []
    )  # for ASCII the same as the canonical form, and quicker
    for at, text in enumerate(names):
        if not text.isascii():
            keys[at] = name_key(text)
    keyed: defaultdict[str, int] = defaultdict(count().__next__)
    key = np.fromiter(map(keyed.__getitem__, keys), np.int64, len(keys))
    word = key[spelling]
    first_word = [0]
    if len(cuts) == 2:  # a document alone: its words have the right numbers
        return spelling, names, word, np.array([0, len(keyed)], dtype=np.int64)
    for begin, stop in pairwise(cuts):
        unique, first, inverse = np.unique(word[begin:stop], return_index=True, return_inverse=True)
        rank = np.empty(len(unique), dtype=np.int64)
        rank[np.argsort(first)] = np.arange(len(unique))
        word[begin:stop] = rank[inverse] + first_word[-1]
        first_word.append(first_word[-1] + len(unique))
    return spelling, names, word, np.array(first_word, dtype=np.int64)


def _with_fillers(tokens: Tokens, cuts: Ints, of_document: Ints, window: int) -> Tokens:
    """The same words with fillers after each part; a filler stands where the word before it ends."""
    filled = np.flatnonzero(np.diff(cuts))
    room = np.zeros(len(cuts), dtype=np.int64)
    room[filled + 1] = window
    room = np.cumsum(room)
    at = np.repeat(cuts[filled + 1], window)
    return Tokens(
        np.insert(tokens.start, at, tokens.end[at - 1]),
        np.insert(tokens.end, at, tokens.end[at - 1]),
        np.insert(tokens.word, at, -1),
        np.insert(tokens.spelling, at, -1),
        tokens.names,
        tokens.first_word,
        tokens.first_place + room[of_document],
    )


def _regions(text: str, chunks: Iterable[Chunk]) -> Iterator[tuple[int, int]]:
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
