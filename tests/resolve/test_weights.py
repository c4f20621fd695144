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


def test_no_names_say_nothing() -> None:
    assert corpus_scorer([]) == corpus_scorer([entity("!!!")])
