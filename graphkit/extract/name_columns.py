"""Names found in documents, row by row, made into columns of mentions and of the pairs of their sentences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, count

import numpy as np

from graphkit.columns import MentionColumns, ObservationColumns
from graphkit.extract.sentence_pairs import PairColumns, Pairs
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
    documents: Sequence[tuple[list[Row], Pairs]], method: str, pair_confidence: float
) -> Iterator[tuple[MentionColumns, ObservationColumns]]:
    """Mentions without a type, and the pairs of them as relations, of each document."""
    rows = list(chain.from_iterable(own for own, _ in documents))
    starts, ends, texts, confidences = zip(*rows, strict=True) if rows else ((), (), (), ())
    numbers: defaultdict[str, int] = defaultdict(count().__next__)
    start, end = np.array(starts, dtype=np.int64), np.array(ends, dtype=np.int64)
    name = np.fromiter(map(numbers.__getitem__, texts), np.int64, len(rows))
    confidence = np.array(confidences, dtype=np.float64)
    names = list(numbers)
    pairs = PairColumns.of([own for _, own in documents])
    stop = 0
    for at, (own_rows, _) in enumerate(documents):
        own = slice(stop, stop := stop + len(own_rows))
        mentions = MentionColumns(
            start[own], end[own], name[own], names=names, kind=UNKNOWN, method=method, confidence=confidence[own]
        )
        yield mentions, pairs.relations(at, mentions, pair_confidence)


def once(rows: list[Row], pairs: Pairs) -> tuple[list[Row], Pairs]:
    """What overlapping chunks found: the first of the rows with a span, and of the pairs with their beginnings."""
    kept: dict[tuple[int, int], Row] = {}
    for row in rows:
        kept.setdefault((row[0], row[1]), row)
    place = {span: at for at, span in enumerate(kept)}
    seen: dict[tuple[int, int], tuple[tuple[int, int], tuple[int, int, int]]] = {}
    for left, right, (begin, stop) in pairs.each():
        one, other = rows[left], rows[right]
        ends = place[one[0], one[1]], place[other[0], other[1]]
        seen.setdefault((one[0], other[0]), (ends, (begin, stop, 2)))
    members = list(chain.from_iterable(ends for ends, _ in seen.values()))
    sentences = [sentence for _, sentence in seen.values()]
    return list(kept.values()), Pairs(pairs.limit, pairs.names, members, sentences, pairs.cut_sentences)
