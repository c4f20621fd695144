"""Promises about what a language model used, and about what it said and no text shows."""

from __future__ import annotations

from dataclasses import replace

from graphkit.model import DocumentId, GraphId, Quarantined, Scope
from graphkit.store.base import GraphStore

from .making import ALICE, BOB
from .test_runs_and_decisions import RUN

ASIDE = (
    Quarantined(0, "name", "Evil Corp (ORG)", "the passage does not name it"),
    Quarantined(0, "relation", 'Evil "Corp" | owns | 東京 \U0001f600', "'x' is no name"),
)


def test_the_quarantine_of_a_document_comes_back_and_is_in_no_graph(store: GraphStore, scope: Scope) -> None:
    graph = GraphId("g")
    here = scope.of_graph(graph)
    store.upsert(scope, [ALICE])
    before = (store.stats(here), store.entities(here), list(store.edges(here)))
    aside = replace(ALICE.extractions[graph], quarantined=ASIDE)
    store.upsert(scope, [replace(ALICE, extractions={graph: aside}), BOB])
    store.delete_documents(scope, [BOB.document.document_id])
    found = store.extraction(here, DocumentId("alice"))
    assert found is not None
    assert found.quarantined == ASIDE
    assert (store.stats(here), store.entities(here), list(store.edges(here))) == before
    assert store.audit(scope) == []


def test_what_a_run_used_comes_back_with_it(store: GraphStore, scope: Scope) -> None:
    used = replace(RUN, usage={"calls": 3, "cost": None, "seconds": 0.25, "currency": "USD", "estimated": False})
    store.put_run(scope, used)
    assert store.runs(scope) == [used]
