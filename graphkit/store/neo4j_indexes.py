"""What the Neo4j store keeps on the server beside its nodes: constraints, indexes, the version of both."""

from __future__ import annotations

import json
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


def vector_label(dimension: int) -> str:
    """Label of chunks whose vectors of that dimension are in the server's index."""
    return f"GraphkitVector{dimension}"


def vector_index(dimension: int, *, filtered: bool) -> str:
    """Name of the index of vectors of a dimension; ``filtered``: it knows the corpus of each."""
    return f"graphkit_chunk_vector_{dimension}{'_by_corpus' if filtered else ''}"


def create_vector_index(dimension: int, *, filtered: bool) -> Cypher:
    """The statement that makes an index of vectors; names cannot be parameters, so the number is inserted."""
    name, label = vector_index(dimension, filtered=filtered), vector_label(dimension)
    version, filters = ("CYPHER 25 ", "WITH [c.corpus] ") if filtered else ("", "")
    return (
        f"{version}CREATE VECTOR INDEX {name} IF NOT EXISTS FOR (c:{label}) ON (c.embedding) {filters}"
        f"OPTIONS {{indexConfig: {{`vector.dimensions`: {dimension}, `vector.similarity_function`: 'cosine'}}}}"
    )


def search_filtered(dimension: int) -> Cypher:
    """The question to an index that knows the corpus of each vector; servers of 2026 and later understand it."""
    return (
        f"CYPHER 25 MATCH (c:{vector_label(dimension)}) SEARCH c IN (VECTOR INDEX "
        f"{vector_index(dimension, filtered=True)} FOR $vector WHERE c.corpus = $corpus LIMIT $limit) "
        "WITH c WHERE c.vector IS NOT NULL "
        "RETURN c.document_id AS document, c.position AS position, c.vector AS vector"
    )


def count_vectors(dimension: int) -> Cypher:
    """How many vectors an index holds, from a count that the server keeps."""
    return f"MATCH (c:{vector_label(dimension)}) RETURN count(c) AS vectors"


SHOW_CONSTRAINTS: Cypher = "SHOW CONSTRAINTS YIELD name, labelsOrTypes, properties, type RETURN *"
SHOW_INDEXES: Cypher = "SHOW INDEXES YIELD name, labelsOrTypes, properties, type, options RETURN *"
AWAIT_INDEX: Cypher = "CALL db.awaitIndex($name, 300)"
COMPONENTS: Cypher = "CALL dbms.components() YIELD name, versions, edition RETURN name, versions, edition"
NODES: Cypher = "MATCH (n) RETURN count(n) AS nodes"
"""All nodes of the database, foreign ones too; the server keeps this count and looks at none of them."""
JSON_ESCAPES = [("\\", "\\\\"), ('"', '\\"'), *((chr(code), json.dumps(chr(code))[1:-1]) for code in range(32))]
"""How characters are written in a text of JSON; in this order, since the first one stands in all others."""
MIGRATIONS: dict[int, tuple[Cypher, ...]] = {
    1: (
        """
        MATCH (a:GraphkitEntity)-[c:CO_OCCURS_WITH|RELATES_AS]->(b:GraphkitEntity)
        WHERE a.uid > '' AND c.edge_id IS NULL WITH a, c, b LIMIT $limit
        SET c.edge_type = type(c), c.corpus_id = a.corpus_id, c.graph_id = a.graph_id,
            c.edge_id = a.entity_id + '|' + type(c) + '|' + b.entity_id
                + CASE WHEN c.predicate = '' AND NOT c.negated THEN '' ELSE '|' END
                + CASE WHEN c.negated THEN 'not ' ELSE '' END
                + replace(replace(replace(c.predicate, '%', '%25'), '|', '%7c'), ':', '%3a')
        RETURN count(c) AS rows
        """,
    ),
    2: (
        """
        MATCH (d:GraphkitDocument) WHERE d.uid > '' AND d.item_id IS NULL WITH d LIMIT $limit
        SET d.node_type = 'document', d.node_id = d.document_id, d.item_id = d.document_id, d.label = d.title,
            d.extraction_snapshot_id = 'pipeline:' + left(d.uid, 16)
        RETURN count(d) AS rows
        """,
        """
        MATCH (d:GraphkitDocument)-[:GRAPHKIT_CONTRIBUTES]->(k:GraphkitContribution)
        WHERE d.uid > '' AND k.item_id IS NULL WITH d, k LIMIT $limit
        SET k.item_id = k.document_id, k.corpus_id = d.corpus_id, k.extraction_snapshot_id = d.extraction_snapshot_id
        RETURN count(k) AS rows
        """,
        """
        MATCH (e:GraphkitEntity) WHERE e.uid > '' AND e.properties_json IS NULL WITH e LIMIT $limit
        SET e.properties_json = '{"entity_type": "' + reduce(t = e.type, x IN $escapes | replace(t, x[0], x[1])) + '"}',
            e.extraction_snapshot_id =
                COLLECT { MATCH (d:GraphkitDocument)-[:MENTIONS]->(e) RETURN d.extraction_snapshot_id LIMIT 1 }[0]
        RETURN count(e) AS rows
        """,
        """
        MATCH (a:GraphkitEntity)-[c:CO_OCCURS_WITH|RELATES_AS]->(b:GraphkitEntity)
        WHERE a.uid > '' AND c.properties_json IS NULL WITH a, c LIMIT $limit
        SET c.extraction_snapshot_id = a.extraction_snapshot_id,
            c.properties_json = CASE WHEN c.predicate = '' AND NOT c.negated THEN '{}'
                ELSE '{"predicate": "' + reduce(p = c.predicate, x IN $escapes | replace(p, x[0], x[1]))
                    + '", "negated": ' + toString(c.negated) + '}' END
        RETURN count(c) AS rows
        """,
    ),
}
"""What brings a store of each version to the next one: each runs in bounded transactions until no row is left."""
VERSION: Cypher = "MATCH (m:GraphkitMeta {uid: 'schema'}) RETURN m.version AS version"
SET_VERSION: Cypher = "MERGE (m:GraphkitMeta {uid: 'schema'}) SET m.version = $version"
