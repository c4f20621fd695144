"""Spans of names as a model gives them, cleaned: what belongs to a name and what only stands beside it."""

from __future__ import annotations

import re

from graphkit.extract.wordlists import COMPANY_SUFFIXES, TITLES
from graphkit.model import Span

_OUTSIDE = " \t\u00a0\u200b.,;:!?…|/\\*_~`=<>\"'“”‘’«»„-–—•·&+"
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_ARTICLE = re.compile(r"(?:the|a|an)\s+", re.IGNORECASE)
_TITLE = re.compile(rf"(?:{'|'.join(sorted(TITLES, key=len, reverse=True))})\.?\s+(?=\S)", re.IGNORECASE)
_POSSESSIVE = re.compile(r"['’][sS]?$")
_STOP_BELONGS = re.compile(rf"(?:(?<![^\W_])(?:{'|'.join(COMPANY_SUFFIXES)}|[^\W\d_](?:\.[^\W\d_])+))$")
MAX_NAME = 200
"""Characters: what is longer is no name."""


def clean_span(text: str, start: int, end: int) -> list[Span]:
    """The names in a span: parted at line ends, without quotes, brackets, articles, titles and a possessive 's.

    The full stop of Inc., Jr. and U.S. belongs to the name even if the span has left it out.
    """
    found = []
    at = start
    for line in text[start:end].split("\n"):
        span = _clean_line(text, at, at + len(line))
        if span is not None:
            found.append(span)
        at += len(line) + 1
    return found


def _clean_line(text: str, start: int, end: int) -> Span | None:
    limit = end
    previous = None
    while previous != (start, end):
        previous = start, end
        while start < end and (text[start] in _OUTSIDE or text[start].isspace()):
            start += 1
        while end > start and (text[end - 1] in _OUTSIDE or text[end - 1].isspace()):
            if text[end - 1] == "." and _STOP_BELONGS.search(text[start : end - 1]):
                break
            if text[end - 1] == "+":  # C++
                break
            end -= 1
        start, end = _without_brackets(text, start, end)
        for pattern in (_ARTICLE, _TITLE):
            match = pattern.match(text, start, end)
            if match and match.end() < end:
                start = match.end()
        match = _POSSESSIVE.search(text[start:end])
        if match and match.start() > 0:
            end = start + match.start()
    stop = text[end : end + 1]
    if stop == "." and _STOP_BELONGS.search(text[start:end]) and (end < limit or not text[end + 1 : end + 2].isalnum()):
        end += 1
    if not any(c.isalnum() for c in text[start:end]) or end - start > MAX_NAME:
        return None
    return Span(start, end)


def _without_brackets(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without a bracket around it, or cut at a bracket that has no partner."""
    for opening, closing in _PAIRS.items():
        inside = text[start:end]
        if inside[:1] == opening and (inside.find(closing) in (-1, len(inside) - 1)):
            start += 1
            end -= inside[-1:] == closing
        elif inside[-1:] == closing and opening not in inside:
            end -= 1
        elif inside.count(opening) > inside.count(closing):
            cut = inside.rfind(opening)
            if cut > 0:
                end = start + cut
    return start, end
