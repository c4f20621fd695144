"""From glyphs to lines: pieces of one baseline, raised and lowered signs joined to them, words with their boxes."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from graphkit.ingest.pdf.bidi import is_right_to_left, sort_right_to_left
from graphkit.ingest.pdf.glyphs import SPACING_ACCENTS, Glyph, Sides

_PIECE_GAP = 1.0
"""Heights of a line between two glyphs from which they belong to different pieces: columns, cells of a table."""

_SURE_GAP = 0.3
_HINTED_GAP = 0.05
"""Heights of a line that make a blank alone, and with the file's own word for it."""


class Word(NamedTuple):
    """A word of a line with its box on the page as it is shown."""

    text: str
    box: Sides


@dataclass(slots=True)
class Line:
    """A piece of a line: glyphs side by side."""

    glyphs: list[Glyph]
    left: float
    top: float
    right: float
    bottom: float
    words: list[Word] = field(default_factory=list)
    is_rtl: bool = False
    is_bold: bool = False

    @property
    def text(self) -> str:
        """The words with blanks between them."""
        return " ".join(word.text for word in self.words)

    @property
    def height(self) -> float:
        """Height in points."""
        return self.bottom - self.top

    def widen(self, glyph: Glyph) -> None:
        """Take in a glyph."""
        self.glyphs.append(glyph)
        if glyph.left < self.left:
            self.left = glyph.left
        if glyph.right > self.right:
            self.right = glyph.right
        if self.top <= glyph.top and glyph.bottom <= self.bottom:
            return
        if glyph.size <= 1.6 * self.height or len(self.glyphs) <= 2:  # a tall bracket or root makes no tall line
            self.top, self.bottom = min(self.top, glyph.top), max(self.bottom, glyph.bottom)

    def take(self, other: Line) -> None:
        """Take in a piece that stands beside, above or below."""
        for glyph in other.glyphs:
            self.glyphs.append(glyph)
        self.left, self.right = min(self.left, other.left), max(self.right, other.right)


def lines_of(glyphs: Sequence[Glyph]) -> tuple[list[Line], dict[str, int]]:
    """Pieces of lines in the file's order, with their texts, and the repairs that were made."""
    glyphs, accents = _put_accents(glyphs)
    pieces = _pieces(glyphs)
    pieces, joined = _join_raised(pieces)
    for piece in pieces:
        _spell(piece)
    return [piece for piece in pieces if piece.words], {
        "accents put on their letter": accents,
        "raised or lowered pieces joined": joined,
    }


def _overlap(a_top: float, a_bottom: float, b_top: float, b_bottom: float) -> float:
    """Share of the lower of two heights in which both stand side by side."""
    least = min(a_bottom - a_top, b_bottom - b_top)
    return (min(a_bottom, b_bottom) - max(a_top, b_top)) / least if least > 0 else 0.0


def _pieces(glyphs: Sequence[Glyph]) -> list[Line]:
    pieces: list[Line] = []
    line: Line | None = None
    for glyph in glyphs:
        if line is not None and _continues(line, glyph):
            line.widen(glyph)
        else:
            line = Line([glyph], glyph.left, glyph.top, glyph.right, glyph.bottom)
            pieces.append(line)
    return pieces


def _continues(line: Line, glyph: Glyph) -> bool:
    last = line.glyphs[-1]
    if glyph.top == last.top and glyph.bottom == last.bottom and 0 <= glyph.left - last.right < 0.5 * last.size:
        return True  # the next letter of a word, as most are
    height = max(min(line.height, 3 * last.size), 1.0)
    if _overlap(line.top, line.bottom, glyph.top, glyph.bottom) < 0.45 and not (
        glyph.size < 1.0 and line.top <= glyph.top <= line.bottom
    ):
        return False
    gap = _PIECE_GAP * height
    forward = glyph.left - last.right
    if -0.6 * height <= forward <= gap:
        return True
    backward = last.left - glyph.right  # right to left
    return (-0.6 * height <= backward <= gap and _is_rtl_glyph(glyph, last)) or (
        line.left - gap <= glyph.left and glyph.right <= line.right + gap and _is_rtl_glyph(glyph, last)
    )


def _is_rtl_glyph(glyph: Glyph, last: Glyph) -> bool:
    return is_right_to_left(glyph.sign) or is_right_to_left(last.sign)


def _join_raised(pieces: list[Line]) -> tuple[list[Line], int]:
    """Small pieces put into the neighbouring line beside which they stand a little higher or lower."""
    kept: list[Line] = []
    joined = 0
    for piece in pieces:
        home = next((line for line in reversed(kept[-3:]) if _belongs(piece, line)), None)
        if home is not None:
            home.take(piece)
            joined += 1
        elif kept and _belongs(kept[-1], piece):  # a raised sign printed before its line
            small = kept.pop()
            piece.take(small)
            kept.append(piece)
            joined += 1
        else:
            kept.append(piece)
    return kept, joined


def _belongs(small: Line, line: Line) -> bool:
    """Whether a piece is an index, a note's mark or an accent of a line, or a part of it printed later."""
    ratio = small.height / max(line.height, 0.1)
    is_part = abs(small.bottom - line.bottom) < 0.15 * line.height and 0.8 < ratio < 1.25
    is_index = 0.4 < ratio < 0.85 and len(small.glyphs) <= min(40, 2 * len(line.glyphs))
    if not (is_part or is_index) or _overlap(small.top, small.bottom, line.top, line.bottom) < 0.2:
        return False
    reach = (0.5 if is_part else 0.35) * line.height
    return small.left < line.right + reach and small.right > line.left - reach


def _put_accents(glyphs: Sequence[Glyph]) -> tuple[list[Glyph], int]:
    """Accents printed as glyphs of their own put on the letter above or below which they stand."""
    if not any(ord(g.sign) in SPACING_ACCENTS or unicodedata.combining(g.sign) for g in glyphs):
        return list(glyphs), 0
    result: list[Glyph] = []
    put = 0
    waiting: Glyph | None = None
    for glyph in glyphs:
        mark = SPACING_ACCENTS.get(ord(glyph.sign)) or (glyph.sign if unicodedata.combining(glyph.sign) else "")
        if mark:
            base = next((g for g in reversed(result[-3:]) if _carries(g, glyph)), None)
            if base is not None and _accent(base, mark):
                put += 1
                continue
            if waiting is not None:
                result.append(waiting)
            waiting = glyph
            continue
        if waiting is not None:
            mark = SPACING_ACCENTS.get(ord(waiting.sign), waiting.sign)
            if _carries(glyph, waiting) and _accent(glyph, mark):
                glyph.blank_before = glyph.blank_before and waiting.blank_before
                put += 1
            else:
                result.append(waiting)
            waiting = None
        result.append(glyph)
    return (result if waiting is None else [*result, waiting]), put


def _carries(base: Glyph, accent: Glyph) -> bool:
    middle = (accent.left + accent.right) / 2
    slack = 0.15 * (base.right - base.left)
    near = base.top - 0.5 * base.size <= (accent.top + accent.bottom) / 2 <= base.bottom + 0.2 * base.size
    return near and base.left - slack <= middle <= base.right + slack and base.sign.isalpha()


def _accent(base: Glyph, mark: str) -> bool:
    letter = {"ı": "i", "ȷ": "j"}.get(base.sign, base.sign)
    composed = unicodedata.normalize("NFC", letter + mark)
    if len(composed) > len(letter):
        return False
    base.sign = composed
    return True


def _spell(line: Line) -> None:
    """Give a line its text and its words; lines from right to left are sorted by place first."""
    signs = "".join(glyph.sign for glyph in line.glyphs)
    line.is_rtl = not signs.isascii() and any(map(is_right_to_left, signs))
    if line.is_rtl:
        line.glyphs = sort_right_to_left(line.glyphs)
    elif any(b.left < a.left - 0.5 * max(a.size, 1) for a, b in pairwise(line.glyphs)):
        line.glyphs.sort(key=lambda g: (g.left + g.right) / 2)
    spread = _spread(line)
    run: list[Glyph] = []
    for glyph in line.glyphs:
        if run and _is_blank(run[-1], glyph, line, spread):
            line.words.append(_word(run))
            run = []
        run.append(glyph)
    line.words.append(_word(run))
    line.is_bold = all(glyph.is_bold for glyph in line.glyphs)


def _spread(line: Line) -> float:
    """How far apart the letters of a spaced-out line stand, 0 for ordinary lines."""
    if len(line.glyphs) < 7 or line.is_rtl:
        return 0.0
    middle = median([b.left - a.right for a, b in pairwise(line.glyphs)])
    return middle if middle > 0.12 * line.height else 0.0


def _is_blank(last: Glyph, glyph: Glyph, line: Line, spread: float) -> bool:
    gap = glyph.left - last.right
    if gap <= 0 and not glyph.blank_before and not line.is_rtl:
        return False
    height = max(min(line.height, max(last.size, glyph.size)), 1.0)
    if line.is_rtl:
        gap = max(glyph.left - last.right, last.left - glyph.right)
        return gap > (0.1 if glyph.blank_before or last.blank_before else 0.2) * height
    if spread:
        return gap > spread + 0.2 * height
    if glyph.sign in ",.;:)" and last.size != glyph.size:  # after a raised sign
        return gap > _SURE_GAP * height
    return gap > (_HINTED_GAP if glyph.blank_before else _SURE_GAP) * height or (glyph.blank_before and gap < -height)


def _word(glyphs: Sequence[Glyph]) -> Word:
    lefts, tops, rights, bottoms = zip(*(glyph.shown for glyph in glyphs), strict=True)
    box = Sides(min(lefts), min(tops), max(rights), max(bottoms))
    return Word("".join(g.sign for g in glyphs), box)
