"""Promises about searching names, words and vectors. No input fails."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from graphkit.errors import BadRequest, EmbedderMismatch
from graphkit.model import Chunk, DocumentId, EntityId, Extraction, GraphId, Mention, Scope
from graphkit.store.base import ChunkHit, DocumentRecord, GraphStore

from .making import ALICE, BOB, record

HARD = [
    "root causes/solutions?", "C++ AND (x) OR", '"open quote', "a~", "*", ":", "NOT", "-", "!?;,.()[]{}",
    "x" * 5000, "word " * 1000, "🙂", "", " ", "\0", "a\0b", "\ud800", "name:john", "(", "^2", "%", "_",
    "' OR 1=1 --", "NEAR(a b)", "\n\t",
]  # fmt: skip


def named(store: GraphStore, scope: Scope, *names: str) -> None:
    """Store one document that mentions the names once each."""
    text, mentions = "", []
    for name in names:
        mentions.append(Mention(len(text), len(text) + len(name), name, "THING"))
        text += name + "; "
    base = record("names", text, graph=None)
    extraction = Extraction(base.document.document_id, "test", tuple(mentions))
    store.upsert(scope, [replace(base, extractions={scope.graph_id: extraction})])


def found(store: GraphStore, scope: Scope, query: str, limit: int = 25) -> list[str]:
    return [entity.name for entity in store.search_entities(scope, query, limit=limit)]


# -- names -----------------------------------------------------------------------------------------


def test_equal_names_come_first_then_beginnings_then_words_then_parts(store: GraphStore, scope: Scope) -> None:
    named(store, scope, "Johnson", "Elton John", "John", "Upjohn", "John Smith", "Jon")
    assert found(store, scope, "john") == ["John", "John Smith", "Johnson", "Elton John", "Upjohn"]
    assert found(store, scope, "john", limit=3) == ["John", "John Smith", "Johnson"]


def test_names_that_fit_equally_come_by_mentions(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record("a", "Acme One, Acme Two, Acme Two", "Acme One", "Acme Two", "Acme Two")])
    assert found(store, scope, "Acme") == ["Acme Two", "Acme One"]


def test_words_of_a_query_may_come_in_any_order(store: GraphStore, scope: Scope) -> None:
    named(store, scope, "Bank of America", "America First", "Bank")
    assert found(store, scope, "america bank") == ["Bank of America"]


def test_names_are_found_without_case_and_accents(store: GraphStore, scope: Scope) -> None:
    named(store, scope, "Zoë Ångström", "Straße")
    assert found(store, scope, "zoe angstrom") == found(store, scope, "ZOË") == ["Zoë Ångström"]
    assert found(store, scope, "STRASSE") == ["Straße"]


def test_signs_tell_names_apart(store: GraphStore, scope: Scope) -> None:
    named(store, scope, "C", "C++", "C#", "Objective-C")
    assert found(store, scope, "C++")[0] == "C++"
    assert found(store, scope, "C#")[0] == "C#"
    assert found(store, scope, "c")[0] == "C"
    assert found(store, scope, "++") == ["C++"]


def test_names_of_scripts_without_blanks_are_found_by_a_part(store: GraphStore, scope: Scope) -> None:
    named(store, scope, "東京大学", "京都", "서울대학교", "Москва")
    assert found(store, scope, "大学") == ["東京大学"]
    assert found(store, scope, "京") == ["京都", "東京大学"]
    assert found(store, scope, "москв") == ["Москва"]
    assert found(store, scope, "대학") == ["서울대학교"]


NEAR = [
    ("jonh smyht", ["John Smyth"]),
    ("smyht", ["John Smyth"]),
    ("Lovelcae", ["Ada Lovelace"]),
    ("o'reily", ["O'Reilly Media"]),
    ("moskva", ["Москва"]),
    ("Масква", ["Москва"]),
    ("Джон Смит", []),
    ("tokyo", []),
    ("dongjing", ["東京大学"]),
    ("lodz", ["Łódź"]),
    ("bjorn", ["Bjørn Østby"]),
    ("ann", ["Anna Kern"]),
    ("bnn", []),
    ("kern smyth", []),
    ("aplha_bteta", ["alpha_beta"]),
]
"""What is typed, and what is near it where nothing fits."""


@pytest.mark.parametrize(("query", "expected"), NEAR)
def test_names_that_are_near_are_found_where_none_fits(
    store: GraphStore, scope: Scope, query: str, expected: list[str]
) -> None:
    named(
        store, scope, "John Smyth", "Ada Lovelace", "O'Reilly Media", "Москва", "東京大学", "Łódź", "Bjørn Østby",
        "Anna Kern", "alpha beta",
    )  # fmt: skip
    assert found(store, scope, query) == [name.replace("_", " ") for name in expected]


def test_near_names_come_by_edits_and_mentions_and_only_where_none_fits(store: GraphStore, scope: Scope) -> None:
    named(store, scope, "Meyer", "Mayer", "Meier", "Mayer", "Maier")
    assert found(store, scope, "Meyr") == ["Meyer"]
    assert found(store, scope, "Mayr") == ["Mayer"]
    assert found(store, scope, "Mxyer") == ["Mayer", "Meyer"]
    assert found(store, scope, "Mxyer", limit=1) == ["Mayer"]
    assert found(store, scope, "Meyer") == ["Meyer"]


def test_near_names_are_those_of_the_graph_at_this_revision(store: GraphStore, scope: Scope) -> None:
    named(store, scope, "John Smyth", "Москва")
    assert found(store, scope, "smyht") == ["John Smyth"]
    assert found(store, Scope("news", GraphId("other")), "smyht") == []
    named(store, scope, "Jane Smyth", "Минск")
    assert found(store, scope, "smyht") == ["Jane Smyth"]
    assert (found(store, scope, "moskva"), found(store, scope, "minsk")) == ([], ["Минск"])


@pytest.mark.parametrize("query", HARD)
def test_no_query_for_names_fails(store: GraphStore, scope: Scope, query: str) -> None:
    store.upsert(scope, [ALICE])
    store.search_entities(scope, query)
    store.entities_named(scope, [query])
    store.entities_by_id(scope, [EntityId(query)])
    store.document_rows(scope, [DocumentId(query)])
    store.neighbours(scope, [EntityId(query)])


# -- words -----------------------------------------------------------------------------------------


def test_chunks_are_found_by_their_words_best_first(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record("a", "acme acme bolt"), record("b", "bolt and more words"), record("c", "nothing")])
    hits = store.search_text(scope, "ACME or Bolt?")
    assert [(hit.document_id, hit.index) for hit in hits] == [("a", 0), ("b", 0)]
    assert hits[0].score > hits[1].score > 0
    assert store.search_text(scope, "acme bolt", limit=1) == hits[:1]


def test_equal_chunks_come_by_document_and_index(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record("b", "same same ", chunks=2), record("a", "same ")])
    assert [(h.document_id, h.index) for h in store.search_text(scope, "same")] == [("a", 0), ("b", 0), ("b", 1)]
    assert [(h.document_id, h.index) for h in store.search_text(scope, "same", limit=2)] == [("a", 0), ("b", 0)]


def test_words_are_compared_without_case_and_accents(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record("a", "Le café d'Émile"), record("b", "ﬁnance in Zürich")])
    assert [hit.document_id for hit in store.search_text(scope, "CAFE emile")] == ["a"]
    assert [hit.document_id for hit in store.search_text(scope, "finance zurich")] == ["b"]


def test_words_inside_scripts_without_blanks_are_found(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record("a", "東京大学は日本にある"), record("b", "京都"), record("c", "삼성전자가 발표했다")])
    assert [hit.document_id for hit in store.search_text(scope, "東京")] == ["a"]
    assert {hit.document_id for hit in store.search_text(scope, "京")} == {"a", "b"}
    assert [hit.document_id for hit in store.search_text(scope, "삼성전자")] == ["c"]


def test_a_changed_text_is_found_by_its_new_words_only(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record("a", "old words")])
    store.upsert(scope, [record("a", "new words")])
    assert store.search_text(scope, "old") == []
    assert [hit.document_id for hit in store.search_text(scope, "new")] == ["a"]


@pytest.mark.parametrize("query", HARD)
def test_no_query_for_words_fails(store: GraphStore, scope: Scope, query: str) -> None:
    store.upsert(scope, [ALICE, BOB])
    assert isinstance(store.search_text(scope, query), list)


# -- vectors ---------------------------------------------------------------------------------------


def vectors(*rows: list[float]) -> np.ndarray:
    return np.array(rows, dtype=np.float32)


def test_chunks_are_found_by_cosine_best_first(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record("a", "one two", chunks=2, vectors=vectors([1, 0], [0, 2]))], embedder="e")
    assert store.search_vectors(scope, vectors([3, 4])[0]) == [
        ChunkHit(DocumentId("a"), 1, 0.8),
        ChunkHit(DocumentId("a"), 0, 0.6),
    ]
    assert store.embedder(scope) == ("e", 2)


def test_cosine_search_equals_sorting_all(store: GraphStore, scope: Scope) -> None:
    random = np.random.default_rng(0)
    matrix = random.normal(size=(300, 16)).astype(np.float32)
    store.upsert(
        scope, [record(f"d{n:03}", "text", vectors=matrix[n : n + 1]) for n in range(len(matrix))], embedder="e"
    )
    question = random.normal(size=16).astype(np.float32)
    cosines = matrix @ question / np.linalg.norm(matrix, axis=1) / np.linalg.norm(question)
    best = np.argsort(-cosines)[:20]
    hits = store.search_vectors(scope, question, limit=20)
    assert [hit.document_id for hit in hits] == [f"d{n:03}" for n in best]
    assert np.allclose([hit.score for hit in hits], cosines[best], atol=1e-5)


def test_equal_vectors_come_by_document_and_index(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record(name, "text", vectors=vectors([1, 1])) for name in "cab"], embedder="e")
    assert [hit.document_id for hit in store.search_vectors(scope, vectors([1, 1])[0], limit=2)] == ["a", "b"]


def test_a_vector_of_zeros_finds_nothing_and_is_not_found(store: GraphStore, scope: Scope) -> None:
    records = [record("a", "text", vectors=vectors([0, 0])), record("b", "text", vectors=vectors([-1, 0]))]
    store.upsert(scope, records, embedder="e")
    assert store.search_vectors(scope, vectors([0, 0])[0]) == []
    assert [hit.document_id for hit in store.search_vectors(scope, vectors([1, 0])[0])] == ["b"]


def test_a_question_of_another_dimension_is_announced(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record("a", "text", vectors=vectors([1, 0]))], embedder="small")
    with pytest.raises(EmbedderMismatch, match="3 numbers, but the stored ones, made by small, have 2"):
        store.search_vectors(scope, vectors([1, 0, 0])[0])
    with pytest.raises(BadRequest, match="not finite"):
        store.search_vectors(scope, vectors([np.nan, 0])[0])


def test_vectors_of_another_embedder_are_dropped_first(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record("a", "text", vectors=vectors([1, 0])), record("b", "text")], embedder="old")
    store.put_vectors(scope, "new", [(DocumentId("b"), 0)], vectors([0, 0, 1]))
    assert store.embedder(scope) == ("new", 3)
    assert store.stats(scope).vectors == 1
    assert store.chunks_without_vector(scope, "new") == [("a", 0)]
    assert store.chunks_without_vector(scope, "old") == [("a", 0), ("b", 0)]


def test_an_embedder_keeps_its_dimension(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record("a", "text", vectors=vectors([1, 0]))], embedder="e")
    before = store.revision(scope)
    with pytest.raises(EmbedderMismatch, match="Nothing was stored"):
        store.put_vectors(scope, "e", [(DocumentId("a"), 0)], vectors([0, 0, 1]))
    assert (store.embedder(scope), store.revision(scope)) == (("e", 2), before)


def test_chunks_without_text_get_no_vector_and_unknown_chunks_are_passed_over(store: GraphStore, scope: Scope) -> None:
    base = record("a", "text   ", graph=None)
    key = base.document.document_id
    chunks = (Chunk(key, 0, 0, 4), Chunk(key, 1, 4, 7, "empty", "no text"))
    store.upsert(scope, [DocumentRecord(base.document, chunks, {})])
    assert store.chunks_without_vector(scope, "e") == [("a", 0)]
    places = [(key, 0), (key, 1), (key, 2), (DocumentId("x"), 0)]
    store.put_vectors(scope, "e", places, vectors([1, 0], [1, 1], [0, 1], [1, 0]))
    assert store.search_vectors(scope, vectors([1, 0])[0]) == [ChunkHit(key, 0, 1.0)]
    assert store.chunks_without_vector(scope, "e") == []


def test_equal_vectors_change_nothing(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record("a", "text", vectors=vectors([1, 0]))], embedder="e")
    before = store.revision(scope)
    store.put_vectors(scope, "e", [(DocumentId("a"), 0)], vectors([1, 0]))
    assert store.revision(scope) == before


def test_vectors_outlive_new_findings_in_the_same_text_and_no_other_text(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record("a", "text of Acme", vectors=vectors([1, 0]))], embedder="e")
    store.upsert(scope, [record("a", "text of Acme", "Acme", graph="h")])
    assert store.stats(scope).vectors == 1
    store.upsert(scope, [record("a", "another text")])
    assert store.stats(scope).vectors == 0
    assert store.embedder(scope) is None
    assert store.search_vectors(scope, vectors([1, 0])[0]) == []


def test_vectors_of_a_cached_revision_are_not_found_later(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record("a", "text", vectors=vectors([1, 0]))], embedder="e")
    assert len(store.search_vectors(scope, vectors([1, 0])[0])) == 1
    store.upsert(Scope("news", GraphId("g")), [record("b", "text", vectors=vectors([1, 0]))], embedder="e")
    assert len(store.search_vectors(scope, vectors([1, 0])[0])) == 2
    store.delete_documents(scope, [DocumentId("a")])
    assert [hit.document_id for hit in store.search_vectors(scope, vectors([1, 0])[0])] == ["b"]
