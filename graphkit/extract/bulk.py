"""Mentions and relations made by the hundred thousand.

A frozen dataclass sets each field through ``object.__setattr__``, which is most of the time of a method that only
counts. The two classes here have the same slots without the guard, and become the frozen class once they are
filled; the result is the very same value in a third of the time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import repeat

from graphkit.model import Mention, Relation


class _FillableMention:
    __slots__ = ("confidence", "end", "method", "start", "text", "type")

    def __init__(self, start: int, end: int, text: str, kind: str, method: str, confidence: float) -> None:
        self.start = start
        self.end = end
        self.text = text
        self.type = kind
        self.method = method
        self.confidence = confidence
        self.__class__ = Mention  # type: ignore[assignment]  # the slots are the same, see above


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
        self.__class__ = Relation  # type: ignore[assignment]  # the slots are the same, see above


def mentions(
    starts: Iterable[int], ends: Iterable[int], texts: Iterable[str], *, kind: str, method: str, confidence: float
) -> tuple[Mention, ...]:
    """Mentions of one type and confidence, in the order given."""
    with _no_collection():
        made = map(_FillableMention, starts, ends, texts, repeat(kind), repeat(method), repeat(confidence))
        return tuple(made)  # type: ignore[arg-type]  # each has become a Mention


def observations(
    subjects: Iterable[Mention],
    others: Iterable[Mention],
    starts: Iterable[int],
    ends: Iterable[int],
    weights: Iterable[float],
    *,
    predicate: str,
    method: str,
    confidence: float,
) -> tuple[Relation, ...]:
    """Undirected relations from columns: the two mentions, the span of the evidence, the weight."""
    with _no_collection():
        made = map(
            _FillableRelation,
            subjects, repeat(predicate), others, starts, ends, repeat(method), repeat(confidence), weights,
        )  # fmt: skip
        return tuple(made)  # type: ignore[arg-type]  # each has become a Relation


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
