"""Names found in a document, row by row, made into columns of mentions and of the pairs of their sentences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import count, pairwise

import numpy as np

from graphkit.columns import MentionColumns, ObservationColumns
from graphkit.extract.sentence_pairs import Pairs
from graphkit.model import UNKNOWN

Row = tuple[int, int, str, float]
"""A mention before it is one: start, end, text, confidence. A document has ten thousands of them."""


def longest(rows: Sequence[Row]) -> list[Row]:
    """Rows without overlaps, the longest first, then the surest; sorted by offset."""
    kept: list[Row] = []
    taken: set[int] = set()
    for row in sorted(rows, key=lambda r: (r[0] - r[1], -r[3], r[0])):
        places = range(row[0], row[1])
        if taken.isdisjoint(places):
            taken.update(places)
            kept.append(row)
    return sorted(kept)


def columns(
    rows: list[Row], pairs: Pairs, method: str, pair_confidence: float
) -> tuple[MentionColumns, ObservationColumns]:
    """Mentions without a type, and the pairs of them as relations; what overlapping chunks found twice stands once."""
    if any(left[1] > right[0] for left, right in pairwise(rows)):
        rows, pairs = _once(rows, pairs)
    starts, ends, texts, confidences = zip(*rows, strict=True) if rows else ((), (), (), ())
    numbers: defaultdict[str, int] = defaultdict(count().__next__)
    mentions = MentionColumns(
        np.array(starts, dtype=np.int64),
        np.array(ends, dtype=np.int64),
        np.fromiter(map(numbers.__getitem__, texts), np.int64, len(rows)),
        names=list(numbers),
        kind=UNKNOWN,
        method=method,
        confidence=np.array(confidences, dtype=np.float64),
    )
    return mentions, pairs.columns(mentions, pair_confidence)


def _once(rows: list[Row], pairs: Pairs) -> tuple[list[Row], Pairs]:
    """The first of the rows with the same span, and of the pairs with the same beginnings."""
    kept: dict[tuple[int, int], Row] = {}
    for row in rows:
        kept.setdefault((row[0], row[1]), row)
    place = {span: at for at, span in enumerate(kept)}
    seen: dict[tuple[int, int], tuple[tuple[int, int], tuple[int, int, int]]] = {}
    for (left, right), (begin, stop) in zip(pairs.ends, pairs.each_proof(), strict=True):
        one, other = rows[left], rows[right]
        ends = place[one[0], one[1]], place[other[0], other[1]]
        seen.setdefault((one[0], other[0]), (ends, (begin, stop, 1)))
    kept_ends, proofs = [ends for ends, _ in seen.values()], [proof for _, proof in seen.values()]
    return list(kept.values()), Pairs(pairs.limit, pairs.names, kept_ends, proofs, pairs.cut_sentences)
