"""Field cases of extraction: names that are no names, very long texts, many languages."""

from __future__ import annotations

from itertools import islice

import pytest

from graphkit.extract import registry
from graphkit.ids import canonical
from graphkit.model import Chunk, Document, DocumentId, Extraction

METHODS = [name for name, info in registry.methods().items() if not info.availability and name != "gazetteer"]
"""Methods that find names without being told any."""


def extract(method: str, text: str, size: int | None = None) -> Extraction:
    size = size or max(1, len(text))
    chunks = tuple(
        Chunk(DocumentId("d"), i, at, min(len(text), at + size)) for i, at in enumerate(range(0, len(text), size))
    )
    (extraction,) = registry.create(method).extract([(Document(DocumentId("d"), "T", text, "test:d"), chunks)])
    return extraction


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("text", ["", " ", "\u200b", "\u200b \u2060 \ufeff", "\u00ad", "''", "( )", "\ufffd"])
def test_case_9_what_is_blank_or_invisible_is_no_name(method, text):
    assert extract(method, f"{text}\n{text}").mentions == ()


@pytest.mark.parametrize("method", METHODS)
def test_case_9_every_name_has_something_to_be_called_by(method):
    text = "Acme\u200b Corp met \u200bBob\u200b. \u2060Ada\u2060 \ufeff(\u200b) [ ] Zoë's ' ' \u202eevil\u202c Names."
    assert all(any(c.isalnum() for c in m.text) for m in extract(method, text).mentions)


SENTENCE = "Ada Okafor of Acme Corp. met Jean-Luc Picard in Geneva before the long and quiet winter came to its end. "


@pytest.mark.parametrize("method", [m for m in METHODS if m in {"regex", "cooccurrence"}])
def test_case_26_millions_of_characters_keep_their_offsets(method):
    text = SENTENCE * (5_800_000 // len(SENTENCE)) + "At the very end stands Zanzibar Kline."
    extraction = extract(method, text, 10_000 if method == "regex" else None)
    last = extraction.mentions[-1]
    assert (last.text, last.end) in {("Zanzibar Kline", len(text) - 1), ("Kline", len(text) - 1)}
    assert text[last.start : last.end] == last.text
    assert all(text[m.start : m.end] == m.text for m in islice(extraction.mentions, 0, None, 997))
    assert extraction.failures == ()


@pytest.mark.parametrize("method", [m for m in METHODS if m not in {"regex", "cooccurrence"}])
def test_case_26_one_long_text_is_cut_for_the_language_model(method):
    text = SENTENCE * 300 + "word" * 5_000 + " At the very end stands the town of Zurich."
    extraction = extract(method, text)
    assert (extraction.mentions[-1].text, extraction.mentions[-1].end) == ("Zurich", len(text) - 1)
    assert all(text[m.start : m.end] == m.text for m in extraction.mentions)
    assert extraction.failures == ()


LANGUAGES = {
    "Chinese": "中国的首都是北京，上海是最大的城市。李明住在北京。",
    "Korean": "대한민국의 수도는 서울특별시이다. 김민수는 서울에 산다.",
    "Korean without blanks": "대한민국의수도는서울특별시이다.김민수는서울에산다.",
    "Arabic": "عاصمة مصر هي القاهرة، ويعيش محمد علي في الإسكندرية.",
    "Russian": "В России есть город Москва. Анна Каренина живёт в Петербурге.",
    "German and English": "Frau Schäfer wohnt in München. She works for Acme Corp in London. Das Büro liegt in Köln.",
}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_case_27_names_of_every_language_stay_as_written_and_never_become_empty(method, language):
    text = LANGUAGES[language]
    extraction = extract(method, text)
    assert all(text[m.start : m.end] == m.text and canonical(m.text).strip("_") for m in extraction.mentions)
    assert extraction.failures == ()


@pytest.mark.parametrize("language", ["Chinese", "Korean", "Korean without blanks", "Arabic"])
@pytest.mark.parametrize("method", [m for m in METHODS if m not in {"regex", "cooccurrence"}])
def test_case_27_a_model_of_the_wrong_language_is_announced_and_not_used(method, language):
    extraction = extract(method, LANGUAGES[language])
    assert extraction.mentions == ()
    assert len(extraction.warnings) == 1
    assert f"in {language.split()[0]}, for which no model is installed" in extraction.warnings[0]


@pytest.mark.parametrize("method", [m for m in METHODS if m not in {"regex", "cooccurrence"}])
def test_case_27_without_a_model_capitals_show_names_and_that_is_announced(method):
    extraction = extract(method, LANGUAGES["Russian"])
    names = [(m.text, m.type) for m in extraction.mentions]
    assert names == [(n, "UNKNOWN") for n in ("России", "Москва", "Анна Каренина", "Петербурге")]
    (warning,) = extraction.warnings
    assert "in Russian, for which no model is installed: names were found by their capitals alone" in warning


def test_case_27_capitals_of_other_alphabets_are_capitals():
    assert [m.text for m in extract("regex", LANGUAGES["Russian"]).mentions] == [
        "России", "Москва", "Анна Каренина", "Петербурге",
    ]  # fmt: skip
    found = [m.text for m in extract("regex", LANGUAGES["German and English"]).mentions]
    assert found == ["Frau Schäfer", "München", "Acme Corp", "London", "Das Büro", "Köln"]


@pytest.mark.parametrize("method", [m for m in METHODS if m != "cooccurrence"])
def test_names_over_two_hundred_characters_are_no_names(method):
    text = "We met Ada Okafor and " + "Zork" * 60 + " in Geneva."
    assert max((len(m.text) for m in extract(method, text).mentions), default=0) <= 200
