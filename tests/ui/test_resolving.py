"""Pairs of names as the page shows them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from graphkit.config import GraphConfig
from graphkit.corpus import Corpus
from graphkit.ingest.base import Source
from graphkit.model import Scope
from graphkit.resolve.pairs import Pairs
from graphkit.store.inmemory import InMemoryStore
from graphkit.store.open import open_store
from graphkit.ui import resources
from graphkit.ui.resolving import pairs_of


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    resources.release()
    yield
    resources.release()


def compared(corpus: Corpus) -> Pairs:
    """The pairs of a small corpus, which are there at once."""
    pairs = pairs_of(corpus, None)
    assert pairs is not None
    return pairs


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
    assert {e.name for e in compared(first).entities.values()} == {"Robert Grenholt", "R. Grenholt"}
    assert {e.name for e in compared(second).entities.values()} == {"Dorothea Lang", "D. Lang"}
    first.store.close()
    second.store.close()


def test_a_decision_does_not_compare_the_names_again() -> None:
    store = InMemoryStore()
    store.ensure_schema()
    corpus = Corpus(store, Scope("c"))
    corpus.ingest([Source.of_upload("a.txt", b"Robert Grenholt spoke. R. Grenholt left.")], methods=["regex"])
    before = compared(corpus)
    pair = before.scored[0]
    corpus.resolution.merge([pair.left], pair.right, who="tester")
    assert pairs_of(corpus, None) is before
    corpus.ingest([Source.of_upload("b.txt", b"Robert Grenholt came.")], methods=["regex"])
    assert pairs_of(corpus, None) is not before
    store.close()
