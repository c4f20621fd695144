"""Headings of a document: those its reader knew, and lines that look like one."""

from __future__ import annotations

import re

from graphkit.model import Document, Span

_MARKED = re.compile(r"^#{1,6}[ \t]+\S.*$", re.MULTILINE)
_SHOUTED = re.compile(r"^[^a-z\n]*[A-Z]{2}[^a-z\n]*[ \t][^a-z\n]*[A-Z]{2}[^a-z\n]*$", re.MULTILINE)


def heading_spans(document: Document) -> list[Span]:
    """Spans of headings, sorted, without overlaps; none if the document has nothing else."""
    text = document.text
    spans = [*document.headings]
    for pattern in (_MARKED, _SHOUTED):
        spans += [Span(m.start(), m.end()) for m in pattern.finditer(text) if m.end() - m.start() <= 300]
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and span.start < joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, span.end))
        else:
            joined.append(span)
    covered = sum(s.end - s.start for s in joined)
    return joined if 2 * covered < len(text.strip()) else []
