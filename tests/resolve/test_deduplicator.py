"""A plain list of names, deduplicated."""

from __future__ import annotations

from math import nan

import pytest

from graphkit.errors import BadRequest
from graphkit.resolve.deduplicator import EntityDeduplicator


def test_the_examples_of_the_contract_hold_at_the_default() -> None:
    names = [
        *("T.C. Antony", "TC Antony", "Acme Corp", "ACME Corp.", "Acme Corp", "Neo4j", "Neo 4j"),
        *("GPT-3", "GPT-4", "Article 5", "Article 6", "Boeing 737", "Boeing 747"),
    ]
    assert EntityDeduplicator().resolve(names) == {
        "T.C. Antony": "T.C. Antony",
        "TC Antony": "T.C. Antony",
        "Acme Corp": "Acme Corp",
        "ACME Corp.": "Acme Corp",
        **{name: name for name in names[5:]},
    }


def test_a_lower_threshold_joins_more_and_numbers_never() -> None:
    names = ["Neo4j", "Neo 4j", "GPT-3", "GPT-4"]
    assert EntityDeduplicator(0.85).resolve(names) == {
        "Neo4j": "Neo 4j",
        "Neo 4j": "Neo 4j",
        "GPT-3": "GPT-3",
        "GPT-4": "GPT-4",
    }


def test_names_of_nothing_stay_themselves() -> None:
    names = ["", " ", "a", "!", "\x00", "\ud800", "\u202e", "x" * 10_000]
    assert EntityDeduplicator().resolve(names) == {name: name for name in names}


def test_the_order_of_names_changes_nothing() -> None:
    names = ["Bill Gates", "William Gates", "Gates, Bill", "Melinda Gates"]
    assert EntityDeduplicator(entity_type="PERSON").resolve(names) == EntityDeduplicator(entity_type="PERSON").resolve(
        names[::-1]
    )


@pytest.mark.parametrize("threshold", [0, 1.1, nan])
def test_a_threshold_that_makes_no_sense_is_refused(threshold: float) -> None:
    with pytest.raises(BadRequest, match="threshold"):
        EntityDeduplicator(threshold)
