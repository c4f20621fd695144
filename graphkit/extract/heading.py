"""Headings of a document: those its reader knew, and lines that look like one."""

from __future__ import annotations

import re

from graphkit.model import Document, Span

MAX_HEADING = 300
_LINE = re.compile(rf"^[^\n]{{1,{MAX_HEADING}}}$", re.MULTILINE)
_MARKED = re.compile(r"#{1,6}[ \t]+\S")
_SMALL = re.compile(r"[a-z]")
_SHOUTED_WORD = re.compile(r"\S*[A-Z]{2}\S*")


def heading_spans(document: Document) -> list[Span]:
    """Spans of headings, sorted, without overlaps; none if the document has nothing else."""
    text = document.text
    spans = [*document.headings]
    spans += [Span(m.start(), m.end()) for m in _LINE.finditer(text) if _looks_like_heading(m.group())]
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
    return bool(_MARKED.match(line)) or (_SMALL.search(line) is None and len(_SHOUTED_WORD.findall(line)) > 1)
