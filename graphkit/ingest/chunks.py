"""Passages of a document: the units of extraction and of retrieval."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphkit.errors import BadRequest
from graphkit.model import Chunk, Document, Span
from graphkit.text import sentences

MAX_CHARACTERS = 1000
_GAP = re.compile(r"\n[^\S\n]*\n\s*")
_LINE_END = re.compile(r"\n\s*")
_WINDOW = 20_000


def chunk(document: Document, *, max_characters: int = MAX_CHARACTERS) -> tuple[Chunk, ...]:
    """Passages of at most ``max_characters``, in order, that together hold every word of the text once.

    A passage ends before a heading and, when the next paragraph does not fit, at a paragraph's end. A paragraph longer
    than a passage is cut at sentence ends, a sentence at line ends and then at blanks; a word is cut only when it is
    longer than a passage. The end of a page cuts nothing. Blanks at the ends of passages belong to none.
    """
    if max_characters < 1:
        raise BadRequest(f"max_characters is {max_characters}, but must be at least 1. Nothing was cut.")
    text = document.text
    spans: list[Span] = []
    for section in _sections(text, document.headings):
        spans.extend(_merged(_units(text, section, max_characters), max_characters))
    return tuple(Chunk(document.document_id, index, span.start, span.end) for index, span in enumerate(spans))


def _sections(text: str, headings: Sequence[Span]) -> Iterator[Span]:
    """The text between headings; a heading stands at the beginning of its section, several in a row open one."""
    starts = [0]
    last_end = -1
    for heading in sorted(headings):
        if not 0 <= heading.start < len(text):
            continue
        follows_heading = last_end >= 0 and not text[last_end : heading.start].strip()
        if not follows_heading and heading.start > starts[-1]:
            starts.append(heading.start)
        last_end = min(heading.end, len(text))
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        yield Span(start, end)


def _units(text: str, section: Span, most: int) -> Iterator[Span]:
    """Paragraphs of a section, each cut as finely as the size asks, blanks around them left out."""
    begin = section.start
    for gap in _GAP.finditer(text, section.start, section.end):
        yield from _fitting(text, Span(begin, gap.start()), most)
        begin = gap.end()
    yield from _fitting(text, Span(begin, section.end), most)


def _fitting(text: str, span: Span, most: int) -> Iterator[Span]:
    """A paragraph in pieces that fit: at sentence ends, else line ends, else blanks, else anywhere."""
    start, end = _trimmed(text, span)
    if start >= end:
        return
    if end - start <= most:
        yield Span(start, end)
        return
    pieces = (piece for sentence in _sentences(text, start, end) for piece in _sentence(text, sentence, most))
    yield from _merged(pieces, most)


def _sentence(text: str, span: Span, most: int) -> Iterator[Span]:
    if span.end - span.start <= most:
        yield span
        return
    begin = span.start
    for place in [*(match.start() for match in _LINE_END.finditer(text, span.start, span.end)), span.end]:
        start, end = _trimmed(text, Span(begin, place))
        yield from _words(text, start, end, most)
        begin = place


def _words(text: str, start: int, end: int, most: int) -> Iterator[Span]:
    """A stretch cut at the last blank that leaves a piece short enough, inside a word only when there is none."""
    while end - start > most:
        cut = start + most
        if not text[cut].isspace():
            blank = next((i for i in range(cut - 1, start, -1) if text[i].isspace()), cut)
            cut = blank
        yield Span(*_trimmed(text, Span(start, cut)))
        start, end = _trimmed(text, Span(cut, end))
    if start < end:
        yield Span(start, end)


def _sentences(text: str, start: int, end: int) -> Iterator[Span]:
    """The sentences of a paragraph, window by window: looking back for a word never costs more than the window."""
    while start < end:
        window = min(start + _WINDOW, end)
        found = sentences(text[start:window])
        if window < end and len(found) > 1:  # the last one may go on behind the window
            window = start + found.pop().start
        elif window < end:
            window = next((i for i in range(window, start, -1) if text[i].isspace()), window)
            found = sentences(text[start:window])
        for sentence in found:
            yield Span(start + sentence.start, start + sentence.end)
        start = window


def _merged(spans: Iterator[Span], most: int) -> Iterator[Span]:
    """Neighbours joined as long as they fit into one passage."""
    current: Span | None = None
    for span in spans:
        if current is not None and span.end - current.start <= most:
            current = Span(current.start, span.end)
            continue
        if current is not None:
            yield current
        current = span
    if current is not None:
        yield current


def _trimmed(text: str, span: Span) -> tuple[int, int]:
    start, end = span.start, span.end
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
