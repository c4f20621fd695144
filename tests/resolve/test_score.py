"""A score is a number, its reasons in words, and laws that hold for any two strings."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphkit.errors import BadRequest
from graphkit.resolve.guards import GUARDS
from graphkit.resolve.score import Reason, Score, Scorer, score

SAME = [
    ("T.C. Antony", "TC Antony", "PERSON"),
    ("Acme Corp", "ACME Corp.", "ORG"),
    ("Müller", "Mueller", "PERSON"),
    ("Maria Cantwell", "Cantwell, Maria", "PERSON"),
    ("Amy Klobuchar", "Amy Jean Klobuchar", "PERSON"),
    ("John Doe", "John T. Doe", "PERSON"),
    ("Bill Clinton", "William Clinton", "PERSON"),
    ("Vladimir Putin", "Владимир Путин", "PERSON"),
    ("Rudy Yakym", "Rudy Yakym III", "PERSON"),
    ('Charles J. "Chuck" Fleischmann', "Chuck Fleischmann", "PERSON"),
    ("World War II", "World War Two", "EVENT"),
    ("Brigade 44", "Brigade Forty-Four", "ORG"),
    ("Universität Wien", "UNIVERSITAT WIEN", "ORG"),
    ("Bloomberg", "Bloomberg L.P.", "ORG"),
    ("Siemens Aktiengesellschaft", "Siemens AG", "ORG"),
    ("The Beatles", "Beatles", "ORG"),
    ("Skarn Fuels", "Skarn Fuels B.V.", "ORG"),
    ("Skarn Fuels BV", "Skarn Fuels B.V.", "ORG"),
    ("U.S. Department of Energy", "US Dept. of Energy", "ORG"),
    ("Embassy of the U.S.A.", "USA Embassy", "ORG"),
    ("University of Cambridge", "Cambridge University", "ORG"),
    ("3 May 2020", "2020 May 3", "DATE"),
    ("March 2019", "Mar 2019", "DATE"),
    ("Laboratoire d'Ostrelle", "Ostrelle Laboratoire", "ORG"),
    ("Dept. of Justice", "Department of Justice", "ORG"),
    ("東京", "東京", "GPE"),
]
QUESTIONS = [
    ("Neo4j", "Neo 4j", "UNKNOWN"),
    ("Hansa AG", "Hansa GmbH", "ORG"),
    ("Kling Group", "Kling Inc", "ORG"),
    ("WHO", "World Health Organization", "ORG"),
    ("George W. Bush", "George H. W. Bush", "PERSON"),
    ("EU", "European Union", "ORG"),
    ("Microsft", "Microsoft", "ORG"),
    ("FridrichBuchenberg", "Friedrich Buchenberg", "PERSON"),
    ("J. Smith", "John Smith", "UNKNOWN"),
]
DIFFERENT = [
    ("GPT-3", "GPT-4", "PRODUCT"),
    ("GPT-4", "GPT-4o", "PRODUCT"),
    ("Boeing 737", "Boeing 747", "PRODUCT"),
    ("Henry IV", "Henry V", "PERSON"),
    ("First National Bank", "Second National Bank", "ORG"),
    ("Llama 3", "Llama 3.1", "PRODUCT"),
    ("version 1.0", "version 10", "UNKNOWN"),
    ("June 2020", "July 2020", "DATE"),
    ("2020-01-05", "2020-05-01", "DATE"),
    ("Python 3.1", "Python 3.10", "PRODUCT"),
    ("Type A", "Type B", "UNKNOWN"),
    ("C++", "C#", "UNKNOWN"),
    ("North Korea", "South Korea", "GPE"),
    ("Iran", "Iraq", "GPE"),
    ("Austria", "Australia", "GPE"),
    ("Sherlock Holmes", "Mycroft Holmes", "PERSON"),
    ("Chris Smith", "Tom Smith", "PERSON"),
    ("First National Bank of Algiers", "First National Bank of Ohio", "ORG"),
    ("Mr. Holmes", "Mrs. Holmes", "PERSON"),
    ("Martin King Jr.", "Martin King Sr.", "PERSON"),
    ("Ali bin Hassan", "Hassan bin Ali", "PERSON"),
    ("Ltd", "Limited", "ORG"),
    ("高石早苗", "高市早苗", "PERSON"),
    ("", "Acme", "UNKNOWN"),
    ("!!!", "???", "UNKNOWN"),
]


@pytest.mark.parametrize(("left", "right", "entity_type"), SAME)
def test_spellings_of_one_name_pass_the_default_line(left: str, right: str, entity_type: str) -> None:
    assert score(left, right, left_type=entity_type).value >= 0.92


@pytest.mark.parametrize(("left", "right", "entity_type"), QUESTIONS)
def test_what_only_a_person_can_tell_is_a_question(left: str, right: str, entity_type: str) -> None:
    assert 0.8 <= score(left, right, left_type=entity_type).value < 0.92


@pytest.mark.parametrize(("left", "right", "entity_type"), DIFFERENT)
def test_different_things_stay_below_every_band(left: str, right: str, entity_type: str) -> None:
    assert score(left, right, left_type=entity_type).value < 0.7


def test_a_score_tells_its_steps() -> None:
    assert score("GPT-3", "GPT-4") == Score(
        value=0.3,
        reasons=(
            Reason("same", 1.0, "gpt"),
            Reason("own words", -0.5875, "each side has its own: “3” ≠ “4”"),
            Reason("numbers", -0.1125, "numbers differ: 3 ≠ 4"),
        ),
        similarity=0.4125,
        held_by=("numbers",),
    )
    assert score("Bill Clinton", "William Clinton", left_type="PERSON").words == (
        "clinton (+0.50)",
        "bill and william are forms of one name (+0.47)",
        "weakest pair: bill, william (-0.02)",
    )


def test_a_guard_can_be_switched_off() -> None:
    assert score("Hansa AG", "Hansa GmbH", left_type="ORG").held_by == ("legal forms",)
    assert Scorer(guards=GUARDS - {"legal forms"}).score("Hansa AG", "Hansa GmbH", left_type="ORG").value == 0.96


def test_an_unknown_guard_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BadRequest, match=r"no guard 'nubmers'. Known: .*numbers"):
        Scorer(guards=frozenset({"nubmers"}))  # type: ignore[arg-type]


@pytest.mark.parametrize(("left", "right"), [("Mario Gonzalez", "Maria Gonzalez"), ("John Smith", "Joan Smith")])
def test_given_names_that_differ_by_a_letter_are_no_misspellings(left: str, right: str) -> None:
    assert score(left, right, left_type="PERSON").value < 0.8


def test_types_that_conflict_leave_nothing_and_an_unknown_type_conflicts_with_none() -> None:
    assert score("Washington", "Washington", left_type="PERSON", right_type="GPE").value == 0.0
    assert score("Washington", "Washington", left_type="PERSON", right_type="UNKNOWN").value == 1.0
    assert score("Ada Lovelace", "Ada Lovelace", left_type="PER", right_type="Person").value == 1.0


def test_words_that_are_frequent_in_the_corpus_are_no_misspellings() -> None:
    names = ("Panel Reports", "Panel Resorts")
    assert score(*names, left_type="ORG").value > 0.8
    assert Scorer(common=frozenset({"reports", "resorts"})).score(*names, left_type="ORG").value < 0.75


names = st.one_of(
    st.text(max_size=40),
    st.text(st.characters(), max_size=12),
    st.sampled_from([one for row in (*SAME, *QUESTIONS, *DIFFERENT) for one in row[:2]]),
    st.builds("{} {}".format, st.sampled_from(["Article", "Fund", "Boeing", "Henry"]), st.integers(0, 99)),
)
types = st.sampled_from(["PERSON", "ORG", "GPE", "PRODUCT", "DATE", "UNKNOWN", "Gadget"])


@settings(deadline=None)
@given(names, names, types, types)
def test_the_order_of_two_names_changes_nothing(left: str, right: str, one: str, other: str) -> None:
    assert score(left, right, left_type=one, right_type=other) == score(right, left, left_type=other, right_type=one)


@settings(deadline=None)
@given(names, names, types)
def test_the_points_of_the_reasons_add_up_to_the_score(left: str, right: str, entity_type: str) -> None:
    found = score(left, right, left_type=entity_type)
    assert found.reasons
    assert 0 <= found.value <= found.similarity <= 1
    assert sum(reason.points for reason in found.reasons) == pytest.approx(found.value, abs=1e-9)


@settings(deadline=None)
@given(
    st.text(st.characters(categories=["Lu", "Ll"]), min_size=1, max_size=12), st.integers(0, 999), st.integers(0, 999)
)
def test_numbers_that_differ_never_reach_the_review_band(name: str, one: int, other: int) -> None:
    if one != other:
        assert score(f"{name} {one}", f"{name} {other}").value <= 0.3


@pytest.mark.parametrize(
    "name", ["", " ", "\u200b", "\x00", "\ud800", "\u202eabc", "a", "x" * 10_000, "-" * 10_000, "1"]
)
def test_any_string_can_be_scored(name: str) -> None:
    assert 0 <= score(name, "Acme Corp").value <= 1
    assert score(name, name).value in {0.0, 0.2, 1.0}


def test_long_names_that_differ_behind_the_part_that_is_compared_are_two() -> None:
    assert score("x" * 10_000, "x" * 9_999 + "y").value < 0.7
    assert score("long name " * 100, "Long  NAME " * 100).value < 0.7
