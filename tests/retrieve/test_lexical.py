"""Ranking by words."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from graphkit.retrieve.lexical import Bm25
from graphkit.retrieve.tuning import DEFAULT

WORDS = st.lists(st.sampled_from(["river", "bridge", "town", "rain", "tower"]), max_size=6)


def test_rare_words_weigh_more_and_long_passages_less() -> None:
    index = Bm25([["river", "town"], ["town", "town"], ["town", "river", *["rain"] * 20], []], DEFAULT)
    river, town = index.scores(["river"]), index.scores(["town"])
    assert river[0] > town[0] > 0
    assert river[0] > river[2] > 0
    assert (river[1], river[3]) == (0, 0)
    assert town[1] > town[0]


def test_scores_follow_the_formula() -> None:
    index = Bm25([["river", "river"], ["town"]], DEFAULT)
    rarity = np.log(1 + (2 - 1 + 0.5) / (1 + 0.5))
    expected = rarity * 2 * 2.2 / (2 + 1.2 * (1 - 0.75 + 0.75 * 2 / 1.5))
    assert np.allclose(index.scores(["river", "unknown"]), [expected, 0])
    assert np.allclose(index.scores(["river", "river"]), [2 * expected, 0])


def test_a_corpus_without_passages_has_no_scores() -> None:
    index = Bm25([], DEFAULT)
    assert index.scores(["river"]).tolist() == []
    assert not index.knows("river")


@given(st.lists(WORDS, max_size=6), WORDS)
def test_a_passage_scores_exactly_when_it_shares_a_word(passages: list[list[str]], question: list[str]) -> None:
    scores = Bm25(passages, DEFAULT).scores(question)
    assert [score > 0 for score in scores] == [bool(set(passage) & set(question)) for passage in passages]
