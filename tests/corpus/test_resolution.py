"""Resolution over a stored corpus: apply, undo, redo, keep apart, delete and ingest again."""

from __future__ import annotations

import pytest

from corpus.conftest import text
from graphkit.corpus import Corpus
from graphkit.errors import BadRequest
from graphkit.model import Chunk, Document, DocumentId, EntityId, Extraction, GraphId, Mention
from graphkit.resolution import named_entities
from graphkit.store.base import DocumentRecord
from graphkit.view import View

TEXTS = [
    text("a", "Dr. Robert Grenholt spoke. ACME Corp. was there."),
    text("b", "Robert Grenholt left Acme Corp early."),
    text("c", "GPT-3 and GPT-4 are models. Robert Grenholt knows both."),
]


@pytest.fixture
def filled(corpus: Corpus) -> Corpus:
    corpus.ingest(TEXTS, methods=["regex"])
    return corpus


def names(corpus: Corpus) -> set[str]:
    return {entity.name for entity in corpus.view().entities.values()}


def test_applying_a_threshold_joins_spellings_and_undoing_restores_everything(filled: Corpus) -> None:
    before = filled.view()
    resolution = filled.resolution
    acts = resolution.apply(resolution.clusters(resolution.pairs().at(0.9)), who="tester")
    assert acts
    assert {"GPT-3", "GPT-4"} <= names(filled)
    assert len(names(filled)) < len(before.entities)
    for act in reversed(acts):
        assert resolution.undo(act.merge_id)
        assert resolution.undo(act.merge_id) == ()
    assert filled.view().entities == before.entities
    assert filled.view().edges == before.edges


def test_the_pairs_of_a_graph_do_not_depend_on_what_was_decided(filled: Corpus) -> None:
    resolution = filled.resolution
    first = [(p.left, p.right, p.value) for p in resolution.pairs().scored]
    resolution.apply(resolution.clusters(resolution.pairs().at(0.9)), who="tester")
    assert [(p.left, p.right, p.value) for p in resolution.pairs().scored] == first
    assert resolution.apply(resolution.clusters(resolution.pairs().at(0.9)), who="tester") == ()


def test_not_the_same_is_remembered_over_deletion_and_a_new_ingestion(filled: Corpus) -> None:
    resolution = filled.resolution
    left, right = EntityId("entity:unknown:acme_corp"), EntityId("entity:unknown:acme_corp.")
    resolution.keep_apart(left, right, who="tester")
    filled.delete([row.document_id for row in filled.documents()])
    filled.ingest(TEXTS, methods=["regex"], dedup_threshold=0.8)
    assert {left, right} <= set(filled.view().entities)


def test_a_threshold_at_ingestion_counts_its_merges(corpus: Corpus) -> None:
    result = corpus.ingest(TEXTS, methods=["regex"], dedup_threshold=0.9)
    assert result.merges == len(corpus.resolution.acts()) >= 1


def test_deciding_about_one_thing_or_an_unknown_act_is_refused(filled: Corpus) -> None:
    with pytest.raises(BadRequest):
        filled.resolution.merge([EntityId("x")], EntityId("x"), who="tester")
    with pytest.raises(BadRequest, match="no merge 'nothing'"):
        filled.resolution.undo("nothing")
    assert filled.resolution.decisions() == []


def test_a_name_of_very_many_documents_keeps_all_of_them(corpus: Corpus) -> None:
    records = [
        DocumentRecord(
            Document(DocumentId(f"d{n:04d}"), "", "Ann", f"upload:{n}"),
            (Chunk(DocumentId(f"d{n:04d}"), 0, 0, 3),),
            {GraphId("g"): Extraction(DocumentId(f"d{n:04d}"), "g", (Mention(0, 3, "Ann"),))},
        )
        for n in range(1_100)
    ]
    corpus.store.upsert(corpus.scope, records)
    view = View(corpus.store, [corpus.scope.of_graph(GraphId("g"))])
    (ann,) = named_entities(view)
    assert len(ann.document_ids) == 1_100


def test_one_name_among_names_that_never_meet_is_asked_about(corpus: Corpus) -> None:
    corpus.ingest(
        [
            text("algiers", "First National Bank paid Karim Haddad. First National Bank met Yacine Ouali."),
            text("ohio", "First National Bank hired Tom Webber. First National Bank sued Ann Calloway."),
            text("ohio2", "First National Bank praised Tom Webber. First National Bank left Rob Calder."),
        ],
        methods=["regex"],
    )
    documents = {row.title: row.document_id for row in corpus.documents()}
    (found,) = [one for one in corpus.resolution.homonyms() if one.entity_id.endswith("first_national_bank")]
    assert [len(group) for group in found.groups] == [2, 1]
    assert found.groups[1] == (documents["algiers"],)
    assert found.words == "its documents fall into groups of 2 and 1 that share no other name: is it one thing?"


def test_a_tree_of_a_corpus_follows_its_decisions(filled: Corpus) -> None:
    resolution = filled.resolution
    pairs = resolution.pairs()
    for _ in range(2):
        cut, anew = resolution.dendrogram(pairs).at(0.9), resolution.clusters(pairs.at(0.9))
        assert {cut.cluster(number) for number in range(len(cut))} == set(anew.clusters)
        resolution.apply(anew, who="tester")
