"""Strata of pairs that want labels, and the figures that labels give."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphkit.model import EntityId
from graphkit.resolve.candidates import CandidateReport
from graphkit.resolve.columns import Pair
from graphkit.resolve.decisions import keep_apart, merge, undo
from graphkit.resolve.labels import NEEDED, figures, labels, strata, suggested_line
from graphkit.resolve.pairs import Pairs
from graphkit.resolve.score import score
from resolve.making import entity, minute

A, B, C = EntityId("a"), EntityId("b"), EntityId("c")


def scoring(*values: float) -> Pairs:
    """Pairs of these scores between entities without further meaning."""
    made = score("Ann Miller", "A. Miller", left_type="PERSON")
    rows = [
        Pair(EntityId(f"{at:04}a"), EntityId(f"{at:04}b"), replace(made, value=value))
        for at, value in enumerate(sorted(values, reverse=True))
    ]
    known = {end: replace(entity("x"), entity_id=end) for row in rows for end in (row.left, row.right)}
    return Pairs(tuple(rows), (), known, 0.6, 0.6, CandidateReport(len(known), True))


def test_a_label_is_what_was_said_last_of_a_single_pair() -> None:
    rows = [
        *keep_apart(A, B, who="Ada", when=minute(0)),
        *merge([A], B, who="Ada", when=minute(1)),
        *keep_apart(B, C, who="Ada", when=minute(2)),
    ]
    assert labels(rows) == {(A, B): True, (B, C): False}


def test_clusters_above_a_line_undone_acts_and_doubts_are_no_labels() -> None:
    gone = merge([A], C, who="Ada", when=minute(2))
    rows = [
        *merge([A], B, who="Ada", when=minute(0), threshold=0.9),
        *keep_apart(B, C, who="Ada", when=minute(1), verdict="unsure"),
        *undo(gone, gone[0].merge_id),
    ]
    assert labels(rows) == {}


def test_each_stratum_asks_for_eight_pairs_or_as_many_as_it_has() -> None:
    found = strata(scoring(1.0, 0.95, *[0.9] * 20, 0.6), {})
    assert [(one.low, one.pairs, len(one.asked)) for one in found] == [(0.95, 2, 2), (0.9, 20, 8), (0.6, 1, 1)]


def test_what_is_labelled_or_left_open_is_not_asked_again() -> None:
    pairs = scoring(*[0.9] * 10)
    ends = [(row.left, row.right) for row in pairs.scored]
    (found,) = strata(pairs, {ends[0]: True, ends[1]: False}, decided=[ends[2]])
    assert (found.same, found.different, len(found.asked)) == (1, 1, 6)
    assert not {(row.left, row.right) for row in found.asked} & set(ends[:3])


def test_figures_are_told_from_forty_labels_on() -> None:
    pairs = scoring(*[0.97] * 100, *[0.77] * 100)
    ends = [(row.left, row.right) for row in pairs.scored]
    few = dict.fromkeys(ends[: NEEDED - 1], True)
    assert figures(strata(pairs, few)) == ()
    known = dict.fromkeys(ends[:30], True) | dict.fromkeys(ends[100:110], False)
    high, low = figures(strata(pairs, known))
    assert (high.threshold, low.threshold) == (0.95, 0.75)
    assert high.precision == pytest.approx(30.5 / 31)
    assert low.precision == pytest.approx((30.5 / 31 + 0.5 / 11) / 2)
    assert high.precision_band[0] < high.precision < high.precision_band[1] <= 1
    assert (low.recall, low.recall_band) == (1.0, (1.0, 1.0))
    assert high.recall < 1


def test_a_line_is_suggested_only_where_the_whole_band_is_right() -> None:
    pairs = scoring(*[0.97] * 200, *[0.77] * 200)
    ends = [(row.left, row.right) for row in pairs.scored]
    sure = dict.fromkeys(ends[:150], True) | dict.fromkeys(ends[200:240], False)
    assert suggested_line(figures(strata(pairs, sure))) == 0.95
    assert suggested_line(figures(strata(pairs, dict.fromkeys(ends[:40], False)))) is None
