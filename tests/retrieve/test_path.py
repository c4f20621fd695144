"""Paths as steps with proof, and their telling."""

from __future__ import annotations

import pytest

from graphkit.ingest.chunks import chunk
from graphkit.model import Document, DocumentId, Extraction, GraphId, Mention, Relation
from graphkit.retrieve.base import PathStep, Way
from graphkit.retrieve.index import RetrievalIndex
from graphkit.retrieve.path import Reader, rooted, steps
from graphkit.retrieve.walk import PathNode
from graphkit.retrieve.why import ordinal, why
from graphkit.store.base import DocumentRecord
from graphkit.store.inmemory import InMemoryStore
from retrieve.making import SCOPE

GRAPH = GraphId("hand")
FIRST = "It is high. The Orvane Bridge stands in Lund. Ilsa Marrow designed the Orvane Bridge."
SECOND = "She was born in Tessin Bay. Ilsa Marrow never saw it."


def mention(text: str, name: str, kind: str) -> Mention:
    start = text.index(name)
    return Mention(start, start + len(name), name, kind, "hand")


@pytest.fixture(params=["stated", "negated", "unstated"])
def kind(request: pytest.FixtureRequest) -> str:
    value = request.param
    assert isinstance(value, str)
    return value


def made(kind: str) -> tuple[RetrievalIndex, Reader]:
    store = InMemoryStore()
    store.ensure_schema()
    ilsa, bridge = mention(FIRST, "Ilsa Marrow", "PERSON"), mention(FIRST, "Orvane Bridge", "FAC")
    designed = Relation(ilsa, "design", bridge, FIRST.index("Ilsa"), len(FIRST), "hand", negated=kind == "negated")
    found = {
        "a": Extraction(
            DocumentId("a"),
            "hand",
            (ilsa, bridge, mention(FIRST, "Lund", "GPE")),
            () if kind == "unstated" else (designed,),
        ),
        "b": Extraction(
            DocumentId("b"), "hand", (mention(SECOND, "Ilsa Marrow", "PERSON"), mention(SECOND, "Tessin Bay", "GPE"))
        ),
    }
    records = []
    for key, title, text in (("a", "Bridges", FIRST), ("b", "Ilsa Marrow", SECOND)):
        document = Document(DocumentId(key), title, text, key)
        records.append(DocumentRecord(document, chunk(document), {GRAPH: found[key]}))
    store.upsert(SCOPE, records)
    index = RetrievalIndex.build(store, SCOPE, [GRAPH])
    return index, Reader(store, index)


def name(index: RetrievalIndex, text: str) -> PathNode:
    return PathNode("name", [known.text for known in index.names].index(text))


A, B = PathNode("passage", 0), PathNode("passage", 1)


def test_a_step_between_names_is_what_the_graph_states_or_the_text_that_holds_both(kind: str) -> None:
    index, reader = made(kind)
    path = steps(reader, (name(index, "Orvane Bridge"), A, name(index, "Ilsa Marrow"), B))
    last = PathStep("Ilsa Marrow", "is the subject of", "Ilsa Marrow", DocumentId("b"), 28, len(SECOND))
    expected = {
        "stated": PathStep("Ilsa Marrow", "design", "Orvane Bridge", DocumentId("a"), 46, len(FIRST)),
        "negated": PathStep("Ilsa Marrow", "not design", "Orvane Bridge", DocumentId("a"), 46, len(FIRST)),
        "unstated": PathStep("Orvane Bridge", "is named with", "Ilsa Marrow", DocumentId("a"), 46, len(FIRST)),
    }
    assert path == (expected[kind], last)


def test_names_of_two_sentences_are_proved_by_the_stretch_that_holds_both() -> None:
    index, reader = made("unstated")
    (step, _) = steps(reader, (name(index, "Lund"), A, name(index, "Ilsa Marrow"), B))
    assert FIRST[step.start : step.end] == "The Orvane Bridge stands in Lund. Ilsa Marrow designed the Orvane Bridge."


def test_a_path_from_a_passage_says_what_it_names() -> None:
    index, reader = made("unstated")
    (step, last) = steps(reader, (A, name(index, "Ilsa Marrow"), B))
    assert (step.subject, step.predicate, step.object) == ("Bridges", "names", "Ilsa Marrow")
    assert last.document_id == "b"
    assert steps(reader, (A,)) == ()


def test_a_path_begins_at_the_question_s_name() -> None:
    index, _ = made("unstated")
    bridge, ilsa, lund = (name(index, text) for text in ("Orvane Bridge", "Ilsa Marrow", "Lund"))
    assert rooted(index, (A, ilsa, B), [bridge.number]) == (bridge, A, ilsa, B)
    assert rooted(index, (A, ilsa, B), [ilsa.number]) == (ilsa, B)
    assert rooted(index, (lund, A, ilsa, B), [bridge.number]) == (lund, A, ilsa, B)
    assert rooted(index, (A, ilsa, B), []) == (A, ilsa, B)
    assert rooted(index, (A,), [bridge.number]) == (A,)


def test_the_reason_tells_the_path_and_the_ranks() -> None:
    index, _ = made("unstated")
    bridge, ilsa = name(index, "Orvane Bridge"), name(index, "Ilsa Marrow")
    ranks: dict[Way, int] = {"lexical": 2, "graph": 1}
    assert why(index, (bridge, A, ilsa, B), ["born"], ranks) == (
        "The question names “Orvane Bridge”; “Bridges” leads from “Orvane Bridge” to “Ilsa Marrow”; this passage is "
        "about “Ilsa Marrow” (2nd by words, 1st by the graph)."
    )
    assert why(index, (A, ilsa, B), [], {"graph": 3}) == (
        "Words and meaning lead to “Bridges”, which names “Ilsa Marrow”; this passage is about “Ilsa Marrow” "
        "(3rd by the graph)."
    )
    assert why(index, (), ["born", "bay", "saw"], {"lexical": 1}) == (
        "It has “born”, “bay” and “saw” of the question (1st by words)."
    )
    assert why(index, (), [], {}) == "It is near to the question in meaning."


ORDINALS = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 21: "21st", 113: "113th"}


@pytest.mark.parametrize(("number", "words"), ORDINALS.items())
def test_ordinal_numbers(number: int, words: str) -> None:
    assert ordinal(number) == words
