"""Dropping whole graphs and corpora from a Neo4j store, in transactions of bounded size."""

from __future__ import annotations

from typing import LiteralString

from graphkit.model import GraphId, Scope
from graphkit.store import neo4j_cypher as reading
from graphkit.store import neo4j_cypher_write as cypher
from graphkit.store.neo4j_connection import Connection
from graphkit.store.neo4j_keys import corpus_key, graph_key
from graphkit.store.neo4j_write import Writer, write

DROPPED_AT_ONCE = 5_000
"""Nodes of one transaction."""


def drop_graph(connection: Connection, scope: Scope, graph: GraphId) -> None:
    """Remove a graph with its run and all contributions to it."""
    key = graph_key(scope, graph)
    _drop_all(connection, scope, cypher.DROP_ENTITIES, graph=key)
    _drop_all(connection, scope, cypher.DROP_CONTRIBUTIONS, graph=key)

    def drop(writer: Writer) -> None:
        node = f"{writer.corpus}:{graph}"
        writer.changed |= bool(writer.rows(cypher.DROP_GRAPH, graph=node)[0]["rows"])

    write(connection, scope, drop)


def drop_corpus(connection: Connection, scope: Scope) -> None:
    """Remove everything in a corpus; its revision goes on, so nothing that was cached looks current."""
    corpus = corpus_key(scope)
    for row in connection.rows(reading.GRAPHS, corpus=corpus):
        drop_graph(connection, scope, GraphId(row["graph_id"]))
    for statement in (cypher.DROP_CHUNKS, cypher.DROP_DOCUMENTS, cypher.DROP_DECISIONS):
        _drop_all(connection, scope, statement, corpus=corpus)


def _drop_all(connection: Connection, scope: Scope, statement: LiteralString, **values: str) -> None:
    """Delete in transactions of bounded size until nothing is left; a broken one is finished by the next call."""

    def drop(writer: Writer) -> int:
        rows: int = writer.rows(statement, limit=DROPPED_AT_ONCE, **values)[0]["rows"]
        writer.changed |= rows > 0
        return rows

    while write(connection, scope, drop) == DROPPED_AT_ONCE:
        pass
