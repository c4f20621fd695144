"""Bytes become text, whatever they claim to be."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphkit.ingest.draft import Draft
from graphkit.ingest.encodings import decode, mend_wrong_decoding
from graphkit.ingest.plain import read_text

WORDS = "Grüße aus Köln, naïve façade – “quoted” €5 and more words of an ordinary English text."


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be", "cp1252"]
)
def test_a_text_is_decoded_with_or_without_a_mark(encoding: str) -> None:
    assert decode(WORDS.encode(encoding), Counter())[0] == WORDS


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Все люди рождаются свободными и равными в своем достоинстве и правах.", "cp1251"),
        ("すべての人間は、生まれながらにして自由であり、尊厳と権利とについて平等である。", "shift_jis"),
        ("모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.", "euc_kr"),
        ("人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心。", "gb18030"),
        ("Wszyscy ludzie rodzą się wolni i równi pod względem swej godności.", "cp1250"),
    ],
)
def test_older_encodings_are_told_by_their_letters(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding), Counter())[0] == text


def test_a_declared_encoding_goes_before_a_guess() -> None:
    assert decode("Łódź".encode("iso8859-2"), Counter(), "ISO-8859-2")[0] == "Łódź"


@pytest.mark.parametrize("declared", ["zip", "idna", "rot13", "no-such", "\x00", "utf-16"])
def test_a_nonsense_declaration_is_passed_over(declared: str) -> None:
    assert decode("naïve".encode("cp1252"), Counter(), declared)[0] == "naïve"


def test_a_broken_line_in_utf8_is_read_for_itself_and_counted() -> None:
    repairs: Counter[str] = Counter()
    good = "Größe und Länge über Maß für Öl\n".encode() * 5
    text, encoding = decode(good + "caf\xe9\n".encode("latin-1"), repairs)
    assert (text.splitlines()[-1], encoding, repairs) == ("café", "utf-8", {"lines in another encoding": 1})


def test_a_wrong_decoding_is_mended_line_by_line() -> None:
    repairs: Counter[str] = Counter()
    wrong = "fine\nsigned 1986â\x80\x932005 in MalmÃ¶\nâge d'or"
    assert mend_wrong_decoding(wrong, repairs) == "fine\nsigned 1986–2005 in Malmö\nâge d'or"
    assert repairs == {"lines with a wrong decoding mended": 1}


@given(st.binary(max_size=300))
def test_any_bytes_give_text_without_lone_surrogates(content: bytes) -> None:
    draft = Draft()
    read_text(content, draft)
    draft.text.encode("utf-8")


def test_form_feeds_are_pages() -> None:
    draft = Draft()
    read_text(b"one\n\ftwo\n\f\fthree\f", draft)
    assert draft.text == "one\ntwo\nthree"
    assert draft.page_starts == [0, 4, 8, 8]
