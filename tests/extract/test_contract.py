"""What every registered method promises, tested on each of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphkit.extract import registry
from graphkit.extract.base import Extractor
from graphkit.model import Chunk, Document, DocumentId, Extraction
from graphkit.text import sentences

OPTIONS: dict[str, dict[str, object]] = {
    "gazetteer": {"terms": ["Geneva", "Acme Corp.", {"name": "WHO", "type": "ORG"}, "東京", "C++", "van Gogh", "A"]}
}
METHODS = [name for name, info in registry.methods().items() if not info.availability]

NEWS = (
    "Acme Corp. bought Beta Inc. in Geneva. Dr. Ada Okafor of the World Health Organization (WHO) met "
    "Jean-Luc Picard, who lives in Paris.\n\nThe WHO said that Picard's house was sold to Acme Corp. in May 2020."
)
HOSTILE = (
    "WORKS`]->() DETACH DELETE n // and Entity`) met <img src=x onerror=alert(1)> at B-Roll & Filming; Anna's "
    "=cmd() [x](javascript:alert(1)) </script><script>alert(1)</script> \ufffd \u200b \U0001f600 C++ C# "
) + "A" * 3_000


@cache
def extractor(method: str) -> Extractor:
    return registry.create(method, **OPTIONS.get(method, {}))


def document(text: str, name: str = "doc-1") -> Document:
    return Document(DocumentId(name), "Title", text, f"test:{name}")


def whole(text: str, name: str = "doc-1") -> tuple[Document, tuple[Chunk, ...]]:
    return document(text, name), (Chunk(DocumentId(name), 0, 0, len(text)),)


def in_sentences(text: str, name: str = "doc-1") -> tuple[Document, tuple[Chunk, ...]]:
    spans = sentences(text)
    return document(text, name), tuple(Chunk(DocumentId(name), i, s.start, s.end) for i, s in enumerate(spans))


def extract(method: str, *documents: tuple[Document, tuple[Chunk, ...]]) -> list[Extraction]:
    return list(extractor(method).extract(documents))


def assert_sound(text: str, chunks: Sequence[Chunk], extraction: Extraction, method: str) -> None:
    mentions = extraction.mentions
    assert extraction.method == method
    assert all(text[m.start : m.end] == m.text and m.text.strip() for m in mentions)
    assert all(len(m.text) <= 200 and 0 < m.confidence <= 1 and m.type and m.method == method for m in mentions)
    assert all(any(c.start <= m.start and m.end <= c.end for c in chunks) for m in mentions)
    assert [(m.start, m.end) for m in mentions] == sorted({(m.start, m.end) for m in mentions})
    known = set(mentions)
    for relation in extraction.relations:
        assert relation.subject in known
        assert relation.object in known
        assert relation.subject != relation.object
        assert 0 <= relation.start <= min(relation.subject.start, relation.object.start)
        assert max(relation.subject.end, relation.object.end) <= relation.end <= len(text)
        assert relation.method == method
        assert relation.predicate
        assert relation.weight > 0


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("cut", [whole, in_sentences])
@pytest.mark.parametrize("text", [NEWS, HOSTILE, "東京 met Анна Каренина in São Paulo. محمد lives in 서울 특별시."])
def test_offsets_give_the_surface_and_relations_join_mentions(method, cut, text):
    item = cut(text)
    (extraction,) = extract(method, item)
    assert_sound(text, item[1], extraction, method)
    assert extraction.failures == ()


@pytest.mark.parametrize("method", METHODS)
def test_something_is_found_in_plain_news(method):
    (extraction,) = extract(method, whole(NEWS))
    assert "Geneva" in {m.text for m in extraction.mentions}
    assert extraction.relations


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("text", ["", " ", "\n\n\t", "...", "\u200b", "1234"])
def test_text_without_words_gives_no_relations_and_no_failure(method, text):
    (extraction,) = extract(method, whole(text))
    assert extraction.relations == ()
    assert extraction.failures == ()


@pytest.mark.parametrize("method", METHODS)
def test_a_document_without_chunks_gives_an_empty_extraction(method):
    assert extract(method, (document(NEWS), ())) == [Extraction(DocumentId("doc-1"), method)]


@pytest.mark.parametrize("method", METHODS)
def test_chunks_that_failed_before_are_passed_over(method):
    chunks = (Chunk(DocumentId("doc-1"), 0, 0, len(NEWS), "failed", "page 1 is damaged"),)
    (extraction,) = extract(method, (document(NEWS), chunks))
    assert extraction.mentions == ()


@pytest.mark.parametrize("method", METHODS)
def test_order_and_company_of_documents_change_nothing(method):
    items = [whole(NEWS, "a"), in_sentences(HOSTILE, "b"), whole("Geneva is in Switzerland.", "c")]
    forwards = extract(method, *items)
    backwards = extract(method, *reversed(items))
    alone = [extract(method, item)[0] for item in items]
    assert forwards == backwards[::-1] == alone


@pytest.mark.parametrize("method", METHODS)
def test_a_new_extractor_gives_the_same_and_makes_the_same_graph(method):
    again = registry.create(method, **OPTIONS.get(method, {}))
    assert list(again.extract([whole(NEWS)])) == extract(method, whole(NEWS))
    assert registry.graph_of(again) == registry.graph_of(extractor(method))
    assert registry.graph_of(again).startswith(f"{method}:")


@pytest.mark.parametrize("method", METHODS)
def test_extraction_is_lazy(method):
    def documents():
        for _ in range(100):  # a batch may be read ahead, and no more
            yield whole("Geneva is in Switzerland.")
        raise AssertionError("the last document was asked for too early")

    assert next(iter(extractor(method).extract(documents()))).document_id == "doc-1"


_WORDS = st.sampled_from(
    ["Acme", "Corp.", "Inc.", "the", "of", "Dr.", "J.", "R.", "U.S.", "iPhone", "GPT-4", "'s", "’s", "O'Brien", "van",
     "Gogh", "東京", "서울", "محمد", "Москва", "(WHO)", "World", "Health", "Organization", ".", "。", "!", "\n",
     "\n\n", "—", "\u0301", "\u200d", "@x", "http://A.B/C", "# Title", "May", "&", "ﬁ", "İ", "ß", "\U00020000"]
)  # fmt: skip
TEXTS = st.one_of(
    st.text(max_size=120),
    st.lists(_WORDS, max_size=25).map(" ".join),
    st.lists(_WORDS, max_size=25).map("".join),
)


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(text=TEXTS, cut=st.integers(0, 120))
def test_any_text_is_read_soundly_in_any_chunks(method, text, cut):
    cut = min(cut, len(text))
    chunks = (Chunk(DocumentId("doc-1"), 0, 0, cut), Chunk(DocumentId("doc-1"), 1, cut, len(text)))
    (extraction,) = extract(method, (document(text), chunks))
    # Windows of words run over the border of chunks that touch, so their words need not lie inside one.
    bounds = (Chunk(DocumentId("doc-1"), 0, 0, len(text)),) if method == "cooccurrence" else chunks
    assert_sound(text, bounds, extraction, method)
    assert extraction.failures == ()
