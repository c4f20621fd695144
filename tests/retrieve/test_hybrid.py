"""The joined ranking: its gate and its guard."""

import numpy as np
import pytest

from graphkit.retrieve.hybrid import Meaning, Question, Rankings, rank
from graphkit.retrieve.index import RetrievalIndex
from graphkit.store.inmemory import InMemoryStore
from retrieve.making import SCOPE, stored


@pytest.fixture(scope="module")
def index() -> RetrievalIndex:
    made = stored(InMemoryStore())
    return RetrievalIndex.build(made.store, SCOPE, [made.graph_id])


def ranked(index: RetrievalIndex, question: str, meaning: dict[str, float] | None = None) -> Rankings:
    """The rankings of a question; ``meaning`` gives cosines by title."""
    cosines = None
    if meaning is not None:
        values = np.array([meaning.get(passage.title, 0.01) for passage in index.passages])
        cosines = Meaning(values, values)
    return rank(index, Question.of(question, index), cosines, np.ones(len(index.passages), dtype=np.bool_), depth=20)


def titles(index: RetrievalIndex, rows: tuple[int, ...]) -> list[str]:
    return [index.passages[row].title for row in rows]


def test_a_question_that_is_only_a_name_is_ranked_by_words_and_followed_by_the_graph(index: RetrievalIndex) -> None:
    found = ranked(index, "What is known about Orvane Bridge?")
    assert titles(index, found.hybrid.rows) == ["Orvane Bridge", "Ilsa Marrow", "Tessin Bay"]
    assert titles(index, found.lexical.rows) == ["Orvane Bridge"]


def test_the_two_nearest_passages_are_always_among_the_first_five(index: RetrievalIndex) -> None:
    found = ranked(index, "When was the Orvane Bridge opened?", {"Weather": 0.9, "Kelder Tower": 0.8})
    assert set(titles(index, found.words.rows[:2])) <= set(titles(index, found.hybrid.rows[:5]))
    assert "Weather" in titles(index, found.hybrid.rows[:5])


def test_a_question_without_anything_known_ranks_nothing(index: RetrievalIndex) -> None:
    found = ranked(index, "xylophone quartz")
    assert [found.lexical.rows, found.vector.rows, found.words.rows, found.graph.rows, found.hybrid.rows] == [()] * 5


def test_every_ranking_holds_a_passage_once(index: RetrievalIndex) -> None:
    for question in ("Where was the designer of the Orvane Bridge born?", "Bram Oost", "town"):
        for ranking in (found := ranked(index, question, {"Lund": 0.5})).graph, found.hybrid, found.words:
            assert len(set(ranking.rows)) == len(ranking.rows)
