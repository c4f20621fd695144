"""A graph in Neo4j that is not graphkit's is browsed and never written."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from films_for_tests import HOSTILE, LABELS, STUDIO, TYPES, everything, films
from neo4j import Driver
from neo4j_for_tests import private_store, shared_server

from graphkit.config import GraphConfig
from graphkit.errors import BadRequest, StoreBusy, StoreReadOnly, UnknownEntity
from graphkit.store import foreign, foreign_cypher
from graphkit.store.foreign import ForeignChoice, ForeignGraph, ForeignNode, Kind

CHOICE = ForeignChoice(("Movie", "Actor", STUDIO, "L\\u0060x"), ("title", "name"), (), "scenes")
SCANS = (
    "AllNodesScan",
    "NodeByLabelScan",
    "UnionNodeByLabelsScan",
    "AllRelationshipsScan",
    "DirectedRelationshipTypeScan",
)


@pytest.fixture(scope="module")
def driver() -> Iterator[Driver]:
    store = private_store()
    store.ensure_schema()  # so that there is something of graphkit's, which is not shown
    store.inner.close()
    with films(shared_server()) as opened:
        yield opened


@pytest.fixture
def graph(driver: Driver) -> Iterator[ForeignGraph]:
    """The films as they are browsed; afterwards every node, property and relationship is as it was."""
    before = everything(driver)
    counts = "MATCH (n) OPTIONAL MATCH (n)-[r]->() RETURN count(DISTINCT n) AS nodes, count(r) AS edges"
    whole = driver.execute_query(counts, database_="neo4j").records
    opened = ForeignGraph(shared_server())
    yield opened
    opened.close()
    assert everything(driver) == before
    assert driver.execute_query(counts, database_="neo4j").records == whole


def by_name(graph: ForeignGraph, name: str) -> ForeignNode:
    found = graph.search(CHOICE, name)
    return next(node for node in found.nodes if node.name == name)


def test_labels_and_types_are_counted_without_those_of_graphkit(graph: ForeignGraph) -> None:
    found = graph.catalogue()
    assert {kind for kind in found.labels if kind.name in LABELS} == {
        Kind("Movie", 5), Kind("Actor", 4), Kind(STUDIO, 1), Kind("L\\u0060x", 1), Kind("Heirloom", 1),
    }  # fmt: skip
    assert {kind for kind in found.types if kind.name in TYPES} == {
        Kind("PLAYED_IN", 4), Kind("LIKES", 4), Kind("SHOT AT `N`", 1),
    }  # fmt: skip
    assert not [kind for kind in found.labels if kind.name.startswith("Graphkit")]


def test_relationships_of_graphkit_are_not_counted_under_a_name_that_others_use_too(driver: Driver) -> None:
    def counted() -> dict[str, int]:
        return {kind.name: kind.count for kind in opened.catalogue().types}

    opened = ForeignGraph(shared_server())
    before = counted()
    ours = (
        "(:GraphkitDocument {t: 1})-[:MENTIONS]->(:GraphkitEntity {t: 1})-[:CO_OCCURS_WITH]->(:GraphkitEntity {t: 1})"
    )
    driver.execute_query(f"CREATE {ours}, (:Movie {{t: 1}})-[:MENTIONS]->(:Movie {{t: 1}})", database_="neo4j")
    try:
        assert counted() == {**before, "MENTIONS": before.get("MENTIONS", 0) + 1}
    finally:
        driver.execute_query("MATCH (n {t: 1}) DETACH DELETE n", database_="neo4j")
        opened.close()


def test_properties_that_name_and_weigh_are_suggested(graph: ForeignGraph) -> None:
    found = graph.properties(["Movie", "Actor"], TYPES)
    assert found.suggested == ("title", "name")
    assert found.names[:2] == ("name", "title")
    assert found.weights == ("scenes",)
    assert ("Actor", "name") in found.indexed
    assert ("Movie", "title") not in found.indexed


def test_the_beginning_is_the_best_connected_with_what_is_between_them(graph: ForeignGraph) -> None:
    part = graph.start(CHOICE, limit=3)
    assert [(node.name, node.degree) for node in part.nodes[:2]] == [("Greta Brenner", 5), ("Olga Cordova", 3)]
    names = {node.id: node.name for node in part.nodes}
    loops = [edge for edge in part.edges if edge.source == edge.target]
    assert [(edge.type, names[edge.source]) for edge in loops] == [("LIKES", "Greta Brenner")]
    assert part.edges[0].weight == max(edge.weight for edge in part.edges)


def test_odd_names_are_shown_as_well_as_can_be(graph: ForeignGraph) -> None:
    part = graph.start(CHOICE, limit=100)
    assert len(part.nodes) == 11
    assert len(part.edges) == 9
    names = {node.name for node in part.nodes}
    assert {"Two, Names", "1984", HOSTILE, "Odd", "Stage"} < names
    assert [name for name in names if name.startswith("Movie ")]
    both = next(node for node in part.nodes if node.name == "Winter Engine")
    assert (both.label, set(both.labels)) == ("Movie", {"Movie", "Heirloom"})
    other = ForeignChoice(("Heirloom", "Movie"), ("title",))
    assert {node.label for node in graph.start(other, limit=100).nodes if node.name == "Winter Engine"} == {"Heirloom"}


def test_weights_that_are_no_numbers_count_nothing(graph: ForeignGraph) -> None:
    weights = sorted(edge.weight for edge in graph.start(CHOICE, limit=100).edges if edge.type == "PLAYED_IN")
    assert weights == [0.0, 0.0, 3.0, 40.0]


def test_chosen_types_are_the_only_ones_drawn_and_counted(graph: ForeignGraph) -> None:
    only = ForeignChoice(("Movie", "Actor", STUDIO), ("title", "name"), ("SHOT AT `N`",))
    part = graph.start(only, limit=2)
    assert {(node.name, node.degree) for node in part.nodes} == {("The Silent Harbour", 1), ("Stage", 1)}
    assert [edge.type for edge in part.edges] == ["SHOT AT `N`"]


@pytest.mark.parametrize(
    ("words", "finds"),
    [
        ("greta", ["Greta Brenner"]),
        ("  GRETA   brenner ", ["Greta Brenner"]),
        ("engine", ["Winter Engine"]),
        ("names", ["Two, Names"]),
        ("1984", ["1984"]),
        (HOSTILE, [HOSTILE]),
        ("`x`", [HOSTILE]),
        ("no such name", []),
        ("' OR 1=1 //", []),
        (".*", []),
        ("", []),
    ],
)
def test_names_are_found(graph: ForeignGraph, words: str, finds: list[str]) -> None:
    found = graph.search(CHOICE, words)
    assert ([node.name for node in found.nodes], found.complete) == (finds, True)


def test_without_a_property_for_names_nothing_is_searched(graph: ForeignGraph) -> None:
    assert graph.search(ForeignChoice(("Actor",)), "greta").nodes == ()
    assert all(node.name.startswith("Actor ") for node in graph.start(ForeignChoice(("Actor",)), limit=9).nodes)


def test_a_search_over_its_time_shows_what_the_index_found(
    graph: ForeignGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_long(*_given: object) -> str:
        raise StoreBusy("took too long")

    monkeypatch.setattr(foreign_cypher, "found_by_scan", too_long)
    found = graph.search(CHOICE, "greta")
    assert ([node.name for node in found.nodes], found.complete) == (["Greta Brenner"], False)


def test_a_neighbourhood_holds_the_strongest_first(graph: ForeignGraph) -> None:
    greta = by_name(graph, "Greta Brenner")
    part = graph.neighbourhood(CHOICE, [greta.id], limit=1)
    assert [node.name for node in part.nodes] == ["Greta Brenner", "Winter Engine"]
    near = graph.neighbours(CHOICE, greta.id, limit=2)
    assert [(edge.type, edge.weight, node.name) for edge, node in near] == [
        ("PLAYED_IN", 40.0, "Winter Engine"),
        ("PLAYED_IN", 3.0, "The Silent Harbour"),
    ]


def test_properties_of_nodes_and_relationships_are_told_in_words(graph: ForeignGraph) -> None:
    silent, greta = by_name(graph, "The Silent Harbour"), by_name(graph, "Greta Brenner")
    assert graph.node_properties(silent.id) == {
        "premiere": "1971-05-01",
        "tags": ["sea", "drama"],
        "title": "The Silent Harbour",
        "year": 1971,
    }
    winter = by_name(graph, "Winter Engine")
    assert "2.5" in str(graph.node_properties(winter.id)["place"])
    edge = next(edge for edge, node in graph.neighbours(CHOICE, greta.id) if node.id == silent.id)
    assert graph.edge_properties(edge.id) == {"roles": ["Captain"], "scenes": 3}


def test_a_way_goes_through_chosen_labels_and_types_only(graph: ForeignGraph) -> None:
    olga, stage = by_name(graph, "Olga Cordova"), by_name(graph, "Stage")
    way = graph.path(CHOICE, olga.id, stage.id)
    assert way is not None
    assert [node.name for node in way.nodes] == ["Olga Cordova", "Greta Brenner", "The Silent Harbour", "Stage"]
    assert [edge.type for edge in way.edges] == ["LIKES", "PLAYED_IN", "SHOT AT `N`"]
    assert graph.path(ForeignChoice(("Actor", STUDIO), ("name",)), olga.id, stage.id) is None
    assert graph.path(ForeignChoice(CHOICE.labels, ("name",), ("LIKES",)), olga.id, stage.id) is None
    alone = by_name(graph, "Alone")
    assert graph.path(CHOICE, alone.id, stage.id) is None
    same = graph.path(CHOICE, alone.id, alone.id)
    assert same is not None
    assert ([node.name for node in same.nodes], same.edges) == (["Alone"], ())


@pytest.mark.parametrize("gone", ["", "junk", "4:x:0", "4:00000000-0000-0000-0000-000000000000:999999", "💥`'\""])
def test_ids_that_are_gone_or_were_never_there_are_told(graph: ForeignGraph, gone: str) -> None:
    assert graph.part(CHOICE, [gone]).nodes == ()
    assert graph.neighbourhood(CHOICE, [gone], limit=5).nodes == ()
    assert graph.neighbours(CHOICE, gone) == []
    assert graph.path(CHOICE, gone, by_name(graph, "Stage").id) is None
    with pytest.raises(UnknownEntity, match="may have been deleted"):
        graph.node_properties(gone)
    with pytest.raises(UnknownEntity, match="relationship"):
        graph.edge_properties(gone)


def test_labels_and_names_that_do_not_exist_find_nothing(graph: ForeignGraph) -> None:
    nobody = ForeignChoice(
        ("`) RETURN 1 //", "\\u0060) DETACH DELETE n //"), ("no`pe", "\\u0060"), ("x`]-() //",), "w`"
    )
    assert graph.start(nobody, limit=10).nodes == ()
    assert graph.search(nobody, "x").nodes == ()
    assert graph.properties(nobody.labels, nobody.types).names == ()


@pytest.mark.parametrize("labels", [(), ("",), ("a\0b",)])
def test_a_choice_of_nothing_is_refused(labels: tuple[str, ...]) -> None:
    with pytest.raises(BadRequest):
        ForeignChoice(labels)


def test_a_write_is_refused_by_the_server(graph: ForeignGraph) -> None:
    for write in ("CREATE (:Movie)", "MATCH (n:Movie) SET n.x = 1", "MATCH (n:Movie) DETACH DELETE n"):
        with pytest.raises(StoreReadOnly):
            graph._connection.rows(write)


def test_a_question_over_its_time_is_given_up(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    given = shared_server()
    quick = ForeignGraph(GraphConfig(uri=given.uri, user=given.user, password=given.password, timeout_s=0.5))
    slow = "UNWIND range(1, 1000000000) AS n WITH n WHERE n % 7 = 8 RETURN count(n) AS id"
    monkeypatch.setattr(foreign_cypher, "best_connected", lambda *_given: slow)
    with pytest.raises(StoreBusy, match="took too long"):
        quick.start(CHOICE, limit=1)
    quick.close()


def statements() -> dict[str, str]:
    """Every statement, made for odd names."""
    labels, names, types, weight = CHOICE.labels, CHOICE.names, TYPES, "we`ight"
    return {
        "LABELS": foreign_cypher.LABELS,
        "TYPES": foreign_cypher.TYPES,
        "NODE": foreign_cypher.NODE,
        "EDGE": foreign_cypher.EDGE,
        "label_counts": foreign_cypher.label_counts(labels),
        "type_counts": foreign_cypher.type_counts(types),
        "label_keys": foreign_cypher.label_keys(labels[2]),
        "type_keys": foreign_cypher.type_keys(types[1]),
        "best_connected": foreign_cypher.best_connected(labels, names, types),
        "by_ids": foreign_cypher.by_ids(names, types),
        "around": foreign_cypher.around(labels, names, types, weight),
        "among": foreign_cypher.among(types, weight),
        "neighbours": foreign_cypher.neighbours(labels, names, types, weight),
        "found_by_index": foreign_cypher.found_by_index("Actor", "name", names, types),
        "found_by_scan": foreign_cypher.found_by_scan(labels, names, types),
        "shortest_path": foreign_cypher.shortest_path(labels, types),
        "edges_by_ids": foreign_cypher.edges_by_ids(weight),
    }


BOUNDED_SCANS = {"label_keys", "type_keys", "best_connected", "found_by_scan"}
"""These look at one after the other: three of them at the first ones only, the search until its time is over."""


@pytest.mark.parametrize("name", sorted(statements()))
def test_a_statement_reads_and_scans_only_where_it_is_bounded(driver: Driver, name: str) -> None:
    statement = statements()[name]
    values = {key: ["x"] for key in ("ids", "forms")} | dict.fromkeys(("looked", "limit", "each"), 5)
    values |= dict.fromkeys(("id", "start", "end", "words"), "x")
    head, text = ("CYPHER 5 ", statement.removeprefix(foreign_cypher.LANGUAGE))
    given = {key: value for key, value in values.items() if f"${key}" in text}
    summary = driver.execute_query(f"{head}EXPLAIN {text}", given, database_="neo4j").summary
    assert summary.query_type == "r"
    assert summary.plan is not None
    scans = [one for one in operators(summary.plan) if one in SCANS]
    assert bool(scans) == (name in BOUNDED_SCANS), scans
    assert "LIMIT" in text or name in {
        "NODE",
        "EDGE",
        "label_counts",
        "type_counts",
        "by_ids",
        "edges_by_ids",
        "shortest_path",
    }


def operators(plan: dict[str, object]) -> Iterator[str]:
    """Names of all operators of a plan."""
    yield str(plan["operatorType"]).partition("@")[0]
    children = plan.get("children", [])
    assert isinstance(children, list)
    for child in children:
        yield from operators(child)


def test_what_is_read_is_bounded() -> None:
    assert (foreign.LOOKED, foreign.FOUND, foreign.MOST_KINDS, foreign.SAMPLED) == (20_000, 50, 500, 200)
