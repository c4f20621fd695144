"""Words as search compares them: folded, without stop words, plural and singular alike."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from graphkit.text import fold

STOP_WORDS = frozenset(
    "a about above after again all also am an and any are as at be because been before being between both but by can "
    "could did do does doing during each few for from further had has have having he her here him his how i if in into "
    "is it its itself just me more most my no nor not of off on once only or other our out over own same she should "
    "so some such than that the their them then there these they this those through to too under until up very was we "
    "were what when where which while who whom whose why will with would you your many much name named".split()
)
_ARTICLES = frozenset({"the", "a", "an"})
_BY_SIGN = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff"
"""Kana, Han and Hangul: scripts whose words stand without blanks, or with endings attached, so each sign is a token."""
_TOKEN = re.compile(rf"['’]s\b|([{_BY_SIGN}]|[^\W_{_BY_SIGN}](?:[^\W_{_BY_SIGN}]|[\u0300-\u036f])*(?:\+\+|#)?)")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a text: its folded form and its place."""

    form: str
    start: int
    end: int


def tokens(text: str) -> list[Token]:
    """Words of a text in order; a possessive ``'s`` is no word, ``C++`` and ``C#`` are."""
    return [
        Token(_folded(match[1]), match.start(), match.end()) for match in _TOKEN.finditer(text) if match[1] is not None
    ]


def terms(found: list[Token]) -> list[str]:
    """The words that search counts: no stop words, plural endings off."""
    return [_singular(token.form) for token in found if token.form not in STOP_WORDS]


def name_form(name: str) -> str | None:
    """The form under which a name is known to search, or None for what names nothing.

    Parts in brackets, leading articles and possessives go: ``The Beatles' (band)`` is ``beatles``. Nothing is
    named by a stop word, a single letter, or a number unless it can be a year.
    """
    found = [token.form for token in tokens(_BRACKETS.sub(" ", name))] or [token.form for token in tokens(name)]
    while len(found) > 1 and found[0] in _ARTICLES:
        del found[0]
    form = " ".join(found)
    if len(form) < 2 or all(word in STOP_WORDS for word in found):
        return None
    if form.replace(" ", "").isdigit() and not (form.isdigit() and len(form) == 4):
        return None
    return form


def looks_like_name(surface: str) -> bool:
    """Whether a stretch of text is written as a name: a capital, a digit or a script without capitals in it."""
    return any(char.isupper() or char.isdigit() or (char.isalpha() and not char.islower()) for char in surface)


@lru_cache(maxsize=100_000)
def _folded(word: str) -> str:
    if word.isascii():
        return word.casefold()
    return unicodedata.normalize("NFC", "".join(fold(word).split()))  # Hangul is one sign again; no blank inside


@lru_cache(maxsize=100_000)
def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
