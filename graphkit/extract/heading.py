"""Headings of a document: those its reader knew, and lines that look like one."""

from __future__ import annotations

import re

from graphkit.model import Document, Span

MAX_HEADING = 300
_MARKED = re.compile(r"#{1,6}[ \t]+\S[^\n]*")
_SHOUTED = re.compile(r"[^a-z\n]++")
_SHOUTED_WORD = re.compile(r"\S*[A-Z]{2}\S*")
_LINE = re.compile(rf"\n({_MARKED.pattern}|{_SHOUTED.pattern})(?=\n|\Z)")


def heading_spans(document: Document) -> list[Span]:
    """Spans of headings, sorted, without overlaps; none if the document has nothing else."""
    text = document.text
    spans = [*document.headings]
    first = text[: MAX_HEADING + 1].partition("\n")[0]
    lines = [(0, first), *((m.start(1), m[1]) for m in _LINE.finditer(text))]
    spans += [Span(at, at + len(line)) for at, line in lines if _looks_like_heading(line)]
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and span.start < joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, span.end))
        else:
            joined.append(span)
    covered = sum(s.end - s.start for s in joined)
    return joined if 2 * covered < len(text.strip()) else []


def _looks_like_heading(line: str) -> bool:
    """Whether a line is marked as a heading, or is at least two shouted words without a small letter."""
    if len(line) > MAX_HEADING:
        return False
    is_shouted = _SHOUTED.fullmatch(line) is not None and len(_SHOUTED_WORD.findall(line)) > 1
    return is_shouted or _MARKED.match(line) is not None
