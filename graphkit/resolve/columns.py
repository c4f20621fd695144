"""Many pairs in columns of numbers: a pair with its reasons is made when somebody looks at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import overload

import numpy as np
from numpy.typing import NDArray

from graphkit.model import EntityId
from graphkit.resolve.score import Score


@dataclass(frozen=True, slots=True)
class Pair:
    """Two entities and their score; ``left`` is the smaller id."""

    left: EntityId
    right: EntityId
    score: Score

    @property
    def value(self) -> float:
        """The score from 0 to 1."""
        return self.score.value


@dataclass(frozen=True, eq=False)
class PairColumns(Sequence[Pair]):
    """Pairs in an order, two places and a value each; it compares like a tuple of pairs.

    ``left`` and ``right`` are places in ``ids``; ``rules`` names the rules of each score, those that fit last at the
    end. ``make`` scores a pair again, with its reasons; ``changed`` holds, by both places, the scores that context
    changed.
    """

    ids: Sequence[EntityId]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    values: NDArray[np.float64]
    rules: NDArray[np.object_]
    make: Callable[[int, int], Score] = field(repr=False)
    changed: Mapping[tuple[int, int], Score] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.left)

    @overload
    def __getitem__(self, index: int) -> Pair: ...
    @overload
    def __getitem__(self, index: slice) -> PairColumns: ...
    def __getitem__(self, index: int | slice) -> Pair | PairColumns:
        if isinstance(index, slice):
            return self.chosen(index)
        one, other = int(self.left[index]), int(self.right[index])
        score = self.changed.get((one, other))
        return Pair(self.ids[one], self.ids[other], self.make(one, other) if score is None else score)

    def __iter__(self) -> Iterator[Pair]:
        return (self[index] for index in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, PairColumns) and len(self) != len(other):
            return False
        return tuple(self) == tuple(other) if isinstance(other, Sequence) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def chosen(self, places: slice | NDArray[np.bool_] | NDArray[np.int64]) -> PairColumns:
        """Some of the pairs, by a slice, a mask or their places."""
        return PairColumns(
            self.ids,
            self.left[places],
            self.right[places],
            self.values[places],
            self.rules[places],
            self.make,
            self.changed,
        )


def ends_of(rows: Sequence[Pair]) -> Iterator[tuple[EntityId, EntityId, float]]:
    """Both ends and the value of each pair, without making its reasons."""
    if isinstance(rows, PairColumns):
        ids = rows.ids
        columns = zip(rows.left.tolist(), rows.right.tolist(), rows.values.tolist(), strict=True)
        return ((ids[left], ids[right], value) for left, right, value in columns)
    return ((row.left, row.right, row.value) for row in rows)


def rules_of(rows: Sequence[Pair]) -> Iterator[Sequence[str]]:
    """The rules of each pair, in their order, without making its reasons."""
    if isinstance(rows, PairColumns):
        return iter(rows.rules.tolist())
    return (tuple(reason.rule for reason in row.score.reasons) for row in rows)


def kept(rows: Sequence[Pair], mask: Sequence[bool]) -> Sequence[Pair]:
    """The pairs for which the mask is true, in their order."""
    if isinstance(rows, PairColumns):
        return rows.chosen(np.array(mask, np.bool_))
    return tuple(row for row, keep in zip(rows, mask, strict=True) if keep)
