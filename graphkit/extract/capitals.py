"""Where names may stand: runs of capitalised words, acronyms and initials, as one compiled pattern."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from graphkit.extract.foreign_script import UNSPACED
from graphkit.extract.wordlists import ABBREVIATIONS_BEFORE_NAMES, COMPANY_SUFFIXES, PARTICLES

_BASIC = range(0x10000)
_CASED_PLANES = (_BASIC, range(0x10400, 0x10D00), range(0x16E40, 0x16E60), range(0x1E900, 0x1E922))
BLANK = "[ \u00a0]"


@cache
def capital_letters(*, basic: bool = False) -> str:
    """Every upper-case or title-case letter of Unicode, or of its basic plane, as the inside of a character class."""
    codes = [
        c
        for plane in ((_BASIC,) if basic else _CASED_PLANES)
        for c in plane
        if unicodedata.category(chr(c)) in {"Lu", "Lt"}
    ]
    return _ranges(codes)


@cache
def combining_marks() -> str:
    """Accents and vowel signs that stand after their letter, as the inside of a character class."""
    return _ranges([c for c in range(0x300, 0x10000) if unicodedata.category(chr(c)) in {"Mn", "Mc"}])


def _ranges(codes: list[int]) -> str:
    parts: list[str] = []
    start = previous = codes[0]
    for code in [*codes[1:], -1]:
        if code == previous + 1:
            previous = code
            continue
        parts.append(re.escape(chr(start)) + (f"-{re.escape(chr(previous))}" if previous > start else ""))
        start = previous = code
    return "".join(parts)


@cache
def _letters(*, basic: bool) -> str:
    """Letters, digits and the underscore of scripts with blanks, as a character class.

    A list of those of the basic plane becomes a table, and is twice as fast as the exclusion of others.
    """
    if not basic:
        return rf"[^\W{UNSPACED}]"
    unspaced = re.compile(f"[{UNSPACED}]")
    return f"[{_ranges([c for c in _BASIC if (chr(c).isalnum() or chr(c) == '_') and not unspaced.match(chr(c))])}]"


@cache
def word_pattern(*, basic: bool = False) -> str:
    """One capitalised word: O'Brien, Rolls-Royce, Stratford-upon-Avon, GPT-4o, AT&T, U.N., J., Mt."""
    capital, letter = f"[{capital_letters(basic=basic)}]", _letters(basic=basic)
    inner = (
        rf"(?:['’](?![sS](?!{letter})){letter}+|[{combining_marks()}]+{letter}*|&{capital}{letter}*"
        rf"|[-‐‑](?:(?:upon|on|sur|le|la|de|en|du|al|el)-)?(?:{capital}|\d){letter}*)"
    )
    dotted = rf"\.(?:-?{capital}\.)+{capital}?(?!\w)"
    initial = rf"\.(?={BLANK}?{capital})"
    after_address = "|".join(rf"(?<={word}\.)" for word in ABBREVIATIONS_BEFORE_NAMES)
    address = rf"(?:\.(?:{after_address})(?={BLANK}{capital}))?"
    return rf"(?:{capital}(?:{letter}+{inner}*{address}|{dotted}|{initial}|{inner}*))"


@cache
def run_pattern(*, basic: bool = False) -> re.Pattern[str]:
    """A run of capitalised words in one line, joined by blanks, particles or ``&``, with its number and suffix.

    With ``basic`` for texts without characters beyond U+FFFF, in which it finds the same and is twice as fast.
    """
    word = word_pattern(basic=basic)
    particles = "|".join(sorted(PARTICLES, key=len, reverse=True))
    glued = "(?:(?:[aA]l|[eE]l)[-‐‑]|[dlDL]['’])"
    joint = rf"(?:{BLANK}(?:(?=[{capital_letters(basic=basic)}])|(?:{particles}|&){BLANK}{glued}?|{glued})|(?<=\.))"
    suffixes = "|".join(sorted(COMPANY_SUFFIXES, key=len, reverse=True))
    after_suffix = "|".join(rf"(?<=[ ]{suffix}\.)" for suffix in COMPANY_SUFFIXES)
    full_stop = rf"(?:\.(?:{after_suffix}))?"
    suffix = rf"(?:,?{BLANK}(?:{suffixes})(?!\w)\.?)*"
    number = rf"(?:{BLANK}\d{{1,4}}(?![\w%]|[.,:/-]\d))?"
    return re.compile(rf"{word}(?:{joint}{word})*{number}{full_stop}{suffix}")


@cache
def piece_pattern() -> re.Pattern[str]:
    """The words of a run, one by one."""
    return re.compile(word_pattern() + r"\.?|[^\s,]+")
