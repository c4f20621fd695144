"""Pairs of names as the page shows them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from resolve.making import entity

from graphkit.config import GraphConfig
from graphkit.corpus import Corpus
from graphkit.ingest.base import Source
from graphkit.model import Scope
from graphkit.resolve.pairs import Pair, Pairs, find_pairs
from graphkit.store.inmemory import InMemoryStore
from graphkit.store.open import open_store
from graphkit.ui import resources
from graphkit.ui.resolving import histogram, near_line, pairs_of


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    resources.release()
    yield
    resources.release()


def scoring(*values: float) -> Pairs:
    """Pairs of these scores."""
    pairs = find_pairs([entity("Ann Miller", "PERSON"), entity("A. Miller", "PERSON")], floor=0.3)
    (pair,) = pairs.scored
    made = tuple(Pair(pair.left, pair.right, replace(pair.score, value=value)) for value in values)
    return replace(pairs, scored=made)


def test_a_score_on_a_border_stands_in_the_bin_that_begins_there() -> None:
    borders = [at / 50 for at in range(30, 51)]
    assert histogram(scoring(*reversed(borders))) == [(border, 1) for border in borders]


def test_a_score_between_borders_stands_in_the_bin_below() -> None:
    assert histogram(scoring(0.619, 0.601, 0.6)) == [(0.6, 3)]


def test_pairs_near_the_line_stand_nearest_first_and_a_score_on_it_is_above() -> None:
    above, below = near_line(scoring(0.99, 0.95, 0.9, 0.85, 0.7), 0.9)
    assert ([pair.value for pair in above], [pair.value for pair in below]) == ([0.9, 0.95, 0.99], [0.85, 0.7])


def corpus_of(folder: Path, name: str, *texts: str) -> Corpus:
    """A corpus ``c`` in a store of its own."""
    store = open_store(GraphConfig(uri=f"sqlite:///{folder / name}.db"))
    corpus = Corpus(store, Scope("c"))
    corpus.ingest([Source.of_upload(f"{at}.txt", text.encode()) for at, text in enumerate(texts)], methods=["regex"])
    return corpus


def test_equal_corpora_of_two_stores_have_their_own_pairs(tmp_path: Path) -> None:
    first = corpus_of(tmp_path, "first", "Robert Grenholt spoke. R. Grenholt left.")
    second = corpus_of(tmp_path, "second", "Dorothea Lang spoke. D. Lang left.")
    assert first.revision == second.revision
    assert {e.name for e in pairs_of(first, None).entities.values()} == {"Robert Grenholt", "R. Grenholt"}
    assert {e.name for e in pairs_of(second, None).entities.values()} == {"Dorothea Lang", "D. Lang"}
    first.store.close()
    second.store.close()


def test_a_decision_does_not_compare_the_names_again() -> None:
    store = InMemoryStore()
    store.ensure_schema()
    corpus = Corpus(store, Scope("c"))
    corpus.ingest([Source.of_upload("a.txt", b"Robert Grenholt spoke. R. Grenholt left.")], methods=["regex"])
    before = pairs_of(corpus, None)
    pair = before.scored[0]
    corpus.resolution.merge([pair.left], pair.right, who="tester")
    assert pairs_of(corpus, None) is before
    corpus.ingest([Source.of_upload("b.txt", b"Robert Grenholt came.")], methods=["regex"])
    assert pairs_of(corpus, None) is not before
    store.close()
