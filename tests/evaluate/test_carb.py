"""The measure of CaRB on tuples whose figures can be counted by hand."""

from __future__ import annotations

from graphkit.evaluate.carb import OpenTuple, carb, joined_precision

GOLD = [OpenTuple("moved to", ("Ada", "Perth", "in 1990")), OpenTuple("founded", ("Ada", "Wattle Labs"))]


def test_what_equals_gold_is_wholly_right():
    assert carb([GOLD], [GOLD]) == {"auc": 1.0, "precision": 1.0, "recall": 1.0, "f1": 1.0, "confidence": 1.0}


def test_shares_count_words_in_their_parts_and_all_objects_are_one_part():
    found = [OpenTuple("moved to", ("Ada", "Perth"))]
    told = carb([GOLD], [found])
    assert (told["precision"], told["recall"]) == (1.0, round((4 / 6) / 2, 4))


def test_without_a_shared_word_of_the_predicate_or_an_argument_nothing_meets():
    assert joined_precision(GOLD, [OpenTuple("went to Perth", ("Ada",)), OpenTuple("left", ("Ada", "Perth"))]) == [0, 0]


def test_a_found_tuple_is_joined_once_but_recall_may_use_it_again():
    twice = [GOLD[1], GOLD[1]]
    assert carb([twice], [[GOLD[1]]])["recall"] == 1.0
    assert carb([[GOLD[1]]], [twice])["precision"] == 0.5


def test_be_meets_each_of_its_forms():
    assert joined_precision([OpenTuple("is", ("Ada", "old"))], [OpenTuple("be", ("Ada", "old"))]) == [1.0]


def test_the_parts_of_what_is_said_may_stand_either_way():
    gold = [OpenTuple("said", ("Ada", "it rained"))]
    assert joined_precision(gold, [OpenTuple("said", ("it rained", "Ada"))]) == [1.0]


def test_the_best_point_is_chosen_by_confidence():
    sure, unsure = OpenTuple("founded", ("Ada", "Wattle Labs"), 0.9), OpenTuple("ate", ("Bob", "soup"), 0.2)
    told = carb([[GOLD[1]]], [[sure, unsure]])
    assert (told["f1"], told["confidence"]) == (1.0, 0.9)


def test_nothing_found_is_nothing_right():
    assert carb([GOLD], [[]]) == {"auc": 0.0, "precision": 0.0, "recall": 0.0, "f1": 0.0, "confidence": 0.0}
