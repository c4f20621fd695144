"""What a corpus says about words."""

from __future__ import annotations

from graphkit.resolve.weights import corpus_scorer
from resolve.making import entity

NAMES = [
    entity(f"{name} {kind}", "ORG")
    for name in ("Alpine", "Baltic", "Celtic", "Danish")
    for kind in ("Resorts", "Reports")
]


def test_two_frequent_words_are_no_misspellings_of_each_other() -> None:
    scorer = corpus_scorer(NAMES)
    assert scorer.common == {"resorts", "reports"}
    assert scorer.score("Alpine Resorts", "Alpine Reports", left_type="ORG").value < 0.75
    assert scorer.weights == {}


def test_rare_words_weigh_more_when_asked() -> None:
    weights = corpus_scorer([*NAMES, entity("Resorts Nordic", "ORG")], weigh_words=True).weights
    assert weights["nordic"] > weights["alpine"] > weights["resorts"]


def test_no_names_say_nothing() -> None:
    assert corpus_scorer([], weigh_words=True) == corpus_scorer([entity("!!!")])
