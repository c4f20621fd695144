"""Agreement of spans, and figures against gold with their intervals."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compare.making import ADA, ADA_AGAIN, BABBAGE, CHARLES, LONDON, extraction, mention
from graphkit.compare.agreement import Agreement, Figures, against_gold, agreement, overlapping, wilson
from graphkit.model import DocumentId

D = DocumentId("d")


def test_agreement_is_strict_tolerant_or_typed() -> None:
    left = [extraction("a", ADA, replace(LONDON, type="LOC"), CHARLES)]
    right = [extraction("b", ADA, LONDON, mention("Babbage"))]
    assert agreement(left, right) == Agreement(strict=4 / 6, tolerant=1.0, typed=2 / 6)


def test_only_documents_that_both_have_read_count() -> None:
    left = [extraction("a", ADA), extraction("a", CHARLES, document="e")]
    assert agreement(left, [extraction("b", ADA)]) == Agreement(1.0, 1.0, 1.0)


def test_a_span_meets_one_other_at_most() -> None:
    assert overlapping([(D, 0, 20)], [(D, 0, 5), (D, 6, 9)]) == 1
    assert overlapping([(D, 0, 5), (D, 4, 9)], [(D, 0, 9), (D, 4, 5)]) == 2
    assert overlapping([(D, 0, 5)], [(D, 5, 9), (DocumentId("e"), 0, 5)]) == 0


def test_figures_against_gold_come_with_intervals() -> None:
    gold = {D: [ADA, ADA_AGAIN, replace(LONDON, type="UNKNOWN"), CHARLES]}
    found = [extraction("a", ADA, LONDON, BABBAGE), extraction("a", ADA, document="elsewhere")]
    figures = against_gold(found, gold)
    assert figures == Figures(
        found=3,
        gold=4,
        right=2,
        precision=2 / 3,
        recall=0.5,
        f1=4 / 7,
        precision_interval=pytest.approx((0.2077, 0.9385), abs=1e-4),
        recall_interval=pytest.approx((0.1500, 0.8500), abs=1e-4),
    )
    assert against_gold(found, gold, tolerant=True).right == 2
    assert against_gold([], {}).f1 == 0.0


def test_an_interval_of_nothing_is_everything() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


@given(st.integers(0, 200), st.integers(1, 200))
def test_an_interval_holds_its_share(successes: int, trials: int) -> None:
    right = min(successes, trials)
    low, high = wilson(right, trials)
    assert 0 <= low <= right / trials <= high <= 1


spans = st.lists(st.builds(lambda a, b: (D, a, a + b), st.integers(0, 30), st.integers(1, 6)), max_size=8)


@given(spans, spans)
def test_overlaps_are_bounded_by_both_sides(left: list[tuple[DocumentId, int, int]], right: list[object]) -> None:
    count = overlapping(left, right)  # type: ignore[arg-type]
    assert len(set(left) & set(right)) <= count <= min(len(set(left)), len(set(right)))
