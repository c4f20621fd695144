"""A text in which marks lie over each other: every mark keeps its own underline, an inner one nearer to the text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from graphkit.figures.palette import BLUE, GREEN, GREY, ORANGE, PINK, RED, SKY

Stroke = Literal["solid", "dashed", "dotted"]
_COLOURS = (BLUE, ORANGE, GREEN, RED, PINK, SKY)
_STROKES: tuple[Stroke, ...] = ("solid", "dashed", "dotted")
MOST_LEVELS = 4
"""Underlines below each other; what lies deeper shares the last level."""


@dataclass(frozen=True, slots=True)
class NameLook:
    """How one name is drawn, whoever found it."""

    colour: str
    stroke: Stroke


@dataclass(frozen=True, slots=True)
class LayeredMark:
    """A stretch of a text with the name that it is of (a key into the looks) and words told on hovering."""

    start: int
    end: int
    name: str
    letter: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """An underline: colour, stroke, and level, 0 nearest to the text."""

    colour: str
    stroke: Stroke
    level: int


@dataclass(frozen=True, slots=True)
class LayeredPiece:
    """A stretch of text with the lines under it, the nearest first. ``letters`` of marks that end here follow it."""

    text: str
    lines: tuple[Line, ...] = ()
    letters: str = ""
    note: str = ""


def name_looks(names: Iterable[str]) -> dict[str, NameLook]:
    """A look for each name, in the order given: colours first, then other strokes, after which all look the same."""
    looks = [NameLook(colour, stroke) for stroke in _STROKES for colour in _COLOURS]
    order = dict.fromkeys(names)
    return {name: looks[at] if at < len(looks) else NameLook(GREY, "solid") for at, name in enumerate(order)}


def layered_pieces(
    text: str, marks: Sequence[LayeredMark], looks: Mapping[str, NameLook], *, offset: int = 0
) -> tuple[LayeredPiece, ...]:
    """The text in pieces, in order, nothing lost and nothing twice; each knows all marks over it.

    ``offset`` is where the text begins in the document that marks count in; what lies outside is left out.
    """
    placed = [
        (max(0, mark.start - offset), min(len(text), mark.end - offset), mark)
        for mark in marks
        if mark.start - offset < len(text) and mark.end > offset
    ]
    levels = _levels(placed)
    borders = sorted({0, len(text), *(start for start, _, _ in placed), *(end for _, end, _ in placed)})
    pieces = []
    for start, end in pairwise(borders):
        over = [(level, mark) for (s, e, mark), level in zip(placed, levels, strict=True) if s <= start and end <= e]
        over.sort(key=lambda row: row[0])
        lines = tuple(Line(looks[mark.name].colour, looks[mark.name].stroke, level) for level, mark in over)
        letters = "".join(dict.fromkeys(mark.letter for s, e, mark in placed if e == end and s < e and mark.letter))
        notes = "; ".join(dict.fromkeys(mark.note for _, mark in over if mark.note))
        pieces.append(LayeredPiece(text[start:end], lines, letters if over else "", notes))
    return tuple(pieces)


def _levels(placed: Sequence[tuple[int, int, LayeredMark]]) -> list[int]:
    """A level for each mark: the shortest first, each on the nearest level that no overlapping one has taken."""
    levels = [0] * len(placed)
    done: list[int] = []
    for at in sorted(range(len(placed)), key=lambda i: (placed[i][1] - placed[i][0], placed[i][0], i)):
        start, end, _ = placed[at]
        taken = {levels[other] for other in done if placed[other][0] < end and placed[other][1] > start}
        levels[at] = min((level for level in range(MOST_LEVELS) if level not in taken), default=MOST_LEVELS - 1)
        done.append(at)
    return levels
