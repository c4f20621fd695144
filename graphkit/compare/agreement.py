"""How far two sets of spans agree: exactly, by overlap, and with their types."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt

from graphkit.ids import type_key
from graphkit.model import UNKNOWN, DocumentId, Extraction, Mention

Placed = tuple[DocumentId, int, int]
"""A span in a document."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """F1 between two methods, from 0 to 1; it is the same whichever of the two is taken for right.

    ``strict`` counts equal spans, ``tolerant`` spans that overlap (each joined to one other at most), ``typed``
    equal spans of equal type. Two methods that both found nothing agree.
    """

    strict: float
    tolerant: float
    typed: float


@dataclass(frozen=True, slots=True)
class Figures:
    """Precision, recall and F1 against gold, with the 95 % Wilson intervals of the two shares."""

    found: int
    gold: int
    right: int
    precision: float
    recall: float
    f1: float
    precision_interval: tuple[float, float]
    recall_interval: tuple[float, float]


def agreement(left: Iterable[Extraction], right: Iterable[Extraction]) -> Agreement:
    """Agreement of two methods over the documents that both have read."""
    ours, theirs = _by_document(left), _by_document(right)
    shared = ours.keys() & theirs.keys()
    a = {(document, m.start, m.end): m for document in shared for m in ours[document]}
    b = {(document, m.start, m.end): m for document in shared for m in theirs[document]}
    both = a.keys() & b.keys()
    typed = sum(type_key(a[span].type) == type_key(b[span].type) for span in both)
    total = len(a) + len(b)
    return Agreement(_f1(len(both), total), _f1(overlapping(a, b), total), _f1(typed, total))


def against_gold(
    found: Iterable[Extraction], gold: Mapping[DocumentId, Iterable[Mention]], *, tolerant: bool = False
) -> Figures:
    """Figures of a method against gold mentions; documents without gold are left out.

    A gold mention of the type UNKNOWN accepts every type.

    Args:
        found: What the method found.
        gold: Right mentions of each document.
        tolerant: Whether overlapping spans count as right, whatever their types.
    """
    a = {(e.document_id, m.start, m.end): m for e in found if e.document_id in gold for m in e.mentions}
    b = {(document, m.start, m.end): m for document, mentions in gold.items() for m in mentions}
    right = overlapping(a, b) if tolerant else sum(_type_fits(a[span], b[span]) for span in a.keys() & b.keys())
    return Figures(
        found=len(a),
        gold=len(b),
        right=right,
        precision=right / len(a) if a else 0.0,
        recall=right / len(b) if b else 0.0,
        f1=2 * right / (len(a) + len(b)) if a or b else 0.0,
        precision_interval=wilson(right, len(a)),
        recall_interval=wilson(right, len(b)),
    )


def overlapping(left: Iterable[Placed], right: Iterable[Placed]) -> int:
    """Number of pairs of overlapping spans, each span in one pair at most, equal spans joined first."""
    a, b = set(left), set(right)
    equal = a & b
    rest_a, rest_b = sorted(a - equal), sorted(b - equal)
    free = set(rest_b)
    reach = max((end - start for _, start, end in rest_b), default=0)
    count = len(equal)
    for document, start, end in sorted(rest_a, key=lambda span: (span[0], span[2], span[1])):
        first = bisect_left(rest_b, (document, start - reach, 0))
        choices = []
        for span in rest_b[first:]:
            if span[0] != document or span[1] >= end:
                break
            if span[2] > start and span in free:
                choices.append(span)
        if choices:
            free.remove(min(choices, key=lambda span: (span[2], span[1])))
            count += 1
    return count


def wilson(successes: int, trials: int, *, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval of a share; (0, 1) when nothing was tried. ``z`` 1.96 gives 95 %."""
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    centre = share + z * z / (2 * trials)
    spread = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    # rounding may leave the share outside when it is 0 or 1
    return max(0.0, min(share, (centre - spread) / scale)), min(1.0, max(share, (centre + spread) / scale))


def _by_document(extractions: Iterable[Extraction]) -> dict[DocumentId, list[Mention]]:
    found: dict[DocumentId, list[Mention]] = defaultdict(list)
    for extraction in extractions:
        found[extraction.document_id] += extraction.mentions
    return found


def _f1(both: int, total: int) -> float:
    return 2 * both / total if total else 1.0


def _type_fits(found: Mention, gold: Mention) -> bool:
    return type_key(gold.type) in {type_key(UNKNOWN), type_key(found.type)}
