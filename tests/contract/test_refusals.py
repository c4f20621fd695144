"""What no store takes: a document is left out of its batch and named; anything else is refused whole."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from graphkit.errors import BadRequest
from graphkit.model import Box, Chunk, Decision, DocumentId, Extraction, GraphId, Mention, Relation, Scope
from graphkit.store.base import DocumentRecord, GraphStore, RunRow

from .conftest import StoreMaker
from .making import ALICE, BOB, record, whole

ONE = Mention(0, 4, "Acme", "ORG")
TWO = Mention(5, 9, "Bolt", "ORG")
GOOD = record("bad", "Acme Bolt", graph=None)


def about(**changes: Any) -> DocumentRecord:  # any field of a document
    return replace(GOOD, document=replace(GOOD.document, **changes))


def finding(*mentions: Mention, relations: tuple[Relation, ...] = (), **changes: Any) -> DocumentRecord:
    extraction = replace(Extraction(DocumentId("bad"), "test", mentions, relations), **changes)
    return replace(GOOD, extractions={GraphId("g"): extraction})


REFUSED: dict[str, DocumentRecord] = {
    "name over 2,000 bytes": finding(replace(ONE, text="é" * 1001)),
    "type over 2,000 bytes": finding(replace(ONE, type="x" * 2001)),
    "predicate over 2,000 bytes": finding(relations=(Relation(ONE, "x" * 2001, TWO, 0, 9),)),
    "lone surrogate in the text": about(text="Acme \ud800"),
    "lone surrogate in the title": about(title="\udfff"),
    "lone surrogate in a name": finding(replace(ONE, text="\ud800")),
    "lone surrogate in a predicate": finding(relations=(Relation(ONE, "\ud800", TWO, 0, 9),)),
    "lone surrogate in a warning": finding(warnings=("\ud800",)),
    "lone surrogate in metadata": about(metadata={"a": ["\ud800"]}),
    "weight that is no number": finding(relations=(Relation(ONE, "", TWO, 0, 9, weight=float("nan")),)),
    "weight without end": finding(relations=(Relation(ONE, "", TWO, 0, 9, weight=float("inf")),)),
    "weight below zero": finding(relations=(Relation(ONE, "", TWO, 0, 9, weight=-1.0),)),
    "weight over a million": finding(relations=(Relation(ONE, "", TWO, 0, 9, weight=1e7),)),
    "confidence that is no number": finding(replace(ONE, confidence=float("nan"))),
    "integer over 64 bits": about(metadata={"a": {"b": [2**63]}}),
    "number without end in metadata": about(metadata={"a": float("inf")}),
    "page over 64 bits": about(page_starts=(0, 2**70)),
    "box on a page over 64 bits": about(boxes=(Box(0, 4, 2**63, 0.0, 0.0, 1.0, 1.0),)),
    "chunk of an index over 64 bits": replace(GOOD, chunks=(Chunk(DocumentId("bad"), 2**63, 0, 4),)),
    "metadata that JSON does not know": about(metadata={"a": {1, 2}}),
    "metadata without end": about(metadata={"a": (deep := [])} | {"b": deep.append(deep)}),  # type: ignore[func-returns-value]
    "mention outside the text": finding(replace(ONE, end=10)),
    "mention that ends before it starts": finding(replace(ONE, start=4, end=0)),
    "relation outside the text": finding(relations=(Relation(ONE, "", TWO, 0, 10),)),
    "findings of another document": finding(document_id=DocumentId("other")),
    "graph with an empty id": replace(GOOD, extractions={GraphId(""): Extraction(DocumentId("bad"), "test")}),
    "chunk of another document": replace(GOOD, chunks=(Chunk(DocumentId("other"), 0, 0, 4),)),
    "chunk outside the text": replace(GOOD, chunks=(Chunk(DocumentId("bad"), 0, 0, 10),)),
    "two chunks of one index": replace(GOOD, chunks=GOOD.chunks * 2),
    "source with a NUL": about(source="a\0b"),
    "vectors of the wrong shape": replace(GOOD, vectors=np.ones((2, 3), np.float32)),
    "vector that is no number": replace(GOOD, vectors=np.full((1, 3), np.nan, np.float32)),
}  # fmt: skip


@pytest.mark.parametrize("reason", REFUSED)
def test_an_impossible_document_is_named_and_the_rest_of_its_batch_is_stored(
    make_store: StoreMaker, scope: Scope, reason: str
) -> None:
    store, expected = make_store(), make_store()
    store.upsert(scope, [ALICE, GOOD])
    refused = store.upsert(scope, [REFUSED[reason], BOB], embedder="e")
    assert [one.document_id for one in refused] == ["bad"]
    assert re.fullmatch(r"The document 'bad' (has|names) .*\. Correct it and store it again\.", refused[0].reason)
    assert expected.upsert(scope, [ALICE, GOOD]) == expected.upsert(scope, [BOB]) == ()
    assert whole(store, scope) == whole(expected, scope)
    assert store.audit(scope) == []


def test_a_batch_of_impossible_documents_changes_nothing(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [ALICE])
    before = whole(store, scope), store.revision(scope)
    refused = store.upsert(scope, list(REFUSED.values()), embedder="e")
    assert [one.document_id for one in refused] == ["bad"] * len(REFUSED)
    assert len({one.reason for one in refused}) > len(REFUSED) // 2
    assert (whole(store, scope), store.revision(scope)) == before


def test_a_document_with_an_empty_id_is_refused(store: GraphStore, scope: Scope) -> None:
    (refused,) = store.upsert(scope, [about(document_id=DocumentId(""))])
    assert refused.reason.startswith("The document '' has an empty id.")


def test_vectors_need_the_name_of_their_embedder(store: GraphStore, scope: Scope) -> None:
    with pytest.raises(BadRequest, match="does not name the embedder"):
        store.upsert(scope, [replace(ALICE, vectors=np.ones((1, 2), np.float32))])
    with pytest.raises(BadRequest, match="does not name the embedder"):
        store.put_vectors(scope, "", [(DocumentId("a"), 0)], np.ones((1, 2), np.float32))


def test_vectors_of_one_batch_have_one_length(store: GraphStore, scope: Scope) -> None:
    short, long = (np.ones((1, n), np.float32) for n in (2, 3))
    with pytest.raises(BadRequest, match="different lengths"):
        store.upsert(scope, [replace(ALICE, vectors=short), replace(BOB, vectors=long)], embedder="e")


def test_the_longest_name_is_kept(store: GraphStore, scope: Scope) -> None:
    name = "n" * 2000
    store.upsert(scope, [record("a", name, name)])
    assert store.entities(scope)[0].name == name
    assert store.entities_named(scope, [name]) == store.entities(scope)


@pytest.mark.parametrize(
    "name",
    ["WORKS`]->() DETACH DELETE n //", "`Entity`) ", "a\tb", "a\nb", "'; DROP TABLE edge; --", "%s {}", "\u200b"],
)
def test_hostile_names_types_and_predicates_are_data(store: GraphStore, scope: Scope, name: str) -> None:
    text = f"{name} Bolt"
    subject, target = Mention(0, len(name), name, name), Mention(len(name) + 1, len(text), "Bolt", name)
    relation = Relation(subject, name, target, 0, len(text))
    extraction = Extraction(DocumentId("h"), name, (subject, target), (relation,))
    store.upsert(scope, [replace(record("h", text, graph=None), extractions={scope.graph_id: extraction})])
    assert {entity.name for entity in store.entities(scope)} == {" ".join(name.split()) or name, "Bolt"}
    assert [edge.predicate for edge in store.edges(scope)] == [name]
    assert store.extraction(scope, DocumentId("h")) == extraction
    assert store.audit(scope) == []


BAD_CALLS: dict[str, Callable[[GraphStore, Scope], object]] = {
    "run with an empty id": lambda s, c: s.put_run(c, RunRow(GraphId(""), "m", {}, {}, "2026", 1.0)),
    "run with endless seconds": lambda s, c: s.put_run(c, RunRow(GraphId("g"), "m", {}, {}, "2026", float("inf"))),
    "run with a surrogate": lambda s, c: s.put_run(c, RunRow(GraphId("g"), "m", {"a": "\ud800"}, {}, "2026", 1.0)),
    "decision with an empty id": lambda s, c: s.put_decisions(
        c, [Decision("", "m", "a", "b", "same", "ann", "2026")]  # type: ignore[arg-type]
    ),
    "decision with a score that is no number": lambda s, c: s.put_decisions(
        c, [Decision("d", "m", "a", "b", "same", "ann", "2026", score=float("nan"))]  # type: ignore[arg-type]
    ),
}  # fmt: skip


@pytest.mark.parametrize("reason", BAD_CALLS)
def test_impossible_runs_and_decisions_are_refused(store: GraphStore, scope: Scope, reason: str) -> None:
    with pytest.raises(BadRequest, match="Nothing"):
        BAD_CALLS[reason](store, scope)
    assert store.revision(scope) == 0
