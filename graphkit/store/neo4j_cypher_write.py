"""The statements with which the Neo4j store writes, and those that it reads inside a write. Values are parameters.

Rows of batches are lists, sorted by key in Python, so that concurrent writers lock in one order. Those that write
say how many rows they reached.
"""

from __future__ import annotations

from typing import LiteralString

Cypher = LiteralString


# -- corpora and graphs ------------------------------------------------------------------------------

LOCK_CORPUS: Cypher = """
    MERGE (c:GraphkitCorpus {uid: $corpus})
    ON CREATE SET c.corpus_id = $corpus_id, c.user_key = $user_key, c.revision = 0, c.embedder = '', c.dimension = 0
    SET c.locked = true
    RETURN c.embedder AS embedder, c.dimension AS dimension
"""
NEXT_REVISION: Cypher = """
    MATCH (c:GraphkitCorpus {uid: $corpus}) SET c.revision = c.revision + 1 RETURN count(c) AS rows
"""
SET_EMBEDDER: Cypher = """
    MATCH (c:GraphkitCorpus {uid: $corpus}) SET c.embedder = $embedder, c.dimension = $dimension
    RETURN count(c) AS rows
"""
COUNT_CONTRIBUTIONS: Cypher = """
    UNWIND $rows AS r
    MERGE (g:GraphkitGraph {uid: r[0]}) ON CREATE SET g.key = r[1], g.graph_id = r[2], g.contributions = 0
    SET g.contributions = g.contributions + r[3]
    RETURN count(g) AS rows
"""
DROP_EMPTY_GRAPHS: Cypher = """
    UNWIND $graphs AS u MATCH (g:GraphkitGraph {uid: u}) WHERE g.contributions <= 0 AND g.run IS NULL DELETE g
"""
PUT_RUN: Cypher = """
    MERGE (g:GraphkitGraph {uid: $graph}) ON CREATE SET g.key = $key, g.graph_id = $graph_id, g.contributions = 0
    WITH g, g.run AS old SET g.run = $run RETURN old
"""
PUT_DECISIONS: Cypher = """
    UNWIND $rows AS r MERGE (x:GraphkitDecision {uid: r[0]})
    WITH x, r, x.body AS old SET x.made = r[1], x.body = r[2]
    RETURN count(CASE WHEN old = r[2] THEN NULL ELSE 1 END) AS changed
"""

# -- dropping whole graphs and corpora, in batches ----------------------------------------------------

DROP_ENTITIES: Cypher = """
    MATCH (e:GraphkitEntity) WHERE e.uid > $graph + ':' AND e.uid < $graph + ';'
    WITH e LIMIT $limit DETACH DELETE e RETURN count(*) AS rows
"""
DROP_CONTRIBUTIONS: Cypher = """
    MATCH (c:GraphkitContribution) WHERE c.uid > $graph + ':' AND c.uid < $graph + ';'
    WITH c LIMIT $limit DETACH DELETE c RETURN count(*) AS rows
"""
DROP_GRAPH: Cypher = "MATCH (g:GraphkitGraph {uid: $graph}) DELETE g RETURN count(*) AS rows"
DROP_CHUNKS: Cypher = """
    MATCH (c:GraphkitChunk) WHERE c.uid > $corpus + ':' AND c.uid < $corpus + ';'
    WITH c LIMIT $limit DETACH DELETE c RETURN count(*) AS rows
"""
DROP_DOCUMENTS: Cypher = """
    MATCH (d:GraphkitDocument) WHERE d.uid > $corpus + ':' AND d.uid < $corpus + ';'
    WITH d LIMIT $limit DETACH DELETE d RETURN count(*) AS rows
"""
DROP_DECISIONS: Cypher = """
    MATCH (x:GraphkitDecision) WHERE x.uid > $corpus + ':' AND x.uid < $corpus + ';'
    WITH x LIMIT $limit DETACH DELETE x RETURN count(*) AS rows
"""

# -- documents ---------------------------------------------------------------------------------------

DOCUMENTS_OF_SOURCES: Cypher = """
    UNWIND $sources AS s MATCH (d:GraphkitDocument {source_uid: s})
    RETURN d.document_id AS document_id, d.source AS source
"""
KNOWN_DOCUMENTS: Cypher = """
    UNWIND $documents AS u MATCH (d:GraphkitDocument {uid: u})
    RETURN d.document_id AS document_id, d.digest AS digest, d.text_digest AS text_digest,
        [(d)-[:GRAPHKIT_CONTRIBUTES]->(c:GraphkitContribution) | [c.graph_id, c.record]] AS contributed
"""
ADD_DOCUMENTS: Cypher = """
    UNWIND $rows AS r CREATE (d:GraphkitDocument) SET d = r RETURN count(d) AS rows
"""
CHANGE_DOCUMENTS: Cypher = """
    UNWIND $rows AS r MATCH (d:GraphkitDocument {uid: r.uid}) SET d = r RETURN count(d.uid) AS rows
"""
DELETE_CHUNKS_OF: Cypher = """
    UNWIND $documents AS u MATCH (d:GraphkitDocument {uid: u})-[:GRAPHKIT_HAS_CHUNK]->(c:GraphkitChunk) DETACH DELETE c
"""
DELETE_DOCUMENTS: Cypher = """
    UNWIND $documents AS u MATCH (d:GraphkitDocument {uid: u}) DETACH DELETE d RETURN count(*) AS rows
"""
STORED_CHUNKS: Cypher = """
    UNWIND $documents AS u MATCH (d:GraphkitDocument {uid: u})-[:GRAPHKIT_HAS_CHUNK]->(c:GraphkitChunk)
    RETURN d.document_id AS document_id, c.position AS position, c.start AS start, c.stop AS stop,
        c.status AS status, c.reason AS reason
"""
ADD_CHUNKS: Cypher = """
    UNWIND $rows AS r MATCH (d:GraphkitDocument {uid: r[0]})
    CREATE (d)-[:GRAPHKIT_HAS_CHUNK]->(c:GraphkitChunk) SET c = r[1] RETURN count(c) AS rows
"""
CHANGE_CHUNKS: Cypher = """
    UNWIND $rows AS r MATCH (c:GraphkitChunk {uid: r[0]}) SET c.status = r[1], c.reason = r[2] RETURN count(c) AS rows
"""
DELETE_CHUNKS: Cypher = "UNWIND $chunks AS u MATCH (c:GraphkitChunk {uid: u}) DETACH DELETE c RETURN count(*) AS rows"

# -- contributions and sums --------------------------------------------------------------------------

DELETE_CONTRIBUTIONS: Cypher = """
    UNWIND $contributions AS u MATCH (c:GraphkitContribution {uid: u}) DETACH DELETE c RETURN count(*) AS rows
"""
ADD_CONTRIBUTIONS: Cypher = """
    UNWIND $rows AS r MATCH (d:GraphkitDocument {uid: r[0]})
    CREATE (d)-[:GRAPHKIT_CONTRIBUTES]->(c:GraphkitContribution) SET c = r[1] RETURN count(c) AS rows
"""
STATES: Cypher = """
    UNWIND $entities AS u MATCH (e:GraphkitEntity {uid: u})
    RETURN e.entity_id AS entity_id, e.spellings AS spellings, e.documents AS documents
"""
ADD_ENTITIES: Cypher = """
    UNWIND $rows AS r CREATE (e:GraphkitEntity) SET e = r RETURN count(e) AS rows
"""
CHANGE_COUNTS: Cypher = """
    UNWIND $rows AS r MATCH (e:GraphkitEntity {uid: r[0]})
    SET e.mentions = r[1], e.documents = r[2], e.spellings = r[3] RETURN count(e.uid) AS rows
"""
CHANGE_ENTITIES: Cypher = """
    UNWIND $rows AS r MATCH (e:GraphkitEntity {uid: r.uid}) SET e += r RETURN count(e.uid) AS rows
"""
DELETE_ENTITIES: Cypher = """
    UNWIND $entities AS u MATCH (e:GraphkitEntity {uid: u}) DETACH DELETE e RETURN count(*) AS rows
"""
DELETE_MENTIONS: Cypher = """
    UNWIND $rows AS r MATCH (d:GraphkitDocument {uid: r[0]}) MATCH (e:GraphkitEntity {uid: r[1]})
    MATCH (d)-[m:MENTIONS]->(e) DELETE m RETURN count(*) AS rows
"""
ADD_MENTIONS: Cypher = """
    UNWIND $rows AS r MATCH (d:GraphkitDocument {uid: r[0]}) MATCH (e:GraphkitEntity {uid: r[1]})
    CREATE (d)-[m:MENTIONS {n: r[2]}]->(e) RETURN count(m) AS rows
"""
ADD_TO_SEEN_TOGETHER: Cypher = """
    UNWIND $rows AS r MATCH (a:GraphkitEntity {uid: r[0]}) MATCH (b:GraphkitEntity {uid: r[1]})
    MERGE (a)-[c:CO_OCCURS_WITH {key: r[2]}]->(b)
    ON CREATE SET c.edge_id = a.entity_id + '|CO_OCCURS_WITH|' + b.entity_id + r[7], c.edge_type = 'CO_OCCURS_WITH',
        c.corpus_id = a.corpus_id, c.graph_id = a.graph_id,
        c.predicate = r[3], c.negated = r[4], c.weight = 0, c.documents = 0
    SET c.weight = c.weight + r[5], c.documents = c.documents + r[6] RETURN count(c.key) AS rows
"""
ADD_TO_STATED: Cypher = """
    UNWIND $rows AS r MATCH (a:GraphkitEntity {uid: r[0]}) MATCH (b:GraphkitEntity {uid: r[1]})
    MERGE (a)-[c:RELATES_AS {key: r[2]}]->(b)
    ON CREATE SET c.edge_id = a.entity_id + '|RELATES_AS|' + b.entity_id + r[7], c.edge_type = 'RELATES_AS',
        c.corpus_id = a.corpus_id, c.graph_id = a.graph_id,
        c.predicate = r[3], c.negated = r[4], c.weight = 0, c.documents = 0
    SET c.weight = c.weight + r[5], c.documents = c.documents + r[6] RETURN count(c.key) AS rows
"""
DROP_DEAD_EDGES: Cypher = """
    UNWIND $rows AS r MATCH (a:GraphkitEntity {uid: r[0]}) MATCH (b:GraphkitEntity {uid: r[1]})
    MATCH (a)-[c:CO_OCCURS_WITH|RELATES_AS {key: r[2]}]->(b) WHERE type(c) = r[3] AND c.documents <= 0 DELETE c
"""

# -- search ------------------------------------------------------------------------------------------

READABLE_CHUNKS: Cypher = """
    UNWIND $chunks AS u MATCH (c:GraphkitChunk {uid: u}) WHERE c.has_text RETURN c.uid AS uid, c.vector AS vector
"""
PUT_VECTORS: Cypher = """
    UNWIND $rows AS r MATCH (c:GraphkitChunk {uid: r[0]}) SET c.vector = r[1] RETURN count(c) AS rows
"""
DROP_VECTORS: Cypher = """
    MATCH (c:GraphkitChunk) WHERE c.uid > $corpus + ':' AND c.uid < $corpus + ';' AND c.vector IS NOT NULL
    REMOVE c.vector RETURN count(c) AS rows
"""
