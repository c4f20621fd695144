"""Views: union of graphs, decisions, neighbours, parts to draw, paths, evidence."""

from __future__ import annotations

import pytest

from corpus.conftest import text
from graphkit.corpus import Corpus
from graphkit.errors import UnknownEntity, UnknownGraph
from graphkit.model import Chunk, Document, DocumentId, EntityId, Extraction, GraphId, Mention, Relation
from graphkit.store.base import DocumentRecord
from graphkit.view import View


def put(
    corpus: Corpus, name: str, text: str, graph: str, types: dict[str, str], pairs: list[tuple[str, str, str]]
) -> None:
    """Store a document in which the names stand as typed and are related: subject, predicate ('': together)."""
    mentions = {
        found: Mention(text.index(found), text.index(found) + len(found), found, kind, graph)
        for found, kind in types.items()
    }
    relations = tuple(
        Relation(mentions[a], p or "co-occurs with", mentions[b], 0, len(text), graph, directed=bool(p))
        for a, p, b in pairs
    )
    document_id = DocumentId(name)
    corpus.store.upsert(
        corpus.scope,
        [
            DocumentRecord(
                Document(document_id, name, text, f"upload:{name}"),
                (Chunk(document_id, 0, 0, len(text)),),
                {GraphId(graph): Extraction(document_id, graph, tuple(mentions.values()), relations)},
            )
        ],
    )


def view(corpus: Corpus, *graphs: str, same: dict[str, str] | None = None) -> View:
    scopes = [corpus.scope.of_graph(GraphId(graph)) for graph in graphs]
    return View(corpus.store, scopes, {EntityId(a): EntityId(b) for a, b in (same or {}).items()})


@pytest.fixture
def story(corpus: Corpus) -> Corpus:
    """Ann - Bob - Cy - Dan in a line, Ann and Ann M. in one text."""
    put(corpus, "one", "Ann met Bob.", "g", {"Ann": "PERSON", "Bob": "PERSON"}, [("Ann", "met", "Bob")])
    put(corpus, "two", "Bob saw Cy.", "g", {"Bob": "PERSON", "Cy": "PERSON"}, [("Bob", "", "Cy")])
    put(corpus, "three", "Cy knows Dan.", "g", {"Cy": "PERSON", "Dan": "PERSON"}, [("Cy", "knows", "Dan")])
    put(
        corpus,
        "four",
        "Miss Ann M. met Bob, not Dan.",
        "g",
        {"Ann M.": "PERSON", "Bob": "PERSON", "Dan": "PERSON"},
        [("Ann M.", "met", "Bob"), ("Bob", "", "Ann M.")],
    )
    return corpus


def test_a_decision_joins_mentions_edges_and_evidence_and_leaves_the_store_alone(story: Corpus) -> None:
    plain = view(story, "g")
    joined = view(story, "g", same={"entity:person:ann_m.": "entity:person:ann"})
    assert len(joined.entities) == len(plain.entities) - 1
    ann = joined.entity(EntityId("entity:person:ann_m."))
    assert (ann.entity_id, ann.name, ann.mentions, ann.documents) == ("entity:person:ann", "Ann", 2, 2)
    assert ann.aliases == ("Ann M.",)
    met = next(edge for edge in joined.neighbours([ann.entity_id]) if edge.directed)
    assert (met.target, met.weight, met.documents) == ("entity:person:bob", 2.0, 2)
    assert [e.document_id for e in joined.edge_evidence(met)] == ["four", "one"]
    assert [(e.document_id, e.start) for e in joined.mention_evidence(ann.entity_id)] == [("four", 5), ("one", 0)]
    assert story.audit() == []


def test_an_edge_between_joined_names_is_no_edge(story: Corpus) -> None:
    joined = view(
        story, "g", same={"entity:person:ann_m.": "entity:person:bob", "entity:person:ann": "entity:person:bob"}
    )
    assert all(edge.source != edge.target for edge in joined.edges)
    assert {(e.source, e.target) for e in joined.edges} == {
        ("entity:person:bob", "entity:person:cy"),
        ("entity:person:cy", "entity:person:dan"),
    }


def test_in_a_union_a_name_without_type_joins_its_one_typed_namesake(story: Corpus) -> None:
    put(story, "one", "Ann met Bob.", "r", {"Ann": "UNKNOWN", "Bob": "UNKNOWN"}, [("Ann", "", "Bob")])
    both = view(story, "g", "r")
    assert {e.type for e in both.entities.values()} == {"PERSON"}
    assert both.entity(EntityId("entity:unknown:ann")).mentions == 1
    assert both.entity(EntityId("entity:person:bob")).mentions == 3
    assert [(e.document_id, e.method) for e in both.mention_evidence(EntityId("entity:person:ann"))] == [
        ("one", "g, r")
    ]


def test_a_name_of_two_types_keeps_its_untyped_namesake_apart(story: Corpus) -> None:
    put(story, "place", "Ann is a town.", "g", {"Ann": "GPE"}, [])
    put(story, "one", "Ann met Bob.", "r", {"Ann": "UNKNOWN"}, [])
    both = view(story, "g", "r")
    assert {e.type for e in both.named("ann")} == {"PERSON", "GPE", "UNKNOWN"}


def test_a_part_is_ranked_by_degree_and_says_how_large_the_whole_is(story: Corpus) -> None:
    part = view(story, "g").subgraph(limit=2)
    assert [e.name for e in part.entities] == ["Bob", "Cy"]
    assert (part.total_entities, part.total_edges, len(part.edges)) == (5, 5, 1)
    stated = view(story, "g").subgraph(limit=9, edge_type="RELATES_AS")
    assert {e.predicate for e in stated.edges} == {"met", "knows"}
    near = view(story, "g").subgraph(limit=9, focus=[EntityId("entity:person:dan")])
    assert {e.name for e in near.entities} == {"Dan", "Cy"}


def test_a_path_joins_what_no_single_document_states(story: Corpus) -> None:
    (way, *_) = view(story, "g").paths(EntityId("entity:person:ann"), EntityId("entity:person:dan"))
    assert [(step.start.name, step.edge.predicate, step.end.name) for step in way] == [
        ("Ann", "met", "Bob"),
        ("Bob", "co-occurs with", "Cy"),
        ("Cy", "knows", "Dan"),
    ]
    assert view(story, "g").paths(EntityId("entity:person:ann"), EntityId("entity:person:dan"), max_steps=2) == []
    assert view(story, "g").paths(EntityId("entity:person:ann"), EntityId("entity:person:ann")) == []


def test_unknown_names_and_graphs_are_refused_in_words(story: Corpus) -> None:
    with pytest.raises(UnknownEntity, match="no entity 'entity:person:zoe'"):
        view(story, "g").entity(EntityId("entity:person:zoe"))
    with pytest.raises(UnknownGraph, match="no graph 'nre'"):
        story.graphs(["nre"])


def test_a_view_is_made_anew_only_when_the_corpus_has_changed(story: Corpus) -> None:
    first = story.view()
    assert story.view() is first
    story.delete([DocumentId("one")])
    assert story.view() is not first


def test_the_graph_shown_by_default_is_that_of_a_method_which_has_read_everything(corpus: Corpus) -> None:
    corpus.ingest([text("a", "Ann Miller met Bob Stone in Paris.")], methods=["regex", "ner"])
    assert corpus.graphs()[0].startswith("ner:")
    corpus.ingest([text("b", "Cy Young saw Ann Miller.")], methods=["regex"])
    assert corpus.graphs()[0].startswith("regex:")


def test_names_that_fit_in_one_graph_come_before_what_is_near_in_another(corpus: Corpus) -> None:
    put(corpus, "one", "Smyht spoke.", "a", {"Smyht": "PERSON"}, [])
    put(corpus, "two", "John Smyth and Smith.", "b", {"John Smyth": "PERSON", "Smith": "PERSON"}, [])
    assert [entity.name for entity in view(corpus, "a", "b").search("smyht")] == ["Smyht"]
    assert [entity.name for entity in view(corpus, "b").search("smyht")] == ["John Smyth"]
    assert [entity.name for entity in view(corpus, "a", "b").search("smytt")] == ["Smyht", "John Smyth"]


def test_a_graph_as_it_is_stored_is_not_read_for_few_names(story: Corpus) -> None:
    here = view(story, "g")
    assert here.entity(EntityId("entity:person:ann")).name == "Ann"
    assert [entity.name for entity in here.search("bbo")] == []
    assert len(here.paths(EntityId("entity:person:ann"), EntityId("entity:person:cy"), count=1)) == 1
    assert "entities" not in vars(here) and "edges" not in vars(here)


def test_two_hops_add_up_all_ways_also_through_decisions(story: Corpus) -> None:
    bob = EntityId("entity:person:bob")
    assert [(e.name, score) for e, score in view(story, "g").two_hops(bob)] == [("Dan", 1.0)]
    ann = EntityId("entity:person:ann")
    assert [(e.name, score) for e, score in view(story, "g").two_hops(ann)] == [("Ann M.", 2.0), ("Cy", 1.0)]
    same = {"entity:person:ann_m.": "entity:person:ann"}
    assert [(e.name, score) for e, score in view(story, "g", same=same).two_hops(ann)] == [("Cy", 3.0)]
