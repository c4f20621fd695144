"""The fenced blocks of a page of the manual, and the commands in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_BLOCK = re.compile(r"^```(?P<language>[\w+-]*)[^\n]*\n(?P<text>.*?)^```[ \t]*$", re.M | re.S)
_REASON = re.compile(r"<!-- not run: (?P<reason>\S[^>]*?) -->")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, its text, the line on which the text begins, and why it is not run, if so."""

    language: str
    text: str
    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class Command:
    """A line after a ``$`` sign, and the output that the page shows below it (blank: any)."""

    line: str
    shown: str


def blocks(page: str) -> Iterator[Block]:
    """All fenced blocks of a page. A comment ``<!-- not run: reason -->`` stands on the line just above its block."""
    for match in _BLOCK.finditer(page):
        above = page[: match.start()].rstrip("\n").rpartition("\n")[2]
        reason = _REASON.fullmatch(above.strip())
        line = page.count("\n", 0, match.start("text")) + 1
        yield Block(match["language"], match["text"], line, reason["reason"] if reason else "")


def reasons(page: str) -> list[str]:
    """Every reason on a page for not running something."""
    return [match["reason"] for match in _REASON.finditer(page)]


def commands(block: str) -> Iterator[Command]:
    """The commands of a console block. A line that ends in a backslash goes on; other lines are output."""
    joined = re.sub(r"\\\n\s*", "", block)
    for part in re.split(r"^\$ ", joined, flags=re.M)[1:]:
        line, _, shown = part.partition("\n")
        yield Command(line.strip(), shown)
