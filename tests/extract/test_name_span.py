"""Borders of names: what belongs to a name and what only stands beside it; definitions in brackets; words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphkit.extract.definition import definitions
from graphkit.extract.name_span import clean_span
from graphkit.extract.word_spans import words_with_spans


@pytest.mark.parametrize(
    ("text", "span", "expected"),
    [
        ("New\nYork", "New\nYork", ["New", "York"]),
        ("the Bank of England", "the Bank of England", ["Bank of England"]),
        ("“Bank of England”,", "“Bank of England”,", ["Bank of England"]),
        ("Acme Corp. said", "Acme Corp", ["Acme Corp."]),
        ("Acme Corp.", "Acme Corp.", ["Acme Corp."]),
        ("in Rome.", "Rome.", ["Rome"]),
        ("the U.S. said", "the U.S.", ["U.S."]),
        ("the U.S. said", "U.S", ["U.S."]),
        ("Anna's", "Anna's", ["Anna"]),
        ("Anna’s", "Anna’", ["Anna"]),
        ("(NATO)", "(NATO)", ["NATO"]),
        ("(NATO)", "NATO)", ["NATO"]),
        ("Georgia (US)", "Georgia (US)", ["Georgia (US)"]),
        ("Georgia (the", "Georgia (the", ["Georgia"]),
        ("Mr. Smith", "Mr. Smith", ["Smith"]),
        ("Dr Ada Okafor", "Dr Ada Okafor", ["Ada Okafor"]),
        ("C++", "C++", ["C++"]),
        ("- --", "- --", []),
        ("the", "the", ["the"]),
    ],
)
def test_spans_are_cleaned(text, span, expected):
    start = text.index(span)
    assert [text[s.start : s.end] for s in clean_span(text, start, start + len(span))] == expected


@settings(deadline=None)
@given(text=st.text(alphabet="A b.'’()[]\n\"“”the", max_size=30), data=st.data())
def test_cleaning_stays_near_the_span_and_is_stable(text, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    for span in clean_span(text, start, end):
        assert start <= span.start < span.end <= end + 1
        assert clean_span(text, span.start, span.end) == [span]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The World Health Organization (WHO) met.", [("World Health Organization", "WHO")]),
        ("of natural language processing (NLP)", [("natural language processing", "NLP")]),
        ("the Bank of Northern Ireland (BNI)", [("Bank of Northern Ireland", "BNI")]),
        ("He left. Some Words Here (NATO)", []),
        ("in Paris (France)", []),
        ("(WHO)", []),
    ],
)
def test_definitions_in_brackets_join_long_and_short_forms(text, expected):
    found = [(text[a.start : a.end], text[b.start : b.end]) for a, b in definitions(text, 0, len(text))]
    assert found == expected


@settings(deadline=None)
@given(text=st.text(max_size=60))
def test_words_are_ordered_and_hold_letters_or_digits(text):
    starts, ends, _ = words_with_spans(text)
    words = [text[a:b] for a, b in zip(starts.tolist(), ends.tolist(), strict=True)]
    assert all(any(c.isalnum() for c in word) and not any(c.isspace() for c in word) for word in words)
    assert all(a < b for a, b in zip(starts.tolist(), ends.tolist(), strict=True))
    assert all(b <= a for a, b in zip(starts[1:].tolist(), ends[:-1].tolist(), strict=True))
    assert sum(c.isalnum() for c in "".join(words)) == sum(c.isalnum() for c in text if ord(c) < 0x32000)
