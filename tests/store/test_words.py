"""Words of texts and questions, and BM25."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from graphkit.store.words import bm25, query_words, words


def test_words_lose_case_and_accents_and_keep_every_script() -> None:
    assert words("Émile's CAFÉ, Straße ﬁn_1 Москва") == ["emile", "s", "cafe", "strasse", "fin_1", "москва"]


def test_scripts_without_blanks_are_cut_into_characters_and_pairs() -> None:
    assert words("東京都 GPT京") == ["東", "京", "都", "東京", "京都", "gpt", "京"]
    assert query_words("東京都 京") == ["京", "京都", "東京"]
    assert words("한국") == ["한", "국", "한국"]


@given(st.text())
def test_every_word_of_a_question_is_a_word_of_the_same_text(text: str) -> None:
    assert set(query_words(text)) <= set(words(text))


def test_scores_are_those_of_the_formula() -> None:
    scores = bm25([{"a": 2, "b": 1}], {"a": 4, "b": 2}, 10, 3.0)
    idf = math.log(1 + 8.5 / 2.5)
    assert scores == {
        "a": round(idf * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 4 / 3)), 9),
        "b": round(idf * 1 * 2.2 / (1 + 1.2 * (0.25 + 0.75 * 2 / 3)), 9),
    }
