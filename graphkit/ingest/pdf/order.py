"""The order in which the lines of a page are read: the file's, unless it cannot be meant."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from graphkit.ingest.pdf.lines import Line

Interval = tuple[float, float]

_FEW_LINES = 6
_MOST_JUMPS = 0.2
"""Share of steps from line to line that may lead up or past another line; a column costs one, a formula a few."""
_JUMP = 0.5
_GUTTER = 0.9
"""Heights of a line: a step up that counts, and a gap between columns."""
_MANY_LINES = 400
"""Lines up to which each step is held against all of them; lists of so many are in order."""
_COLUMN_LINES = 4
_PROSE_WORDS = 2.0
_RUNNING_ON = 0.25
"""Columns of prose: words in a line, and the share of lines that begin in the middle of a sentence."""


def arrange(lines: list[Line]) -> tuple[list[Line], bool]:
    """Lines in reading order, and whether that differs from the file's way of giving them."""
    if len(lines) < _FEW_LINES:
        return lines, False
    if _jumps(lines) > max(3, _MOST_JUMPS * len(lines)) or _alternates(lines):
        return _cut(lines, 0), True
    return lines, False


def _jumps(lines: Sequence[Line]) -> int:
    """How often the file goes back up the page, or down past a line of the same column."""
    jumps = 0
    for one, other in pairwise(lines):
        if other.bottom < one.top - _JUMP * one.height:
            jumps += 1
        elif other.top > one.bottom + one.height and len(lines) <= _MANY_LINES:
            jumps += any(_is_between(line, one, other) for line in lines)
    return jumps


def _is_between(line: Line, upper: Line, lower: Line) -> bool:
    return (
        upper.bottom <= line.top + 0.3 * line.height
        and line.bottom - 0.3 * line.height <= lower.top
        and min(line.right, upper.right) > max(line.left, upper.left)
        and min(line.right, lower.right) > max(line.left, lower.left)
    )


def _alternates(lines: list[Line]) -> bool:
    """Whether columns of prose are printed row by row."""
    place = {id(line): number for number, line in enumerate(lines)}
    for group, gutters in _groups(lines):
        columns = _columns(group, gutters)
        if not _is_prose(columns):
            continue
        side = {id(line): number for number, column in enumerate(columns) for line in column}
        in_file = sorted(group, key=lambda line: place[id(line)])
        changes = sum(side[id(a)] != side[id(b)] for a, b in pairwise(in_file))
        if changes > 0.5 * len(group):
            return True
    return False


def _cut(lines: list[Line], depth: int) -> list[Line]:
    """XY cut: bands from top to bottom, columns inside them, and so on inside the columns."""
    ordered: list[Line] = []
    for group, gutters in _groups(lines):
        columns = _columns(group, gutters)
        if len(columns) > 1 and _is_prose(columns) and depth < 8:
            if sum(line.is_rtl for line in group) * 2 > len(group):
                columns.reverse()
            for column in columns:
                ordered.extend(_cut(column, depth + 1))
        else:
            for band in _bands(group):
                ordered.extend(sorted(band, key=lambda line: -line.right if line.is_rtl else line.left))
    return ordered


def _bands(lines: Sequence[Line]) -> list[list[Line]]:
    """Lines that stand side by side, from top to bottom."""
    bands: list[list[Line]] = []
    bottom = 0.0
    for line in sorted(lines, key=lambda line: line.top):
        if bands and bottom - line.top > 0.3 * line.height:
            bands[-1].append(line)
            bottom = max(bottom, line.bottom)
        else:
            bands.append([line])
            bottom = line.bottom
    return bands


def _groups(lines: Sequence[Line]) -> list[tuple[list[Line], list[Interval]]]:
    """Neighbouring bands with the same gutters, each group with its gutters."""
    width = _GUTTER * median(line.height for line in lines)
    groups: list[tuple[list[Line], list[Interval]]] = []
    current: list[Line] = []
    free: list[Interval] = []
    for band in _bands(lines):
        alone = _wide(_free(band), width)
        together = _common(free, alone, width) if current else alone
        before = _inner(free, current)
        if current and not _inner(together, [*current, *band]) and (before or _inner(alone, band)):
            groups.append((current, before))
            current, together = [], alone
        current.extend(band)
        free = together
    if current:
        groups.append((current, _inner(free, current)))
    return groups


def _free(band: Sequence[Line]) -> list[Interval]:
    """Where a band has no text, from the left."""
    free: list[Interval] = []
    edge = float("-inf")
    for line in sorted(band, key=lambda line: line.left):
        if line.left > edge:
            free.append((edge, line.left))
        edge = max(edge, line.right)
    return [*free, (edge, float("inf"))]


def _wide(intervals: Sequence[Interval], width: float) -> list[Interval]:
    return [(low, high) for low, high in intervals if high - low >= width]


def _common(one: Sequence[Interval], other: Sequence[Interval], width: float) -> list[Interval]:
    shared = ((max(a[0], b[0]), min(a[1], b[1])) for a in one for b in other)
    return sorted((low, high) for low, high in shared if high - low >= width)


def _inner(free: Sequence[Interval], lines: Sequence[Line]) -> list[Interval]:
    """The intervals with text on both sides."""
    if not lines:
        return []
    left, right = min(line.left for line in lines), max(line.right for line in lines)
    return [(low, high) for low, high in free if low > left and high < right]


def _columns(group: Sequence[Line], gutters: Sequence[Interval]) -> list[list[Line]]:
    columns: list[list[Line]] = [[] for _ in range(len(gutters) + 1)]
    for line in group:
        middle = (line.left + line.right) / 2
        columns[sum(middle > high for _, high in gutters)].append(line)
    return [column for column in columns if column]


def _is_prose(columns: Sequence[Sequence[Line]]) -> bool:
    """Whether columns hold running text rather than the entries of a table."""
    if len(columns) < 2:
        return False
    long_enough = [column for column in columns if len(column) >= _COLUMN_LINES]
    if len(long_enough) < 2:
        return False
    return all(_words(column) >= _PROSE_WORDS and _runs_on(column) for column in long_enough)


def _words(column: Sequence[Line]) -> float:
    return sum(len(line.words) if len(line.words) > 1 else len(line.words[0].text) / 8 for line in column) / len(column)


def _runs_on(column: Sequence[Line]) -> bool:
    """Whether enough lines begin with a small letter, or with a letter of a script that has no small ones."""
    firsts = [line.words[0].text[0] for line in column]
    cased = [first for first in firsts if first.islower() or first.isupper()]
    uncased = sum(first.isalpha() for first in firsts) - len(cased)
    return sum(map(str.islower, cased)) + uncased >= _RUNNING_ON * len(column)
