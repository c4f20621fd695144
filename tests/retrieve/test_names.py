"""Names in questions and texts."""

import numpy as np
import pytest

from graphkit.retrieve.names import Gazetteer, names_in_question, names_in_text, without_names
from graphkit.retrieve.words import tokens

FORMS = ["orvane bridge", "ilsa marrow", "marrow", "river", "zimbabwe", "東 京", "who"]
NAMES = Gazetteer({form: number for number, form in enumerate(FORMS)} | {"i marrow": 1})
PROPER = np.array([True, True, True, False, True, True, False])


def named(question: str) -> list[str]:
    return [FORMS[match.name] for match in names_in_question(NAMES, question, proper=PROPER)]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Who designed the Orvane Bridge?", ["who", "orvane bridge"]),
        ("who designed the orvane bridge?", ["orvane bridge"]),
        ("is zimbabwe on a river?", ["zimbabwe"]),
        ("Is Zimbabwe on a river?", ["zimbabwe"]),
        ("Did ilsa marrow see the River?", ["ilsa marrow", "river"]),
        ("I. Marrow", ["ilsa marrow"]),
        ("東京の天気", ["東 京"]),
        ("nothing known", []),
        ("", []),
    ],
)
def test_the_names_of_a_question(question: str, names: list[str]) -> None:
    assert named(question) == names


def test_the_longest_name_wins_and_all_are_inside() -> None:
    found = tokens("Ilsa Marrow and Marrow")
    assert [FORMS[match.name] for match in NAMES.longest(found)] == ["ilsa marrow", "marrow"]
    assert [FORMS[match.name] for match in NAMES.inside(found)] == ["ilsa marrow", "marrow", "marrow"]


def test_a_text_names_only_what_it_writes_as_a_name() -> None:
    text = "The river by the Orvane Bridge."
    assert [FORMS[match.name] for match in names_in_text(NAMES, text, tokens(text))] == ["orvane bridge"]


def test_the_masked_question_says_what_is_asked_and_not_about_whom() -> None:
    question = "Where was  Ilsa Marrow's river?"
    matches = names_in_question(NAMES, question, proper=PROPER)
    assert without_names(question, matches) == "Where was 's river?"
