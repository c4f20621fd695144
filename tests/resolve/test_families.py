"""Families of rules, and pairs counted by score and family."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphkit.model import EntityId
from graphkit.resolve.columns import Pair
from graphkit.resolve.families import Bin, bins, family_of
from graphkit.resolve.score import score


@pytest.mark.parametrize(
    ("left", "right", "kind", "family"),
    [
        ("T.C. Antony", "TC Antony", "PERSON", "the same but for signs and order"),
        ("Clinton, William", "William Clinton", "PERSON", "the same but for signs and order"),
        ("Acme Corp", "Acme", "ORG", "legal form or title aside"),
        ("World Health Organization", "WHO", "ORG", "initials or acronym"),
        ("Bill Clinton", "William Clinton", "PERSON", "nickname or short form"),
        ("Robert Grenholt", "Robert Grenhold", "PERSON", "spelling differs"),
        ("Amy Klobuchar", "Amy Jean Klobuchar", "PERSON", "words the other side lacks"),
        ("GPT-3", "GPT-4", "PRODUCT", "lowered by a guard"),
    ],
)
def test_a_score_belongs_to_the_rule_that_said_the_last_word(left: str, right: str, kind: str, family: str) -> None:
    assert family_of(score(left, right, left_type=kind)) == family


def scoring(*values: float) -> list[Pair]:
    """Pairs of these scores."""
    made = score("Ann Miller", "A. Miller", left_type="PERSON")
    return [Pair(EntityId("a"), EntityId("b"), replace(made, value=value)) for value in values]


def test_a_score_on_a_border_stands_in_the_bin_that_begins_there() -> None:
    borders = [at / 50 for at in range(30, 51)]
    assert bins(scoring(*reversed(borders))) == tuple(Bin(low, "initials or acronym", 1) for low in borders)


def test_a_score_between_borders_stands_in_the_bin_below() -> None:
    assert bins(scoring(0.619, 0.601, 0.6)) == (Bin(0.6, "initials or acronym", 3),)


def test_families_in_one_bin_stand_in_their_order() -> None:
    (initial,) = scoring(0.9)
    spelled = replace(initial, score=replace(score("Robert Grenholt", "Robert Grenhold"), value=0.9))
    assert bins([spelled, initial]) == (Bin(0.9, "initials or acronym", 1), Bin(0.9, "spelling differs", 1))
