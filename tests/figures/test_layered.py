"""Marks that lie over each other, each with its own line."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graphkit.figures.layered import (
    MOST_LEVELS,
    LayeredMark,
    LayeredPiece,
    Line,
    NameLook,
    layered_pieces,
    name_looks,
)
from graphkit.figures.palette import BLUE, GREY, ORANGE

TEXT = "the Bank of England said"


def test_an_inner_name_has_its_line_nearer_to_the_text() -> None:
    marks = [LayeredMark(14, 29, "bank", "O", "ORG"), LayeredMark(22, 29, "england", "G", "GPE")]
    looks = {"bank": NameLook(BLUE, "solid"), "england": NameLook(ORANGE, "dashed")}
    bank, england = Line(BLUE, "solid", 1), Line(ORANGE, "dashed", 0)
    assert layered_pieces(TEXT, marks, looks, offset=10) == (
        LayeredPiece("the "),
        LayeredPiece("Bank of ", (bank,), "", "ORG"),
        LayeredPiece("England", (england, bank), "OG", "GPE; ORG"),
        LayeredPiece(" said"),
    )


def test_names_that_cross_each_keep_their_line() -> None:
    marks = [LayeredMark(0, 8, "a"), LayeredMark(4, 16, "b")]
    found = layered_pieces(TEXT, marks, name_looks(["a", "b"]))
    assert [(piece.text, [line.level for line in piece.lines]) for piece in found] == [
        ("the ", [0]),
        ("Bank", [0, 1]),
        (" of Engl", [1]),
        ("and said", []),
    ]


def test_a_name_looks_the_same_in_every_column_and_names_differ() -> None:
    looks = name_looks(str(n) for n in range(25))
    assert len(set(looks.values())) == 19
    assert (looks["0"], looks["24"]) == (NameLook(BLUE, "solid"), NameLook(GREY, "solid"))


marks = st.lists(
    st.builds(lambda a, b, n: LayeredMark(a, a + b, n), st.integers(0, 40), st.integers(1, 12), st.sampled_from("abc"))
)


@given(marks, st.integers(0, 20))
def test_no_text_is_lost_and_every_mark_is_drawn(found: list[LayeredMark], offset: int) -> None:
    laid = layered_pieces(TEXT, found, name_looks("abc"), offset=offset)
    assert "".join(piece.text for piece in laid) == TEXT
    at = offset
    for piece in laid:
        over = [mark for mark in found if mark.start <= at and at + len(piece.text) <= mark.end]
        assert len(piece.lines) == len(over)
        assert all(line.level < MOST_LEVELS for line in piece.lines)
        at += len(piece.text)
