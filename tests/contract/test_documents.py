"""Promises about documents: stored whole, replaced whole, gone without a trace."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from graphkit.model import Box, Chunk, Document, DocumentId, Extraction, GraphId, Scope, Span
from graphkit.store.base import DocumentRecord, DocumentRow, GraphStore, StoreStats

from .making import ALICE, BOB, found, record, whole

RICH = Document(
    DocumentId("doc-1"),
    "A title",
    "Page one.\nPage two. 東京 🙂",
    "upload:a.pdf",
    "application/pdf",
    "en",
    "ab" * 32,
    (0, 10),
    (Span(0, 4), Span(10, 14)),
    (Box(0, 4, 0, 0.1, 0.25, 1 / 3, 72.0), Box(5, 8, 1, 1e-9, 2.0, 3.0, 4.0)),
    {"pages": 2, "author": None, "nested": {"list": [1, 2.5, "é"]}, "big": 2**63 - 1},
)


def test_a_document_comes_back_exactly_as_it_was_stored(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [DocumentRecord(RICH, (), {})])
    assert store.document(scope, RICH.document_id) == RICH


def test_an_unknown_document_is_none(store: GraphStore, scope: Scope) -> None:
    assert store.document(scope, DocumentId("nobody")) is None
    assert store.extraction(scope, DocumentId("nobody")) is None


def test_a_row_tells_all_but_the_text(store: GraphStore, scope: Scope) -> None:
    chunks = (Chunk(RICH.document_id, 0, 0, 9), Chunk(RICH.document_id, 1, 9, 9, "empty", "no text"))
    store.upsert(scope, [DocumentRecord(RICH, chunks, {GraphId("g"): found("doc-1", RICH.text, "Page")})])
    assert store.documents(scope) == [
        DocumentRow(
            RICH.document_id, "A title", "upload:a.pdf", "application/pdf", "en", "ab" * 32, "stored", "",
            len(RICH.text), 2, 2, 1, 0, 1, (GraphId("g"),),
        )
    ]  # fmt: skip


def test_documents_come_by_id_and_in_pages(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record(f"d{n}", "text", graph=None) for n in (3, 1, 2)])
    first = store.documents(scope, limit=2)
    assert [row.document_id for row in first] == ["d1", "d2"]
    assert [row.document_id for row in store.documents(scope, after=first[-1].document_id)] == ["d3"]


def test_named_rows_and_chunks_come_in_the_order_asked(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record("a", "one two", chunks=2), record("b", "three")])
    wanted = [DocumentId("b"), DocumentId("nobody"), DocumentId("a")]
    assert [row.document_id for row in store.document_rows(scope, wanted)] == ["b", "a"]
    assert [(c.document_id, c.index) for c in store.chunks(scope, wanted)] == [("b", 0), ("a", 0), ("a", 1)]


def test_a_document_is_found_by_its_source(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record("a", "text", source="https://example.org/a")])
    row = store.document_of_source(scope, "https://example.org/a")
    assert row == store.documents(scope)[0]
    assert store.document_of_source(scope, "https://example.org/b") is None


def test_an_extraction_comes_back_exactly_as_it_was_stored(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [ALICE])
    assert store.extraction(scope, DocumentId("alice")) == ALICE.extractions[GraphId("g")]


def test_equal_records_change_nothing_not_even_the_revision(store: GraphStore, scope: Scope) -> None:
    batch = [replace(ALICE, vectors=np.ones((1, 3), np.float32)), BOB]
    store.upsert(scope, batch, embedder="e")
    before = whole(store, scope), store.revision(scope)
    store.upsert(scope, batch, embedder="e")
    assert (whole(store, scope), store.revision(scope)) == before


def test_every_change_raises_the_revision(store: GraphStore, scope: Scope) -> None:
    seen = [store.revision(scope)]
    for act in (
        lambda: store.upsert(scope, [ALICE]),
        lambda: store.upsert(scope, [replace(ALICE, reason="seen again")]),
        lambda: store.delete_documents(scope, [DocumentId("alice")]),
        lambda: store.upsert(scope, [BOB]),
        lambda: store.clear(scope),
        lambda: store.clear(scope.corpus),
    ):
        act()
        seen.append(store.revision(scope))
    assert seen == sorted(set(seen))


def test_a_changed_text_takes_away_what_is_no_longer_said(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [ALICE, BOB])
    store.upsert(scope, [record("alice", "Alice went home.", "Alice/PERSON")])
    assert [entity.name for entity in store.entities(scope)] == ["Acme", "Bolt", "Alice", "Bob"]
    assert [(edge.source, edge.target) for edge in store.edges(scope)] == [
        ("entity:org:acme", "entity:org:bolt"),
        ("entity:org:acme", "entity:person:bob"),
        ("entity:org:bolt", "entity:person:bob"),
    ]
    assert store.search_text(scope, "met") == []


def test_a_new_document_of_the_same_source_replaces_the_old_one(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record("old", "Acme sleeps.", "Acme", source="s")])
    store.upsert(scope, [record("new", "Bolt wakes.", "Bolt", source="s")])
    assert [row.document_id for row in store.documents(scope)] == ["new"]
    assert [entity.name for entity in store.entities(scope)] == ["Bolt"]


def test_documents_without_source_do_not_replace_each_other(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record("a", "one", source=""), record("b", "two", source="")])
    assert [row.document_id for row in store.documents(scope)] == ["a", "b"]


def test_two_documents_may_swap_their_sources(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record("a", "one", source="x"), record("b", "two", source="y")])
    store.upsert(scope, [record("a", "one", source="y"), record("b", "two", source="x")])
    assert [(row.document_id, row.source) for row in store.documents(scope)] == [("a", "y"), ("b", "x")]


def test_a_batch_means_the_same_as_its_records_one_after_the_other(store: GraphStore, scope: Scope) -> None:
    twice = [record("a", "Acme.", "Acme", source="s"), record("b", "Bolt.", "Bolt", source="s"), ALICE, ALICE]
    store.upsert(scope, twice)
    assert [row.document_id for row in store.documents(scope)] == ["alice", "b"]
    assert {entity.name for entity in store.entities(scope)} == {"Acme", "Alice", "Bob", "Bolt"}
    assert store.audit(scope) == []


def test_a_graph_that_is_not_named_keeps_its_contribution_to_an_equal_text(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [ALICE])
    other = scope.of_graph(GraphId("h"))
    store.upsert(scope, [replace(ALICE, extractions={other.graph_id: found("alice", ALICE.document.text, "Acme")})])
    assert [entity.name for entity in store.entities(scope)] == ["Acme", "Alice", "Bob"]
    assert [entity.name for entity in store.entities(other)] == ["Acme"]
    assert store.documents(scope)[0].graphs == ("g", "h")
    assert (store.documents(scope)[0].mentions, store.documents(scope.corpus)[0].mentions) == (3, 4)


def test_a_graph_that_is_not_named_loses_its_contribution_to_another_text(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [ALICE])
    store.upsert(scope, [record("alice", "Alice went home.", graph=None)])
    assert store.entities(scope) == []
    assert store.documents(scope)[0].graphs == ()


def test_an_empty_extraction_counts_as_a_contribution(store: GraphStore, scope: Scope) -> None:
    nothing = Extraction(DocumentId("a"), "test", warnings=("no names",))
    store.upsert(scope, [replace(record("a", "text", graph=None), extractions={GraphId("g"): nothing})])
    assert store.extraction(scope, DocumentId("a")) == nothing
    assert store.documents(scope)[0].graphs == ("g",)


def test_a_failed_document_is_kept_with_its_reason(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record("a", "", graph=None, status="failed", reason="The file is encrypted.")])
    assert [(row.status, row.reason) for row in store.documents(scope)] == [("failed", "The file is encrypted.")]
    assert store.stats(scope.corpus) == StoreStats(1, 0, 1, 0, 0, 0, 0, 0, 0, 0)


def test_deleting_tells_how_many_were_there(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [ALICE, BOB])
    wanted = [DocumentId("alice"), DocumentId("alice"), DocumentId("nobody")]
    assert store.delete_documents(scope, wanted) == 1
    assert store.delete_documents(scope, wanted) == 0


def test_deleting_all_documents_leaves_nothing(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [ALICE, BOB])
    store.delete_documents(scope, [DocumentId("alice"), DocumentId("bob")])
    assert store.stats(scope.corpus) == StoreStats(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    assert store.search_text(scope, "acme") == []
    assert store.corpora() == []


def test_clearing_a_graph_keeps_the_documents_and_the_other_graphs(store: GraphStore, scope: Scope) -> None:
    other = scope.of_graph(GraphId("h"))
    both = {scope.graph_id: ALICE.extractions[GraphId("g")], other.graph_id: ALICE.extractions[GraphId("g")]}
    store.upsert(scope, [replace(ALICE, extractions=both), BOB])
    store.clear(scope)
    assert store.entities(scope) == []
    assert len(store.entities(other)) == 3
    assert [row.graphs for row in store.documents(scope)] == [("h",), ()]
    assert store.audit(scope.corpus) == []


def test_a_text_of_three_million_characters_is_stored(store: GraphStore, scope: Scope) -> None:
    text = "Alice of Acme met Bob. " * 130_000
    store.upsert(scope, [record("long", text, "Alice/PERSON", "Acme", chunks=1500)])
    stored = store.document(scope, DocumentId("long"))
    assert stored is not None
    assert stored.text == text
    assert store.documents(scope)[0].characters == len(text) == 2_990_000
