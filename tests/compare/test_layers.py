"""Highlights of one passage: in the order of the text, cut at the border."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from compare.making import CHARLES, LONDON, extraction, mention
from graphkit.compare.layers import Highlight, highlights
from graphkit.model import Mention


def test_a_name_inside_a_name_stands_behind_it() -> None:
    inner = mention("Babbage", "PERSON")
    found = highlights({"ner": extraction("ner", inner, CHARLES, LONDON)}, 0, 100)
    assert found == {
        "ner": (
            Highlight(17, 32, "Charles Babbage", "PERSON"),
            Highlight(25, 32, "Babbage", "PERSON"),
            Highlight(36, 42, "London", "GPE"),
        )
    }


def test_a_name_over_the_border_is_cut_there() -> None:
    found = highlights({"ner": extraction("ner", CHARLES, LONDON)}, 20, 36)
    assert found == {"ner": (Highlight(20, 32, "rles Babbage", "PERSON", cut=True),)}


mentions = st.lists(
    st.builds(lambda a, b: Mention(a, a + b, "x" * b), st.integers(0, 40), st.integers(1, 9)), max_size=12
)


@given(mentions, st.integers(0, 20), st.integers(21, 60))
def test_every_span_inside_is_shown_once_in_order(found: list[Mention], start: int, end: int) -> None:
    laid = highlights({"m": extraction("m", *found)}, start, end)["m"]
    for one in laid:
        assert start <= one.start < one.end <= end
        assert len(one.text) == one.end - one.start
    assert [one.start for one in laid] == sorted(one.start for one in laid)
    assert len(laid) == len({(m.start, m.end) for m in found if m.start < end and m.end > start})
