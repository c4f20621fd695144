"""Ligatures spelled out: one sign for ff, fi, fl, ffi or ffl, as itself or as a sign that means nothing.

Fonts without a proper table give a ligature as NUL, as a control, as a private code point or as an arrow. Which one
is meant is told by the words that it makes, else by the letters around it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import lru_cache
from importlib import resources

_CHOICES = ("fi", "ff", "fl", "ffi", "ffl")
_PLAIN = {chr(c): unicodedata.normalize("NFKC", chr(c)) for c in range(0xFB00, 0xFB07)}
_FIXED = {"\uf001": "fi", "\uf002": "fl"}  # private code points of old Macintosh fonts
_TEX = {chr(base + i): lig for base in (0x0B, 0x1B) for i, lig in enumerate(("ff", "fi", "fl", "ffi", "ffl"))}
"""Places of the ligatures in TeX's old (OT1) and newer (T1) font encodings."""

_DOUBTFUL = "\x0b\x0c\ufffd"  # also line and page breaks, and lost letters: only where a known word comes out
_ARROWS = "\u21b5\u21e5\u2303"  # what some TeX fonts say for ff, ffi, ffl
_SIGNS = "\x00-\x08\x0b\x0c\x0e-\x1f\ue000-\uf8ff\ufffd"
_ANY = re.compile(f"[\ufb00-\ufb06{_SIGNS}]")
_WORD = re.compile(rf"[^\W\d_]*[{_SIGNS}][^\W\d_{_SIGNS}]*(?:[{_SIGNS}][^\W\d_{_SIGNS}]*)*")
_ARROW_WORD = re.compile(rf"[^\W\d_]+[{_ARROWS}](?:[^\W\d_]+)|[{_ARROWS}][^\W\d_]+")


def mend_ligatures(text: str, *, from_font: bool = True, with_arrows: bool = False) -> tuple[str, int]:
    """The text with its ligatures spelled out, and how many there were.

    Text that no font has coded (``from_font`` False) has control signs of other kinds too, such as a terminal's
    colours: there only a known word, or a NUL between letters, tells of a ligature.
    """
    mended = 0
    if with_arrows and any(arrow in text for arrow in _ARROWS):
        text, mended = _replace(_ARROW_WORD, text, _ARROWS, _DOUBTFUL + _ARROWS, from_font=from_font)
    if not _ANY.search(text):
        return text, mended
    for sign, plain in _PLAIN.items():
        if sign in text:
            mended += text.count(sign)
            text = text.replace(sign, plain)
    if not _ANY.search(text):
        return text, mended
    text, more = _replace(_WORD, text, "", _DOUBTFUL, from_font=from_font)
    return text, mended + more


def _replace(pattern: re.Pattern[str], text: str, signs: str, doubtful: str, *, from_font: bool) -> tuple[str, int]:
    count = 0

    def spell(match: re.Match[str]) -> str:
        nonlocal count
        spelled, mended = _spell(match.group(), signs, doubtful, from_font=from_font)
        count += mended
        return spelled

    return pattern.sub(spell, text), count


def _spell(word: str, signs: str, doubtful: str, *, from_font: bool) -> tuple[str, int]:
    """One word, from left to right; a sign that stands beside no letter stays."""
    done, mended, position = "", 0, 0
    while position < len(word):
        char = word[position]
        position += 1
        if not (char in signs or _ANY.match(char)):
            done += char
            continue
        right = re.split(f"[{_SIGNS}{_ARROWS}]", word[position:], maxsplit=1)[0]
        left = re.search(r"[^\W\d_]*$", done)
        spelled = _choose(char, left.group() if left else "", right, doubtful, from_font=from_font)
        done += spelled
        mended += spelled != char
    return done, mended


def _choose(sign: str, left: str, right: str, doubtful: str, *, from_font: bool) -> str:
    if not left and not right:
        return sign
    known = [lig for lig in _CHOICES if (left + lig + right).lower() in _known_words()]
    if sign in _FIXED:
        return _FIXED[sign]
    is_capital = len(left + right) > 1 and (left + right).isupper()
    if known:
        meant = _TEX[sign] if _TEX.get(sign) in known else known[0]
        return meant.upper() if is_capital else meant
    if sign in doubtful or not (from_font or (sign == "\0" and left and right)):
        return sign
    if sign in _TEX:
        return _TEX[sign]
    if is_capital:  # capitals have no ligatures
        return sign
    return _by_neighbours(left.lower(), right.lower())


def _by_neighbours(left: str, right: str) -> str:
    before, after = ("^" + left)[-2:], (right + "$")[:2]
    contexts = _contexts()
    for key in ((before, after), (before[-1:], after), (before, after[:1]), (before[-1:], after[:1]), ("", after[:1])):
        seen = contexts.get(key)
        if seen:
            return seen.most_common(1)[0][0]
    return "fi"  # the commonest


@lru_cache(maxsize=1)
def _known_words() -> frozenset[str]:
    lines = resources.files("graphkit.ingest").joinpath("assets/ligature_words.txt").read_text("utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


@lru_cache(maxsize=1)
def _contexts() -> dict[tuple[str, str], Counter[str]]:
    """How often each ligature stands between which letters in the known words."""
    contexts: dict[tuple[str, str], Counter[str]] = {}
    for word in _known_words():
        for match in re.finditer("ffi|ffl|ff|fi|fl", word):
            left, right = ("^" + word[: match.start()])[-2:], (word[match.end() :] + "$")[:2]
            for key in ((left, right), (left[-1:], right), (left, right[:1]), (left[-1:], right[:1]), ("", right[:1])):
                contexts.setdefault(key, Counter())[match.group()] += 1
    return contexts
