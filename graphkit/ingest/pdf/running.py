"""Headers, footers and page numbers: lines that come again near the edge of many pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from graphkit.ingest.pdf.lines import Line

_EDGE = 0.18
"""Share of the page's height, at the top and at the bottom, in which running lines stand."""
_OUTERMOST = 3
"""Lines from the edge, of those in that share, that may be running lines."""
_FEWEST_PAGES = 3
_SENTENCE_WORDS = 6
_DIGITS = re.compile(r"\d+")


def split_running(pages: Sequence[Sequence[Line]], heights: Sequence[float]) -> tuple[list[list[Line]], list[str]]:
    """The lines of each page without its running lines, and the texts of those, each once.

    A line runs when the same text, but for its digits, stands near the same edge of a third of the pages.
    """
    counts: Counter[str] = Counter()
    keys: list[list[str]] = []
    for lines, height in zip(pages, heights, strict=True):
        keys.append(_keys(lines, height))
        counts.update({key for key in keys[-1] if key})
    needed = max(_FEWEST_PAGES, len(pages) / 3)
    running = {
        key for key, count in counts.items() if count >= needed or (count == len(pages) == 2 and _is_number(key))
    }
    emptied = sum(bool(page_keys) and running.issuperset(page_keys) for page_keys in keys)
    if emptied * 2 > len(pages):  # pages of one line each, all alike: that line is what they say
        return [list(lines) for lines in pages], []
    kept: list[list[Line]] = []
    texts: dict[str, str] = {}
    for lines, page_keys in zip(pages, keys, strict=True):
        kept.append([line for line, key in zip(lines, page_keys, strict=True) if key not in running])
        for line, key in zip(lines, page_keys, strict=True):
            if key in running and not _is_number(key):
                texts.setdefault(key, line.text)
    return kept, list(texts.values())


def _keys(lines: Sequence[Line], height: float) -> list[str]:
    """For each line its edge and its text with # for digits, blank for lines that cannot run."""
    tops = sorted(line.top for line in lines)
    first, last = (tops[_OUTERMOST - 1], tops[-_OUTERMOST]) if len(tops) >= _OUTERMOST else (height, 0.0)
    keys = []
    for line in lines:
        edge = ""
        if line.top <= first and line.bottom < _EDGE * height:
            edge = "top "
        elif line.top >= last and line.top > (1 - _EDGE) * height:
            edge = "end "
        keys.append("" if not edge or _is_sentence(line) else edge + _DIGITS.sub("#", line.text))
    return keys


def _is_sentence(line: Line) -> bool:
    return len(line.words) >= _SENTENCE_WORDS and line.words[-1].text.endswith((".", "!", "?"))


def _is_number(key: str) -> bool:
    return not any(map(str.isalpha, key[4:]))
