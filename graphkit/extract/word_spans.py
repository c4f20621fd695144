"""Words of a text with their spans, of every script, found by NumPy over the code points at once."""

from __future__ import annotations

import unicodedata
from functools import cache

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

_OTHER, _LETTER, _SINGLE, _JOINING, _APOSTROPHE = range(5)
_SINGLES = (
    range(0x3041, 0x30A0), range(0x3400, 0x4DC0), range(0x4E00, 0xA000), range(0xF900, 0xFB00), range(0x20000, 0x31350),
)  # fmt: skip
"""Hiragana and Han: written without blanks, so each character is a word."""


def words_with_spans(text: str, *, inner_apostrophes: bool = True) -> tuple[Ints, Ints, list[str]]:
    """Starts, ends and spellings of the words: letters and digits with marks, inner apostrophes and underscores."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    kind = _kinds()[codes]
    solid = (kind == _LETTER) | (kind == _SINGLE)
    after = np.zeros_like(solid)
    after[:-1] = solid[1:]
    before = np.zeros_like(solid)
    before[1:] = solid[:-1] | (kind[:-1] == _JOINING)
    inner = (kind == _JOINING) & before
    if inner_apostrophes:
        inner |= (kind == _APOSTROPHE) & before & after
    word = solid | inner
    follows_word = np.zeros_like(word)
    follows_word[1:] = word[:-1]
    follows_single = np.zeros_like(word)
    follows_single[1:] = kind[:-1] == _SINGLE
    begins = word & (~follows_word | (kind == _SINGLE) | (follows_single & ~inner))
    starts = np.flatnonzero(begins)
    # A word ends where no word character follows, or where the next word begins.
    stops = np.flatnonzero(np.append(follows_word & ~word, word[-1:].any()))
    # With blanks for all that is no word, and between words that touch, the text can be split at once.
    spaced = np.where(word, codes, np.uint32(ord(" ")))
    if len(starts) > len(stops):
        spaced = np.insert(spaced, starts, np.uint32(ord(" ")))
        stops = np.minimum(stops[np.searchsorted(stops, starts, side="right")], np.append(starts[1:], len(text)))
    spelled = spaced.tobytes().decode("utf-32-le", "surrogatepass").split(" ")
    return starts, stops, list(filter(None, spelled))


@cache
def _kinds() -> NDArray[np.uint8]:
    kinds = np.zeros(0x110000, dtype=np.uint8)
    for code in range(0x32000):
        char = chr(code)
        if char.isalnum():
            kinds[code] = _LETTER
        elif unicodedata.category(char) in {"Mn", "Mc"}:
            kinds[code] = _JOINING
    for single in _SINGLES:
        kinds[single.start : single.stop] = np.where(kinds[single.start : single.stop] == _LETTER, _SINGLE, 0)
    kinds[[ord("'"), ord("’")]] = _APOSTROPHE
    kinds[[ord("_"), 0x200C, 0x200D]] = _JOINING
    return kinds
