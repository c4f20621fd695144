"""Text with offsets: sentences, words, snippets, and the cleaning that every stored text has had."""

from __future__ import annotations

import re
import unicodedata

from graphkit.model import Span

_ABBREVIATIONS = frozenset(
    "mr mrs ms dr prof sr jr st mt inc corp ltd co plc no nr vs etc al fig eq approx dept est gen col sgt capt lt rev "
    "hon jan feb mar apr jun jul aug sep sept oct nov dec e.g i.e cf p pp vol ed eds bzw z.b u.a d.h usw ca ave blvd "
    "rd".split()
)
_LONGEST_ABBREVIATION = 24
_LONGEST_SHORT = 1 + max(len(word) for word in _ABBREVIATIONS)
_STOP = re.compile(
    r"""[.!?…。！？｡\n](?:(?<=[.!?…])[.!?…]*["'”’»)\]]*(?=\s|$)|(?<=[。！？｡])[。！？｡]*[」』”）]*|(?<=\n)[^\S\n]*\n\s*)"""
)
"""A stop before a blank, a full-width stop, or an empty line; it begins with one set of signs, which is found fast."""
_DOTTED = re.compile(r"(?:\w\.)+\w")
_WORD = re.compile(r"\w+(?:['’]\w+)?")
_CONTROLS = {c: None for c in range(32) if chr(c) not in "\t\n"} | {c: None for c in range(0x7F, 0xA0) if c != 0x85}


def clean(text: str) -> str:
    """Text as it is stored: line ends unified, controls dropped, lone surrogates replaced by U+FFFD."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x85", "\n").translate(_CONTROLS)
    return text.encode("utf-8", "replace").decode("utf-8") if _has_surrogate(text) else text


def is_blank(text: str) -> bool:
    """Whether nothing in the text can be seen: blanks, line ends, signs without width."""
    return all(c.isspace() or unicodedata.category(c) in {"Cf", "Cc"} for c in text)


def _has_surrogate(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


def sentences(text: str, start: int = 0, end: int | None = None) -> list[Span]:
    """Spans of the sentences between ``start`` and ``end``, blanks at their ends left out.

    A sentence ends at a stop before a blank unless the stop belongs to an abbreviation or an initial or a
    small letter follows, at a full-width stop, and at an empty line.
    """
    return [Span(begin, stop) for begin, stop in sentence_bounds(text, start, len(text) if end is None else end)]


def sentence_bounds(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The sentences of ``sentences`` as pairs of offsets, for those that read many."""
    found: list[tuple[int, int]] = []
    begin = start
    for match in _STOP.finditer(text, start, end):
        at, after = match.span()
        sign = text[at]
        if sign == "\n":
            _append(found, text, begin, at)
        elif sign not in ".!?…" or _ends_sentence(text, at, after, end):
            _append(found, text, begin, after)
        else:
            continue
        begin = after
    _append(found, text, begin, end)
    return found


def sentence_around(text: str, start: int, end: int, *, reach: int) -> Span:
    """The sentence or sentences that hold a stretch of text, looked for at most ``reach`` characters around it."""
    low, high = max(0, start - reach), min(len(text), end + reach)
    around = [span for span in sentences(text, low, high) if span.start < end and span.end > start]
    return Span(min(around[0].start, start), max(around[-1].end, end)) if around else Span(start, end)


def _ends_sentence(text: str, stop: int, after: int, limit: int) -> bool:
    following = text[after + 1 : min(after + 2, limit)]
    if not following or following.isspace() or not text[after].isspace():
        following = next((c for c in text[after : min(after + 8, limit)] if not c.isspace()), "")
    if text[stop] != "." or (stop >= _LONGEST_SHORT and text[stop - _LONGEST_SHORT : stop].isalpha()):
        return not following.islower()
    before = max(0, stop - _LONGEST_ABBREVIATION)  # looking back further would make long texts quadratic
    word_start = max(text.rfind(" ", before, stop), text.rfind("\n", before, stop), before - 1) + 1
    word = text[word_start:stop].strip("(\"'“‘[").casefold()
    if word in _ABBREVIATIONS or (len(word) == 1 and word.isalpha()):
        return not following
    if _DOTTED.fullmatch(word):  # U.S., p.m.: a capital after it is more often a new sentence than a name
        return not following or following.isupper()
    return not following.islower()


def _append(found: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if end > start:
        found.append((start, end))


def passage_text(title: str, text: str) -> str:
    """The string of a passage that is embedded and whose words are counted: title, line end, text."""
    return f"{title}\n{text}"


def words(text: str) -> list[Span]:
    """Spans of the words of a text: letters, digits, marks and inner apostrophes, every script."""
    return [Span(match.start(), match.end()) for match in _WORD.finditer(text)]


def fold(text: str) -> str:
    """Text for comparing words: compatibility form, accents dropped, case folded. Lengths change."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(c for c in decomposed if not unicodedata.combining(c)).casefold()


def snippet(text: str, start: int, end: int, around: int = 90) -> tuple[str, Span]:
    """The span with up to ``around`` characters on both sides, cut between words; and the span's place in it."""
    left, right = max(0, start - around), min(len(text), end + around)
    if left > 0 and not text[left - 1].isspace():
        blank = re.search(r"\s", text[left:start])
        left = left + blank.end() if blank else left
    if right < len(text) and not text[right].isspace():
        blank_at = max(text.rfind(" ", end, right), text.rfind("\n", end, right))
        right = blank_at if blank_at > end else right
    before, after = "… " if left > 0 else "", " …" if right < len(text) else ""
    shift = len(before) - left
    return before + text[left:right] + after, Span(start + shift, end + shift)
