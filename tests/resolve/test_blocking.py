"""What the search for candidates misses, told from decisions."""

from __future__ import annotations

from dataclasses import replace

from graphkit.resolve.blocking import BlockingRecall, blocking_recall
from graphkit.resolve.decisions import merge
from graphkit.resolve.pairs import find_pairs
from resolve.making import entity, minute

NAMES = [entity(name, "ORG") for name in ("Acme Corp", "ACME Corp.", "Microsoft", "Microsft", "Hansa", "Tarnholm")]
IDS = [one.entity_id for one in NAMES]
SAME = [
    *merge([IDS[1]], IDS[0], who="Ada", when=minute(0)),
    *merge([IDS[3]], IDS[2], who="Ada", when=minute(1)),
    *merge([IDS[5]], IDS[4], who="Ada", when=minute(2)),
]


def test_pairs_decided_to_be_the_same_are_looked_for_among_the_candidates() -> None:
    pairs = find_pairs(NAMES)
    found = blocking_recall(pairs, SAME)
    assert (found, found.value) == (BlockingRecall(2, 2), 1.0)  # Hansa and Tarnholm score below the floor
    missing = blocking_recall(replace(pairs, scored=pairs.scored[:1]), SAME)
    assert (missing.value, missing.words) == (
        0.5,
        "1 of 2 pairs that were decided to be the same are found again",
    )


def test_without_decisions_nothing_is_estimated() -> None:
    found = blocking_recall(find_pairs(NAMES), [])
    assert found.value is None
    assert found.words == "nothing was decided to be the same, so what is missed cannot be estimated"
