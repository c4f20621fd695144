"""A text cut into plain and marked pieces, ready to be shown with highlights."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from graphkit.figures.palette import look


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of a text to be highlighted, in the look of its type; ``note`` is told on hovering."""

    start: int
    end: int
    type: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text; a plain one has no colour."""

    text: str
    colour: str = ""
    letter: str = ""
    note: str = ""
    is_focus: bool = False


def pieces(
    text: str, marks: Iterable[Mark], *, focus: tuple[int, int] | None = None, offset: int = 0
) -> tuple[Piece, ...]:
    """The text in pieces, in order, nothing lost and nothing twice.

    Where marks overlap the one that begins first is shown, of those the longest, and the other one from where the
    first ends. ``offset`` is where the text begins in the document that marks and focus count in; what lies outside
    is left out. Pieces inside ``focus`` are flagged.
    """
    placed = sorted(
        (max(0, mark.start - offset), min(len(text), mark.end - offset), index, mark)
        for index, mark in enumerate(marks)
    )
    placed.sort(key=lambda row: (row[0], -row[1], row[2]))
    cuts: list[tuple[int, int, Mark | None]] = []
    at = 0
    for start, end, _, mark in placed:
        begin = max(start, at)
        if begin >= end:
            continue
        if begin > at:
            cuts.append((at, begin, None))
        cuts.append((begin, end, mark))
        at = end
    if at < len(text):
        cuts.append((at, len(text), None))
    inside = (focus[0] - offset, focus[1] - offset) if focus else (0, 0)
    return tuple(_piece(text, *part, mark) for start, end, mark in cuts for part in _split(start, end, *inside))


def _split(start: int, end: int, focus_start: int, focus_end: int) -> list[tuple[int, int, bool]]:
    """The stretch, cut at the borders of the focus."""
    left, right = max(start, focus_start), min(end, focus_end)
    if left >= right:
        return [(start, end, False)]
    parts = [(start, left, False), (left, right, True), (right, end, False)]
    return [part for part in parts if part[0] < part[1]]


def _piece(text: str, start: int, end: int, is_focus: bool, mark: Mark | None) -> Piece:  # noqa: FBT001
    if mark is None:
        return Piece(text[start:end], is_focus=is_focus)
    style = look(mark.type)
    return Piece(text[start:end], style.colour, style.letter if mark.type else "", mark.note or mark.type, is_focus)
