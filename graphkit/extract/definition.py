"""Definitions in brackets: "World Health Organization (WHO)" names one thing twice."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphkit.model import Span

_SHORT = re.compile(r"\((?P<short>[^\W\d_][\w&.\-]{1,9})\)")
_WORD = re.compile(r"[^\W_][\w'’&.]*")
_SMALL = frozenset("of the and for in on de la du des et für und der die das & a an to".split())


def definitions(text: str, start: int, end: int) -> Iterator[tuple[Span, Span]]:
    """Spans of the long and the short form wherever the initials of the words before a bracket fit."""
    for match in _SHORT.finditer(text, start, end):
        short = match["short"]
        if sum(c.isupper() for c in short) < 2:
            continue
        long = _long_form(text, max(start, match.start() - 150), match.start(), short)
        if long is not None:
            yield long, Span(match.start("short"), match.end("short"))


def _long_form(text: str, start: int, end: int, short: str) -> Span | None:
    line = text.rfind("\n", start, end) + 1
    before = list(_WORD.finditer(text, max(start, line), end))
    if not before or text[before[-1].end() : end].strip():
        return None
    letters = [c.casefold() for c in short if c.isalpha()]
    wanted = len(letters) - 1
    for index in range(len(before) - 1, max(-1, len(before) - 2 * len(letters) - 2), -1):
        if index + 1 < len(before) and re.search(r"[.;:!?()]", text[before[index].end() : before[index + 1].start()]):
            return None
        word = before[index].group()
        for part in reversed(re.split(r"[-&.]", word)):
            if wanted >= 0 and part[:1].casefold() == letters[wanted] and part.casefold() not in _SMALL - set(letters):
                wanted -= 1
        if wanted < 0:
            return Span(before[index].start(), before[-1].end()) if word[0].isupper() or len(letters) > 2 else None
    return None
