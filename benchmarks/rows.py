"""A figure with its reference, and how it is measured.

A module of this package with a function ``rows() -> list[Row]`` is a topic; the first line of its docstring is the
title of its table. The others help, or make what is shipped. Where something is missing (data, a server, a
browser), a topic gives ``skipped(figure, reason)`` instead.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One measured figure.

    ``ours`` and ``reference`` hold the single measurements in ``unit``; ``reference`` is empty where there is
    nothing to compare with, and ``reference_name`` says what it is. ``target`` is the promise in words, such as
    ``< 0.3`` or ``>= .84``. ``note`` holds what the reader must know to repeat it; ``skipped``
    why nothing was measured.
    """

    figure: str
    ours: Sequence[float] = ()
    unit: str = ""
    target: str = ""
    reference: Sequence[float] = ()
    reference_name: str = ""
    data: str = ""
    note: str = ""
    skipped: str = ""


def skipped(figure: str, reason: str) -> Row:
    """The row of a figure that could not be measured here."""
    return Row(figure=figure, skipped=reason)


def seconds(work: Callable[[], object], *, runs: int = 5, warm: int = 1) -> list[float]:
    """Wall-clock seconds of each run of ``work``, after ``warm`` runs that do not count."""
    for _ in range(warm):
        work()
    taken = []
    for _ in range(runs):
        started = time.perf_counter()
        work()
        taken.append(time.perf_counter() - started)
    return taken


def median(values: Sequence[float]) -> float:
    """Middle of the measurements."""
    return statistics.median(values)
