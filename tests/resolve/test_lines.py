"""Lines that types have for themselves."""

from __future__ import annotations

import pytest

from graphkit.errors import BadRequest
from graphkit.resolve.lines import above, near, of_type, types_of
from graphkit.resolve.pairs import Pairs, find_pairs
from resolve.making import entity

NAMES = [
    entity("Ann Miller", "PERSON"), entity("Ann B. Miller", "PERSON"), entity("Acme Corp", "ORG"),
    entity("Acme", "ORG"), entity("Oslo", "GPE"),
]  # fmt: skip


@pytest.fixture
def pairs() -> Pairs:
    """A pair of people at 0.94 and one of companies at 0.96."""
    return find_pairs(NAMES)


def values(pairs: Pairs) -> list[float]:
    """The scores above the line."""
    return [pair.value for pair in pairs.rows]


def test_types_are_counted_by_their_pairs(pairs: Pairs) -> None:
    assert types_of(pairs) == {"ORG": 1, "PERSON": 1}


def test_the_part_of_a_type_holds_its_pairs_and_its_entities(pairs: Pairs) -> None:
    part = of_type(pairs, "PERSON")
    assert ([pair.left for pair in part.scored], sorted(part.entities)) == (
        ["person:ann b. miller"],
        ["person:ann b. miller", "person:ann miller"],
    )


def test_a_type_has_a_line_for_itself(pairs: Pairs) -> None:
    assert values(above(pairs, 0.92, {})) == [0.96, 0.94]
    assert values(above(pairs, 0.92, {"PERSON": 0.95})) == [0.96]
    assert values(above(pairs, 0.97, {"PERSON": 0.9})) == [0.94]


def test_a_line_that_is_none_is_refused(pairs: Pairs) -> None:
    with pytest.raises(BadRequest):
        above(pairs, 0.92, {"PERSON": float("nan")})


def test_pairs_near_a_line_stand_nearest_first_and_a_score_on_it_is_above(pairs: Pairs) -> None:
    above_, below = near(pairs, 0.96)
    assert ([pair.value for pair in above_], [pair.value for pair in below]) == ([0.96], [0.94])


def test_pairs_that_are_decided_make_room_for_the_next(pairs: Pairs) -> None:
    first = pairs.scored[0]
    above_, below = near(pairs, 0.9, passed={(first.left, first.right)})
    assert ([pair.value for pair in above_], below) == ([0.94], ())
