"""Letters that come as the numbers of their glyphs: "LQFK" for "inch"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graphkit.ingest.pdf.glyphs import Glyph

_SHIFT = 29
"""Distance between the glyph numbers of common TrueType fonts and ASCII: glyph 3 is the blank (32)."""
_VOWELS = frozenset("aeiouyAEIOUY")
_FEWEST_WORDS = 4
_RUBBISH, _PLAIN = 0.3, 0.15
"""Share of words without a vowel in text that is no text, and in text that is."""


def mend_codes(glyphs: Sequence[Glyph]) -> tuple[list[Glyph], int]:
    """Glyphs decoded when their words have no vowels as they stand and have them one shift further."""
    plain = list(glyphs)
    if not _is_rubbish(_words(plain)):
        return plain, 0
    shifted = [_shift(glyph) for glyph in plain]
    for glyph, before in zip(shifted[1:], shifted, strict=False):
        glyph.blank_before = glyph.blank_before or before.sign == " "
    shifted = [glyph for glyph in shifted if glyph.sign != " "]
    return (shifted, len(shifted)) if _is_plain(_words(shifted)) else (plain, 0)


def _is_rubbish(words: Sequence[str]) -> bool:
    """Whether many words of Latin letters have no vowel."""
    latin = _latin(words)
    return len(latin) >= _FEWEST_WORDS and _vowelless(latin) > _RUBBISH * len(latin)


def _is_plain(words: Sequence[str]) -> bool:
    """Whether nearly all words are of Latin letters and have a vowel."""
    latin = _latin(words)
    long = [word for word in words if len(word) > 2]
    return len(latin) > 0.8 * len(long) and _vowelless(latin) < _PLAIN * len(latin)


def _latin(words: Sequence[str]) -> list[str]:
    return [word for word in words if len(word) > 2 and word.isascii() and sum(map(str.isalpha, word)) * 2 > len(word)]


def _vowelless(words: Sequence[str]) -> int:
    return sum(_VOWELS.isdisjoint(word) for word in words)


def _words(glyphs: Sequence[Glyph]) -> list[str]:
    words: list[str] = []
    for glyph in glyphs[:2000]:
        if glyph.blank_before or not words:
            words.append("")
        words[-1] += glyph.sign
    return words


def _shift(glyph: Glyph) -> Glyph:
    code = ord(glyph.sign)
    return replace(glyph, sign=chr(code + _SHIFT)) if 3 <= code <= 97 else glyph
