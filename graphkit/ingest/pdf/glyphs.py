"""The glyphs of a page as the file gives them: sign, box, angle; in the frame in which the text is upright."""

from __future__ import annotations

import ctypes
import math
from collections import Counter
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

_INVISIBLE = 3
"""Text render mode of PDF that draws nothing: the text layer of a scan, or a hiding place."""

_BOLD = 600

_OUTSIDE = 1.0
"""Points by which a glyph's middle may lie outside the page and still be seen."""


SPACING_ACCENTS = {
    0x60: "\u0300",
    0xA8: "\u0308",
    0xAF: "\u0304",
    0xB4: "\u0301",
    0xB8: "\u0327",
    0x2C6: "\u0302",
    0x2C7: "\u030c",
    0x2CA: "\u0301",
    0x2CB: "\u0300",
    0x2D8: "\u0306",
    0x2D9: "\u0307",
    0x2DA: "\u030a",
    0x2DB: "\u0328",
    0x2DC: "\u0303",
    0x2DD: "\u030b",
}
"""Accents that stand for themselves, and the combining marks that they mean on a letter."""


class FsRect(Protocol):
    """The rectangle that pdfium fills in; y goes upwards."""

    left: float
    top: float
    right: float
    bottom: float


class Sides(NamedTuple):
    """A box: x to the right, y downwards, in points."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(slots=True)
class Glyph:
    """One sign of a page. ``shown`` is its place on the page as it is shown, ``blank_before`` says
    that the file or pdfium puts a blank before it."""

    sign: str
    left: float
    top: float
    right: float
    bottom: float
    shown: Sides
    blank_before: bool
    is_bold: bool = False
    size: float = field(init=False)
    """Height in points."""

    def __post_init__(self) -> None:
        self.size = self.bottom - self.top


@dataclass(slots=True)
class PageGlyphs:
    """All glyphs of a page, in the file's order, those of each angle for themselves, the main angle first."""

    groups: list[list[Glyph]]
    width: float
    height: float
    invisible: int = 0
    outside: int = 0
    doubled: int = 0
    is_turned: bool = False


def read_glyphs(page: PdfPage) -> PageGlyphs:
    """The glyphs of a page; its text is built after the page was turned so that most letters stand upright."""
    import pypdfium2.raw as raw

    shown = page.get_rotation()
    textpage = page.get_textpage()
    try:
        angle = _main_angle(raw, textpage.raw)
        if angle != shown:
            textpage.close()
            page.set_rotation(angle)
            textpage = page.get_textpage()
        result = _collect(raw, textpage.raw, _bounds(page), shown, angle)
        result.is_turned = angle != 0
        return result
    finally:
        textpage.close()
        if page.get_rotation() != shown:
            page.set_rotation(shown)


def turned(box: tuple[float, float, float, float], bounds: Sides, angle: int) -> Sides:
    """A box of the page's own space (left, bottom, right, top; y upwards) as seen after a turn clockwise.

    ``bounds`` are the page's left, bottom, right and top in that space; ``angle`` is 0, 90, 180 or 270.
    """
    left, bottom, right, top = box
    if angle == 0:
        return Sides(left - bounds[0], bounds[3] - top, right - bounds[0], bounds[3] - bottom)
    if angle == 90:
        return Sides(bottom - bounds[1], left - bounds[0], top - bounds[1], right - bounds[0])
    if angle == 180:
        return Sides(bounds[2] - right, bottom - bounds[1], bounds[2] - left, top - bounds[1])
    return Sides(bounds[3] - top, bounds[2] - right, bounds[3] - bottom, bounds[2] - left)


def _bounds(page: PdfPage) -> Sides:
    left, bottom, right, top = page.get_bbox()
    return Sides(min(left, right), min(bottom, top), max(left, right), max(bottom, top))


def _quarter(radians: float) -> int:
    """Direction of a letter, counterclockwise, which is also the turn clockwise that sets it upright."""
    return round(-math.degrees(radians) / 90) % 4 * 90  # pdfium counts clockwise


def _main_angle(raw: ModuleType, text: object) -> int:
    """The angle in which most letters stand, by every eighth of them."""
    count = raw.FPDFText_CountChars(text)
    angles = Counter(
        _quarter(raw.FPDFText_GetCharAngle(text, i))
        for i in range(0, count, 8 if count > 200 else 1)
        if raw.FPDFText_GetUnicode(text, i) > 32
    )
    return angles.most_common(1)[0][0] if angles else 0


def _collect(raw: ModuleType, text: object, bounds: Sides, shown: int, angle: int) -> PageGlyphs:
    width, height = bounds[2] - bounds[0], bounds[3] - bounds[1]
    if angle % 180:
        width, height = height, width
    page = PageGlyphs([], width, height)
    groups: dict[int, list[Glyph]] = {angle: []}
    rect, blank, group, hidden, bold = raw.FS_RECTF(), True, groups[angle], False, False
    last: tuple[str, Sides] = ("", Sides(0, 0, 0, 0))
    lead, own = 0, angle
    for index in range(raw.FPDFText_CountChars(text)):
        code = raw.FPDFText_GetUnicode(text, index)
        if code in (0x20, 0x0D, 0x0A, 0xA0, 0x3000, 0x09):
            blank = True
            continue
        if 0xD800 <= code < 0xDC00:  # the first half of a sign beyond the first plane
            lead = code
            continue
        if 0xDC00 <= code < 0xE000:
            code = 0x10000 + ((lead - 0xD800) << 10) + (code - 0xDC00) if lead else 0xFFFD
        lead = 0
        if blank:
            own = _quarter(raw.FPDFText_GetCharAngle(text, index))
            group = groups.setdefault(own, [])
            hidden = _is_hidden(raw, text, index)
            bold = raw.FPDFText_GetFontWeight(text, index) >= _BOLD
        box = _box(raw, text, index, rect, code)
        sides = turned(box, bounds, own)
        if not _is_inside(box, bounds):
            page.outside += 1
            blank = True
            continue
        sign = chr(code)
        if sign == last[0] and _is_same_place(sides, last[1]):
            page.doubled += 1
            continue
        last = (sign, sides)
        page.invisible += hidden
        if code in (0xFFFE, 0x02):  # pdfium's own sign for a hyphen at a line's end
            sign = "-"
        on_page = sides if own == shown else turned(box, bounds, shown)
        group.append(Glyph(sign, *sides, on_page, blank, bold))
        blank = False
    page.groups = [glyphs for glyphs in groups.values() if glyphs]
    return page


def _is_hidden(raw: ModuleType, text: object, index: int) -> bool:
    owner = raw.FPDFText_GetTextObject(text, index)
    return bool(owner) and raw.FPDFTextObj_GetTextRenderMode(owner) == _INVISIBLE


def _box(raw: ModuleType, text: object, index: int, rect: FsRect, code: int) -> tuple[float, float, float, float]:
    """A glyph's box with the room that its font gives it; accents of their own with their ink alone."""
    raw.FPDFText_GetLooseCharBox(text, index, rect)
    box = (rect.left, rect.bottom, rect.right, rect.top)
    if code in SPACING_ACCENTS or box[3] - box[1] <= 0 or box[2] < box[0]:
        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        if raw.FPDFText_GetCharBox(text, index, left, right, bottom, top):
            return (left.value, bottom.value, right.value, top.value)
    return box


def _is_inside(box: tuple[float, float, float, float], bounds: Sides) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return bounds[0] - _OUTSIDE <= x <= bounds[2] + _OUTSIDE and bounds[1] - _OUTSIDE <= y <= bounds[3] + _OUTSIDE


def _is_same_place(one: Sides, other: Sides) -> bool:
    """Whether a sign was printed twice in nearly one place, which makes it look bold.

    In exactly one place stand the letters of a ligature: those are kept.
    """
    if one == other:
        return False
    near = 0.3 * max(one.right - one.left, 1.0)
    return abs(one.left - other.left) < near and abs(one.top - other.top) < near
