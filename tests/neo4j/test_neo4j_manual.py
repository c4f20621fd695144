"""The blocks of the page on Neo4j that need a server run on a real one."""

from __future__ import annotations

import sys
from pathlib import Path

from films_for_tests import films
from neo4j import GraphDatabase
from neo4j_for_tests import shared_server

sys.path.insert(0, str(Path(__file__).parents[1]))
from docs.page import blocks

from graphkit.model import Chunk, Document, DocumentId, Extraction, GraphId, Mention, Relation, Scope
from graphkit.store.base import DocumentRecord
from graphkit.store.open import open_store

PAGE = Path(__file__).parents[2] / "docs" / "neo4j.md"
SCOPE = Scope("manual", GraphId("by-hand"))
HERE = "tests/neo4j runs it on one"


def test_the_blocks_of_the_page_run() -> None:
    config = shared_server()
    store = open_store(config)
    store.clear(SCOPE.corpus)
    ran = [block for block in blocks(PAGE.read_text("utf-8")) if HERE in block.reason]
    program, foreign = [block for block in ran if block.language == "python"]
    given = {"uri": config.uri, "user": config.user, "password": config.password}
    exec(compile(program.text, str(PAGE), "exec"), dict(given))
    with films(config):
        exec(compile(foreign.text, str(PAGE), "exec"), dict(given))
    text, key = "Ada Lovelace wrote to Charles Babbage.", DocumentId("letter")
    ada, charles = Mention(0, 12, "Ada Lovelace", "PERSON"), Mention(22, 37, "Charles Babbage", "PERSON")
    wrote = Relation(ada, "wrote to", charles, 0, len(text))
    findings = {SCOPE.graph_id: Extraction(key, "by-hand", (ada, charles), (wrote,))}
    letter = Document(key, "A letter", text, source="archive:1")
    store.upsert(SCOPE, [DocumentRecord(letter, (Chunk(key, 0, 0, len(text)),), findings)])
    try:
        auth = (config.user, config.password) if config.password else None
        with GraphDatabase.driver(config.uri, auth=auth) as driver:
            answers = [
                [row.values() for row in driver.execute_query(block.text, database_="neo4j").records]
                for block in ran
                if block.language == "cypher"
            ]
    finally:
        store.clear(SCOPE.corpus)
        store.close()
    strongest, both, whole = answers
    assert strongest == [["Ada Lovelace", "wrote to", "Charles Babbage", 1.0, 1]]
    assert both == [["A letter", "archive:1"]]
    [[node, edge, other]] = whole
    assert (node["node_id"], node["label"]) == ("entity:person:ada_lovelace", "Ada Lovelace")
    assert edge["edge_id"] == "entity:person:ada_lovelace|RELATES_AS|entity:person:charles_babbage|wrote to"
    assert (edge["corpus_id"], edge["graph_id"], edge["edge_type"]) == ("manual", "by-hand", "RELATES_AS")
    assert (edge.type, edge["predicate"], other["label"]) == ("RELATES_AS", "wrote to", "Charles Babbage")
