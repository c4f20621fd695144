"""Pairs are scored once; a threshold only filters, and nothing depends on the order of the input."""

from __future__ import annotations

from dataclasses import replace
from math import inf, nan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphkit.errors import BadRequest, Cancelled
from graphkit.model import EntityId
from graphkit.resolve.names import NamedEntity
from graphkit.resolve.pairs import find_pairs
from graphkit.resolve.score import Scorer
from resolve.making import entity

NAMES = [
    entity("Acme Corp", "ORG"),
    entity("ACME Corp.", "ORG"),
    entity("Acme Rockets", "ORG"),
    entity("Microsoft", "ORG"),
    entity("Microsft", "ORG"),
    entity("WHO", "ORG"),
    entity("World Health Organization", "ORG"),
    entity("Hansa AG", "ORG"),
    entity("Hansa GmbH", "ORG"),
    entity("GPT-3", "ORG"),
    entity("GPT-4", "ORG"),
    entity("Paris", "PERSON"),
    entity("Paris", "GPE"),
]


def test_pairs_come_best_first_and_a_threshold_only_filters() -> None:
    pairs = find_pairs(NAMES, floor=0.6)
    assert [(p.left, p.right, p.value) for p in pairs.scored] == [
        ("org:acme corp", "org:acme corp.", 1.0),
        ("org:microsft", "org:microsoft", 0.91),
        ("org:who", "org:world health organization", 0.88),
        ("org:hansa ag", "org:hansa gmbh", 0.87),
        ("org:acme corp", "org:acme rockets", 0.77),
        ("org:acme corp.", "org:acme rockets", 0.77),
    ]
    assert pairs.at(0.9).rows == pairs.scored[:2]
    assert pairs.at(0.9).at(0.6).rows == pairs.scored


def test_what_a_guard_holds_back_is_counted() -> None:
    pairs = find_pairs([entity("Hansa AG", "ORG"), entity("Hansa GmbH", "ORG")], floor=0.9)
    assert (pairs.scored, pairs.held_by) == ((), {"legal forms": 1})


def test_types_are_ignored_when_asked() -> None:
    assert find_pairs(NAMES[-2:]).scored == ()
    assert [pair.value for pair in find_pairs(NAMES[-2:], ignore_types=True).scored] == [1.0]


def test_an_unknown_type_is_compared_with_every_type() -> None:
    pairs = find_pairs([*NAMES[-2:], entity("Paris")])
    assert [(p.left, p.right) for p in pairs.scored] == [
        ("gpe:paris", "unknown:paris"),
        ("person:paris", "unknown:paris"),
    ]


def test_names_and_ids_that_are_missing_match_nothing_and_are_counted() -> None:
    empty = [
        NamedEntity(EntityId(str(i)), name, "ORG", aliases=("", " ")) for i, name in enumerate(["", " ", "\u200b"])
    ]
    pairs = find_pairs([*empty, NamedEntity(EntityId(""), "Acme"), NamedEntity(EntityId(""), "Acme"), entity("Acme")])
    assert (pairs.scored, pairs.skipped) == ((), 4)


def test_of_two_entities_with_one_id_the_most_mentioned_counts() -> None:
    rare, frequent = (
        NamedEntity(EntityId("x"), name, "ORG", mentions) for name, mentions in (("Aceme", 1), ("Acme", 5))
    )
    for order in ([rare, frequent], [frequent, rare]):
        pairs = find_pairs([*order, entity("Acme Ltd", "ORG")])
        assert [(pair.value, pairs.skipped) for pair in pairs.scored] == [(0.96, 0)]


def test_the_best_alias_counts_unless_a_guard_holds_the_names() -> None:
    known = replace(entity("World Health Organization", "ORG"), aliases=("WHO",))
    assert [pair.value for pair in find_pairs([known, entity("W.H.O.", "ORG")]).scored] == [0.98]
    fund = replace(entity("Fund 5", "ORG"), aliases=("Fund",))
    assert find_pairs([fund, replace(entity("Fund 6", "ORG"), aliases=("Fund",))]).scored == ()


@pytest.mark.parametrize("threshold", [nan, inf, -inf, 0.0, -0.1, 1.01])
def test_a_threshold_that_makes_no_sense_is_refused(threshold: float) -> None:
    with pytest.raises(BadRequest, match="must be over 0 and at most 1"):
        find_pairs(NAMES, floor=threshold)


def test_a_threshold_below_the_floor_is_refused() -> None:
    with pytest.raises(BadRequest, match=r"kept from 0\.6 on"):
        find_pairs(NAMES).at(0.5)


def test_scoring_can_be_cancelled() -> None:
    def stop(done: int, total: int, what: str) -> None:
        raise Cancelled(what)

    with pytest.raises(Cancelled):
        find_pairs(NAMES, report=stop)


@settings(deadline=None)
@given(st.permutations(NAMES))
def test_the_order_of_entities_changes_nothing(shuffled: list[NamedEntity]) -> None:
    assert find_pairs(shuffled) == find_pairs(NAMES)


@settings(deadline=None)
@given(st.lists(st.text(max_size=12), max_size=8))
def test_any_names_can_be_paired(names: list[str]) -> None:
    entities = [NamedEntity(EntityId(f"e{index}"), name) for index, name in enumerate(names)]
    pairs = find_pairs(entities, scorer=Scorer())
    assert all(pair.left < pair.right and pair.value >= 0.6 for pair in pairs.scored)
