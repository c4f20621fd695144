"""Pairs of words that share a window, counted by NumPy: the arithmetic behind the method ``cooccurrence``."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

_PAIRS_AT_ONCE = 4_000_000
"""Pairs held at a time: 32 MB for each array, whatever the text and the window are."""


@dataclass(frozen=True, slots=True)
class WindowCounts:
    """One row for each unordered pair of distinct words, by the smaller and then the larger word id.

    ``count`` is the number of windows that hold both, ``window`` the first of them, ``first`` and ``second``
    the places in it where the two words first stand.
    """

    low: Ints
    high: Ints
    count: Ints
    window: Ints
    first: Ints
    second: Ints

    def only(self, chosen: NDArray[np.bool_] | Ints | slice) -> WindowCounts:
        """The chosen rows."""
        return WindowCounts(
            self.low[chosen], self.high[chosen], self.count[chosen],
            self.window[chosen], self.first[chosen], self.second[chosen],
        )  # fmt: skip


def count_windows(words: Ints, size: int) -> WindowCounts:
    """Count pairs in the windows of ``size`` words that begin at each word; the last windows are shorter.

    ``words`` are ids from 0; -1 is a border that no window crosses. A pair counts once in a window, however often its
    words stand there.
    """
    total = len(words)
    places = np.arange(total, dtype=np.int64)
    floor = np.maximum.accumulate(np.where(words < 0, places + 1, 0)) if total else places
    vocabulary = int(words.max(initial=0)) + 1
    block = max(1, _PAIRS_AT_ONCE // (size - 1))
    parts = [_count_block(words, floor, at, min(at + block, total), size, vocabulary) for at in range(0, total, block)]
    code, count, window, first, second = _merge(parts)
    return WindowCounts(code // vocabulary, code % vocabulary, count, window, first, second)


def _count_block(words: Ints, floor: Ints, begin: int, stop: int, size: int, vocabulary: int) -> tuple[Ints, ...]:
    """Rows for the windows that begin from ``begin`` to before ``stop``.

    Two words at the places i < j stand together in the windows from j - size + 1 to i. A pair that stands at
    several places counts the union of these stretches, which the running maximum of their ends gives.
    """
    at = np.arange(begin, min(stop + size - 1, len(words)), dtype=np.int64)
    codes, seconds, gaps = [], [], []
    for gap in range(1, size):
        left, right = words[at[:-gap]], words[at[gap:]]
        told = (left != right) & (floor[at[gap:]] <= at[:-gap])
        left, right = left[told], right[told]
        codes.append(np.minimum(left, right) * vocabulary + np.maximum(left, right))
        seconds.append(at[gap:][told])
        gaps.append(np.full(len(left), gap, dtype=np.int64))
    code, second, gap_of = np.concatenate(codes), np.concatenate(seconds), np.concatenate(gaps)
    code, second, first = _sorted(code, second, gap_of, begin, size)
    low, high = np.maximum(np.maximum(second - size + 1, begin), floor[second]), np.minimum(first, stop - 1)
    if len(code) == 0:
        return code, code, code, code, code
    begins = np.flatnonzero(np.diff(code, prepend=-1))
    row = np.zeros(len(code), dtype=np.int64)
    row[begins[1:]] = 1
    row = np.cumsum(row)
    span = stop - begin + 1
    # Counting rows as well, the maximum never runs from one pair into the next.
    reached = np.maximum.accumulate(row * span + (high - begin))
    before = np.full(len(code), begin - 1, dtype=np.int64)
    before[1:] = np.where(row[1:] == row[:-1], reached[:-1] - row[1:] * span + begin, begin - 1)
    counted = np.maximum(0, high - np.maximum(low, before + 1) + 1)
    count = np.add.reduceat(counted, begins)
    return code[begins], count, low[begins], first[begins], second[begins]


def _sorted(code: Ints, second: Ints, gap: Ints, begin: int, size: int) -> tuple[Ints, Ints, Ints]:
    """Code, second and first place by code, second place and first place."""
    shift_gap = int(size).bit_length()
    shift = shift_gap + int(second.max(initial=begin) - begin + 1).bit_length()
    if int(code.max(initial=0)).bit_length() + shift > 62:
        order = np.lexsort((-gap, second, code))
        return code[order], second[order], (second - gap)[order]
    # Sorting one number that holds all three is several times faster than an indirect sort.
    packed = np.sort((code << shift) | ((second - begin) << shift_gap) | (size - gap))
    code = packed >> shift
    second = ((packed >> shift_gap) & ((1 << (shift - shift_gap)) - 1)) + begin
    return code, second, second - size + (packed & ((1 << shift_gap) - 1))


def _merge(parts: list[tuple[Ints, ...]]) -> tuple[Ints, Ints, Ints, Ints, Ints]:
    if not parts:
        nothing = np.zeros(0, dtype=np.int64)
        return nothing, nothing, nothing, nothing, nothing
    if len(parts) == 1:
        code, count, window, first, second = parts[0]
        return code, count, window, first, second
    codes, counts, windows, firsts, seconds = (np.concatenate([part[i] for part in parts]) for i in range(5))
    unique, at, inverse = np.unique(codes, return_index=True, return_inverse=True)
    summed = np.zeros(len(unique), dtype=np.int64)
    np.add.at(summed, inverse, counts)
    return unique, summed, windows[at], firsts[at], seconds[at]  # parts come in the order of the text
