"""Texts cut into marked pieces."""

from hypothesis import given
from hypothesis import strategies as st

from graphkit.figures.highlight import Mark, Piece, pieces


def shown(text: str, marks: list[Mark], **options: object) -> list[tuple[str, str]]:
    return [(piece.text, piece.note) for piece in pieces(text, marks, **options)]  # type: ignore[arg-type]


def test_a_mark_is_shown_in_the_look_of_its_type() -> None:
    assert pieces("Ada met Ben", [Mark(0, 3, "PERSON")]) == (Piece("Ada", "#0072B2", "P", "PERSON"), Piece(" met Ben"))


def test_of_marks_that_overlap_the_first_and_longest_is_whole() -> None:
    assert shown("New York Times", [Mark(0, 8, "GPE"), Mark(0, 14, "ORG"), Mark(4, 14, "PERSON")]) == [
        ("New York Times", "ORG")
    ]


def test_the_rest_of_a_later_mark_is_kept() -> None:
    assert shown("abcdef", [Mark(0, 3, "A"), Mark(2, 5, "B")]) == [("abc", "A"), ("de", "B"), ("f", "")]


def test_offsets_count_from_where_the_text_begins() -> None:
    assert shown("world", [Mark(6, 11, "GPE")], offset=6) == [("world", "GPE")]


def test_the_focus_cuts_pieces_at_its_borders() -> None:
    found = pieces("abcdef", [Mark(1, 4, "A")], focus=(2, 5))
    assert [(piece.text, piece.is_focus) for piece in found] == [
        ("a", False),
        ("b", False),
        ("cd", True),
        ("e", True),
        ("f", False),
    ]


spans = st.tuples(st.integers(-5, 60), st.integers(-5, 60))


@given(st.text(max_size=50), st.lists(spans, max_size=8), st.none() | spans, st.integers(0, 10))
def test_nothing_is_lost_and_nothing_shown_twice(
    text: str, marks: list[tuple[int, int]], focus: tuple[int, int] | None, offset: int
) -> None:
    found = pieces(text, [Mark(start, end, "X") for start, end in marks], focus=focus, offset=offset)
    assert "".join(piece.text for piece in found) == text
    assert all(piece.text for piece in found)
