"""Decisions: merge, keep apart, undo and redo leave no trace but their rows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphkit.errors import BadRequest
from graphkit.model import Decision, EntityId
from graphkit.resolve.decisions import acts, keep_apart, kept_apart, merge, redo, same_as, undo
from resolve.making import minute

A, B, C, D = (EntityId(name) for name in "abcd")


def stored(decisions: list[Decision], changed: tuple[Decision, ...]) -> list[Decision]:
    """The list as a store keeps it: rows of one id replace each other."""
    return list({d.decision_id: d for d in (*decisions, *changed)}.values())


def test_an_act_is_written_down_with_everything_that_explains_it() -> None:
    rows = merge([A, B, C], C, who="Ada", when=minute(0), threshold=0.92, scores={A: 0.95}, reasons={A: ("why",)})
    assert [(d.left, d.right, d.verdict, d.who, d.when, d.threshold, d.score, d.reasons, d.undone) for d in rows] == [
        (A, C, "same", "Ada", "2024-05-17T09:30:00.000000+00:00", 0.92, 0.95, ("why",), False),
        (B, C, "same", "Ada", "2024-05-17T09:30:00.000000+00:00", 0.92, None, (), False),
    ]
    assert len({d.merge_id for d in rows}) == 1
    assert len({d.decision_id for d in rows}) == 2
    assert same_as(rows) == {A: C, B: C}


def test_chains_are_followed_and_the_newest_canonical_entity_stands_for_all() -> None:
    rows = [*merge([A], B, who="", when=minute(0)), *merge([B], C, who="", when=minute(1))]
    assert same_as(rows) == {A: C, B: C}
    assert same_as([*rows, *merge([C, D], A, who="", when=minute(2))]) == {B: A, C: A, D: A}


def test_a_circle_of_merges_ends_somewhere() -> None:
    rows = [*merge([A], B, who="", when=minute(0)), *merge([B], A, who="", when=minute(1))]
    assert same_as(rows) == {B: A}


def test_undo_restores_and_is_idempotent() -> None:
    first = list(merge([A], B, who="", when=minute(0)))
    rows = stored(first, merge([C], D, who="", when=minute(1)))
    undone = stored(rows, undo(rows, rows[-1].merge_id))
    assert same_as(undone) == same_as(first) == {A: B}
    assert undo(undone, rows[-1].merge_id) == ()
    assert stored(undone, redo(undone, rows[-1].merge_id)) == rows
    assert redo(rows, rows[-1].merge_id) == ()


def test_undo_is_refused_with_the_name_of_the_later_merge_that_builds_on_it() -> None:
    rows = [*merge([A], B, who="", when=minute(0)), *merge([B], C, who="", when=minute(1))]
    first, later = (act.merge_id for act in acts(rows))
    with pytest.raises(BadRequest, match=f"undo {later} first"):
        undo(rows, first)
    undone = stored(rows, undo(rows, later))
    assert same_as(stored(undone, undo(undone, first))) == {}


def test_redo_is_refused_under_a_later_merge() -> None:
    rows = list(merge([A], B, who="", when=minute(0)))
    rows = stored(rows, undo(rows, rows[0].merge_id))
    rows = stored(rows, merge([B], C, who="", when=minute(1)))
    with pytest.raises(BadRequest, match=r"undo .* first"):
        redo(rows, rows[0].merge_id)


@pytest.mark.parametrize("act", [undo, redo])
def test_an_unknown_merge_is_named(act: object) -> None:
    assert callable(act)
    with pytest.raises(BadRequest, match="no merge 'nothing'"):
        act([], "nothing")


def test_not_the_same_is_remembered_until_the_next_word() -> None:
    rows = list(keep_apart(B, A, who="", when=minute(0), score=0.93, reasons=("why",)))
    assert kept_apart(rows) == {(A, B)}
    assert (rows[0].score, rows[0].reasons) == (0.93, ("why",))
    assert kept_apart([*rows, *merge([A], B, who="", when=minute(1))]) == frozenset()
    merged = [*merge([A], B, who="", when=minute(0)), *keep_apart(A, B, who="", when=minute(1))]
    assert same_as(merged) == {}


def test_nothing_to_decide_is_refused() -> None:
    with pytest.raises(BadRequest, match="at least two"):
        merge([A], A, who="")
    with pytest.raises(BadRequest, match="apart from itself"):
        keep_apart(A, A, who="")


acts_on = st.lists(
    st.tuples(st.sampled_from([A, B, C, D]), st.sampled_from([A, B, C, D])).filter(lambda ends: ends[0] != ends[1]),
    max_size=6,
)


@given(acts_on)
def test_merges_undone_in_turn_leave_no_trace(ends: list[tuple[EntityId, EntityId]]) -> None:
    rows: list[Decision] = []
    states = []
    for number, (alias, canonical) in enumerate(ends):
        states.append(same_as(rows))
        rows = stored(rows, merge([alias], canonical, who="", when=minute(number)))
    for act in reversed(acts(rows)):
        rows = stored(rows, undo(rows, act.merge_id))
        assert same_as(rows) == states.pop()


@given(acts_on)
def test_the_mapping_does_not_depend_on_the_order_of_rows(
    ends: list[tuple[EntityId, EntityId]],
) -> None:
    rows = [row for number, pair in enumerate(ends) for row in merge([pair[0]], pair[1], who="", when=minute(number))]
    mapping = same_as(rows)
    assert same_as(reversed(rows)) == mapping
    assert not set(mapping) & set(mapping.values())
