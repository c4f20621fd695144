"""From lines to paragraphs: which lines go on, what is a heading, where a row of a table ends."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from graphkit.ingest.draft import PARAGRAPH, ROW, Draft, settle
from graphkit.ingest.ligatures import mend_ligatures
from graphkit.ingest.pdf.hyphens import Hyphens, ends_with_hyphen
from graphkit.ingest.pdf.lines import Line, Word
from graphkit.model import Box

_LEADING = 1.0
"""Heights of a line that may be free between two lines of a paragraph."""
_INDENT = 0.8
_WIDEST_BLANK = 2.5
"""Heights of a line that a blank of a justified line may have."""
_LARGER = 1.15
"""Heights of the text's lines from which a line is a heading."""
_LONGEST_HEADING = 200
_BULLET = re.compile(r"[•▪●○◦■□➢✓‣⁃∙*–—-]$|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]$|\[\d{1,3}\]$")
_SYMBOL_BULLETS = {"\uf0b7": "•", "\uf0a7": "▪", "\uf0d8": "➢", "\uf0fc": "✓", "\uf06e": "■", "\uf071": "□"}
_STOPS = (".", "!", "?", ":", ";", "。", "！", "？", "؟", "…")
_CLOSERS = "\"'”’»)]"


@dataclass(slots=True)
class Row:
    """Lines side by side: one is a line of text, several are a row of a table."""

    cells: list[Line]
    page: int
    left: float
    top: float
    right: float
    bottom: float
    height: float
    edge: float = 0.0
    """Where the column of this row ends on the right."""

    @property
    def words(self) -> list[Word]:
        """All words of the row."""
        return [word for cell in self.cells for word in cell.words]

    @property
    def text(self) -> str:
        """The cells with blanks between them."""
        return " ".join(cell.text for cell in self.cells)


def write_pages(pages: Sequence[Sequence[Line]], asides: Mapping[int, Sequence[Line]], draft: Draft) -> None:
    """Write the lines of all pages, in reading order, as paragraphs, headings and rows with boxes.

    ``asides`` are the lines of a page that stand in another direction: they come before the first paragraph that
    begins on their page, so that they interrupt no sentence.
    """
    rows = [row for number, lines in enumerate(pages) for row in _rows(lines, number)]
    apart = {number: list(_rows(lines, number)) for number, lines in asides.items()}
    if not rows and not apart:
        return
    _find_edges(rows)
    _close_wide_gaps(rows)
    body = _body_height(rows) if rows else 0.0
    writer = _Writer(draft, Hyphens(row.text for row in rows), len(pages))
    for paragraph, gap in _paragraphs(rows):
        for number in [number for number in apart if number <= paragraph[0].page]:
            _write_aside(writer, apart.pop(number))
            gap = PARAGRAPH
        writer.write(paragraph, gap, heading=_is_heading(paragraph, body))
    for aside in apart.values():
        _write_aside(writer, aside)
    writer.finish()


def _write_aside(writer: _Writer, rows: Sequence[Row]) -> None:
    _find_edges(rows)
    for paragraph, gap in _paragraphs(rows):
        writer.write(paragraph, gap, heading=False)


def _rows(lines: Sequence[Line], page: int) -> Iterator[Row]:
    row: Row | None = None
    for line in lines:
        if row is not None and _is_beside(row, line):
            row.cells.append(line)
            row.left, row.right = min(row.left, line.left), max(row.right, line.right)
            row.top, row.bottom = min(row.top, line.top), max(row.bottom, line.bottom)
            continue
        if row is not None:
            yield row
        row = Row([line], page, line.left, line.top, line.right, line.bottom, line.height)
    if row is not None:
        yield row


def _is_beside(row: Row, line: Line) -> bool:
    last = row.cells[-1]
    overlap = min(last.bottom, line.bottom) - max(last.top, line.top)
    if overlap < 0.5 * min(last.height, line.height):
        return False
    return line.left >= last.right or (line.is_rtl and line.right <= last.left)


def _find_edges(rows: Sequence[Row]) -> None:
    """The right edge of each row's column: the furthest that its neighbours above and below reach."""
    start = 0
    for index in range(1, len(rows) + 1):
        if index == len(rows) or not _is_same_column(rows[index - 1], rows[index]):
            edge = max(row.right for row in rows[start:index])
            for row in rows[start:index]:
                row.edge = edge
            start = index


def _close_wide_gaps(rows: Sequence[Row]) -> None:
    """Rows of two pieces that are a justified line: a line of the same column runs through under or over the gap."""
    for index, row in enumerate(rows):
        if len(row.cells) < 2 or _is_item(row):
            continue
        gaps = [(a.right, b.left) for a, b in pairwise(row.cells)]
        if any(not 0 <= right - left <= _WIDEST_BLANK * row.height for left, right in gaps):
            continue
        around = [rows[i] for i in (index - 1, index + 1) if 0 <= i < len(rows) and rows[i].page == row.page]
        near = [other for other in around if abs(other.top - row.top) < 2.5 * row.height]
        if any(_runs_through(other, gaps) and abs(other.left - row.left) < 2 * row.height for other in near):
            joined = Line([], row.left, row.top, row.right, row.bottom, row.words, is_bold=row.cells[0].is_bold)
            row.cells = [joined]


def _runs_through(row: Row, gaps: Sequence[tuple[float, float]]) -> bool:
    return len(row.cells) == 1 and all(row.left < left and row.right > right for left, right in gaps)


def _is_same_column(one: Row, other: Row) -> bool:
    return (
        one.page == other.page
        and other.top > one.top
        and min(one.right, other.right) > max(one.left, other.left)
        and 0.75 < one.height / max(other.height, 0.1) < 1.33
    )


def _body_height(rows: Sequence[Row]) -> float:
    heights = sorted((row.height, sum(len(word.text) for word in row.words)) for row in rows)
    half, seen = sum(count for _, count in heights) / 2, 0
    for height, count in heights:
        seen += count
        if seen >= half:
            return height
    return median(row.height for row in rows)


def _paragraphs(rows: Sequence[Row]) -> Iterator[tuple[list[Row], str]]:
    """Rows that belong together, each group with what stands before it."""
    current: list[Row] = []
    gap = PARAGRAPH
    for index, row in enumerate(rows):
        following = rows[index + 1] if index + 1 < len(rows) else None
        if current and _goes_on(current, row, following):
            current.append(row)
            continue
        if current:
            yield current, gap
            gap = _gap(current[-1], row)
        current = [row]
    if current:
        yield current, gap


def _goes_on(paragraph: Sequence[Row], row: Row, following: Row | None) -> bool:
    last = paragraph[-1]
    if (len(row.cells) > 1 and not _is_item(row)) or (len(last.cells) > 1 and not _is_item(last)):
        return False
    if _is_bullet(row) or not 0.8 < last.height / max(row.height, 0.1) < 1.25:
        return False
    if not _is_same_column(last, row):
        return _runs_on(last, row)
    if row.top - last.bottom > _LEADING * max(row.height, last.height):
        return False
    first = row.words[0]
    if not row.cells[0].is_rtl and last.edge - last.right > (first.box.right - first.box.left) + 0.5 * row.height:
        return _runs_on(last, row) and row.top - last.bottom < 0.5 * row.height
    return not _is_indented(paragraph, row, following)


def _is_indented(paragraph: Sequence[Row], row: Row, following: Row | None) -> bool:
    """Whether a row opens a paragraph by its indent; a hanging indent goes on."""
    last = paragraph[-1]
    if row.left - last.left < _INDENT * row.height or row.cells[0].is_rtl:
        return False
    if not last.words[-1].text.rstrip(_CLOSERS).endswith(_STOPS):
        return False
    if _is_item(paragraph[0]) or following is None or not _is_same_column(row, following):
        return not _runs_on(last, row) and not _is_item(paragraph[0])
    return following.left < row.left - 0.5 * row.height


def _runs_on(last: Row, row: Row) -> bool:
    """Whether a sentence goes on from one row to the next, whatever stands between them."""
    end, start = last.words[-1].text, row.words[0].text
    if ends_with_hyphen(end):
        return True
    if end.rstrip(_CLOSERS).endswith(_STOPS):
        return False
    letter = start.lstrip("\"'“‘«([")[:1]
    return letter.islower() or (letter.isalpha() and not letter.isupper() and last.right > last.edge - last.height)


def _is_bullet(row: Row) -> bool:
    first = _SYMBOL_BULLETS.get(row.words[0].text, row.words[0].text)
    return len(row.words) > 1 and bool(_BULLET.match(first)) and not first.isalpha()


def _is_item(row: Row) -> bool:
    """Whether a row of two pieces is an item with its bullet or number apart."""
    return _is_bullet(row) and len(row.cells) <= 2 and len(row.cells[0].words) == 1


def _gap(last: Row, row: Row) -> str:
    """A line's end where a row was ended on purpose inside a block, else a paragraph's."""
    if len(row.cells) > 1 or len(last.cells) > 1:
        return ROW
    close = _is_same_column(last, row) and row.top - last.bottom < 0.6 * row.height
    return "\n" if close and not _is_bullet(row) and row.left - last.left < _INDENT * row.height else PARAGRAPH


def _is_heading(paragraph: Sequence[Row], body: float) -> bool:
    text = " ".join(row.text for row in paragraph)
    if len(text) > _LONGEST_HEADING or len(paragraph) > 3 or any(len(row.cells) > 1 for row in paragraph):
        return False
    if sum(map(str.isalpha, text)) * 2 < len(text):
        return False
    if all(row.height >= _LARGER * body for row in paragraph):
        return True
    bold = all(cell.is_bold for row in paragraph for cell in row.cells)
    return bold and len(paragraph) == 1 and len(text) > 2 and not text.endswith((".", ",", ";", ":"))


class _Writer:
    """Writes paragraphs word by word, so that every word has its box and every page its start."""

    def __init__(self, draft: Draft, hyphens: Hyphens, pages: int) -> None:
        self._draft = draft
        self._hyphens = hyphens
        self._pages = pages
        self._starts: list[int] = []

    def write(self, rows: Sequence[Row], gap: str, *, heading: bool) -> None:
        """Write one paragraph, heading or row of a table."""
        text: list[str] = []
        length = 0
        placed: list[tuple[int, int, int, Word]] = []
        for row, cell, word, is_first in _words(rows):
            settled = self._settled(word.text)
            if not settled:
                continue
            glue = ""
            if text:
                glue = "\t" if is_first and cell and not _is_item(row) else " "
                if is_first and not cell and ends_with_hyphen(text[-1]):
                    glue = ""
                    if self._hyphens.joins(text[-1], settled):
                        text[-1] = text[-1][:-1]
                        length -= 1
                        start, _, page, before = placed[-1]
                        placed[-1] = (start, length, page, before)
                        self._draft.repairs["hyphens at line ends joined"] += 1
                    else:
                        self._draft.repairs["hyphens at line ends kept"] += 1
            placed.append((length + len(glue), length + len(glue) + len(settled), row.page, word))
            text.append(glue + settled)
            length += len(glue) + len(settled)
        if not text:
            return
        offset = self._draft.append("".join(text), heading=heading, gap=gap)
        for start, end, page, word in placed:
            while len(self._starts) <= page:
                self._starts.append(offset + start)
            sides = (round(side, 2) for side in word.box)
            self._draft.boxes.append(Box(offset + start, offset + end, page, *sides))

    def finish(self) -> None:
        """Set the starts of the pages; pages without text at the end start where the text ends."""
        self._starts.extend([self._draft.length] * (self._pages - len(self._starts)))
        self._draft.page_starts = self._starts

    def _settled(self, text: str) -> str:
        text, arrows = mend_ligatures(_SYMBOL_BULLETS.get(text, text), with_arrows=True)
        if arrows:
            self._draft.repairs["ligatures spelled out"] += arrows
        return " ".join(settle(text, self._draft.repairs, from_font=True).split())


def _words(rows: Sequence[Row]) -> Iterator[tuple[Row, int, Word, bool]]:
    """Row, number of the cell in it, word, and whether it is the cell's first."""
    for row in rows:
        for number, cell in enumerate(row.cells):
            for index, word in enumerate(cell.words):
                yield row, number, word, index == 0
