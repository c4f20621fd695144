"""Text with offsets: cleaning, sentences, words, snippets."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphkit.model import Span
from graphkit.text import clean, fold, sentences, snippet, words

anything = st.text(st.characters(), max_size=300)


def cut(text: str) -> list[str]:
    return [text[span.start : span.end] for span in sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dr. Smith met J. R. R. Tolkien. He left.", ["Dr. Smith met J. R. R. Tolkien.", "He left."]),
        ("“Why?” she asked. Acme Inc. was sold.", ["“Why?” she asked.", "Acme Inc. was sold."]),
        ("A title\n\nA paragraph of\ntwo lines.", ["A title", "A paragraph of\ntwo lines."]),
        ("東京です。次の文。", ["東京です。", "次の文。"]),
        ("It cost 3.5 percent. e.g. nothing", ["It cost 3.5 percent. e.g. nothing"]),
        ("He works in the U.S. She does not.", ["He works in the U.S.", "She does not."]),
        ("It came at 5 p.m. and left.", ["It came at 5 p.m. and left."]),
        ("No! Yes? Well… fine.", ["No!", "Yes?", "Well… fine."]),
        ("", []),
        (" \n\n ", []),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, expected: list[str]) -> None:
    assert cut(text) == expected


@given(anything)
def test_sentences_hold_every_visible_character_once_and_in_order(text: str) -> None:
    spans = sentences(text)
    assert all(a.end <= b.start for a, b in itertools.pairwise(spans))
    assert "".join("".join(cut(text)).split()) == "".join(text.split())


@given(anything, st.integers(0, 300), st.integers(0, 300))
def test_sentences_stay_inside_the_stretch_that_is_asked_for(text: str, start: int, end: int) -> None:
    assert all(start <= span.start < span.end <= end for span in sentences(text, start, min(end, len(text))))


@given(anything)
def test_clean_text_can_always_be_written_and_cleaning_twice_changes_nothing(text: str) -> None:
    once = clean(text)
    once.encode("utf-8")
    assert clean(once) == once
    assert "\x00" not in once and "\r" not in once


def test_words_hold_letters_of_every_script_and_inner_apostrophes() -> None:
    text = "O'Brien’s 2nd café, 東京 naïve"
    assert [text[w.start : w.end] for w in words(text)] == ["O'Brien", "s", "2nd", "café", "東京", "naïve"]


def test_folding_drops_case_and_accents() -> None:
    assert fold("Émile ZOLA, Straße") == "emile zola, strasse"


def test_a_snippet_is_cut_between_words_and_says_where_the_span_stands_in_it() -> None:
    text = "one two three four five six seven"
    shown, span = snippet(text, 14, 18, around=6)
    assert shown == "… three four five …"
    assert shown[span.start : span.end] == "four"
    assert snippet("four", 0, 4) == ("four", Span(0, 4))


@given(anything, st.data())
def test_a_snippet_always_holds_its_span(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    shown, span = snippet(text, start, end, around=20)
    assert shown[span.start : span.end] == text[start:end]
