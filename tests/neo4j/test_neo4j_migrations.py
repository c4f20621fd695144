"""A store of an older version is brought up when it is opened."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from neo4j import Driver, GraphDatabase
from neo4j_for_tests import shared_server

from graphkit.ids import edge_id
from graphkit.model import Chunk, Document, DocumentId, Extraction, GraphId, Mention, Relation, Scope
from graphkit.store import neo4j_schema
from graphkit.store.base import DocumentRecord
from graphkit.store.neo4j_keys import corpus_key
from graphkit.store.open import open_store

SCOPE = Scope("older", GraphId("g"))
PROPERTIES = "MATCH (a)-[c {corpus_id: 'older'}]->() RETURN properties(c) AS of ORDER BY c.edge_id"


@pytest.fixture
def driver() -> Iterator[Driver]:
    config = shared_server()
    with GraphDatabase.driver(config.uri, auth=(config.user, config.password) if config.password else None) as opened:
        yield opened


def test_edges_of_version_1_get_their_ids(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    text, key = "Acme owns Bolt.", DocumentId("d")
    acme, bolt = Mention(0, 4, "Acme", "ORG"), Mention(10, 14, "Bolt", "ORG")
    relations = (
        Relation(acme, "", bolt, 0, len(text), directed=False),
        Relation(acme, '100% of: a|b "c"\\', bolt, 0, len(text)),
        Relation(acme, "owns", bolt, 0, len(text), negated=True),
        Relation(bolt, "", acme, 0, len(text), negated=True),
    )
    store = open_store(shared_server())
    findings = {SCOPE.graph_id: Extraction(key, "m", (acme, bolt), relations)}
    store.upsert(SCOPE, [DocumentRecord(Document(key, "t", text, "s"), (Chunk(key, 0, 0, len(text)),), findings)])
    edges = list(store.edges(SCOPE))
    store.close()
    fresh = [row["of"] for row in driver.execute_query(PROPERTIES, database_="neo4j").records]
    driver.execute_query(
        "MATCH (a:GraphkitEntity {corpus_id: 'older'})-[c]->(b:GraphkitEntity) "
        "REMOVE c.edge_id, c.edge_type, c.corpus_id, c.graph_id, c.extraction_snapshot_id, c.properties_json"
    )
    driver.execute_query("MATCH (m:GraphkitMeta {uid: 'schema'}) SET m.version = 1")
    monkeypatch.setattr(neo4j_schema, "MIGRATED_AT_ONCE", 3)
    again = open_store(shared_server())
    migrated = [row["of"] for row in driver.execute_query(PROPERTIES, database_="neo4j").records]
    version = driver.execute_query("MATCH (m:GraphkitMeta) RETURN m.version AS version").records[0]["version"]
    problems = again.audit(SCOPE)
    again.clear(SCOPE.corpus)
    again.close()
    assert migrated == fresh
    assert [one["edge_id"] for one in migrated] == sorted(
        edge_id(one.source, one.type, one.target, one.predicate, negated=one.negated) for one in edges
    )
    assert [json.loads(one["properties_json"]) for one in migrated] == [
        {"predicate": one["predicate"], "negated": one["negated"]} if one["predicate"] or one["negated"] else {}
        for one in migrated
    ]
    assert {one["extraction_snapshot_id"] for one in migrated} == {f"pipeline:{corpus_key(SCOPE)[:16]}"}
    assert (version, problems) == (neo4j_schema.SCHEMA_VERSION, [])


NODES = """
    MATCH (n {corpus_id: 'older'}) WHERE n:GraphkitDocument OR n:GraphkitEntity OR n:GraphkitContribution
    RETURN properties(n) AS of ORDER BY n.uid
"""


def test_nodes_of_version_2_get_their_items_and_properties(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = ["ORG", 'a "b" \\ c', "tab\tline\nbell\x07", "東京"]
    text = " ".join(f"Name{number}" for number in range(len(kinds)))
    mentions = tuple(Mention(6 * n, 6 * n + 5, f"Name{n}", kind) for n, kind in enumerate(kinds))
    store = open_store(shared_server())
    records = [
        DocumentRecord(
            Document(DocumentId(key), f"Title of {key}", text, key),
            (Chunk(DocumentId(key), 0, 0, len(text)),),
            {GraphId(graph): Extraction(DocumentId(key), "m", mentions) for graph in ("g", "h")},
        )
        for key in ("d-1", "d/2", "d'3")
    ]
    store.upsert(SCOPE, records)
    store.close()
    fresh = [row["of"] for row in driver.execute_query(NODES, database_="neo4j").records]
    driver.execute_query(
        "MATCH (n:GraphkitEntity {corpus_id: 'older'}) REMOVE n.properties_json, n.extraction_snapshot_id"
    )
    driver.execute_query(
        "MATCH (n:GraphkitDocument {corpus_id: 'older'}) REMOVE n.node_type, n.node_id, n.item_id, n.label, "
        "n.extraction_snapshot_id"
    )
    driver.execute_query(
        "MATCH (n:GraphkitContribution {corpus_id: 'older'}) REMOVE n.item_id, n.corpus_id, n.extraction_snapshot_id"
    )
    driver.execute_query("MATCH (m:GraphkitMeta {uid: 'schema'}) SET m.version = 2")
    monkeypatch.setattr(neo4j_schema, "MIGRATED_AT_ONCE", 2)
    again = open_store(shared_server())
    migrated = [row["of"] for row in driver.execute_query(NODES, database_="neo4j").records]
    problems = again.audit(SCOPE)
    again.clear(SCOPE.corpus)
    again.close()
    assert migrated == fresh
    assert len(fresh) == 3 + 6 + 8
    assert {node["extraction_snapshot_id"] for node in fresh} == {f"pipeline:{corpus_key(SCOPE)[:16]}"}
    told = {json.loads(node["properties_json"])["entity_type"] for node in fresh if node.get("node_type") == "entity"}
    assert told == set(kinds)
    assert {node["item_id"] for node in fresh if "item_id" in node} == {"d-1", "d/2", "d'3"}
    assert problems == []
