"""What the Neo4j store keeps on the server beside its nodes: constraints, indexes, the version of both."""

from __future__ import annotations

from typing import LiteralString

Cypher = LiteralString

KINDS = ("Corpus", "Graph", "Document", "Chunk", "Contribution", "Entity", "Decision", "Meta")
"""Kinds of nodes; each has the label of its name with ``Graphkit`` before it, and a key in ``uid``."""
CONSTRAINTS: dict[str, tuple[str, Cypher]] = {
    f"graphkit_{kind.lower()}_uid": (
        f"Graphkit{kind}",
        f"CREATE CONSTRAINT graphkit_{kind.lower()}_uid IF NOT EXISTS FOR (n:Graphkit{kind}) REQUIRE n.uid IS UNIQUE",
    )
    for kind in KINDS
}
"""Name of each uniqueness constraint on ``uid``, its label, and the statement that makes it."""
INDEXES: dict[str, tuple[str, tuple[str, ...], Cypher]] = {
    "graphkit_document_source": (
        "GraphkitDocument",
        ("source_uid",),
        "CREATE INDEX graphkit_document_source IF NOT EXISTS FOR (n:GraphkitDocument) ON (n.source_uid)",
    ),
    "graphkit_entity_type": (
        "GraphkitEntity",
        ("graph", "type_key", "uid"),
        "CREATE INDEX graphkit_entity_type IF NOT EXISTS FOR (n:GraphkitEntity) ON (n.graph, n.type_key, n.uid)",
    ),
    "graphkit_entity_name": (
        "GraphkitEntity",
        ("graph", "name_key"),
        "CREATE INDEX graphkit_entity_name IF NOT EXISTS FOR (n:GraphkitEntity) ON (n.graph, n.name_key)",
    ),
    "graphkit_entity_search": (
        "GraphkitEntity",
        ("graph", "search_key"),
        "CREATE INDEX graphkit_entity_search IF NOT EXISTS FOR (n:GraphkitEntity) ON (n.graph, n.search_key)",
    ),
    "graphkit_entity_part": (
        "GraphkitEntity",
        ("search_key",),
        "CREATE TEXT INDEX graphkit_entity_part IF NOT EXISTS FOR (n:GraphkitEntity) ON (n.search_key)",
    ),
    "graphkit_entity_words": (
        "GraphkitEntity",
        ("graph", "search_key"),
        "CREATE FULLTEXT INDEX graphkit_entity_words IF NOT EXISTS FOR (n:GraphkitEntity) "
        "ON EACH [n.graph, n.search_key] OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-no-stop-words'}}",
    ),
    "graphkit_chunk_words": (
        "GraphkitChunk",
        ("tokens",),
        "CREATE FULLTEXT INDEX graphkit_chunk_words IF NOT EXISTS FOR (n:GraphkitChunk) ON EACH [n.tokens] "
        "OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace'}}",
    ),
}
"""Name of each index, its label, its properties, and the statement that makes it."""
INDEX_KINDS = {
    "graphkit_entity_part": "TEXT",
    "graphkit_entity_words": "FULLTEXT",
    "graphkit_chunk_words": "FULLTEXT",
}
"""Kinds of those that are no range index."""
ANALYZERS = {"graphkit_entity_words": "standard-no-stop-words", "graphkit_chunk_words": "whitespace"}
"""How the full-text indexes cut: names into words; tokens at blanks only, since Python has cut the texts already."""

SHOW_CONSTRAINTS: Cypher = "SHOW CONSTRAINTS YIELD name, labelsOrTypes, properties, type RETURN *"
SHOW_INDEXES: Cypher = "SHOW INDEXES YIELD name, labelsOrTypes, properties, type, options RETURN *"
AWAIT_INDEX: Cypher = "CALL db.awaitIndex($name, 300)"
COMPONENTS: Cypher = "CALL dbms.components() YIELD name, versions, edition RETURN name, versions, edition"
NODES: Cypher = "MATCH (n) RETURN count(n) AS nodes"
"""All nodes of the database, foreign ones too; the server keeps this count and looks at none of them."""
MIGRATIONS: dict[int, Cypher] = {
    1: """
        MATCH (a:GraphkitEntity)-[c:CO_OCCURS_WITH|RELATES_AS]->(b:GraphkitEntity)
        WHERE a.uid > '' AND c.edge_id IS NULL WITH a, c, b LIMIT $limit
        SET c.edge_type = type(c), c.corpus_id = a.corpus_id, c.graph_id = a.graph_id,
            c.edge_id = a.entity_id + '|' + type(c) + '|' + b.entity_id
                + CASE WHEN c.predicate = '' AND NOT c.negated THEN '' ELSE '|' END
                + CASE WHEN c.negated THEN 'not ' ELSE '' END
                + replace(replace(replace(c.predicate, '%', '%25'), '|', '%7c'), ':', '%3a')
        RETURN count(c) AS rows
    """,
}
"""What brings a store of each version to the next one, run in transactions of bounded size until no row is left."""
VERSION: Cypher = "MATCH (m:GraphkitMeta {uid: 'schema'}) RETURN m.version AS version"
SET_VERSION: Cypher = "MERGE (m:GraphkitMeta {uid: 'schema'}) SET m.version = $version"
