"""Promises about scopes: what is stored in one is not seen in another, whatever their ids look like."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from graphkit.errors import BadRequest
from graphkit.model import DocumentId, GraphId, Scope
from graphkit.store.base import GraphStore

from .making import ALICE, BOB, record, whole

HOSTILE = [
    "a",
    "a|b",
    "a:b",
    "a\x1fb",
    "a b",
    "a/b",
    "=a",
    "'; DROP TABLE corpus; --",
    "`]->() DETACH DELETE n //",
    "é",
    "e\u0301",
]


def test_a_user_and_nobody_never_meet(store: GraphStore) -> None:
    nobody, ann, bea = (Scope("news", GraphId("g"), user) for user in (None, "ann", "bea"))
    store.upsert(nobody, [ALICE])
    store.upsert(ann, [BOB])
    assert [row.document_id for row in store.documents(nobody)] == ["alice"]
    assert [row.document_id for row in store.documents(ann)] == ["bob"]
    assert store.documents(bea) == store.entities(bea) == []
    assert store.delete_documents(bea, [DocumentId("alice"), DocumentId("bob")]) == 0


def test_scores_of_words_do_not_depend_on_other_corpora(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [ALICE, BOB])
    before = store.search_text(scope, "acme bolt")
    store.upsert(Scope("other"), [record(f"d{n}", "Acme and Bolt and Acme") for n in range(30)])
    assert store.search_text(scope, "acme bolt") == before


def test_vectors_of_other_corpora_are_not_found(store: GraphStore, scope: Scope) -> None:
    store.upsert(Scope("other"), [record("x", "text", vectors=np.ones((1, 2), np.float32))], embedder="e")
    assert store.search_vectors(scope, np.ones(2, np.float32)) == []


@pytest.mark.parametrize(("left", "right"), [pair for pair in permutations(HOSTILE, 2) if pair[0] < pair[1]])
def test_hostile_ids_keep_apart(store: GraphStore, left: str, right: str) -> None:
    scopes = [
        Scope(corpus, GraphId(graph), user)
        for corpus, graph, user in [(left, right, None), (right, left, None), (left, left, right), (right, right, left)]
    ]
    for number, scope in enumerate(scopes):
        store.upsert(scope, [record(f"d{number}", f"Acme{number}", f"Acme{number}", graph=scope.graph_id)])
    for number, scope in enumerate(scopes):
        assert [row.document_id for row in store.documents(scope)] == [f"d{number}"]
        assert [entity.name for entity in store.entities(scope)] == [f"Acme{number}"]
    assert sorted(store.corpora(), key=repr) == sorted((scope.corpus for scope in scopes), key=repr)


def test_corpora_come_sorted_nobodys_first(store: GraphStore) -> None:
    scopes = [Scope("a"), Scope("a", user_id="ann"), Scope("b")]
    for scope in reversed(scopes):
        store.upsert(scope, [ALICE])
    assert store.corpora() == scopes


def test_clearing_a_corpus_leaves_the_others(store: GraphStore, scope: Scope) -> None:
    other = Scope("other", scope.graph_id)
    store.upsert(scope, [ALICE])
    store.upsert(other, [ALICE, BOB])
    before = whole(store, other)
    store.clear(scope.corpus)
    assert whole(store, other) == before
    assert store.corpora() == [other.corpus]


@pytest.mark.parametrize(
    "scope",
    [Scope(""), Scope("a", user_id=""), Scope("a\0b"), Scope("a", user_id="\0"), Scope("\ud800"), Scope("x" * 2001)],
)
def test_impossible_scopes_are_refused(store: GraphStore, scope: Scope) -> None:
    with pytest.raises(BadRequest, match="Nothing"):
        store.upsert(scope, [ALICE])
    with pytest.raises(BadRequest, match="Nothing"):
        store.documents(scope)


def test_reading_a_graph_without_naming_one_is_refused(store: GraphStore) -> None:
    with pytest.raises(BadRequest, match=r"No graph of the corpus '.*news' is named"):
        store.entities(Scope("news"))
