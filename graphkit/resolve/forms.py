"""A name taken apart once, so that pairs compare quickly: words, core, legal forms, numbers, initials."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from anyascii import anyascii

from graphkit.resolve.lexicon import (
    ABBREVIATIONS,
    ARTICLES,
    CARDINALS,
    LEADING_FORMS,
    LEGAL_FORMS,
    LIGHT_WORDS,
    MONTHS,
    MULTIWORD_FORMS,
    NUMBER_WORDS,
    ROMAN_NUMERALS,
    SMALL_WORDS,
    SOFT_FORMS,
    STRONG_TITLES,
    SUFFIXES,
    TENS,
    TITLES,
)
from graphkit.resolve.names import Kind

MAX_CHARACTERS = 300
"""Longer names are compared by their first characters: no name is longer, and alignment grows with the square."""

_CJK_RANGES = (("\u3040", "\u30ff"), ("\u3400", "\u9fff"), ("\uac00", "\ud7a3"), ("\U00020000", "\U0003ffff"))
_WORD = re.compile(r"[^\W_]+(?:[+#]+)?", re.UNICODE)
_INITIALS = re.compile(r"\b([^\W\d_])\.(?=[^\W\d_]\b|[^\W\d_]{2})")
_NUMBERED = re.compile(r"[^\W_]*\d[\w.:]*")
_NUMBER = re.compile(r"(\d+(?:[.:]\d+)*)([^\W\d_]*)")
_THOUSANDS = re.compile(r"(?<=\d)[,\u2009\u00a0'](?=\d{3}(?!\d))")
_DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d)")
_CALL_NAME = re.compile(r"""["“(«'‘](?P<name>[^\W\d_]{2,}(?:[ -][^\W\d_]+)?)["”)»'’](?=\s|,|$)""")
_APOSTROPHE = re.compile(r"(?<=\w)['’ʼ`´](?=\w)")
_ELISION = re.compile(r"\b([dlDL])['’](?=[^\W\d_]{2})")
_POSSESSIVE = re.compile(r"['’]s\b")
_CONTROLS = dict.fromkeys([*range(32), 127], " ")
_LETTERS = str.maketrans("0123456789", "ghijklmnop")
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "å": "aa", "ø": "oe"})


@dataclass(frozen=True, slots=True)
class NameForm:
    """What the rules look at. ``core`` are the words without legal forms, titles and articles.

    ``numbers`` are the numbers in their order, Roman numerals and numbers in words turned into digits.
    ``joined`` are the digits that stand in one word with letters (Neo4j). ``dotted`` are the words that a
    full stop ended: initials and abbreviations.
    """

    text: str
    kind: Kind
    words: tuple[str, ...]
    compact: str
    expanded: str
    core: tuple[str, ...]
    forms: frozenset[str]
    soft_forms: frozenset[str]
    numbers: tuple[str, ...]
    suffixes: frozenset[str]
    titles: frozenset[str]
    dotted: frozenset[str]
    acronyms: frozenset[str]
    native: str

    @property
    def sorted_words(self) -> tuple[str, ...]:
        """Words in alphabetical order."""
        return tuple(sorted(self.words))


@lru_cache(maxsize=200_000)
def name_form(name: str, kind: Kind = "unknown") -> NameForm:
    """Take a name apart. Any string will do; one without letters or digits has no words."""
    text = _tidy(name)
    if kind == "person":
        text = _given_name_first(text)
    tokens, dotted = _tokens(text if kind == "person" else _ELISION.sub(r"\1 ", text))
    tokens = _counted(tokens)
    numerals = [_numeral(tokens, index, kind, dotted) for index in range(len(tokens))]
    folded = [numeral or word for numeral, (_, word) in zip(numerals, tokens, strict=True)]
    words = tuple(word for word in folded if word)
    stripped, titles = _without_titles(words, kind)
    stripped, suffixes = _without_suffixes(stripped, kind)
    stripped, forms, soft = _without_forms(stripped, kind)
    core = stripped if kind == "person" else _without_articles(stripped)
    compact = "".join(words)
    return NameForm(
        text=text,
        kind=kind,
        words=words,
        compact=compact,
        expanded=_shared("".join(word if raw.isascii() else _fold(_spelled_out(raw)) for raw, word in tokens), compact),
        core=words if core == words else core,
        forms=forms,
        soft_forms=soft,
        numbers=_numbers(text, words, numerals, kind),
        suffixes=suffixes,
        titles=titles,
        dotted=frozenset(dotted),
        acronyms=_acronyms(stripped),
        native=_native(text),
    )


def _shared(text: str, other: str) -> str:
    """The other string itself if the two are equal: millions of names keep one copy each."""
    return other if text == other else text


def _spelled_out(raw: str) -> str:
    return raw.casefold().translate(_GERMAN)


def _tidy(name: str) -> str:
    """Compatibility form without invisible characters, cut to what can be compared.

    What is cut off leaves a word of its own, so that only equal long names are the same.
    """
    cut = unicodedata.normalize("NFKC", name[:MAX_CHARACTERS])
    if len(name) > MAX_CHARACTERS:
        rest = sha256(name[MAX_CHARACTERS:].encode("utf-8", "surrogatepass")).hexdigest()
        cut = f"{cut[:MAX_CHARACTERS]} {rest.translate(_LETTERS)}"
    if cut.isascii():
        visible = cut.translate(_CONTROLS)
    else:
        visible = "".join(" " if unicodedata.category(c) == "Cc" else c for c in cut if not _is_hidden(c))
    visible = _THOUSANDS.sub("", visible)
    visible = _DECIMAL_COMMA.sub(".", visible)
    visible = visible.replace("&", " and ")
    return " ".join(visible.split())


def _is_hidden(char: str) -> bool:
    return unicodedata.category(char) in {"Cf", "Cs", "Co", "Cn"}


def _given_name_first(text: str) -> str:
    """``Cantwell, Maria`` as ``Maria Cantwell``; ``King, Jr.`` keeps its order."""
    last, comma, first = text.partition(",")
    rest = first.strip()
    if not comma or not rest or not last.strip():
        return text
    head, second_comma, tail = rest.partition(",")
    if _fold(head).strip(".") in SUFFIXES:
        return text
    return f"{head.strip()} {last.strip()} {tail.strip()}".strip() if second_comma else f"{rest} {last.strip()}"


@lru_cache(maxsize=200_000)
def _fold(word: str) -> str:
    """Small Latin letters and digits: accents dropped, other scripts spelled in Latin letters."""
    if word.isascii() and word.isalnum():
        return word.lower()
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    plain = "".join(c for c in decomposed if not unicodedata.combining(c))
    if not plain.isascii():
        plain = anyascii(plain)
    return "".join(c for c in plain.casefold() if c.isalnum() or c in "+#")


def _tokens(text: str) -> tuple[list[tuple[str, str]], list[str]]:
    """Words as written and folded, and the folded ones that a full stop ends. Initials are set apart."""
    apart = _INITIALS.sub(r"\1. ", _APOSTROPHE.sub("", _POSSESSIVE.sub("s", text)))
    tokens, dotted = [], []
    for match in _WORD.finditer(apart):
        word = _fold(match[0])
        if not word:
            continue
        tokens.append((match[0], word))
        if apart[match.end() : match.end() + 1] == ".":
            dotted.append(word)
    return tokens, dotted


def _counted(tokens: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Tens and ones in words as one number: ``forty four`` is 44."""
    counted: list[tuple[str, str]] = []
    for raw, word in tokens:
        tens = TENS.get(counted[-1][1]) if counted else None
        ones = CARDINALS.get(word, "")
        if tens and len(ones) == 1 and ones != "0":
            counted[-1] = (number := str(int(tens) + int(ones)), number)
        else:
            counted.append((raw, word))
    return counted


def _numeral(tokens: list[tuple[str, str]], index: int, kind: Kind, dotted: list[str]) -> str:
    """Digits for a Roman numeral or a number word that stands behind a name, else nothing.

    A single letter is a numeral at the end only, without a stop and not behind another letter (Henry V; but B.V.).
    """
    if index == 0 or kind == "date":
        return ""
    raw, word = tokens[index]
    is_end = index == len(tokens) - 1
    if raw in ROMAN_NUMERALS and (len(raw) > 1 or (is_end and word not in dotted and len(tokens[index - 1][1]) > 1)):
        return ROMAN_NUMERALS[raw]
    return CARDINALS.get(word, "") if is_end else ""


def _numbers(text: str, words: tuple[str, ...], numerals: list[str], kind: Kind) -> tuple[str, ...]:
    """Numbers with what is glued to them (``4o``, ``4.1``), ordinals and number words, sorted."""
    found = [numeral for numeral in numerals if numeral]
    found += [word for word in words if word.isdigit() and word not in numerals and word not in text]
    for token in _NUMBERED.findall(text.casefold()):
        for digits, tail in _NUMBER.findall(token):
            plain = ".".join(part.lstrip("0") or "0" for part in re.split(r"[.:]", digits))
            found.append(plain if tail in {"st", "nd", "rd", "th"} else plain + _fold(tail))
    found.extend(NUMBER_WORDS[word] for word in words if word in NUMBER_WORDS)
    if kind == "date" or found:
        found.extend(MONTHS[word] for word in words if word in MONTHS)
    return tuple(sorted(found))


def _without_titles(words: tuple[str, ...], kind: Kind) -> tuple[tuple[str, ...], frozenset[str]]:
    known = TITLES if kind == "person" else STRONG_TITLES
    index = 0
    while index < len(words) - 1 and words[index] in known:
        index += 1
    return words[index:], frozenset(words[:index])


def _without_suffixes(words: tuple[str, ...], kind: Kind) -> tuple[tuple[str, ...], frozenset[str]]:
    """Words without what follows a person's name: Jr., PhD, and a numeral behind a given and a family name."""
    if kind not in {"person", "unknown"}:
        return words, frozenset()
    index = len(words)
    while index > 1 and words[index - 1] in SUFFIXES:
        index -= 1
    suffixes = frozenset(SUFFIXES[word] for word in words[index:])
    if kind == "person" and index > 2 and words[index - 1].isdigit():
        index -= 1
        suffixes |= {words[index]}
    return words[:index], suffixes


def _without_forms(words: tuple[str, ...], kind: Kind) -> tuple[tuple[str, ...], frozenset[str], frozenset[str]]:
    """Words without the legal forms at their end (or beginning), the forms, and the soft ones."""
    if kind in {"person", "date", "place"}:
        return words, frozenset(), frozenset()
    forms: set[str] = set()
    soft: set[str] = set()
    rest = list(words)
    while rest:
        size = next((n for n in (5, 4, 3, 2) if _ends_in_form(rest, n)), 0)
        if size:
            forms.add(MULTIWORD_FORMS[tuple(rest[-size:])])
            del rest[-size:]
        elif rest[-1] in SOFT_FORMS and len(rest) > 1:
            soft.add(SOFT_FORMS[rest.pop()])
        elif rest[-1] in LEGAL_FORMS:
            forms.add(LEGAL_FORMS[rest.pop()])
        elif rest[-1] in LIGHT_WORDS and len(rest) > 1 and (forms or soft):
            rest.pop()
        else:
            break
    size = next((n for n in (5, 4, 3, 2) if tuple(rest[:n]) in MULTIWORD_FORMS and len(rest) > n > 2), 0)
    if size:
        forms.add(MULTIWORD_FORMS[tuple(rest[:size])])
        del rest[:size]
    while len(rest) > 1 and rest[0] in LEADING_FORMS:
        forms.add(LEGAL_FORMS[rest.pop(0)])
    return tuple(rest), frozenset(forms), frozenset(soft)


def _ends_in_form(words: list[str], size: int) -> bool:
    """Whether the last words are a legal form: letters apart are one only behind a word (not in U. S. A.)."""
    if len(words) < size or tuple(words[-size:]) not in MULTIWORD_FORMS:
        return False
    return len(words) == size or len(words[-size]) > 1 or len(words[-size - 1]) > 1


def _without_articles(words: tuple[str, ...]) -> tuple[str, ...]:
    """Words without articles; the last word stays, since it is a letter rather than an article (Vitamin A)."""
    return tuple(w for i, w in enumerate(words) if w not in ARTICLES or i == len(words) - 1)


def _acronyms(words: tuple[str, ...]) -> frozenset[str]:
    """Initials of the words, with and without the small ones, if there are two or more."""
    full = "".join(w[0] for w in words)
    content = "".join(w[0] for w in words if w not in SMALL_WORDS)
    return frozenset(a for a in (full, content) if len(a) >= 2)


def _native(text: str) -> str:
    """The text without blanks and marks if it is written in Han, Kana or Hangul, else nothing."""
    if text.isascii():
        return ""
    letters = [c for c in text if c.isalnum()]
    wide = sum(is_cjk(c) for c in letters)
    return "".join(letters).casefold() if letters and wide * 2 > len(letters) else ""


def is_cjk(char: str) -> bool:
    """Whether a character is Han, Kana or Hangul: scripts whose Latin spelling hides differences."""
    return any(low <= char <= high for low, high in _CJK_RANGES)


def spellings(name: str, kind: Kind) -> tuple[str, ...]:
    """The name, and for a person with a call name in quotes or brackets both names that are meant.

    ``Charles J. "Chuck" Fleischmann`` is Charles J. Fleischmann and Chuck Fleischmann.
    """
    call = _CALL_NAME.search(name) if kind == "person" else None
    if call is None or not name[: call.start()].strip():
        return (name,)
    without = f"{name[: call.start()]} {name[call.end() :]}"
    family = name[call.end() :].strip(" ,") or name[: call.start()].partition(",")[0]
    return " ".join(without.split()), f"{call['name']} {family}"


def expand(word: str) -> str:
    """The full word for an abbreviation, else the word itself."""
    return ABBREVIATIONS.get(word, word)
