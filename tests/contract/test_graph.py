"""Promises about entities, edges and evidence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphkit.model import DocumentId, Edge, Entity, EntityId, Evidence, Extraction, GraphId, Mention, Scope, Span
from graphkit.store.base import GraphStore, MentionCount
from graphkit.store.hops import HasConnected, Reached, connected, two_hops
from graphkit.view import View

from .making import ALICE, BOB, G, mention, record, stated

ACME, ALICE_ID, BOB_ID, BOLT = (
    EntityId(f"entity:{key}") for key in ("org:acme", "person:alice", "person:bob", "org:bolt")
)


def co(source: EntityId, target: EntityId, weight: float = 1.0, documents: int = 1) -> Edge:
    return Edge(source, "CO_OCCURS_WITH", "", target, weight, documents)


def test_entities_add_up_over_documents(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [ALICE, BOB])
    assert store.entities(scope) == [
        Entity(ACME, "Acme", "ORG", 2, 2),
        Entity(BOLT, "Bolt", "ORG", 1, 1),
        Entity(ALICE_ID, "Alice", "PERSON", 1, 1),
        Entity(BOB_ID, "Bob", "PERSON", 2, 2),
    ]


def test_edges_add_up_over_documents_and_come_by_key(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [ALICE, BOB])
    assert list(store.edges(scope)) == [
        co(ACME, BOLT),
        co(ACME, ALICE_ID),
        co(ACME, BOB_ID, 2.0, 2),
        co(BOLT, BOB_ID),
        co(ALICE_ID, BOB_ID),
    ]


def test_an_entity_named_by_two_documents_outlives_the_first(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [ALICE, BOB])
    store.delete_documents(scope, [ALICE.document.document_id])
    assert store.entities(scope)[0] == Entity(ACME, "Acme", "ORG", 1, 1)
    assert co(ACME, BOB_ID) in store.edges(scope)
    assert [evidence.document_id for evidence in store.mention_evidence(scope, ACME)] == ["bob"]


def test_the_commonest_spelling_is_the_name_and_the_others_are_aliases(store: GraphStore, scope: Scope) -> None:
    first = record("a", "ACME ACME Acme", "ACME", "ACME", "Acme")
    store.upsert(scope, [first, record("b", "Acme acme", "Acme", "acme")])
    assert store.entities(scope) == [Entity(ACME, "ACME", "ORG", 5, 2, ("Acme", "acme"))]
    store.delete_documents(scope, [first.document.document_id])
    assert store.entities(scope) == [Entity(ACME, "Acme", "ORG", 2, 1, ("acme",))]


def test_line_breaks_inside_a_name_are_blanks(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record("a", "John\n  Smith", "John\n  Smith/PERSON")])
    assert [entity.name for entity in store.entities(scope)] == ["John Smith"]


def test_types_are_compared_without_case(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record("a", "Acme and Bolt and Acme", "Acme/ORG", "Bolt/org", "Acme/Org")])
    assert [entity.entity_id for entity in store.entities(scope, entity_type="oRg")] == [ACME, BOLT]
    assert store.types(scope) == {"ORG": 2}


def test_types_are_counted_most_first(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [ALICE, BOB, record("c", "Paris", "Paris/GPE"), record("d", "Carl", "Carl/PERSON")])
    assert list(store.types(scope).items()) == [("PERSON", 3), ("ORG", 2), ("GPE", 1)]


def test_entities_come_in_pages(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [ALICE, BOB])
    assert [entity.entity_id for entity in store.entities(scope, limit=2)] == [ACME, BOLT]
    assert [entity.entity_id for entity in store.entities(scope, after=BOLT)] == [ALICE_ID, BOB_ID]
    assert [e.entity_id for e in store.entities(scope, entity_type="person", after=ALICE_ID)] == [BOB_ID]


def test_top_entities_come_by_mentions(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [ALICE, BOB])
    assert [entity.entity_id for entity in store.top_entities(scope, limit=3)] == [ACME, BOB_ID, BOLT]
    assert [entity.entity_id for entity in store.top_entities(scope, entity_type="Person")] == [BOB_ID, ALICE_ID]


def test_named_entities_come_in_the_order_asked(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [ALICE])
    assert [e.name for e in store.entities_by_id(scope, [BOB_ID, EntityId("x"), ACME])] == ["Bob", "Acme"]


def test_every_name_is_found_by_its_own_spelling(store: GraphStore, scope: Scope) -> None:
    names = ["C", "C++", "C#", "東京", "Émile Zola", "O'Brien", "  ", "a|b", "a:b", "%25", "ﬁn", "İstanbul", "ß"]
    text = "; ".join(names)
    store.upsert(scope, [record("a", text, graph=None)])
    at, mentions = 0, []
    for name in names:
        mentions.append(Mention(at, at + len(name), name, "THING"))
        at += len(name) + 2
    extraction = Extraction(ALICE.document.document_id, "test", tuple(mentions))
    base = record("alice", text, graph=None)
    store.upsert(scope, [replace(base, extractions={G: extraction})])
    assert [[e.name for e in store.entities_named(scope, [name])] for name in names] == [
        [" ".join(name.split()) or name] for name in names
    ]


def test_undirected_edges_are_one_whichever_name_comes_first(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record("a", "Acme Bolt", "Acme", "Bolt"), record("b", "Bolt Acme", "Bolt", "Acme")])
    assert list(store.edges(scope)) == [co(ACME, BOLT, 2.0, 2)]


def test_directed_edges_keep_direction_predicate_and_negation(store: GraphStore, scope: Scope) -> None:
    text = "Acme sued Bolt"
    acme, bolt = mention(text, "Acme"), mention(text, "Bolt")
    relations = (stated(text, acme, "sued", bolt), stated(text, bolt, "sued", acme, negated=True))
    extraction = Extraction(DocumentId("a"), "test", (acme, bolt), relations)
    store.upsert(scope, [replace(record("a", text), extractions={G: extraction})])
    assert list(store.edges(scope)) == [
        Edge(ACME, "RELATES_AS", "sued", BOLT, 1.0, 1),
        Edge(BOLT, "RELATES_AS", "sued", ACME, 1.0, 1, negated=True),
    ]


def test_a_name_is_never_connected_with_itself(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record("a", "Acme and ACME", "Acme", "ACME")])
    assert list(store.edges(scope)) == []
    assert store.stats(scope).relations == 1


def test_an_end_of_a_relation_that_is_not_listed_counts_as_a_mention(store: GraphStore, scope: Scope) -> None:
    text = "Acme sued Bolt"
    relation = stated(text, mention(text, "Acme"), "sued", mention(text, "Bolt"))
    extraction = Extraction(ALICE.document.document_id, "test", (), (relation,))
    store.upsert(scope, [replace(record("alice", text, graph=None), extractions={G: extraction})])
    assert [(entity.name, entity.mentions) for entity in store.entities(scope)] == [("Acme", 1), ("Bolt", 1)]
    assert store.extraction(scope, extraction.document_id) == extraction


@pytest.mark.parametrize("weight", [0.1, 1 / 3, 1e-9, 0.0, 999_999.123456789])
def test_weights_are_exact_whatever_comes_and_goes(store: GraphStore, scope: Scope, weight: float) -> None:
    batch = [record(f"d{n}", "Acme Bolt", "Acme", "Bolt", weight=weight) for n in range(10)]
    store.upsert(scope, batch)
    for keep in range(9, 0, -1):
        store.delete_documents(scope, [batch[keep].document.document_id])
        store.upsert(scope, batch[keep:])
        store.delete_documents(scope, [one.document.document_id for one in batch[keep:]])
        assert list(store.edges(scope)) == [co(ACME, BOLT, round(keep * round(weight * 10**9)) / 10**9, keep)]


def test_neighbours_are_the_heaviest_edges_in_either_direction(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [ALICE, BOB])
    assert store.neighbours(scope, [ACME], limit=2) == [co(ACME, BOB_ID, 2.0, 2), co(ACME, BOLT)]
    assert store.neighbours(scope, [BOB_ID], limit=1) == [co(ACME, BOB_ID, 2.0, 2)]


def test_neighbours_of_equal_weight_come_by_key(store: GraphStore, scope: Scope) -> None:
    names = ["Zeta", "Acme", "Hub", "Bolt", "Yak"]
    text = " ".join(names)
    hub, acme, yak = (mention(text, name) for name in ("Hub", "Acme", "Yak"))
    both_ways = [
        stated(text, hub, "owns", yak),
        stated(text, yak, "owns", hub, negated=True),
        stated(text, yak, "aids", hub),
        stated(text, hub, "owns", acme),
    ]
    store.upsert(scope, [record("a", text, *names, stated=both_ways), record("b", "Hub Bolt", "Hub", "Bolt")])
    here = EntityId("entity:org:hub")
    expected = sorted(
        (edge for edge in store.edges(scope) if here in (edge.source, edge.target)),
        key=lambda e: (-e.weight, e.source, e.type, e.predicate, e.negated, e.target),
    )
    assert len(expected) == 8
    for limit in range(1, 10):
        assert store.neighbours(scope, [here], limit=limit) == expected[:limit]


def test_neighbours_of_several_come_in_their_order_each_edge_once(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [ALICE])
    assert store.neighbours(scope, [BOB_ID, EntityId("nobody"), ACME, BOB_ID]) == [
        co(ACME, BOB_ID),
        co(ALICE_ID, BOB_ID),
        co(ACME, ALICE_ID),
    ]


def test_neighbours_may_be_of_one_type_of_edge(store: GraphStore, scope: Scope) -> None:
    text = "Acme sued Bolt"
    relation = stated(text, mention(text, "Acme"), "sued", mention(text, "Bolt"))
    store.upsert(scope, [record("a", text, "Acme", "Bolt", stated=[relation])])
    assert [e.type for e in store.neighbours(scope, [ACME], edge_type="RELATES_AS", limit=1)] == ["RELATES_AS"]
    assert [e.type for e in store.neighbours(scope, [ACME], edge_type="CO_OCCURS_WITH", limit=1)] == ["CO_OCCURS_WITH"]
    assert [e.type for e in store.edges(scope, edge_type="RELATES_AS")] == ["RELATES_AS"]


def test_edges_among_have_both_ends_named(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [ALICE, BOB])
    assert store.edges_among(scope, [BOB_ID, ACME, ALICE_ID, ACME]) == [
        co(ACME, ALICE_ID),
        co(ACME, BOB_ID, 2.0, 2),
        co(ALICE_ID, BOB_ID),
    ]


def test_mention_counts_come_by_entity_most_first(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [ALICE, BOB, record("c", "Acme, Acme", "Acme", "Acme")])
    assert store.mention_counts(scope, [ACME, BOLT], limit=2) == [
        MentionCount(ACME, record("c", "").document.document_id, 2),
        MentionCount(ACME, ALICE.document.document_id, 1),
        MentionCount(BOLT, BOB.document.document_id, 1),
    ]


def test_entities_of_a_document_come_most_mentions_first(store: GraphStore, scope: Scope) -> None:
    one = record("c", "Bolt, Acme, Bolt", "Bolt", "Acme", "Bolt")
    store.upsert(scope, [ALICE, one])
    key = one.document.document_id
    assert store.document_entities(scope, key) == [MentionCount(BOLT, key, 2), MentionCount(ACME, key, 1)]


def test_mentions_are_proved_by_document_and_offset(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record("b", "Acme or Acme", "Acme", "Acme"), ALICE])
    key = record("b", "").document.document_id
    expected = [
        Evidence(ALICE.document.document_id, 9, 13, "test", 1.0, (Span(9, 13),)),
        Evidence(key, 0, 4, "test", 1.0, (Span(0, 4),)),
        Evidence(key, 8, 12, "test", 1.0, (Span(8, 12),)),
    ]
    assert store.mention_evidence(scope, ACME) == expected
    assert store.mention_evidence(scope, ACME, limit=2) == expected[:2]


def test_edges_are_proved_with_both_names_marked(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [ALICE, BOB])
    expected = [
        Evidence(ALICE.document.document_id, 0, 22, "test", 1.0, (Span(9, 13), Span(18, 21))),
        Evidence(BOB.document.document_id, 0, 23, "test", 1.0, (Span(0, 3), Span(9, 13))),
    ]
    assert store.edge_evidence(scope, co(ACME, BOB_ID)) == expected
    assert store.edge_evidence(scope, co(BOB_ID, ACME)) == expected
    assert store.edge_evidence(scope, co(ACME, BOB_ID), limit=1) == expected[:1]
    assert store.edge_evidence(scope, Edge(ACME, "RELATES_AS", "", BOB_ID, 1, 1)) == []


def test_a_hub_is_bounded_everywhere(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record(f"d{n:03}", f"Acme Bolt{n:03}", "Acme", f"Bolt{n:03}") for n in range(300)])
    assert len(store.neighbours(scope, [ACME])) == 25
    assert [edge.target for edge in store.neighbours(scope, [ACME], limit=2)] == [
        "entity:org:bolt000",
        "entity:org:bolt001",
    ]
    assert len(store.mention_counts(scope, [ACME], limit=7)) == 7
    assert len(store.mention_evidence(scope, ACME)) == 100


def test_reading_an_unknown_graph_gives_nothing(store: GraphStore) -> None:
    nowhere = Scope("nowhere", GraphId("g"))
    assert store.entities(nowhere) == []
    assert list(store.edges(nowhere)) == []
    assert store.types(nowhere) == {}
    assert store.search_entities(nowhere, "acme") == []
    assert store.search_text(nowhere, "acme") == []
    assert store.revision(nowhere) == 0
    assert store.embedder(nowhere) is None


# -- two hops --------------------------------------------------------------------------------------


def test_two_hops_are_ranked_by_the_products_of_all_ways(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record("a", "Ann met Bob. Bob met Cid. Cid met Dan.")])
    assert two_hops(store, scope, EntityId("entity:org:ann")) == []
    store.upsert(
        scope,
        [
            record("1", "Ann Bob", "Ann", "Bob", weight=2.0),
            record("2", "Ann Cid", "Ann", "Cid"),
            record("3", "Bob Dan", "Bob", "Dan", weight=0.5),
            record("4", "Cid Dan", "Cid", "Dan", weight=3.0),
            record("5", "Bob Cid", "Bob", "Cid"),
            record("6", "Bob Eve", "Bob", "Eve", weight=0.5),
        ],
    )
    reached = [Reached(EntityId(f"entity:org:{name}"), score) for name, score in (("dan", 4.0), ("cid", 2.0))]
    equal = [Reached(EntityId(f"entity:org:{name}"), 1.0) for name in ("bob", "eve")]
    assert two_hops(store, scope, EntityId("entity:org:ann")) == [*reached, *equal]
    assert two_hops(store, scope, EntityId("entity:org:ann"), limit=3) == [*reached, *equal[:1]]
    assert two_hops(store, scope, EntityId("entity:org:nobody")) == []


# -- ways ------------------------------------------------------------------------------------------


def walked(store: GraphStore, scope: Scope, start: str, end: str, **wanted: int) -> list[list[str]]:
    ways = View(store, [scope]).paths(EntityId(f"entity:org:{start}"), EntityId(f"entity:org:{end}"), **wanted)
    return [[way[0].start.name, *(step.end.name for step in way)] for way in ways]


def test_ways_come_by_steps_and_then_by_weight_on_every_store(store: GraphStore, scope: Scope) -> None:
    pairs = [("Ann", "Bob", 1), ("Bob", "Cid", 1), ("Ann", "Dan", 3), ("Dan", "Cid", 3), ("Cid", "Eve", 1)]
    far = [("Eve", "Fay", 1), ("Gil", "Hal", 1)]
    store.upsert(scope, [record(f"{a} {b}", f"{a} {b}", a, b, weight=float(w)) for a, b, w in [*pairs, *far]])
    assert walked(store, scope, "ann", "bob", count=1) == [["Ann", "Bob"]]
    assert walked(store, scope, "ann", "bob") == [["Ann", "Bob"], ["Ann", "Dan", "Cid", "Bob"]]
    assert walked(store, scope, "ann", "cid", count=1) == [["Ann", "Dan", "Cid"]]
    assert walked(store, scope, "cid", "ann", count=2) == [["Cid", "Dan", "Ann"], ["Cid", "Bob", "Ann"]]
    assert walked(store, scope, "ann", "eve", count=1) == [["Ann", "Dan", "Cid", "Eve"]]
    assert walked(store, scope, "ann", "cid", max_steps=1) == []
    assert walked(store, scope, "ann", "fay", max_steps=3) == walked(store, scope, "ann", "gil") == []
    assert len(walked(store, scope, "ann", "fay")) == 2


def test_a_store_that_knows_says_whether_a_way_is_there(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [record("1", "Ann Bob", "Ann", "Bob"), record("2", "Bob Cid", "Bob", "Cid")])
    ann, cid = EntityId("entity:org:ann"), EntityId("entity:org:cid")
    assert connected(store, scope, ann, cid, max_steps=2)
    assert connected(store, scope, ann, ann, max_steps=1)
    knows = isinstance(store, HasConnected)
    assert connected(store, scope, ann, cid, max_steps=1) is not knows
    assert connected(store, scope, ann, EntityId("entity:org:nobody"), max_steps=4) is not knows
