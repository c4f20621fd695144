"""Looks of entity types."""

import pytest

from graphkit.figures.palette import GREY, Look, look

HOSTILE = ["<img src=x onerror=alert(1)>", "</script>", "__proto__", "東京", "\u200b", "x" * 10_000, "\ud800"]


def test_a_known_type_has_its_own_colour_shape_and_letter() -> None:
    assert look("PERSON") == Look("#0072B2", "dot", "P")


def test_spellings_that_differ_in_case_look_the_same() -> None:
    assert look("Person") == look("PERSON") == look("person")


def test_a_missing_type_is_grey() -> None:
    assert {look("").colour, look("  ").colour, look("UNKNOWN").colour} == {GREY}


@pytest.mark.parametrize("name", HOSTILE)
def test_any_other_type_gets_a_lasting_look_from_its_name(name: str) -> None:
    assert look(name) == look(name)
    assert len(look(name).letter) == 1


def test_common_types_are_told_apart_without_colour() -> None:
    looks = [look(name) for name in ("PERSON", "ORG", "GPE", "LOC", "DATE", "PRODUCT", "EVENT", "MONEY")]
    assert len({(style.shape, style.letter) for style in looks}) == len(looks)
