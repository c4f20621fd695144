"""Ligatures are spelled out, whatever sign stands for them."""

from __future__ import annotations

import pytest

from graphkit.ingest.ligatures import mend_ligatures


@pytest.mark.parametrize(
    ("text", "spelled", "count"),
    [
        ("P\0zer, the o\0ce and di\0erent", "Pfizer, the office and different", 3),
        ("o\ue0f3ce \ufb01ve \uf001nd", "office five find", 3),
        ("in\x0cnite \x0benter", "infinite \x0benter", 1),
        ("O\0CE", "OFFICE", 1),
        ("co\0ee \0ower sta\0", "coffee flower staff", 3),
        ("page one\x0cPage two", "page one\x0cPage two", 0),
        ("5 \0 6", "5 \0 6", 0),
        ("plain", "plain", 0),
    ],
)
def test_a_sign_without_meaning_becomes_the_ligature_of_its_word(text: str, spelled: str, count: int) -> None:
    assert mend_ligatures(text) == (spelled, count)


def test_arrows_are_ligatures_only_where_asked_and_only_in_known_words() -> None:
    assert mend_ligatures("e↵orts A↵B", with_arrows=True) == ("efforts A↵B", 1)
    assert mend_ligatures("e↵orts") == ("e↵orts", 0)
