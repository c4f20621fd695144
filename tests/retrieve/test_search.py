"""From a question to hits with reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from graphkit.embed.base import Embedder
from graphkit.embed.registry import CallableEmbedder, open_embedder
from graphkit.errors import BadRequest, StoreUnavailable
from graphkit.model import DocumentId
from graphkit.retrieve.base import MODES, WAYS, Answer, Mode, Overlap, PathStep
from graphkit.retrieve.cache import IndexCache
from graphkit.retrieve.search import answer
from graphkit.retrieve.tuning import DEFAULT
from graphkit.store.base import GraphStore
from graphkit.store.inmemory import InMemoryStore
from graphkit.store.sqlite import SqliteStore
from retrieve.making import SCOPE, TEXTS, Failing, Made, stored

QUESTION = "Where was the designer of the Orvane Bridge born?"
MINILM = open_embedder()


@pytest.fixture(params=["memory", "sqlite"])
def made(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Made]:
    store = InMemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "made.db")
    yield stored(store, embedder=MINILM)
    store.close()


def ask(made: Made, question: str = QUESTION, *, embedder: Embedder | None = MINILM, **options: object) -> Answer:
    return answer(
        question,
        store=made.store,
        scope=SCOPE,
        graph_ids=[made.graph_id],
        embedder=embedder,
        indexes=IndexCache(),
        **options,  # type: ignore[arg-type]
    )


def titles(found: Answer, mode: Mode | None = None) -> list[str]:
    return [hit.title for hit in (found.lists[mode] if mode else found.hits)]


def test_the_second_step_is_found_with_its_path_and_the_sentences_that_prove_it(made: Made) -> None:
    found = ask(made)
    assert titles(found)[:2] == ["Orvane Bridge", "Ilsa Marrow"]
    hit = found.hits[1]
    ids = made.ids()
    assert hit.path == (
        PathStep("Orvane Bridge", "is named with", "Ilsa Marrow", ids["Orvane Bridge"], 0, 46),
        PathStep("Ilsa Marrow", "is the subject of", "Ilsa Marrow", ids["Ilsa Marrow"], 0, 35),
    )
    assert TEXTS["Orvane Bridge"][0:46] == "The Orvane Bridge was designed by Ilsa Marrow."
    assert hit.why.startswith(
        "The question names “Orvane Bridge”; “Orvane Bridge” leads from “Orvane Bridge” to “Ilsa Marrow”; "
        "this passage is about “Ilsa Marrow” ("
    )
    assert hit.entities == tuple(
        e.entity_id for e in made.store.entities_named(SCOPE.of_graph(made.graph_id), ["Ilsa Marrow"])
    )
    assert found.notes == ()


def test_every_list_is_given_and_the_mode_chooses_the_hits(made: Made) -> None:
    found = {mode: ask(made, mode=mode) for mode in MODES}
    for mode, item in found.items():
        assert item.hits == item.lists[mode]
        assert item.lists == found["hybrid"].lists
        assert [hit.rank for hit in item.hits] == list(range(1, len(item.hits) + 1))
        scores = [hit.score for hit in item.hits]
        assert scores == sorted(scores, reverse=True)
    for way in WAYS:
        assert [hit.ranks[way] for hit in found["hybrid"].lists[way]] == [
            place + 1 for place in range(len(found["hybrid"].lists[way]))
        ]
    assert "Weather" not in titles(found["graph"])


def test_the_source_tells_who_brought_a_hit(made: Made) -> None:
    found = ask(made, top_k=6)
    for hit in found.hits:
        assert (hit.source != "vector") == ("graph" in hit.ranks) == bool(hit.path)
        assert hit.source != "graph" or not {"lexical", "vector"} & hit.ranks.keys()
    counts = {source: [hit.source for hit in found.hits].count(source) for source in ("vector", "graph", "both")}
    assert found.overlap == Overlap(counts["vector"], counts["graph"], counts["both"], counts["both"] / len(found.hits))


def test_a_hit_that_only_the_graph_finds_comes_with_its_text(made: Made) -> None:
    found = ask(made, embedder=None, question="When was the Orvane Bridge opened?")
    by_title = {hit.title: hit for hit in found.hits}
    hit = by_title["Ilsa Marrow"]
    assert (hit.source, hit.ranks, hit.text) == ("graph", {"graph": 2}, TEXTS["Ilsa Marrow"])


def test_small_letters_find_the_same_names(made: Made) -> None:
    assert ask(made, QUESTION.lower()).entities == ask(made).entities != ()
    assert titles(ask(made, QUESTION.lower()))[:2] == ["Orvane Bridge", "Ilsa Marrow"]


@pytest.mark.parametrize(("question", "note"), [("", "The question is empty."), ("?!", "The question has no word")])
def test_a_question_without_words_brings_nothing_and_says_so(made: Made, question: str, note: str) -> None:
    found = ask(made, question)
    assert found.hits == ()
    assert found.notes[0].startswith(note)


def test_a_filter_holds_for_hits_and_for_paths(made: Made) -> None:
    ids = made.ids()
    without_bridge = [ids["Ilsa Marrow"], ids["Tessin Bay"], ids["Weather"]]
    found = ask(made, documents=without_bridge)
    shown = {hit.document_id for hits in found.lists.values() for hit in hits}
    proofs = {step.document_id for hits in found.lists.values() for hit in hits for step in hit.path}
    assert shown | proofs <= set(without_bridge)
    assert ask(made, documents=[]).notes[0] == "The filter leaves no passage. Choose other documents, or none."
    assert ask(made, documents=[]).hits == ()


def test_entities_that_are_the_same_lead_to_each_other(made: Made) -> None:
    scope = SCOPE.of_graph(made.graph_id)
    (bram,) = made.store.entities_named(scope, ["Bram Oost"])
    (ilsa,) = made.store.entities_named(scope, ["Ilsa Marrow"])
    question = "What did Ilsa Marrow teach?"
    assert "Lund" not in titles(ask(made, question), "graph")
    found = ask(made, question, same={bram.entity_id: ilsa.entity_id})
    assert "Lund" in titles(found, "graph")
    assert found.entities == (ilsa.entity_id,)


def test_what_cannot_be_used_is_told(made: Made) -> None:
    other = CallableEmbedder("other", 3, lambda texts: [[1, 2, 3]] * len(texts))
    assert ask(made, embedder=None).notes == ("There is no embedder: words and graph only.",)
    assert ask(made, embedder=other).notes == (
        "The stored vectors were made by all-MiniLM-L6-v2-onnx-int8 (384 numbers), not by other (3 numbers): words and "
        "graph only. Embed the corpus again to search by meaning.",
    )
    assert ask(made, "What floods valleys?").notes == (
        "No name of the question is known in the graph: the walk starts at the nearest passages.",
    )
    assert ask(stored(InMemoryStore())).notes == (
        "No vectors are stored: words and graph only. Embed the corpus to search by meaning.",
    )
    assert ask(stored(InMemoryStore(), {})).notes == ("The corpus holds no text yet. Add documents, then ask again.",)


def test_without_a_graph_words_and_vectors_answer(made: Made) -> None:
    found = answer(QUESTION, store=made.store, scope=SCOPE, graph_ids=[], embedder=MINILM, indexes=IndexCache())
    assert titles(found)[0] == "Orvane Bridge"
    assert found.notes == ("No graph is chosen, so only the titles of documents are known as names.",)


@pytest.mark.parametrize(
    ("broken", "note"),
    [
        ("search_vectors", "The vectors could not be used: words and graph only. search_vectors does not answer."),
        ("embedder", "The vectors could not be used: words and graph only. embedder does not answer."),
        ("entities", "could not be read and was left out: entities does not answer."),
        ("extraction", "could not be read and was left out: extraction does not answer."),
    ],
)
def test_a_part_that_fails_is_named_and_the_rest_is_shown(made: Made, broken: str, note: str) -> None:
    store = cast(GraphStore, Failing(made.store, broken))
    found = ask(Made(store, made.graph_id))
    assert titles(found)[0] == "Orvane Bridge"
    assert note in found.notes[0]


def test_when_texts_cannot_be_read_the_store_s_error_is_raised(made: Made) -> None:
    with pytest.raises(StoreUnavailable):
        ask(Made(cast(GraphStore, Failing(made.store, "document")), made.graph_id))


def test_in_a_large_corpus_the_documents_around_the_question_are_prepared(made: Made) -> None:
    tuning = replace(DEFAULT, max_passages=3, local_passages=3, seeds=3, near_chunks=3)
    for embedder in (MINILM, None):
        found = ask(made, embedder=embedder, tuning=tuning)
        assert titles(found)[:2] == ["Orvane Bridge", "Ilsa Marrow"]
        assert found.notes[0].startswith("The corpus is large: the walk went over the ")
    bridge = made.ids()["Orvane Bridge"]
    found = ask(made, documents=[bridge], tuning=tuning)
    assert {hit.document_id for hits in found.lists.values() for hit in hits} == {bridge}
    assert ask(made, documents=[], tuning=tuning).hits == ()
    for question in ("", "?!", "\ud800", "xylophone"):
        assert all(hit.text for hit in ask(made, question, tuning=tuning).hits)


@pytest.mark.parametrize(
    ("options", "words"), [({"mode": "magic"}, "no mode 'magic'"), ({"top_k": 0}, "0 hits were asked")]
)
def test_a_wrong_request_is_refused(made: Made, options: dict[str, object], words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        ask(made, **options)


def test_a_long_document_is_found_by_its_passages() -> None:
    parts = [" ".join([text] * 3) for text in TEXTS.values()]
    long = {"Collected notes": "\n\n".join(parts)}
    made = stored(InMemoryStore(), long, embedder=MINILM, max_characters=250)
    found = ask(made)
    assert "designed by Ilsa Marrow" in found.hits[0].text
    assert "Ilsa Marrow was born in Tessin Bay" in found.hits[1].text
    for hit in found.hits:
        assert long["Collected notes"][hit.start : hit.end] == hit.text
        assert hit.document_id == DocumentId("d0")


def test_the_order_of_documents_changes_nothing() -> None:
    def found(texts: Sequence[tuple[str, str]]) -> list[tuple[str, float]]:
        return [(hit.title, round(hit.score, 6)) for hit in ask(stored(InMemoryStore(), dict(texts))).hits]

    pairs = list(TEXTS.items())
    assert found(pairs) == found(pairs[::-1])
