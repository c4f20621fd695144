"""Word beside word: which words of two names stand for each other, and how surely."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rapidfuzz.distance import OSA

from graphkit.resolve.forms import NameForm, expand
from graphkit.resolve.lexicon import CARDINALS, LIGHT_WORDS, NICKNAMES, OPPOSITES, PLACES

SAME = 1.0
ABBREVIATION = 0.97  # Univ. of Ohio = University of Ohio
SPLIT = 0.97  # Face Book = Facebook
NICKNAME = 0.93  # Bill Clinton = William Clinton
INITIAL = 0.89  # J. Smith, John Smith
CUT = 0.86  # Alex. Dumas, Alexandre Dumas
SOUND = 0.90  # Mohammed, Muhamad
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


def align(left: NameForm, right: NameForm, *, common: Collection[str] = ()) -> Alignment:
    """Pair the core words of two names, the surest pairs first, each word once.

    Words in ``common`` are so frequent in the corpus that they are no misspellings of each other.
    """
    left_words, right_words = list(left.core[:MAX_WORDS]), list(right.core[:MAX_WORDS])
    joined = _join_split_words(left_words, right_words)
    found = []
    for i, a in enumerate(left_words):
        for j, b in enumerate(right_words):
            match = _match(a, b, left, right, (i == len(left_words) - 1, j == len(right_words) - 1), common)
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
    return Alignment(
        tuple(matches),
        tuple(w for i, w in enumerate(left_words) if i not in used_left) + left.core[MAX_WORDS:],
        tuple(w for j, w in enumerate(right_words) if j not in used_right) + right.core[MAX_WORDS:],
    )


def _join_split_words(left: list[str], right: list[str]) -> dict[str, str]:
    """Join neighbours on one side that are one word on the other; what was joined, by the joined word."""
    joined: dict[str, str] = {}
    for words, others in ((left, right), (right, left)):
        index = 0
        while index + 1 < len(words):
            whole = words[index] + words[index + 1]
            if whole in others and whole not in words and len(whole) > 2:
                joined[whole] = f"{words[index]} {words[index + 1]}"
                words[index : index + 2] = [whole]
            index += 1
    return joined


def _match(
    a: str, b: str, left: NameForm, right: NameForm, last: tuple[bool, bool], common: Collection[str]
) -> WordMatch | None:
    value, rule = _similarity(a, b, left, right, last, common)
    return WordMatch(a, b, value, rule) if value > 0 else None


def _similarity(
    a: str, b: str, left: NameForm, right: NameForm, last: tuple[bool, bool], common: Collection[str]
) -> tuple[float, str]:
    if a == b or CARDINALS.get(a, a) == CARDINALS.get(b, b):
        return SAME, "same"
    if left.kind != "person" and expand(a) == expand(b):
        return ABBREVIATION, "abbreviation"
    if any(c.isdigit() for c in a + b):
        return 0.0, ""
    if len(a) == 1 or len(b) == 1:
        return _initial(a, b, left, right, last)
    personal = left.kind in {"person", "unknown"}
    if personal and b in NICKNAMES.get(a, ()):
        return NICKNAME, "nickname"
    if (a in left.dotted and b.startswith(a)) or (b in right.dotted and a.startswith(b)):
        return CUT, "cut"
    typo = _typo(a, b, common)
    if personal and skeleton(a) == skeleton(b) and min(len(a), len(b)) > 3 and not _kept_apart(a, b, common):
        return max(SOUND, typo), "sound"
    return typo, "typo"


def _initial(a: str, b: str, left: NameForm, right: NameForm, last: tuple[bool, bool]) -> tuple[float, str]:
    """``J.`` for ``John``: in names of people, or with its stop, and never for the last name."""
    short, long, dotted, at_end = (a, b, left.dotted, last[1]) if len(a) == 1 else (b, a, right.dotted, last[0])
    if not long.startswith(short) or at_end or len(long) == 1:
        return 0.0, ""
    return (INITIAL, "initial") if left.kind == "person" or short in dotted else (0.0, "")


def _typo(a: str, b: str, common: Collection[str]) -> float:
    length = max(len(a), len(b))
    allowed = 3 if length >= 12 else 2 if length >= 8 else 1 if length >= 4 else 0
    if not allowed or _kept_apart(a, b, common):
        return 0.0
    distance = OSA.distance(a, b, score_cutoff=allowed)
    return 1 - distance / length if distance <= allowed else 0.0


def _kept_apart(a: str, b: str, common: Collection[str]) -> bool:
    """Whether two spellings are two words: north and south, Iran and Iraq, or both frequent in the corpus."""
    if OPPOSITES.get(a, frozenset()) & OPPOSITES.get(b, frozenset()):
        return True
    return (a in PLACES and b in PLACES) or (a in common and b in common) or (a in LIGHT_WORDS) != (b in LIGHT_WORDS)


_SOUNDS = (
    ("shch", "S"), ("sch", "S"), ("tch", "C"), ("ch", "C"), ("sh", "S"), ("ph", "f"), ("kh", "h"), ("gh", "g"),
    ("th", "t"), ("dj", "j"), ("dzh", "j"), ("zh", "j"), ("ck", "k"), ("ks", "x"), ("ou", "u"), ("ow", "v"),
    ("off", "v"), ("ov", "v"), ("ev", "v"), ("iy", "i"), ("yi", "i"), ("w", "v"), ("q", "k"), ("c", "k"),
    ("z", "s"), ("y", "i"),
)  # fmt: skip


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
