"""Every statement of the Neo4j store finds its nodes by an index, and no statement is noted as bad by the server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from neo4j import Driver, GraphDatabase
from neo4j_for_tests import private_store, shared_server

from graphkit.model import Chunk, Document, DocumentId, Extraction, GraphId, Mention, Relation, Scope
from graphkit.store import neo4j_cypher, neo4j_cypher_write, neo4j_indexes
from graphkit.store.base import DocumentRecord

OWN_SCHEMA = {"SHOW_CONSTRAINTS", "SHOW_INDEXES", "AWAIT_INDEX", "COMPONENTS", "ANALYZER", "NODES"}
"""Statements about the server, one that it answers from a count that it keeps, and a name."""
STATEMENTS = {
    name: text
    for module in (neo4j_cypher, neo4j_cypher_write, neo4j_indexes)
    for name, text in vars(module).items()
    if name.isupper() and isinstance(text, str) and name not in OWN_SCHEMA
}
STATEMENTS["COUNT_VECTORS"] = neo4j_indexes.count_vectors(3)
STATEMENTS |= {
    f"MIGRATION_{version}_{number}": text
    for version, texts in neo4j_indexes.MIGRATIONS.items()
    for number, text in enumerate(texts)
}
SCANS = ("AllNodesScan", "NodeByLabelScan", "RelationshipTypeScan", "AllRelationshipsScan")
VALUES: dict[str, object] = {
    "rows": [], "documents": [], "sources": [], "chunks": [], "entities": [], "contributions": [], "graphs": [],
    "names": [], "tokens": [], "corpus": "c", "graph": "g", "after": "g:", "limit": 10, "type": None, "key": "k",
    "word": "w", "document": "d", "source": "s", "target": "t", "entity": "e", "graph_id": "g", "run": "{}",
    "query": "graph:g", "other": "o", "index": "graphkit_chunk_vector_3", "vector": [1.0, 0.0, 0.0],
    "label": "GraphkitVector3",
    "corpus_id": "c", "user_key": "", "embedder": "e", "dimension": 3, "same": True, "version": 1, "name": "n",
    "escapes": [],
}  # fmt: skip


@pytest.fixture(scope="module")
def driver() -> Iterator[Driver]:
    """A driver for a server with enough in it that the planner cannot take a scan for as good as an index."""
    store, scope = private_store(), Scope("plans", GraphId("g"))
    store.ensure_schema()
    store.upsert(scope, [filler(number) for number in range(60)])
    store.inner.close()
    config = shared_server()
    with GraphDatabase.driver(config.uri, auth=(config.user, config.password) if config.password else None) as opened:
        yield opened


def filler(number: int) -> DocumentRecord:
    """A document of three names, which share some with other documents."""
    key, names = DocumentId(f"d{number}"), [f"Name{number}", f"Kind{number % 7}", "Hub"]
    text = " ".join(names)
    starts = [text.index(name) for name in names]
    mentions = tuple(Mention(s, s + len(n), n, "ORG") for s, n in zip(starts, names, strict=True))
    one, two, three = mentions
    relations = (Relation(one, "", two, 0, len(text), directed=False), Relation(two, "owns", three, 0, len(text)))
    return DocumentRecord(
        Document(key, "t", text, str(number)),
        (Chunk(key, 0, 0, len(text)),),
        {GraphId("g"): Extraction(key, "m", mentions, relations)},
    )


def operators(plan: dict[str, object]) -> Iterator[str]:
    """Names of all operators of a plan."""
    yield str(plan["operatorType"]).partition("@")[0]
    children = plan.get("children", [])
    assert isinstance(children, list)
    for child in children:
        yield from operators(child)


def test_there_are_statements() -> None:
    assert len(STATEMENTS) > 60


@pytest.mark.parametrize("name", sorted(STATEMENTS))
def test_a_statement_finds_its_nodes_by_an_index(driver: Driver, name: str) -> None:
    statement = STATEMENTS[name]
    values = {key: value for key, value in VALUES.items() if f"${key}" in statement}
    if "$rows." in statement:
        values["rows"] = {}
    summary = driver.execute_query(f"EXPLAIN {statement}", values, database_="neo4j").summary
    assert summary.plan is not None
    assert not [one for one in operators(summary.plan) if one in SCANS]
    notes = [status.status_description for status in summary.gql_status_objects if status.is_notification]
    assert [note for note in notes if "does not exist" not in note] == []
