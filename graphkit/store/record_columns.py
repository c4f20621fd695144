"""The columns of a record, mentions and relations, and how they are folded into its line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from typing import Any, TypeVar

from graphkit.columns import Floats
from graphkit.model import Argument, Wording, edge_predicate

_EVERY = 10
"""Columns that all relations have."""

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Places:
    """Columns of the mentions: where each stands, and which of the record's names it is.

    Columns are tuples, since the garbage collector soon passes over tuples of texts and numbers.
    """

    start: tuple[int, ...]
    end: tuple[int, ...]
    name: tuple[int, ...]
    method: tuple[str, ...]
    confidence: tuple[float, ...]

    @classmethod
    def unfolded(cls, columns: Sequence[Any], rows: int) -> Places:
        """The columns that ``folded`` wrote."""
        return cls(*(_unfold(column, rows) for column in columns))

    def folded(self) -> list[Any]:
        """The columns for a line of JSON; one whose values are all equal is written as that value."""
        return [self.start, self.end, self.name, _fold(self.method), _fold(self.confidence)]


@dataclass(frozen=True, slots=True)
class Links:
    """Columns of the relations; subject and object are indexes of places. Few have a ``wording``, by their index."""

    subject: tuple[int, ...]
    object: tuple[int, ...]
    predicate: tuple[str, ...]
    start: tuple[int, ...]
    end: tuple[int, ...]
    method: tuple[str, ...]
    confidence: tuple[float, ...]
    negated: tuple[bool, ...]
    directed: tuple[bool, ...]
    weight: tuple[float, ...]
    wording: Mapping[int, Wording] = field(default_factory=dict)

    @classmethod
    def unfolded(cls, columns: Sequence[Any], rows: int) -> Links:
        """The columns that ``folded`` wrote; the last, of wordings, stands there only if a relation has one."""
        equal = cls(*(_unfold(column, rows) for column in columns[:_EVERY]))  # type: ignore[arg-type]  # in their order
        return replace(equal, wording=dict(map(_wording, columns[_EVERY]))) if len(columns) > _EVERY else equal

    def folded(self) -> list[Any]:
        """The columns for a line of JSON; one whose values are all equal is written as that value."""
        return [
            self.subject,
            self.object,
            _fold(self.predicate),
            self.start,
            self.end,
            _fold(self.method),
            _fold(self.confidence),
            _fold(self.negated),
            _fold(self.directed),
            _fold(self.weight),
            *([[(i, *astuple(wording)) for i, wording in self.wording.items()]] if self.wording else ()),
        ]

    @property
    def edge_predicate(self) -> Sequence[str]:
        """The predicates of their edges."""
        if not self.wording:
            return self.predicate
        return [edge_predicate(said, self.wording.get(i)) for i, said in enumerate(self.predicate)]


def numbers(values: Floats | float, rows: int) -> tuple[float, ...]:
    """A column of numbers, of which there may be one for all rows."""
    return (values,) * rows if isinstance(values, float) else tuple(values.tolist())


def _wording(row: list[Any]) -> tuple[int, Wording]:
    index, text, tense, modality, source, arguments = row
    said_by = None if source is None else Argument(*source)
    return index, Wording(text, tense, modality, said_by, tuple(Argument(*argument) for argument in arguments))


def _fold(column: Sequence[object]) -> object:
    first = column[0] if column else None
    return first if first is not None and column.count(first) == len(column) else column


def _unfold(column: list[_T] | _T, rows: int) -> tuple[_T, ...]:
    return tuple(column) if isinstance(column, list) else (column,) * rows
