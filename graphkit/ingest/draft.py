"""A document while it is being read: text in pieces, with offsets that stay right."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, field, fields

from graphkit.ingest.ligatures import mend_ligatures
from graphkit.model import Box, JsonValue, Span
from graphkit.text import clean

PARAGRAPH = "\n\n"
ROW = "\n\n"
"""Rows of tables are paragraphs of their own, so that the evidence of a fact in a table is its row."""

_BREAKS = str.maketrans({"\f": "\n", "\v": "\n", "\u2028": "\n", "\u2029": "\n\n"})
_TERMINAL_CODE = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")
"""Colours and movements of a terminal (ECMA-48), as logs hold them."""
_UNSEEN = dict.fromkeys([0x00AD, 0xFEFF, 0xFFFE, 0xFFFF])


def settle(text: str, repairs: Counter[str], *, from_font: bool = False) -> str:
    """A piece of text in its stored form: composed (NFC), cleaned, ligatures spelled out, unseen signs dropped.

    ``from_font`` says that a font coded the letters, as in a PDF, so that signs may stand for ligatures.
    Lengths change, so offsets may only be taken from the result.
    """
    hyphens = text.count("\u00ad")
    if hyphens:
        repairs["soft hyphens dropped"] += hyphens
    if not from_font:
        text = _TERMINAL_CODE.sub("", text)
    text, mended = mend_ligatures(text, from_font=from_font)
    if mended:
        repairs["ligatures spelled out"] += mended
    text = clean(text.translate(_BREAKS).translate(_UNSEEN))
    return text if unicodedata.is_normalized("NFC", text) else unicodedata.normalize("NFC", text)


@dataclass(slots=True)
class Draft:
    """What a reader of one format fills in; ``read`` makes a document of it."""

    media_type: str = "text/plain"
    title: str = ""
    headings: list[Span] = field(default_factory=list)
    page_starts: list[int] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    metadata: dict[str, JsonValue] = field(default_factory=dict)
    repairs: Counter[str] = field(default_factory=Counter)
    warnings: list[str] = field(default_factory=list)
    length: int = 0
    pages_pending: int = 0
    _pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text so far."""
        return "".join(self._pieces)

    def become(self, other: Draft) -> None:
        """Take over all that another draft holds."""
        for item in fields(self):
            setattr(self, item.name, getattr(other, item.name))

    def page(self) -> None:
        """A new page begins with the text that is appended next."""
        self.pages_pending += 1

    def block(self, text: str, *, heading: bool = False, gap: str = PARAGRAPH) -> None:
        """Append a paragraph, heading or row, settled and without blanks around it; nothing when it is blank."""
        settled = "\n".join(line.rstrip() for line in settle(text, self.repairs).split("\n")).strip()
        if settled:
            self.append(settled, heading=heading, gap=gap)

    def append(self, settled: str, *, heading: bool = False, gap: str = PARAGRAPH) -> int:
        """Append text that is settled already and return its offset."""
        if self._pieces:
            self._pieces.append(gap)
            self.length += len(gap)
        start = self.length
        self.page_starts.extend([start] * self.pages_pending)
        self.pages_pending = 0
        self._pieces.append(settled)
        self.length += len(settled)
        if heading:
            self.headings.append(Span(start, self.length))
        return start

    def row(self, cells: list[str]) -> None:
        """Append a table's row, cells joined by a tab; line ends inside a cell become blanks."""
        line = "\t".join(" ".join(cell.split()) for cell in cells)
        if line.strip():
            settled = settle(line, self.repairs).rstrip()
            self.append(settled, gap=ROW)

    def warn(self, text: str) -> None:
        """Note something that the user should know, once."""
        if text not in self.warnings:
            self.warnings.append(text)
