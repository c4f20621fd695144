"""Letters of two names that differ."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graphkit.figures.differing import differing


def test_a_letter_that_differs_is_marked_on_both_sides() -> None:
    assert differing("Grenholt", "Grenhold") == (
        (("Grenhol", False), ("t", True)),
        (("Grenhol", False), ("d", True)),
    )


def test_words_in_another_order_do_not_differ() -> None:
    assert differing("Clinton, Bill", "Bill Clinton") == ((("Clinton, Bill", False),), (("Bill Clinton", False),))


def test_a_word_that_one_side_has_for_itself_differs_as_a_whole() -> None:
    assert differing("Mycroft Holmes", "Holmes") == (
        (("Mycroft", True), (" Holmes", False)),
        (("Holmes", False),),
    )


def test_case_alone_does_not_differ() -> None:
    assert differing("ACME Corp.", "Acme Corp") == ((("ACME Corp.", False),), (("Acme Corp", False),))


@given(st.text(max_size=40), st.text(max_size=40))
def test_the_stretches_are_the_names_whatever_is_in_them(left: str, right: str) -> None:
    ours, theirs = differing(left, right)
    assert ("".join(text for text, _ in ours), "".join(text for text, _ in theirs)) == (left, right)
