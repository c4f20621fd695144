"""Letters that come as the numbers of their glyphs: "LQFK" for "inch"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graphkit.ingest.pdf.glyphs import Glyph

_SHIFT = 29
"""Distance between the glyph numbers of common TrueType fonts and ASCII: glyph 3 is the blank (32)."""
_VOWELS = frozenset("aeiouAEIOU")
_FEWEST_LETTERS = 20
_TOO_FEW_VOWELS = 0.2
_USUAL_VOWELS = (0.28, 0.5)
"""Share of vowels among letters: 0.32 to 0.45 in languages of Latin script, 0.14 in English shifted by 29."""


def mend_codes(glyphs: Sequence[Glyph]) -> tuple[list[Glyph], int]:
    """Glyphs decoded when they have no share of vowels as they stand and the usual one a shift further."""
    plain = list(glyphs)
    if not _is_code("".join(glyph.sign for glyph in plain)):
        return plain, 0
    decoded = [replace(glyph, sign=_shifted(glyph.sign)) for glyph in plain]
    for glyph, before in zip(decoded[1:], decoded, strict=False):
        glyph.blank_before = glyph.blank_before or before.sign == " "
    decoded = [glyph for glyph in decoded if glyph.sign != " "]
    return decoded, len(decoded)


def mend_coded_text(text: str) -> tuple[str, int]:
    """The same for text whose glyphs are not known."""
    if not _is_code(text):
        return text, 0
    decoded = "".join(c if c.isspace() else _shifted(c) for c in text)
    return decoded, sum(not c.isspace() for c in text)


def is_rubbish(text: str) -> bool:
    """Whether a text has so few vowels that it is no text of a Latin script."""
    letters, share = _vowels(text)
    return letters >= _FEWEST_LETTERS and share < _TOO_FEW_VOWELS / 2


def _is_code(text: str) -> bool:
    signs = "".join(text.split())
    letters, share = _vowels(signs)
    if letters < _FEWEST_LETTERS or share >= _TOO_FEW_VOWELS:
        return False
    shifted = "".join(map(_shifted, signs))
    letters, share = _vowels(shifted)
    return letters > 0.6 * len(shifted) and _USUAL_VOWELS[0] < share < _USUAL_VOWELS[1]


def _vowels(text: str) -> tuple[int, float]:
    """ASCII letters and the share of vowels among them."""
    letters = [c for c in text if c.isascii() and c.isalpha()]
    return len(letters), sum(c in _VOWELS for c in letters) / len(letters) if letters else 0.0


def _shifted(sign: str) -> str:
    code = ord(sign[0])
    return chr(code + _SHIFT) if 3 <= code <= 97 else sign
