"""The measure of CaRB, a benchmark of open relations (Bhardwaj, Aggarwal and Mausam, EMNLP 2019).

A found tuple meets one of gold if their relations share a word, and each has a subject and the rest where the
other has. Of two that meet, precision is the share of the found words that gold has in the same part, recall the
share of gold's words that were found; all arguments after the first count as one part. Precision joins each found
tuple with at most one of gold, recall takes for each of gold the best that any found tuple gives. Tuples are taken
in the order of their confidence, which gives a curve: its area, and the point on it with the best F1, are told.
Words are compared as they are written, as the published scorer does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypedDict

_FORMS_OF_BE = ("be", "is", "am", "are", "was", "were", "been", "being")
_SAYING = ("said", "told", "added", "adds", "says")


@dataclass(frozen=True, slots=True)
class OpenTuple:
    """A relation in words with its arguments, the subject first; ``confidence`` ranks what a method found."""

    relation: str
    arguments: tuple[str, ...]
    confidence: float = 1.0


class CarbJson(TypedDict):
    """Area under the curve, and the best point of it: precision, recall and F1, from which confidence on."""

    auc: float
    precision: float
    recall: float
    f1: float
    confidence: float


Share = tuple[float, float]
"""Precision and recall of one found tuple against one of gold."""


def carb(gold: Sequence[Sequence[OpenTuple]], found: Sequence[Sequence[OpenTuple]]) -> CarbJson:
    """Compare what was found in each sentence with the gold of the same sentence."""
    levels = sorted({row.confidence for rows in found for row in rows})
    curve = _curve(levels, gold, found)
    best = max(range(len(curve)), key=lambda at: (_f1(*curve[at]), -at), default=None)
    if best is None:
        return {"auc": 0.0, "precision": 0.0, "recall": 0.0, "f1": 0.0, "confidence": 0.0}
    precision, recall = curve[best]
    return {
        "auc": round(_area([*curve, (1.0, 0.0)]), 4),
        "precision": round(precision, 4),
        "recall": round(recall, 4),
        "f1": round(_f1(precision, recall), 4),
        "confidence": levels[best],
    }


def _curve(
    levels: Sequence[float], gold: Sequence[Sequence[OpenTuple]], found: Sequence[Sequence[OpenTuple]]
) -> list[Share]:
    """Precision and recall over all sentences with what is at least as sure as each level."""
    right, counted, recalled = ([0.0] * len(levels) for _ in range(3))
    for theirs, ours in zip(gold, found, strict=True):
        shares = [[_share(reference, row) for row in ours] for reference in theirs]
        before = 0
        for level in sorted({row.confidence for row in ours}):
            kept = [at for at, row in enumerate(ours) if row.confidence >= level]
            precision = sum(_joined(shares, kept).values())
            recall = sum(max((row[at][1] for at in kept), default=0.0) for row in shares)
            reached = levels.index(level) + 1
            for at in range(before, reached):
                right[at] += precision
                counted[at] += len(kept)
                recalled[at] += recall
            before = reached
    total = sum(map(len, gold))
    return [
        (p / n if n else 1.0, r / total if total else 0.0) for p, n, r in zip(right, counted, recalled, strict=True)
    ]


def joined_precision(gold: Sequence[OpenTuple], found: Sequence[OpenTuple]) -> list[float]:
    """The precision of each found tuple of a sentence against the one of gold that it is joined with, else 0."""
    joined = _joined([[_share(reference, row) for row in found] for reference in gold], range(len(found)))
    return [joined.get(at, 0.0) for at in range(len(found))]


def _joined(shares: Sequence[Sequence[Share]], kept: Iterable[int]) -> dict[int, float]:
    """The precision of each found tuple that is joined with one of gold, the best pair first, each only once."""
    rows = sorted((-shares[i][k][0], i, place, k) for place, k in enumerate(kept) for i in range(len(shares)))
    used: set[int] = set()
    joined: dict[int, float] = {}
    for below, i, _, k in rows:
        if i not in used and k not in joined:
            used.add(i)
            joined[k] = -below
    return joined


def _share(gold: OpenTuple, found: OpenTuple) -> Share:
    straight = _in_parts(gold.relation, _two(gold.arguments), found.relation, _two(found.arguments))
    if not any(verb in gold.relation for verb in _SAYING) or len(found.arguments) < 2:
        return straight
    turned = (" ".join(found.arguments[1:]), found.arguments[0])  # "..., said X" has its parts the other way
    return max(straight, _in_parts(gold.relation, _two(gold.arguments), found.relation, turned))


def _two(arguments: Sequence[str]) -> tuple[str, ...]:
    return (arguments[0], " ".join(arguments[1:])) if len(arguments) > 1 else tuple(arguments)


def _in_parts(relation: str, arguments: Sequence[str], said: str, given: Sequence[str]) -> Share:
    ours, theirs = Counter(said.split()), Counter(relation.split())
    shared = (ours & theirs).total()
    if (ours - theirs)["be"] and any(theirs[form] for form in _FORMS_OF_BE):
        shared += 1
    if not shared or len(given) < len(arguments):
        return 0.0, 0.0
    found, wanted = ours.total(), theirs.total()
    for reference, part in zip(arguments, given, strict=False):
        ours, theirs = Counter(part.split()), Counter(reference.split())
        shared, found, wanted = shared + (ours & theirs).total(), found + ours.total(), wanted + theirs.total()
    return shared / found, shared / wanted


def _f1(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _area(curve: Sequence[Share]) -> float:
    """Area under a curve of precision over recall, by trapezoids."""
    return sum((left[1] - right[1]) * (left[0] + right[0]) / 2 for left, right in pairwise(curve))
