"""Promises about runs and decisions."""

from __future__ import annotations

from dataclasses import replace

from graphkit.model import Decision, DocumentId, GraphId, Scope
from graphkit.store.base import GraphStore, RunRow, StoreStats

from .making import ALICE, BOB

RUN = RunRow(GraphId("g"), "test", {"window": 4, "types": ["ORG"]}, {"graphkit": "1"}, "2026-01-02T00:00:00", 1.5)
SAME = Decision(
    "d1", "m1", ALICE.document.document_id, BOB.document.document_id, "same", "ann", "2026-01-02T00:00:00",  # type: ignore[arg-type]
    0.9, 0.95, ("equal words", "same document"),
)  # fmt: skip


def test_a_run_comes_back_with_the_counts_of_its_graph(store: GraphStore, scope: Scope) -> None:
    store.put_run(scope, replace(RUN, documents=99))
    store.upsert(scope, [ALICE, BOB])
    assert store.runs(scope) == [replace(RUN, documents=2, mentions=6, entities=4, edges=5)]


def test_runs_come_newest_first_and_are_replaced_by_id(store: GraphStore, scope: Scope) -> None:
    newer = replace(RUN, graph_id=GraphId("h"), started="2026-02-01T00:00:00")
    for run in (RUN, newer, replace(RUN, seconds=9.0)):
        store.put_run(scope, run)
    assert store.runs(scope) == [newer, replace(RUN, seconds=9.0)]


def test_a_run_without_documents_is_still_there(store: GraphStore, scope: Scope) -> None:
    store.put_run(scope, RUN)
    store.upsert(scope, [ALICE])
    store.delete_documents(scope, [DocumentId("alice")])
    assert store.runs(scope) == [RUN]
    assert store.corpora() == [scope.corpus]


def test_clearing_a_graph_forgets_its_run(store: GraphStore, scope: Scope) -> None:
    store.put_run(scope, RUN)
    store.clear(scope)
    assert store.runs(scope) == []


def test_decisions_come_by_time_and_id(store: GraphStore, scope: Scope) -> None:
    later = replace(SAME, decision_id="a", when="2026-01-03T00:00:00")
    store.put_decisions(scope, [later, SAME, replace(SAME, decision_id="d0")])
    assert [decision.decision_id for decision in store.decisions(scope)] == ["d0", "d1", "a"]
    assert store.decisions(scope)[1] == SAME


def test_a_decision_is_replaced_by_one_of_the_same_id(store: GraphStore, scope: Scope) -> None:
    store.put_decisions(scope, [SAME])
    before = store.revision(scope)
    store.put_decisions(scope, [SAME])
    assert store.revision(scope) == before
    store.put_decisions(scope, [replace(SAME, undone=True)])
    assert store.decisions(scope) == [replace(SAME, undone=True)]
    assert store.revision(scope) > before


def test_decisions_survive_the_documents_and_the_graphs_but_not_the_corpus(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [ALICE])
    store.put_decisions(scope, [SAME])
    store.delete_documents(scope, [DocumentId("alice")])
    store.clear(scope)
    assert store.decisions(scope) == [SAME]
    store.clear(scope.corpus)
    assert store.decisions(scope) == []
    assert store.corpora() == []


def test_stats_count_one_graph_or_all(store: GraphStore, scope: Scope) -> None:
    both = {name: ALICE.extractions[GraphId("g")] for name in (GraphId("g"), GraphId("h"))}
    store.upsert(scope, [replace(ALICE, extractions=both), BOB])
    assert store.stats(scope) == StoreStats(2, 0, 0, 2, 0, 2, 6, 4, 6, 5)
    assert store.stats(scope.corpus) == StoreStats(2, 0, 0, 2, 0, 2, 9, 7, 9, 8)
