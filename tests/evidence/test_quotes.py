"""Evidence as quotes, and what stands around an entity."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from made_corpora import GRAPH, put_large, put_story

from graphkit.corpus import Corpus, open_corpus
from graphkit.evidence import sightings
from graphkit.evidence.neighbours import neighbours
from graphkit.evidence.quotes import LONGEST, quotes
from graphkit.evidence.sightings import document_sightings, graph_sightings
from graphkit.extract.registry import create
from graphkit.ingest.base import Source
from graphkit.model import EntityId
from graphkit.store.base import GraphStore
from graphkit.store.inmemory import InMemoryStore

ADA, MENABREA = EntityId("entity:person:ada_lovelace"), EntityId("entity:person:luigi_menabrea")


@pytest.fixture
def store() -> Iterator[GraphStore]:
    made = InMemoryStore()
    made.ensure_schema()
    yield made
    made.close()


@pytest.fixture
def story(store: GraphStore) -> Corpus:
    return Corpus(store, put_story(store))


def marked(pieces: tuple[object, ...]) -> str:
    """The pieces as one text, marks in brackets with their type."""
    return "".join(f"[{p.text}|{p.note}]" if p.colour else p.text for p in pieces)  # type: ignore[attr-defined]


def test_a_mention_is_quoted_with_its_sentence(story: Corpus) -> None:
    view = story.view()
    found = quotes(story, view.mention_evidence(MENABREA), [view.entity(MENABREA)])
    assert sorted((quote.title, marked(quote.pieces), quote.note) for quote in found) == [
        ("Notes", "[Luigi Menabrea|PERSON] wrote about the Analytical Engine.", "hand · 90%"),
        ("The engine", "She never met [Luigi Menabrea|PERSON].", "hand · 90%"),
    ]


def test_a_proof_marks_both_ends_each_in_its_type(story: Corpus) -> None:
    view = story.view()
    edge = next(edge for edge in view.edges if edge.predicate == "wrote about")
    (quote,) = quotes(story, view.edge_evidence(edge), [view.entity(edge.source), view.entity(edge.target)])
    assert marked(quote.pieces) == "[Luigi Menabrea|PERSON] wrote about the [Analytical Engine|PRODUCT]."


def test_the_type_of_a_mark_does_not_depend_on_the_order_of_the_ends(story: Corpus) -> None:
    view = story.view()
    edge = next(edge for edge in view.edges if edge.predicate == "wrote about")
    (quote,) = quotes(story, view.edge_evidence(edge), [view.entity(edge.target), view.entity(edge.source)])
    assert marked(quote.pieces) == "[Luigi Menabrea|PERSON] wrote about the [Analytical Engine|PRODUCT]."


def test_of_a_long_sentence_the_surroundings_are_quoted(store: GraphStore) -> None:
    corpus = Corpus(store, put_large(store, 500))
    view = corpus.view()
    entity = view.named("Name00250")[0]
    (quote,) = quotes(corpus, view.mention_evidence(entity.entity_id), [entity])
    text = "".join(piece.text for piece in quote.pieces)
    assert text.startswith("… ")
    assert text.endswith(" …")
    assert len(text) < LONGEST
    assert [piece.text for piece in quote.pieces if piece.colour] == ["Name00250"]


def test_neighbours_tell_the_direction_as_seen_from_the_entity(story: Corpus) -> None:
    found = neighbours(story.view(), MENABREA)
    assert sorted((row.direction, row.words, row.entity.name) for row in found) == [
        ("in", "not met", "Ada Lovelace"),
        ("out", "wrote about", "Analytical Engine"),
    ]


def test_sightings_stand_by_document_and_by_graph(story: Corpus) -> None:
    view = story.view()
    rows = document_sightings(story, view, view.entity(ADA))
    assert sorted((row.title, row.mentions, len(row.quotes)) for row in rows) == [("Notes", 1, 1), ("The engine", 1, 1)]
    assert [(row.run.graph_id, row.entity.mentions) for row in graph_sightings(story, ADA)] == [(GRAPH, 2)]


def test_after_a_merge_a_graph_shows_the_entity_that_its_view_shows(story: Corpus) -> None:
    story.resolution.merge([MENABREA], ADA, who="tester")
    for entity_id in (ADA, MENABREA):
        (sighting,) = graph_sightings(story, entity_id)
        assert sighting.entity == story.view([GRAPH]).entity(ADA)
        assert (sighting.entity.mentions, sighting.entity.documents) == (4, 2)


def test_a_name_that_is_seen_very_often_is_quoted_from_each_document(
    story: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    story.resolution.merge([MENABREA], ADA, who="tester")
    view = story.view()
    every = document_sightings(story, view, view.entity(ADA))
    monkeypatch.setattr(sightings, "EVIDENCE", 1)
    assert document_sightings(story, view, view.entity(ADA)) == every
    (first, _) = document_sightings(story, view, view.entity(ADA), each=1)
    assert (first.mentions, first.quoted) == (2, 1)


def test_what_no_graph_knows_has_no_sightings(story: Corpus) -> None:
    assert graph_sightings(story, EntityId("entity:person:nobody")) == []


def test_a_namesake_that_a_method_without_types_found_is_a_sighting_too():
    with open_corpus("memory://", "typed") as corpus:
        listed = create("gazetteer", terms=[{"name": "Ann Miller", "type": "PERSON"}])
        corpus.ingest([Source.of_upload("a.txt", b"We saw Ann Miller.")], methods=["regex", listed], embed=False)
        for one in ("entity:person:ann_miller", "entity:unknown:ann_miller"):
            found = {row.run.method: row.entity.entity_id for row in graph_sightings(corpus, EntityId(one))}
            assert found == {"regex": "entity:unknown:ann_miller", "gazetteer": "entity:person:ann_miller"}


def test_expanding_goes_beyond_the_limit(story: Corpus) -> None:
    view = story.view()
    few = view.subgraph(limit=1)
    more = view.subgraph(limit=1, also=[MENABREA])
    assert [entity.name for entity in few.entities] == ["Ada Lovelace"]
    assert {entity.name for entity in more.entities} == {"Ada Lovelace", "Luigi Menabrea", "Analytical Engine"}
    assert few.total_entities == more.total_entities == 6


def test_a_sentence_that_mentions_a_name_twice_is_quoted_once(story: Corpus) -> None:
    view = story.view()
    rows = view.mention_evidence(MENABREA)
    again = [row for row in rows if row.start > 40]
    twice = [replace(again[0], start=again[0].start + 5, marks=()), *again]
    (quote,) = quotes(story, sorted(twice, key=lambda row: row.start), [view.entity(MENABREA)])
    assert quote.evidence == 2
    assert "".join(piece.text for piece in quote.pieces) == "She never met Luigi Menabrea."


def test_names_without_an_edge_are_left_out_and_counted(story: Corpus) -> None:
    stated = story.view().subgraph(limit=10, edge_type="RELATES_AS", isolated=False)
    assert {entity.name for entity in stated.entities} == {
        "Ada Lovelace",
        "Charles Babbage",
        "Luigi Menabrea",
        "Analytical Engine",
        "Acme Press",
    }
    assert (stated.total_entities, stated.unconnected) == (5, 1)


def test_where_nothing_is_connected_all_names_are_shown(story: Corpus) -> None:
    lonely = story.view().subgraph(limit=10, min_weight=1000, isolated=False)
    assert (len(lonely.entities), lonely.unconnected) == (6, 0)
