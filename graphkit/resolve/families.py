"""Families of rules: what, in a few words, made or lowered a score, so that a picture of many pairs is readable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from graphkit.resolve.columns import Pair, ends_of, rules_of
from graphkit.resolve.guards import GUARDS
from graphkit.resolve.score import Score

Family = Literal[
    "the same but for signs and order",
    "legal form or title aside",
    "initials or acronym",
    "nickname or short form",
    "spelling differs",
    "words the other side lacks",
    "part of a name in its document",
    "lowered by a guard",
]
FAMILIES: tuple[Family, ...] = get_args(Family)
"""All families, the surest first."""

_RULES: dict[Family, tuple[str, ...]] = {
    "legal form or title aside": ("core", "soft form", "suffix", "title"),
    "initials or acronym": ("initial", "acronym"),
    "nickname or short form": ("nickname", "abbreviation", "cut"),
    "spelling differs": ("typo", "letters", "spelling", "sound", "split", "characters"),
    "words the other side lacks": ("extra name", "extra word", "own words", "number on one side", "no word in common"),
    "part of a name in its document": ("same document", "neighbours"),
    "lowered by a guard": tuple(sorted(GUARDS)),
}
_FAMILY_OF = {rule: family for family, rules in _RULES.items() for rule in rules}

BINS = 50
"""Bins of scores from 0 to 1."""


def family_of(score: Score) -> Family:
    """The family of the last reason that has one: what lowers or lifts a score tells more than what it began with."""
    return _family([reason.rule for reason in score.reasons])


def _family(rules: Sequence[str]) -> Family:
    return next((_FAMILY_OF[rule] for rule in reversed(rules) if rule in _FAMILY_OF), FAMILIES[0])


@dataclass(frozen=True, slots=True)
class Bin:
    """Pairs of one family whose scores lie in one bin: from ``low``, 1 / ``BINS`` wide."""

    low: float
    family: Family
    pairs: int


def bins(pairs: Sequence[Pair]) -> tuple[Bin, ...]:
    """Pairs counted by score and family: lowest score first, then in the order of families, without empty bins."""
    # A score has few decimals; the sum keeps one that stands on a border, such as 0.58, from falling below it.
    places = (int(value * BINS + 1e-9) for _, _, value in ends_of(pairs))
    families = (FAMILIES.index(_family(rules)) for rules in rules_of(pairs))
    counts = Counter(zip(places, families, strict=True))
    return tuple(Bin(at / BINS, FAMILIES[family], count) for (at, family), count in sorted(counts.items()))
