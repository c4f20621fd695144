"""Proofs that go out with a graph: the first of each name and edge, read either way alike, within bounds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from made_corpora import put_large, put_story

from graphkit.corpus import Corpus
from graphkit.export import proofs as module
from graphkit.export.proofs import LONGEST, proofs
from graphkit.ids import id_of
from graphkit.ingest.base import Source
from graphkit.model import DocumentId, EntityId, Scope
from graphkit.store.inmemory import InMemoryStore

ADA, MENABREA = EntityId("entity:person:ada_lovelace"), EntityId("entity:person:luigi_menabrea")


@pytest.fixture
def story() -> Corpus:
    store = InMemoryStore()
    store.ensure_schema()
    return Corpus(store, put_story(store))


def test_a_name_is_proved_by_sentences_and_an_edge_by_what_states_it(story: Corpus) -> None:
    view = story.view()
    edge = next(edge for edge in view.edges if edge.predicate == "wrote about")
    found = proofs(view, [view.entity(MENABREA)], [edge])
    assert sorted((proof.about, proof.document, proof.text) for proof in found) == [
        (MENABREA, "Notes", "Luigi Menabrea wrote about the Analytical Engine."),
        (MENABREA, "The engine", "She never met Luigi Menabrea."),
        (id_of(edge), "Notes", "Luigi Menabrea wrote about the Analytical Engine."),
    ]
    for proof in found:
        assert story.document(proof.document_id).text[proof.start : proof.end] == proof.text


@pytest.mark.parametrize("each", [1, 2, 3])
def test_reading_all_documents_gives_what_asking_for_each_gives(
    story: Corpus, monkeypatch: pytest.MonkeyPatch, each: int
) -> None:
    story.resolution.merge([MENABREA], ADA, who="tester")
    view = story.view()
    entities, edges = list(view.entities.values()), list(view.edges)
    at_once = proofs(view, entities, edges, each=each)
    assert {proof.about for proof in at_once} == {*view.entities, *map(id_of, edges)}
    monkeypatch.setattr(module, "_documents", lambda _: [DocumentId("d")] * 100)
    assert proofs(view, entities, edges, each=each) == at_once


def test_a_very_long_stretch_is_cut_around_its_names() -> None:
    store = InMemoryStore()
    store.ensure_schema()
    view = Corpus(store, put_large(store, 300)).view()
    found = proofs(view, list(view.entities.values()), list(view.edges))
    assert max(proof.end - proof.start for proof in found) == LONGEST
    assert all(view.entities[EntityId(p.about)].name in p.text for p in found if p.about in view.entities)


def test_a_view_without_graphs_has_no_proofs() -> None:
    store = InMemoryStore()
    store.ensure_schema()
    scope = put_story(store)
    store.clear(scope)
    assert proofs(Corpus(store, scope).view(), [], []) == []


def test_an_exported_corpus_carries_its_evidence(story: Corpus, tmp_path: Path) -> None:
    written = json.loads(story.export(tmp_path / "story.json").read_text("utf-8"))
    about = {row["about"] for row in written["evidence"]}
    assert about == {row["id"] for row in written["nodes"]} | {row["key"] for row in written["edges"]}


def test_a_proof_tells_how_the_text_says_it() -> None:
    store = InMemoryStore()
    store.ensure_schema()
    corpus = Corpus(store, Scope("reports"))
    text = "According to Ada Lovelace, Acme Corp. may buy Beta Inc. next year."
    corpus.ingest([Source.of_upload("news.txt", text.encode())], methods=["dependency"], embed=False)
    view = corpus.view()
    (edge,) = (edge for edge in view.edges if edge.predicate == "reportedly may buy")
    assert [(proof.method, proof.said) for proof in proofs(view, [], [edge])] == [
        ("dependency", "according to Ada Lovelace; not asserted: may")
    ]
