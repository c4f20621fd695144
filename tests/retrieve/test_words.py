"""Words and names as search compares them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphkit.retrieve.names import Gazetteer
from graphkit.retrieve.words import looks_like_name, name_form, terms, tokens


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("The Beatles", "beatles"),
        ("the the Band", "band"),
        ("Acme's", "acme"),
        ("Acme Corp.", "acme corp"),
        ("Hello Love (song)", "hello love"),
        ("(500)", None),
        ("Émile Zola", "emile zola"),
        ("東京", "東 京"),
        ("C++", "c++"),
        ("C#", "c#"),
        ("C", None),
        ("1984", "1984"),
        ("12", None),
        ("12 34", None),
        ("Apollo 11", "apollo 11"),
        ("The", None),
        ("", None),
        ("?!", None),
        ("O’Brien", "o brien"),
        ("(Odd)", "odd"),
    ],
)
def test_the_form_of_a_name(name: str, form: str | None) -> None:
    assert name_form(name) == form


def test_words_count_without_stop_words_and_plural_endings() -> None:
    assert terms(tokens("The cities of these countries, their buses, a glass and the Alps' passes")) == [
        "city", "country", "buse", "glass", "alp", "passe",
    ]  # fmt: skip


def test_tokens_keep_their_places() -> None:
    text = "Zoë's C++ in 서울에서"
    assert [(token.form, text[token.start : token.end]) for token in tokens(text)] == [
        ("zoe", "Zoë"),
        ("c++", "C++"),
        ("in", "in"),
        ("서", "서"),
        ("울", "울"),
        ("에", "에"),
        ("서", "서"),
    ]


@pytest.mark.parametrize(
    ("surface", "expected"), [("Ada", True), ("ada", False), ("b2b", True), ("東京", True), ("-", False)]
)
def test_what_looks_like_a_name(surface: str, expected: bool) -> None:
    assert looks_like_name(surface) is expected


@given(st.text(max_size=30), st.text(max_size=10))
def test_a_name_is_found_by_its_own_spelling(name: str, before: str) -> None:
    form = name_form(name)
    if form is None or "(" in name or "[" in name:
        return
    text = f"{before} {name}."
    matches = Gazetteer({form: 7}).inside(tokens(text))
    assert any(match.name == 7 for match in matches)


@given(st.text())
def test_no_text_fails(text: str) -> None:
    for token in tokens(text):
        assert 0 <= token.start < token.end <= len(text)
        assert " " not in token.form
