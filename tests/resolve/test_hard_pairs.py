"""Different things with names that look alike are never joined without a look at them."""

from __future__ import annotations

import pytest

from benchmarks.hard_pairs import KINDS
from graphkit.config import DEFAULT_DEDUP_THRESHOLD
from graphkit.model import EntityId
from graphkit.resolve.bands import AUTOMATIC, LIKELY, band_of, likely_line
from graphkit.resolve.clusters import cluster
from graphkit.resolve.names import NamedEntity
from graphkit.resolve.pairs import find_pairs
from graphkit.resolve.score import score


def test_there_are_a_few_hundred_pairs_of_every_kind_together() -> None:
    assert sum(map(len, KINDS.values())) >= 400


@pytest.mark.parametrize("kind", KINDS)
def test_no_pair_of_different_things_is_sure(kind: str) -> None:
    assert [ends for ends in KINDS[kind] if score(*ends[:2], left_type=ends[2]).value >= DEFAULT_DEDUP_THRESHOLD] == []


@pytest.mark.parametrize("kind", ["numbers", "ordinals", "places"])
def test_numbers_ordinals_and_places_that_differ_are_not_even_likely(kind: str) -> None:
    assert [ends for ends in KINDS[kind] if score(*ends[:2], left_type=ends[2]).value >= 0.6] == []


@pytest.mark.parametrize("kind", KINDS)
def test_no_merge_joins_them_when_all_stand_in_one_corpus(kind: str) -> None:
    names = {(name, ends[2]) for ends in KINDS[kind] for name in ends[:2]}
    entities = [NamedEntity(EntityId(f"{kind_} {name}"), name, kind_) for name, kind_ in names]
    same = cluster(find_pairs(entities).at(DEFAULT_DEDUP_THRESHOLD)).mapping
    ends = [(EntityId(f"{kind_} {one}"), EntityId(f"{kind_} {other}")) for one, other, kind_ in KINDS[kind]]
    assert [(a, b) for a, b in ends if same.get(a, a) == same.get(b, b)] == []


def test_bands_follow_the_type() -> None:
    assert [band_of(0.8, name) for name in ("PERSON", "ORG", "GPE")] == ["likely", "open", "open"]
    assert [band_of(0.96, name) for name in ("PERSON", "UNKNOWN")] == ["sure", "sure"]
    assert (likely_line("politician"), likely_line("Gadget")) == (0.74, 0.92)
    assert max(LIKELY.values()) < AUTOMATIC
