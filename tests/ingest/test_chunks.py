"""Passages hold every word once and are cut where a reader would cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphkit.errors import BadRequest
from graphkit.ids import document_id
from graphkit.ingest.chunks import chunk
from graphkit.model import Document, Span


def document(text: str, headings: tuple[Span, ...] = (), pages: tuple[int, ...] = ()) -> Document:
    return Document(document_id(b"x"), "made", text, "made", headings=headings, page_starts=pages)


def passages(text: str, most: int, headings: tuple[Span, ...] = ()) -> list[str]:
    made = document(text, headings)
    return [text[c.start : c.end] for c in chunk(made, max_characters=most)]


texts = st.text(st.sampled_from("ab.! \n\tÉ漢。\"'"), max_size=400)


@given(text=texts, most=st.integers(1, 60), starts=st.lists(st.integers(0, 400), max_size=4))
def test_every_character_but_blanks_is_in_exactly_one_chunk(text: str, most: int, starts: list[int]) -> None:
    headings = tuple(Span(s, min(s + 3, len(text))) for s in sorted(set(starts)) if s < len(text))
    chunks = chunk(document(text, headings), max_characters=most)
    covered = [i for c in chunks for i in range(c.start, c.end)]
    assert len(covered) == len(set(covered))
    assert all(text[i].isspace() for i in set(range(len(text))) - set(covered))
    assert [c.index for c in chunks] == list(range(len(chunks)))
    assert all(0 < c.end - c.start <= most for c in chunks)
    assert all(not text[c.start].isspace() and not text[c.end - 1].isspace() for c in chunks)


@given(text=texts, most=st.integers(1, 60))
def test_a_word_is_cut_only_when_it_is_longer_than_a_chunk(text: str, most: int) -> None:
    for c in chunk(document(text), max_characters=most):
        for place in (c.start, c.end):
            if 0 < place < len(text) and not text[place - 1].isspace() and not text[place].isspace():
                left, right = place, place
                while left and not text[left - 1].isspace():
                    left -= 1
                while right < len(text) and not text[right].isspace():
                    right += 1
                assert right - left > most or text[place - 1] in "。.!\"'"


def test_small_paragraphs_are_merged_up_to_the_size() -> None:
    assert passages("one.\n\ntwo.\n\nthree.", 12) == ["one.\n\ntwo.", "three."]


def test_a_heading_begins_a_chunk_and_stays_with_its_text() -> None:
    text = "intro\n\nOne\n\nTwo\n\nbody"
    assert passages(text, 100, (Span(7, 10), Span(12, 15))) == ["intro", "One\n\nTwo\n\nbody"]


def test_long_paragraphs_are_cut_at_sentence_ends() -> None:
    assert passages("First one here. Second one here. Third.", 34) == ["First one here. Second one here.", "Third."]


def test_long_sentences_are_cut_at_line_ends_then_at_blanks_then_in_words() -> None:
    assert passages("row one\nrow two", 10) == ["row one", "row two"]
    assert passages("aa bb cc dd", 6) == ["aa bb", "cc dd"]
    assert passages("abcdefgh", 3) == ["abc", "def", "gh"]


def test_a_page_end_inside_a_sentence_does_not_cut() -> None:
    made = document("It goes on over the page.", pages=(0, 10))
    assert len(chunk(made, max_characters=100)) == 1


def test_blank_text_has_no_chunks_and_a_size_below_one_is_refused() -> None:
    assert chunk(document(" \n\n ")) == ()
    with pytest.raises(BadRequest, match="at least 1"):
        chunk(document("x"), max_characters=0)


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["a", "word ", "Ann met Bob in Bonn. ", "A line of words\n", "Par.\n\n"])
def test_millions_of_characters_are_cut_to_the_last_one(piece: str) -> None:
    length = 5_800_000
    made = document((piece * (length // len(piece) + 1))[:length])
    chunks = chunk(made)
    assert chunks[-1].end >= length - 2
    assert max(part.end - part.start for part in chunks) <= 1000
