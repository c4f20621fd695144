"""Scripts without capital letters: which letters they have, and stretches of them inside other text."""

from __future__ import annotations

import re

import numpy as np

from graphkit.model import Span

UNSPACED = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf"
    r"\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003134f"
)
"""Thai, Lao, Burmese, Khmer, Kana and Han: written without blanks between words."""

_SPACED = (
    r"\u0590-\u05ff\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\u0900-\u0dff\u1200-\u137f\uac00-\ud7af"
    r"\ufb1d-\ufdff\ufe70-\ufefc"
)
_CASELESS = re.compile(f"[{UNSPACED}{_SPACED}]")
_RUN = re.compile(rf"[{UNSPACED}{_SPACED}](?:[{UNSPACED}{_SPACED}\u200c\u200d・·]|[ ](?=[{_SPACED}]))*")
_CASED = re.compile(f"[^\\W\\d_{UNSPACED}{_SPACED}]")
_MAX_RUN = 30


def may_be_caseless(text: str) -> bool:
    """False for a text without a letter of these scripts, told by its bytes; most texts have none."""
    if text.isascii():
        return False
    octets = np.frombuffer(text.encode("utf-8", "surrogatepass"), np.uint8)
    # 0xD6 leads U+0580 to U+05BF, 0xE2 the quotes and dashes from U+2000 to U+2FFF.
    return bool(((octets >= 0xD6) & (octets != 0xE2)).any())


def caseless_share_is_high(text: str) -> bool:
    """Whether more than half of a text's letters belong to scripts without capitals."""
    if text.isascii() or _CASELESS.search(text) is None:
        return False
    sample = text if len(text) <= 20_000 else text[:: len(text) // 20_000]
    return len(_CASELESS.findall(sample)) > len(_CASED.findall(sample))


def is_caseless(char: str) -> bool:
    """Whether a letter belongs to a script without capitals."""
    return _CASELESS.match(char) is not None


def foreign_runs(text: str, start: int, end: int) -> list[Span]:
    """Stretches of a caseless script in lines that are mostly of another: names as the author wrote them."""
    found: list[Span] = []
    if text.isascii() or _CASELESS.search(text, start, end) is None:
        return found
    at = start
    for line in text[start:end].split("\n"):
        caseless = len(_CASELESS.findall(line))
        if caseless > 0 and 2 * caseless < len(_CASED.findall(line)):
            for match in _RUN.finditer(line):
                span = Span(at + match.start(), at + len(match.group().rstrip(" ・·\u200c\u200d")) + match.start())
                if span.end - span.start <= _MAX_RUN:
                    found.append(span)
        at += len(line) + 1
    return found
