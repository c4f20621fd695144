from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphkit.extract.llm_alignment import Aligner


def places(text: str, name: str) -> tuple[list[str], str] | None:
    found = Aligner(text, 0, len(text)).name(name)
    return None if found is None else ([text[s.start : s.end] for s in found.spans], found.closeness)


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("Ada met Ada.", "Ada", (["Ada", "Ada"], "exact")),
        ("Adam met Adama.", "Ada", None),
        ("The ACME CORP. board", "Acme Corp.", (["ACME CORP."], "normalised")),
        ("Jean‑Luc O’Brien left", "Jean-Luc O'Brien", (["Jean‑Luc O’Brien"], "normalised")),
        ("the Euro-\npean Union", "European Union", (["Euro-\npean Union"], "normalised")),
        ("Acme\n  Corporation", "Acme Corporation", (["Acme\n  Corporation"], "normalised")),
        ("in Ｔｏｋｙｏ today", "Tokyo", (["Ｔｏｋｙｏ"], "normalised")),
        ("in Zu\u0308rich", "Zürich", (["Zu\u0308rich"], "normalised")),
        ("her soft\u00adware", "software", (["soft\u00adware"], "normalised")),
        ("Svetlana Alexievitch wrote", "Svetlana Alexievich", (["Svetlana Alexievitch"], "fuzzy")),
        ("GPT-3 is old", "GPT-4", None),
        ("The Boeing 737 landed", "Boeing 747", None),
        ("the dates are set", "Gates", None),
        ("tell us about it", "US", None),
        ("tell us about it", "IT", None),
        ("i met ada okafor", "Ada Okafor", (["ada okafor"], "normalised")),
        ("他住在東京。", "東京", (["東京"], "exact")),
        ("김철수는 서울에 산다", "서울", (["서울"], "exact")),
        ("Dr. Ada Okafor's house", "Dr. Ada Okafor", (["Ada Okafor"], "exact")),
        ("at Beta Inc. today", "Beta Inc", (["Beta Inc."], "exact")),
        ("C++ and C#", "C++", (["C++"], "exact")),
        ("nothing here", "\u200b", None),
        ("", "Ada", None),
    ],
)
def test_a_name_is_found_as_it_is_then_by_its_normal_form_then_nearly(text, name, expected):
    assert places(text, name) == expected


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        ("Ada met Bob.", "Ada met Bob."),
        ("“ada  met bob”", "Ada met Bob"),
        ("They went to the town hall of Geneva", "They went to the town-hall of Geneva"),
        ("Ada married Eve.", None),
        ("", None),
        ("Nothing of this stands in the text at all.", None),
    ],
)
def test_a_quotation_is_found_or_it_is_not_there(quote, expected):
    text = "Yes. Ada met Bob. They went to the town-hall of Geneva."
    span = Aligner(text, 0, len(text)).quote(quote)
    assert (None if span is None else text[span.start : span.end]) == expected


def test_only_the_passage_is_searched():
    text = "Ada left. Bob came."
    aligner = Aligner(text, 10, len(text))
    assert aligner.name("Ada") is None
    assert aligner.quote("Ada left.") is None


@given(st.text(max_size=80), st.text(min_size=1, max_size=20))
def test_every_place_lies_in_the_text(text, name):
    for made in (Aligner(text, 0, len(text)).name(name), Aligner(name + text, 0, len(name + text)).name(name)):
        for span in made.spans if made else ():
            assert 0 <= span.start < span.end <= len(text) + len(name)
