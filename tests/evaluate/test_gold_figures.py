"""Figures of methods on a gold set, with their intervals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphkit.evaluate.gold_figures import GoldFigures, gold_figures
from graphkit.evaluate.gold_set import GoldPassage
from graphkit.model import DocumentId, Extraction, Mention

D = DocumentId("d")
TEXT = "Ada met Bob. Acme paid Ada."
ADA, BOB = Mention(0, 3, "Ada", "PER"), Mention(8, 11, "Bob", "PER")
ACME, ADA_AGAIN = Mention(13, 17, "Acme", "ORG"), Mention(23, 26, "Ada", "PER")
GOLD = (GoldPassage(D, 0, 12, TEXT[:12], (ADA, BOB)), GoldPassage(D, 13, 27, TEXT[13:], (ACME, ADA_AGAIN)))


def figures(*mentions: Mention) -> dict[tuple[str, str], GoldFigures]:
    """Figures of one method by type and way to match."""
    found = {"m": {D: Extraction(D, "m", mentions)}}
    return {(one.type, one.match): one for one in gold_figures(GOLD, found)}


def test_each_way_to_match_and_each_type_has_its_figures() -> None:
    told = figures(replace(ADA, type="PERSON"), replace(BOB, type="ORG"), replace(ACME, end=22, text="Acme paid"))
    assert {key: (one.figures.right, one.figures.found, one.figures.gold) for key, one in told.items()} == {
        ("all", "span and type"): (1, 3, 4),
        ("all", "span"): (2, 3, 4),
        ("all", "overlapping span"): (3, 3, 4),
        ("ORG", "span and type"): (0, 2, 1),
        ("PER", "span and type"): (1, 1, 3),
    }
    assert told["all", "span and type"].figures.precision_interval[0] < 1 / 3


def test_intervals_are_the_same_each_time_and_hold_the_figure() -> None:
    once, again = figures(ADA, ACME)["all", "span"], figures(ADA, ACME)["all", "span"]
    assert once == again
    low, high = once.f1_interval
    assert low <= once.figures.f1 <= high
    assert figures(ADA, BOB, ACME, ADA_AGAIN)["all", "span"].f1_interval == pytest.approx((0.6756, 1.0), abs=1e-4)


def test_what_lies_outside_of_the_passages_does_not_count() -> None:
    crossing = Mention(8, 17, "Bob. Acme", "PER")
    assert figures(crossing)["all", "overlapping span"].figures.found == 0


def test_a_document_that_was_not_read_counts_as_found_nothing() -> None:
    (first, *_) = gold_figures(GOLD, {"m": {}})
    assert (first.figures.found, first.figures.recall, first.f1_interval[0]) == (0, 0.0, 0.0)
    assert gold_figures((), {"m": {}})[0].f1_interval == (0.0, 1.0)
