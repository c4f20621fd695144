"""Text as a language model gets it: in small pieces cut at sentence ends, shouted lines in ordinary case."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from graphkit.extract.foreign_script import UNSPACED
from graphkit.model import Span
from graphkit.text import sentences

MAX_PIECE = 5_000
"""Characters in a piece: the longest that a pipeline sees at once, so that memory does not grow with the text."""

MIN_UNBROKEN = 300
_UNBROKEN = re.compile(rf"[^\s{UNSPACED}]{{{MIN_UNBROKEN},}}")
"""Longer than any name, and a tokenizer needs time that grows with the square of its length."""
_LINE = re.compile(r"[^\n]+")
_WORD = re.compile(r"[^\W\d_]{2,}")


def pieces(text: str, start: int, end: int) -> Iterator[Span]:
    """Parts of at most ``MAX_PIECE`` characters, cut at sentence ends, else at blanks, else anywhere."""
    while end - start > MAX_PIECE:
        window = sentences(text, start, start + MAX_PIECE)
        cut = window[-1].start if len(window) > 1 else -1
        if cut <= start:
            blank = max(text.rfind(" ", start, start + MAX_PIECE), text.rfind("\n", start, start + MAX_PIECE))
            cut = blank + 1 if blank > start else start + MAX_PIECE
        yield Span(start, cut)
        start = cut
    if start < end:
        yield Span(start, end)


def without_unbroken(text: str) -> str:
    """The text, of the same length, with blanks for stretches without a blank that are longer than any name."""
    if len(text) < MIN_UNBROKEN or _longest_word_bytes(text) < MIN_UNBROKEN:  # almost every text
        return text
    return _UNBROKEN.sub(lambda match: " " * len(match.group()), text)


def _longest_word_bytes(text: str) -> int:
    """Most bytes between two blanks of ASCII."""
    octets = np.frombuffer(text.encode("utf-8", "surrogatepass"), np.uint8)
    blanks = np.flatnonzero(octets <= ord(" "))
    return int(np.diff(blanks, prepend=-1, append=len(octets)).max()) - 1


def is_basic(text: str) -> bool:
    """Whether no character lies beyond U+FFFF."""
    return text.isascii() or len(text.encode("utf-16-le", "surrogatepass")) == 2 * len(text)


def readable(text: str) -> str:
    """The text, of the same length, with lines in capitals written as names are: models read those better."""
    text = without_unbroken(text)
    if text.islower():
        return text
    return _LINE.sub(lambda match: _calm(match.group()), text)


def _calm(line: str) -> str:
    words = _WORD.findall(line)
    if len(words) < 4 or sum(word.isupper() for word in words) <= 0.7 * len(words):
        return line
    calmed = _WORD.sub(lambda match: match.group().capitalize(), line)
    return calmed if len(calmed) == len(line) else line
