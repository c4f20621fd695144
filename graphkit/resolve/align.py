"""Word beside word: which words of two names stand for each other, and how surely."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.distance import OSA, Indel

from graphkit.resolve.forms import NameForm, expand
from graphkit.resolve.given_names import GIVEN_NAMES, NICKNAMES, SIBLING_NICKNAMES
from graphkit.resolve.lexicon import LIGHT_WORDS, MONTHS, NUMBER_WORDS, OPPOSITES, PLACES
from graphkit.resolve.names import Kind

SAME = 1.0
ABBREVIATION = 0.97  # Univ. of Ohio = University of Ohio
SPLIT = 0.97  # Face Book = Facebook
NICKNAME = 0.93  # Bill Clinton = William Clinton
SIBLING = 0.85  # Will Clinton, Bill Clinton; but also Chris Smith, Tina Smith
SHORTENED = 0.88  # Kat Cammack, Katherine Cammack
INITIAL = 0.89  # J. Smith, John Smith
CUT = 0.86  # Alex. Dumas, Alexandre Dumas
SOUND = 0.90  # Mohammed, Muhamad
SOUND_ALIKE = 0.6
"""Least share of letters in common of words that sound alike: Marquez and Marcos have 0.46."""
TYPO_COST = 0.55
"""What an edit of a whole word would take away. A name with such a word stays a question (Baker, Barker), however
little that is. Short words and first letters, which people seldom mistype, cost all (James Brown, James Crown)."""
MAX_WORDS = 24
"""Words of a name that are aligned; the rest of a longer name counts as unmatched."""


@dataclass(frozen=True, slots=True)
class WordMatch:
    """Two words that stand for each other. ``value`` runs from 0 to 1."""

    left: str
    right: str
    value: float
    rule: str


@dataclass(frozen=True, slots=True)
class Alignment:
    """Matches, best first, and the words that only one side has."""

    matches: tuple[WordMatch, ...]
    left_only: tuple[str, ...]
    right_only: tuple[str, ...]
    apart: bool
    """Whether words that are left over on both sides are known to be two words (Mario, Maria)."""


def align(left: NameForm, right: NameForm, *, common: Collection[str] = ()) -> Alignment:
    """Pair the core words of two names, the surest pairs first, each word once.

    Words in ``common`` are so frequent in the corpus that they are no misspellings of each other.
    """
    left_words, right_words = list(left.core[:MAX_WORDS]), list(right.core[:MAX_WORDS])
    joined = _join_split_words(left_words, right_words)
    found = []
    ours, theirs = _places(left_words, left, common), _places(right_words, right, common)
    for i, one in enumerate(ours):
        for j, other in enumerate(theirs):
            match = _match(one, other)
            if match is not None:
                found.append((-match.value, abs(i - j), i, j, match))
    found.sort(key=lambda entry: entry[:4])
    used_left: set[int] = set()
    used_right: set[int] = set()
    matches = []
    for _, _, i, j, match in found:
        if i not in used_left and j not in used_right:
            used_left.add(i)
            used_right.add(j)
            split = match.rule == "same" and match.left in joined
            matches.append(WordMatch(joined[match.left], match.right, SPLIT, "split") if split else match)
    left_over = [one for i, one in enumerate(ours) if i not in used_left]
    right_over = [one for j, one in enumerate(theirs) if j not in used_right]
    return Alignment(
        tuple(matches),
        tuple(one.word for one in left_over) + left.core[MAX_WORDS:],
        tuple(one.word for one in right_over) + right.core[MAX_WORDS:],
        any(_kept_apart(one, other) for one in left_over for other in right_over),
    )


def _join_split_words(left: list[str], right: list[str]) -> dict[str, str]:
    """Join neighbours on one side that are one word on the other; what was joined, by the joined word."""
    joined: dict[str, str] = {}
    for words, others in ((left, right), (right, left)):
        for size in (4, 3, 2):
            for index in range(len(words) - size + 1):
                parts = words[index : index + size]
                whole = "".join(parts)
                # letters apart may be an acronym (U. S., US); two parts of a word must be longer to mean anything
                if whole in others and whole not in words and (len(whole) > 2 or len(whole) == size):
                    joined[whole] = " ".join(parts)
                    words[index : index + size] = [whole]
                    break
    return joined


class _Place(NamedTuple):
    """A word where it stands: in a name of which kind, whether first or last, before a full stop, frequent."""

    word: str
    kind: Kind
    first: bool
    last: bool
    dotted: bool
    frequent: bool


def _places(words: list[str], form: NameForm, common: Collection[str]) -> list[_Place]:
    end = len(words) - 1
    return [
        _Place(word, form.kind, at == 0, at == end, word in form.dotted, word in common)
        for at, word in enumerate(words)
    ]


@lru_cache(maxsize=500_000)
def _match(a: _Place, b: _Place) -> WordMatch | None:
    value, rule = _similarity(a, b)
    return WordMatch(a.word, b.word, value, rule) if value > 0 else None


def _similarity(left: _Place, right: _Place) -> tuple[float, str]:
    a, b, kind = left.word, right.word, left.kind
    if a == b or number_value(a) == number_value(b):
        return SAME, "same"
    if kind != "person" and expand(a) == expand(b):
        return ABBREVIATION, "abbreviation"
    if kind != "person" and MONTHS.get(a, a) == MONTHS.get(b, b):
        return ABBREVIATION, "abbreviation"
    if not (a.isalpha() and b.isalpha()) and any(c.isdigit() for c in a + b):
        return 0.0, ""
    if len(a) == 1 or len(b) == 1:
        return _initial(left, right)
    found = max(_given_name(left, right), (_typo(left, right), "typo"))
    if (left.dotted and b.startswith(a)) or (right.dotted and a.startswith(b)):
        found = max(found, (CUT, "cut"))
    if kind in {"person", "unknown"} and _sounds_alike(a, b) and not _kept_apart(left, right):
        found = max(found, (SOUND, "sound"))
    return found


def number_value(word: str) -> str:
    """A number in words or with an ordinal ending as digits; any other word itself."""
    digits = word[:-2] if word[-2:] in {"st", "nd", "rd", "th"} and word[:-2].isdigit() else word
    return NUMBER_WORDS.get(digits, digits)


def _initial(left: _Place, right: _Place) -> tuple[float, str]:
    """``J.`` for ``John``: in names of people, or with its stop, and never for the last name."""
    short, long = (left, right) if len(left.word) == 1 else (right, left)
    if not long.word.startswith(short.word) or long.last or len(long.word) == 1:
        return 0.0, ""
    is_initial = short.kind == "person" or short.dotted
    return (INITIAL, "initial") if is_initial else (0.0, "")


def _given_name(left: _Place, right: _Place) -> tuple[float, str]:
    """Short forms of given names: Bill for William, Kat for Katherine."""
    if left.kind not in {"person", "unknown"}:
        return 0.0, ""
    a, b = left.word, right.word
    if b in NICKNAMES.get(a, ()):
        return NICKNAME, "nickname"
    if b in SIBLING_NICKNAMES.get(a, ()):
        return SIBLING, "nickname"
    short, long = sorted((a, b), key=len)
    is_first = left.first and right.first and not (left.last or right.last) and left.kind == "person"
    if is_first and len(short) >= 3 and len(long) >= len(short) + 2 and long.startswith(short):
        return SHORTENED, "nickname"
    return 0.0, ""


def _typo(left: _Place, right: _Place) -> float:
    a, b = left.word, right.word
    length = max(len(a), len(b))
    allowed = 3 if length >= 12 else 2 if length >= 8 else 1 if length >= 4 else 0
    if not allowed or _kept_apart(left, right):
        return 0.0
    distance = OSA.distance(a, b, score_cutoff=allowed)
    if distance > allowed:
        return 0.0
    cost = TYPO_COST if length > 4 and a[0] == b[0] else 1.0
    return 1 - cost * distance / length


def _kept_apart(left: _Place, right: _Place) -> bool:
    """Whether two spellings are two words.

    North and south, Iran and Iraq, what is frequent in the corpus, two given names that are known, and given
    names that differ in their last vowel only (Mario and Maria) are no misspellings of each other.
    """
    a, b = left.word, right.word
    if OPPOSITES.get(a, frozenset()) & OPPOSITES.get(b, frozenset()):
        return True
    if (a in PLACES and b in PLACES) or (left.frequent and right.frequent) or (a in LIGHT_WORDS) != (b in LIGHT_WORDS):
        return True
    if left.kind != "person" or left.last or right.last:
        return False
    return (a in GIVEN_NAMES and b in GIVEN_NAMES) or a.rstrip("aeio") == b.rstrip("aeio")


def _sounds_alike(a: str, b: str) -> bool:
    if min(len(a), len(b)) < 4 or skeleton(a) != skeleton(b):
        return False
    return Indel.normalized_similarity(a, b) >= SOUND_ALIKE


_SOUNDS = (
    ("shch", "S"), ("sch", "S"), ("tch", "C"), ("ch", "C"), ("sh", "S"), ("ph", "f"), ("kh", "h"), ("gh", "g"),
    ("th", "t"), ("dj", "j"), ("dzh", "j"), ("zh", "j"), ("ck", "k"), ("ks", "x"), ("ou", "u"), ("ow", "v"),
    ("off", "v"), ("ov", "v"), ("ev", "v"), ("iy", "i"), ("yi", "i"), ("w", "v"), ("q", "k"), ("c", "k"),
    ("z", "s"), ("y", "i"),
)  # fmt: skip


@lru_cache(maxsize=200_000)
def skeleton(word: str) -> str:
    """The word as careless ears hear it: consonants in classes, doubled letters once, inner vowels dropped.

    A vowel at the end stays, since it tells Paul from Paula; a silent e does not.
    """
    sound = word
    for spelling, heard in _SOUNDS:
        sound = sound.replace(spelling, heard)
    end = sound[-1:] if sound[-1:] in "aiou" else ""
    kept = sound[:1] + "".join(c for c in sound[1:] if c not in "aeiouh")
    return "".join(c for i, c in enumerate(kept) if i == 0 or c != kept[i - 1]) + end
