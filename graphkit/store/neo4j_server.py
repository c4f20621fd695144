"""Looking at a Neo4j server before it is used as a store; nothing is written."""

from __future__ import annotations

from dataclasses import dataclass

from graphkit.config import GraphConfig
from graphkit.store import neo4j_cypher as cypher
from graphkit.store import neo4j_indexes as indexes
from graphkit.store.neo4j_connection import Connection
from graphkit.store.neo4j_schema import check_server
from graphkit.store.open import neo4j_config


@dataclass(frozen=True, slots=True)
class ServerFacts:
    """A server that lets us in. ``schema`` is the version of graphkit's part of it, None where it has none yet."""

    version: str
    edition: str
    schema: int | None
    corpora: int
    nodes: int


def look(config: GraphConfig) -> ServerFacts:
    """What answers at the address. Raises what ``open_store`` would raise, but makes nothing there."""
    connection = Connection(neo4j_config(config))
    try:
        version, edition = check_server(connection)
        schema = connection.row(indexes.VERSION)
        corpora = len(connection.rows(cypher.CORPORA)) if schema else 0
        (nodes,) = connection.rows(indexes.NODES)
        return ServerFacts(version, edition, schema["version"] if schema else None, corpora, nodes["nodes"])
    finally:
        connection.close()
