"""Pairs of words that share a window, counted by NumPy: the arithmetic behind the method ``cooccurrence``."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

_CODES_AT_ONCE = 4_000_000
"""Pair codes held at a time: 32 MB, whatever the text and the window are."""


@dataclass(frozen=True, slots=True)
class WindowCounts:
    """One row for each unordered pair of distinct words, by the smaller and then the larger word id.

    ``count`` is the number of windows that hold both, ``window`` the first of them, ``low_at`` and ``high_at``
    the places of the two words in it.
    """

    low: Ints
    high: Ints
    count: Ints
    window: Ints
    low_at: Ints
    high_at: Ints

    def only(self, chosen: NDArray[np.bool_] | Ints) -> WindowCounts:
        """The chosen rows."""
        return WindowCounts(
            self.low[chosen], self.high[chosen], self.count[chosen],
            self.window[chosen], self.low_at[chosen], self.high_at[chosen],
        )  # fmt: skip


def count_windows(words: Ints, size: int) -> WindowCounts:
    """Count pairs in the windows of ``size`` words that begin at each word; the last windows are shorter.

    ``words`` are ids from 0. A pair counts once in a window, however often its words stand there.
    """
    total = len(words)
    padded = np.concatenate([words, np.full(size, -1, dtype=np.int64)])
    vocabulary = int(words.max(initial=0)) + 1
    block = max(1, _CODES_AT_ONCE // (size * (size - 1) // 2))
    parts = [
        _count_block(padded, start, min(block, total - start), size, vocabulary) for start in range(0, total, block)
    ]
    code, count, window = _merge(parts)
    low, high = code // vocabulary, code % vocabulary
    return WindowCounts(low, high, count, window, _place(padded, window, low, size), _place(padded, window, high, size))


def _count_block(padded: Ints, start: int, length: int, size: int, vocabulary: int) -> tuple[Ints, Ints, Ints]:
    columns = [padded[start + offset : start + offset + length] for offset in range(size)]
    is_first = []  # per column: the word is there, and not already in an earlier column of the same window
    for index, column in enumerate(columns):
        first = column >= 0
        for earlier in columns[:index]:
            first = first & (column != earlier)
        is_first.append(first)
    windows = np.arange(length, dtype=np.int64)
    packed = []
    for right in range(1, size):
        for left in range(right):
            both = is_first[left] & is_first[right]
            one, other = columns[left][both], columns[right][both]
            code = np.minimum(one, other) * vocabulary + np.maximum(one, other)
            packed.append(code * length + windows[both])
    # Sorting code and window as one number is several times faster than an indirect sort by code.
    ordered = np.sort(np.concatenate(packed))
    codes = ordered // length
    begins = np.flatnonzero(np.diff(codes, prepend=-1))
    return codes[begins], np.diff(begins, append=len(codes)), ordered[begins] % length + start


def _merge(parts: list[tuple[Ints, Ints, Ints]]) -> tuple[Ints, Ints, Ints]:
    if not parts:
        nothing = np.zeros(0, dtype=np.int64)
        return nothing, nothing, nothing
    if len(parts) == 1:
        return parts[0]
    codes, counts, windows = (np.concatenate([part[i] for part in parts]) for i in range(3))
    unique, first, inverse = np.unique(codes, return_index=True, return_inverse=True)
    summed = np.zeros(len(unique), dtype=np.int64)
    np.add.at(summed, inverse, counts)
    return unique, summed, windows[first]  # parts come in the order of the text, so the first row is the first window


def _place(padded: Ints, window: Ints, word: Ints, size: int) -> Ints:
    place = np.full(len(window), -1, dtype=np.int64)
    for offset in range(size - 1, -1, -1):
        at = window + offset
        hit = padded[np.minimum(at, len(padded) - 1)] == word
        place[hit] = at[hit]
    return place
