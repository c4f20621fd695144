"""How good each line is, from pairs that a person called the same or different: asked for in strata of scores.

Of each stratum a few pairs are labelled, chosen by chance, and each stands for all pairs of its stratum. So a few
dozen labels tell precision and recall of every line, with the doubt that so few leave.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest

import numpy as np

from graphkit.model import Decision, EntityId
from graphkit.resolve.columns import Pair, ends_of
from graphkit.resolve.decisions import acts
from graphkit.resolve.decisions import pair as ordered
from graphkit.resolve.pairs import Pairs

WIDTH = 5
"""Hundredths of score in a stratum: eight strata from the floor of 0.6 to 1."""
EACH = 8
"""Labels wanted in each stratum; fewer where it has fewer pairs."""
NEEDED = 40
"""Labels from which on figures are told: with 40 a share is known to about 15 points."""
DRAWS = 4_000
SURE = 0.95
"""Share of right merges that a suggested line is to reach, as its band's lower end."""

Labels = Mapping[tuple[EntityId, EntityId], bool]


def labels(decisions: Iterable[Decision]) -> dict[tuple[EntityId, EntityId], bool]:
    """What people said of single pairs, smaller id first: True for the same. The newest word in force counts.

    Clusters that were joined above a line are no labels: nobody looked at each pair. Nor is "unsure".
    """
    found: dict[tuple[EntityId, EntityId], bool] = {}
    for act in acts(decisions):
        for row in act.rows:
            if row.undone or row.threshold is not None or len(act.rows) > 1:
                continue
            if row.verdict == "unsure":
                found.pop(ordered(row.left, row.right), None)
            else:
                found[ordered(row.left, row.right)] = row.verdict == "same"
    return found


@dataclass(frozen=True, slots=True)
class Stratum:
    """Pairs whose scores lie from ``low`` to the next stratum: those that have labels, those asked for."""

    low: float
    pairs: int
    same: int
    different: int
    asked: tuple[Pair, ...]

    @property
    def labelled(self) -> int:
        """Labels in it."""
        return self.same + self.different


def strata(pairs: Pairs, known: Labels, *, decided: Iterable[tuple[EntityId, EntityId]] = ()) -> tuple[Stratum, ...]:
    """The strata, highest first, each with the pairs that still want a label, in an order that chance decided once.

    ``decided`` are pairs that are not asked for, such as those that somebody was unsure of.
    """
    passed = {*decided, *known}
    inside: dict[int, list[int]] = defaultdict(list)
    ends = [(left, right) for left, right, _ in ends_of(pairs.scored)]
    for at, (_, _, value) in enumerate(ends_of(pairs.scored)):
        inside[_place(value)].append(at)
    found = []
    for place in sorted(inside, reverse=True):
        rows = inside[place]
        told = [known[ends[at]] for at in rows if ends[at] in known]
        wanted = max(0, EACH - len(told))
        open_ = nsmallest(wanted, (at for at in rows if ends[at] not in passed), key=lambda at: _chance(ends[at]))
        asked = tuple(pairs.scored[at] for at in open_)
        low = max(place * WIDTH / 100, pairs.floor)
        found.append(Stratum(low, len(rows), sum(told), len(told) - sum(told), asked))
    return tuple(found)


def _place(value: float) -> int:
    # Exactly 1 belongs to the highest stratum; the sum keeps a score on a border from falling below it.
    return min(int(value * 100 + 1e-9), 99) // WIDTH


def _chance(ends: tuple[EntityId, EntityId]) -> bytes:
    return hashlib.sha256("\0".join(ends).encode("utf-8", "surrogatepass")).digest()


@dataclass(frozen=True, slots=True)
class LineFigures:
    """Precision and recall of one line, each with the band in which it lies with 95 %.

    Recall is of the same pairs that score at least the floor: what scores less is not looked at.
    """

    threshold: float
    precision: float
    precision_band: tuple[float, float]
    recall: float
    recall_band: tuple[float, float]


def figures(found: Sequence[Stratum]) -> tuple[LineFigures, ...]:
    """Precision and recall at the lower border of each stratum, highest first; () with fewer than ``NEEDED`` labels.

    A stratum without a label says nothing: its share may be anything, and the bands show it.
    """
    if sum(one.labelled for one in found) < NEEDED:
        return ()
    sizes = np.array([one.pairs for one in found], dtype=float)
    same = np.array([one.same for one in found], dtype=float)
    different = np.array([one.different for one in found], dtype=float)
    shares = (same + 0.5) / (same + different + 1)  # Jeffreys: 8 of 8 right is not certainty
    drawn = np.random.default_rng(0).beta(same + 0.5, different + 0.5, size=(DRAWS, len(found)))
    rows = np.vstack([shares, drawn]) * sizes
    right = rows.cumsum(axis=1)
    precision = right / sizes.cumsum()
    recall = right / right[:, -1:]
    return tuple(
        LineFigures(
            one.low,
            float(precision[0, at]),
            _band(precision[1:, at]),
            float(recall[0, at]),
            _band(recall[1:, at]),
        )
        for at, one in enumerate(found)
    )


def _band(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> tuple[float, float]:
    low, high = np.quantile(values, (0.025, 0.975))
    return float(low), float(high)


def suggested_line(rows: Sequence[LineFigures]) -> float | None:
    """The lowest line above which merges are right with a share of ``SURE`` almost certainly; None if no line is."""
    found = None
    for row in rows:
        if row.precision_band[0] < SURE:
            break
        found = row.threshold
    return found
