"""Copying a store to another engine and back gives the same store."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from contract.making import ALICE, BOB, record, stated, whole
from neo4j_for_tests import private_store

from graphkit.model import Decision, EntityId, GraphId, Mention, Scope
from graphkit.store.base import GraphStore, RunRow
from graphkit.store.copy import Copied, copy_store
from graphkit.store.inmemory import InMemoryStore
from graphkit.store.sqlite import SqliteStore

NEWS, OTHERS, ANNS = Scope("news", GraphId("g")), Scope("news", GraphId("h")), Scope("news", GraphId("g"), "ann")


@pytest.fixture(params=["memory", "neo4j"])
def elsewhere(request: pytest.FixtureRequest) -> Iterator[GraphStore]:
    """An empty store of another engine."""
    store = InMemoryStore() if request.param == "memory" else private_store()
    store.ensure_schema()
    yield store
    store.close()


def filled(file: Path) -> SqliteStore:
    """A store with two corpora, two graphs, vectors, a run, a decision, an empty and a failed document."""
    store = SqliteStore(file)
    store.ensure_schema()
    acme, bolt = Mention(0, 4, "Acme", "ORG"), Mention(10, 14, "Bolt", "ORG")
    text = "Acme owns Bolt in Zoë's 東京."
    said = record("said", text, "Acme", "Bolt", stated=[stated(text, acme, "owns", bolt, negated=True)])
    vectors = np.array([[0.1, 0.2, 0.3], [3.0, 2.0, 1.0]], dtype=np.float32)
    store.upsert(NEWS, [ALICE, said, record("both", "Bob Acme", "Bob", "Acme", graph="h")])
    store.upsert(NEWS, [record("none", "", status="failed", reason="damaged", graph=None)])
    store.upsert(
        NEWS, [replace(BOB, chunks=record("bob", BOB.document.text, chunks=2).chunks, vectors=vectors)], embedder="e"
    )
    store.put_run(NEWS, RunRow(NEWS.graph_id, "regex", {"a": 1}, {"graphkit": "1"}, "2026-01-01T00:00:00Z", 1.5))
    store.put_decisions(
        NEWS, [Decision("d", "m", EntityId("entity:org:acme"), EntityId("entity:org:bolt"), "same", "ann", "2026", 0.9)]
    )
    store.upsert(ANNS, [BOB])
    return store


def everything(store: GraphStore) -> list[object]:
    """All that the stores answer, with the vectors."""
    ids = [row.document_id for row in store.documents(NEWS)]
    vectors = {key: vector.tolist() for key, vector in store.vectors(NEWS, ids).items()}
    return [store.corpora(), vectors, store.embedder(NEWS), *(whole(store, scope) for scope in (NEWS, OTHERS, ANNS))]


def test_a_copy_and_its_copy_are_equal(elsewhere: GraphStore, tmp_path: Path) -> None:
    first = filled(tmp_path / "first.db")
    back = SqliteStore(tmp_path / "back.db")
    back.ensure_schema()
    assert copy_store(first, elsewhere) == Copied(corpora=2, documents=6, vectors=2, runs=1, decisions=1)
    copy_store(elsewhere, back)
    assert everything(elsewhere) == everything(first)
    assert everything(back) == everything(first)
    assert [store.audit(NEWS) for store in (elsewhere, back)] == [[], []]
    first.close()
    back.close()


def test_copying_again_changes_nothing(elsewhere: GraphStore, tmp_path: Path) -> None:
    first = filled(tmp_path / "first.db")
    copy_store(first, elsewhere)
    before = elsewhere.revision(NEWS)
    copy_store(first, elsewhere)
    assert elsewhere.revision(NEWS) == before
    first.close()


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[tuple[int, int, str]] = []
    first = filled(tmp_path / "first.db")
    target = InMemoryStore()
    target.ensure_schema()
    copy_store(first, target, report=lambda done, total, what: told.append((done, total, what)))
    assert told == [(5, 6, "Copying news"), (6, 6, "Copying news")]
    first.close()
