"""Text as a language model gets it: in small pieces cut at sentence ends, shouted lines in ordinary case."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphkit.extract.foreign_script import UNSPACED
from graphkit.extract.ordinary_words import ordinary_kinds
from graphkit.extract.wordlists import FUNCTION_WORDS, MONTHS, WEEKDAYS
from graphkit.model import Span
from graphkit.text import sentences

MAX_PIECE = 5_000
"""Characters in a piece: the longest that a pipeline sees at once, so that memory does not grow with the text."""

MIN_UNBROKEN = 300
_UNBROKEN = re.compile(rf"[^\s{UNSPACED}]{{{MIN_UNBROKEN},}}")
"""Longer than any name, and a tokenizer needs time that grows with the square of its length."""
_WIDE_STOP = re.compile(r"(?<=[A-Za-z0-9])[。！？；，]")
_PLAIN_STOP = {"。": ".", "！": "!", "？": "?", "；": ";", "，": ","}
_MIN_WORDS = 4
_MOST = 0.7
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
    if not _may_hold_unbroken(text) or max(map(len, text.split()), default=0) < MIN_UNBROKEN:  # almost every text
        return text
    return _UNBROKEN.sub(lambda match: " " * len(match.group()), text)


def _may_hold_unbroken(text: str) -> bool:
    """Whether a piece of half the length, which such a stretch would cover, has no blank."""
    half = MIN_UNBROKEN // 2
    return any(" " not in text[at : at + half] for at in range(0, len(text) - half + 1, half))


def is_basic(text: str) -> bool:
    """Whether no character lies beyond U+FFFF."""
    return text.isascii() or len(text.encode("utf-16-le", "surrogatepass")) == 2 * len(text)


def readable(text: str) -> str:
    """The text, of the same length, with shouted lines and headlines in ordinary case, which models read better.

    A full-width stop after a Latin letter becomes a plain one, since models do not part sentences there.
    """
    text = without_unbroken(text)
    if not text.isascii():
        text = _WIDE_STOP.sub(lambda match: _PLAIN_STOP[match.group()], text)
    if text.islower():
        return text
    return _LINE.sub(lambda match: _calm(match.group()), text)


def _calm(line: str) -> str:
    words = _WORD.findall(line)
    if len(words) < _MIN_WORDS:
        return line
    if sum(word.isupper() for word in words) > _MOST * len(words):
        calmed = _WORD.sub(lambda match: _unshouted(match.group(), opens=match.start() == 0), line)
    elif len(words) > _MIN_WORDS and sum(word[0].isupper() for word in words) > _MOST * len(words):
        calmed = _WORD.sub(lambda match: _unraised(match.group(), opens=match.start() == 0), line)
    else:
        return line
    return calmed if len(calmed) == len(line) else line


def _unshouted(word: str, *, opens: bool) -> str:
    """A word of a line in capitals: small if it is an ordinary one."""
    plain = word.casefold()
    is_name = plain in MONTHS or plain in WEEKDAYS
    small = not is_name and not opens and (plain in FUNCTION_WORDS or bool(ordinary_kinds(plain)))
    return plain if small else word.capitalize()


def _unraised(word: str, *, opens: bool) -> str:
    """A word of a headline: small if it can be nothing but a small word, a verb or an adverb."""
    plain = word.casefold()
    if opens or word != word.capitalize() or plain in MONTHS or plain in WEEKDAYS:
        return word
    kinds = set(ordinary_kinds(plain))
    return plain if plain in FUNCTION_WORDS or (kinds and kinds <= {"verb", "adv", "aux"}) else word
