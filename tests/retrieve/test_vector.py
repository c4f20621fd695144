"""Cosines with all passages, of which the store gives the best."""

import numpy as np
import pytest

from graphkit.embed.registry import CallableEmbedder
from graphkit.model import DocumentId
from graphkit.retrieve.vector import cosines, expected_below
from graphkit.store.inmemory import InMemoryStore
from retrieve.making import SCOPE, stored

LETTERS = CallableEmbedder(
    "letters", 3, lambda texts: [[text.count("a") + 1, text.count("e"), len(text)] for text in texts]
)


def test_every_passage_gets_its_cosine() -> None:
    made = stored(InMemoryStore(), embedder=LETTERS)
    rows = {(DocumentId(f"d{number}"), 0): number for number in range(6)}
    (question,) = LETTERS.embed(["a"])
    found = cosines(made.store, SCOPE, rows, question, limit=100)
    hits = made.store.search_vectors(SCOPE, question, limit=100)
    assert [found[rows[hit.document_id, hit.index]] for hit in hits] == [hit.score for hit in hits]
    assert len(hits) == 6


def test_passages_behind_the_limit_and_unknown_ones_share_one_lower_value() -> None:
    made = stored(InMemoryStore(), embedder=LETTERS)
    rows = {(DocumentId(f"d{number}"), 0): number for number in range(6)} | {(DocumentId("gone"), 0): 6}
    (question,) = LETTERS.embed(["a"])
    found = cosines(made.store, SCOPE, rows, question, limit=4)
    assert len(set(found[np.argsort(-found)[4:]].tolist())) == 1
    assert found.argmin() in {4, 5, 6} or found[6] <= sorted(found)[-4]


def test_a_corpus_without_vectors_has_no_cosines() -> None:
    made = stored(InMemoryStore())
    assert cosines(made.store, SCOPE, {(DocumentId("d0"), 0): 0}, np.ones(3, dtype=np.float32), limit=5).tolist() == [0]


def test_the_rest_of_a_normal_distribution_is_estimated_from_its_best() -> None:
    values = np.sort(np.random.default_rng(7).normal(0.2, 0.1, 5000))[::-1]
    assert expected_below(values[:1000].tolist(), 5000) == pytest.approx(values[1000:].mean(), abs=0.01)


@pytest.mark.parametrize(("scores", "count"), [([0.5], 10), ([0.5] * 8, 10), ([0.9, 0.8, 0.7, 0.6], 4)])
def test_where_nothing_can_be_estimated_the_last_score_counts(scores: list[float], count: int) -> None:
    assert expected_below(scores, count) == scores[-1]
