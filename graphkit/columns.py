"""Mentions and relations kept in columns, and made into objects when somebody looks at one.

A method that only counts finds hundreds of thousands of both in a document. Most of them are never looked at one by
one: a store keeps columns. So these sequences hold arrays, know their length, and make all their objects at the
first look. They equal, hash, print and pickle like the tuples that they stand for.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import repeat
from typing import TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from graphkit.model import Mention, Relation

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
T = TypeVar("T")


class Columns(Sequence[T]):
    """A sequence that makes its values when they are first looked at, all at once."""

    __slots__ = ("_made",)

    def __init__(self) -> None:
        self._made: tuple[T, ...] | None = None

    def _make(self) -> tuple[T, ...]:
        raise NotImplementedError

    @property
    def values(self) -> tuple[T, ...]:
        """All values; the same objects each time."""
        if self._made is None:
            with _no_collection():
                self._made = self._make()
        return self._made

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...
    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        return self.values[at]

    def __iter__(self) -> Iterator[T]:
        return iter(self.values)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Columns):
            return self.values == other.values
        return self.values == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.values)

    def __repr__(self) -> str:
        return repr(self.values)


class MentionColumns(Columns[Mention]):
    """Mentions of one method.

    ``name`` says which of the ``names`` each is; ``kind`` is the type of all, or of each name.
    """

    __slots__ = ("confidence", "end", "kind", "method", "name", "names", "start")

    def __init__(
        self,
        start: Ints,
        end: Ints,
        name: Ints,
        *,
        names: Sequence[str],
        kind: str | Sequence[str],
        method: str,
        confidence: Floats | float,
    ) -> None:
        super().__init__()
        self.start, self.end, self.name = start, end, name
        self.names, self.kind, self.method, self.confidence = names, kind, method, confidence

    def __len__(self) -> int:
        return len(self.start)

    def __reduce__(self) -> tuple[object, ...]:
        return _mentions, (self.start, self.end, self.name, self.names, self.kind, self.method, self.confidence)

    def used_names(self) -> tuple[list[tuple[str, str]], Ints]:
        """Names with their types that mentions have, by first appearance, and which of them each mention is."""
        used, first, inverse = np.unique(self.name, return_index=True, return_inverse=True)
        order = np.argsort(first)
        rank = np.empty(len(used), dtype=np.int64)
        rank[order] = np.arange(len(used))
        kinds = (self.kind if isinstance(self.kind, str) else self.kind[at] for at in used[order].tolist())
        return [(self.names[at], kind) for at, kind in zip(used[order].tolist(), kinds, strict=True)], rank[inverse]

    def _make(self) -> tuple[Mention, ...]:
        name = self.name.tolist()
        made = map(
            _FillableMention,
            self.start.tolist(),
            self.end.tolist(),
            map(self.names.__getitem__, name),
            repeat(self.kind) if isinstance(self.kind, str) else map(self.kind.__getitem__, name),
            repeat(self.method),
            _column(self.confidence),
        )
        return tuple(made)  # type: ignore[arg-type]  # each has become a Mention


class ObservationColumns(Columns[Relation]):
    """Undirected relations of one predicate between mentions; ``subject`` and ``object`` are their indexes."""

    __slots__ = ("confidence", "end", "mentions", "object", "predicate", "start", "subject", "weight")

    def __init__(
        self,
        mentions: MentionColumns,
        subject: Ints,
        object: Ints,
        start: Ints,
        end: Ints,
        *,
        predicate: str,
        confidence: float,
        weight: Floats | float = 1.0,
    ) -> None:
        super().__init__()
        self.mentions, self.subject, self.object = mentions, subject, object
        self.start, self.end = start, end
        self.predicate, self.confidence, self.weight = predicate, confidence, weight

    @property
    def method(self) -> str:
        """The method that saw them."""
        return self.mentions.method

    def __len__(self) -> int:
        return len(self.subject)

    def __reduce__(self) -> tuple[object, ...]:
        columns = (self.subject, self.object, self.start, self.end)
        return _observations, (self.mentions, *columns, self.predicate, self.confidence, self.weight)

    def _make(self) -> tuple[Relation, ...]:
        mention = self.mentions.values.__getitem__
        made = map(
            _FillableRelation,
            map(mention, self.subject.tolist()),
            repeat(self.predicate),
            map(mention, self.object.tolist()),
            self.start.tolist(),
            self.end.tolist(),
            repeat(self.method),
            repeat(self.confidence),
            _column(self.weight),
        )
        return tuple(made)  # type: ignore[arg-type]  # each has become a Relation


class _FillableMention:
    """A mention without the guard of a frozen class, which is most of the time of making one; it becomes a Mention."""

    __slots__ = ("confidence", "end", "method", "start", "text", "type")

    def __init__(self, start: int, end: int, text: str, kind: str, method: str, confidence: float) -> None:
        self.start = start
        self.end = end
        self.text = text
        self.type = kind
        self.method = method
        self.confidence = confidence
        self.__class__ = Mention  # type: ignore[assignment]  # the slots are the same


class _FillableRelation:
    __slots__ = (
        "confidence", "directed", "end", "method", "negated", "object", "predicate", "start", "subject", "weight",
        "wording",
    )  # fmt: skip

    def __init__(
        self, subject: Mention, predicate: str, other: Mention, start: int, end: int,
        method: str, confidence: float, weight: float,
    ) -> None:  # fmt: skip
        self.subject = subject
        self.predicate = predicate
        self.object = other
        self.start = start
        self.end = end
        self.method = method
        self.confidence = confidence
        self.negated = False
        self.directed = False
        self.weight = weight
        self.wording = None
        self.__class__ = Relation  # type: ignore[assignment]  # the slots are the same


def _mentions(
    start: Ints, end: Ints, name: Ints, names: Sequence[str], kind: str | Sequence[str],
    method: str, confidence: Floats | float,
) -> MentionColumns:  # fmt: skip
    return MentionColumns(start, end, name, names=names, kind=kind, method=method, confidence=confidence)


def _observations(
    mentions: MentionColumns, subject: Ints, other: Ints, start: Ints, end: Ints,
    predicate: str, confidence: float, weight: Floats | float,
) -> ObservationColumns:  # fmt: skip
    return ObservationColumns(
        mentions, subject, other, start, end, predicate=predicate, confidence=confidence, weight=weight
    )


def _column(values: Floats | float) -> Iterable[float]:
    return repeat(values) if isinstance(values, float) else values.tolist()


@contextmanager
def _no_collection() -> Iterator[None]:
    """Pause the search for reference circles: these values hold none, and looking takes half of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
