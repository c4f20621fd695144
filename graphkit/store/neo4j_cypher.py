"""The statements of the Neo4j store, named by the question they answer. Values are parameters, never text.

Labels, relationship types and property names are fixed here and carry graphkit's name where they could meet
those of others in one database. Every statement finds its nodes by an index; a test explains each of them.
Rows of batches are lists, sorted by key in Python, so that concurrent writers lock in one order.
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
CORPUS: Cypher = """
    MATCH (c:GraphkitCorpus {uid: $corpus})
    RETURN c.revision AS revision, c.embedder AS embedder, c.dimension AS dimension
"""
CORPORA: Cypher = """
    MATCH (c:GraphkitCorpus) WHERE c.uid > ''
    WITH c WHERE EXISTS { MATCH (d:GraphkitDocument) WHERE d.uid > c.uid + ':' AND d.uid < c.uid + ';' }
        OR EXISTS { MATCH (g:GraphkitGraph) WHERE g.uid > c.uid + ':' AND g.uid < c.uid + ';' }
        OR EXISTS { MATCH (x:GraphkitDecision) WHERE x.uid > c.uid + ':' AND x.uid < c.uid + ';' }
    RETURN c.corpus_id AS corpus_id, c.user_key AS user_key
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
GRAPHS: Cypher = """
    MATCH (g:GraphkitGraph) WHERE g.uid > $corpus + ':' AND g.uid < $corpus + ';'
    RETURN g.key AS key, g.graph_id AS graph_id, g.run AS run ORDER BY g.uid
"""
CONTRIBUTION_COUNTS: Cypher = """
    MATCH (c:GraphkitContribution) WHERE c.uid > $graph + ':' AND c.uid < $graph + ';'
    RETURN count(c) AS documents, sum(c.mentions) AS mentions, sum(c.relations) AS relations
"""
ENTITY_COUNT: Cypher = """
    MATCH (e:GraphkitEntity) WHERE e.uid > $graph + ':' AND e.uid < $graph + ';'
    RETURN count(e) AS entities, sum(COUNT { (e)-[:CO_OCCURS_WITH|RELATES_AS]->() }) AS edges
"""
PUT_DECISIONS: Cypher = """
    UNWIND $rows AS r MERGE (x:GraphkitDecision {uid: r[0]})
    WITH x, r, x.body AS old SET x.made = r[1], x.body = r[2]
    RETURN count(CASE WHEN old = r[2] THEN NULL ELSE 1 END) AS changed
"""
DECISIONS: Cypher = """
    MATCH (x:GraphkitDecision) WHERE x.uid > $corpus + ':' AND x.uid < $corpus + ';' RETURN x.body AS body
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

DOCUMENT_ROWS: Cypher = """
    UNWIND $documents AS u MATCH (d:GraphkitDocument {uid: u})
    RETURN d {.document_id, .title, .source, .media_type, .language, .content_hash, .status, .reason, .characters,
        .pages, .chunks, .chunks_empty, .chunks_failed} AS d,
        [(d)-[:GRAPHKIT_CONTRIBUTES]->(c:GraphkitContribution) | [c.graph_id, c.mentions]] AS contributed
"""
DOCUMENTS_AFTER: Cypher = """
    MATCH (d:GraphkitDocument) WHERE d.uid > $after AND d.uid < $corpus + ';'
    WITH d ORDER BY d.uid LIMIT $limit
    RETURN d {.document_id, .title, .source, .media_type, .language, .content_hash, .status, .reason, .characters,
        .pages, .chunks, .chunks_empty, .chunks_failed} AS d,
        [(d)-[:GRAPHKIT_CONTRIBUTES]->(c:GraphkitContribution) | [c.graph_id, c.mentions]] AS contributed
"""
DOCUMENT_OF_SOURCE: Cypher = """
    MATCH (d:GraphkitDocument {source_uid: $source})
    RETURN d {.document_id, .title, .source, .media_type, .language, .content_hash, .status, .reason, .characters,
        .pages, .chunks, .chunks_empty, .chunks_failed} AS d,
        [(d)-[:GRAPHKIT_CONTRIBUTES]->(c:GraphkitContribution) | [c.graph_id, c.mentions]] AS contributed
"""
DOCUMENT: Cypher = """
    MATCH (d:GraphkitDocument {uid: $document})
    RETURN d {.title, .text, .source, .media_type, .language, .content_hash, .origin, .boxes} AS d
"""
CHUNKS: Cypher = """
    UNWIND $documents AS u MATCH (d:GraphkitDocument {uid: u})-[:GRAPHKIT_HAS_CHUNK]->(c:GraphkitChunk)
    RETURN d.document_id AS document_id, c.position AS position, c.start AS start, c.stop AS stop,
        c.status AS status, c.reason AS reason
"""
RECORDS: Cypher = """
    UNWIND $contributions AS u MATCH (c:GraphkitContribution {uid: u})
    RETURN c.document_id AS document_id, c.record AS record
"""
DOCUMENT_COUNTS: Cypher = """
    MATCH (d:GraphkitDocument) WHERE d.uid > $corpus + ':' AND d.uid < $corpus + ';'
    RETURN count(d) AS documents, count(CASE d.status WHEN 'empty' THEN 1 END) AS empty,
        count(CASE d.status WHEN 'failed' THEN 1 END) AS failed, sum(d.chunks) AS chunks
"""

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

# -- the graph ---------------------------------------------------------------------------------------

ENTITIES: Cypher = """
    MATCH (e:GraphkitEntity) WHERE e.uid > $after AND e.uid < $graph + ';'
    RETURN e.entity_id AS id, e.name AS name, e.type AS type, e.mentions AS mentions, e.documents AS documents,
        e.aliases AS aliases ORDER BY e.uid LIMIT $limit
"""
ENTITIES_OF_TYPE: Cypher = """
    MATCH (e:GraphkitEntity) WHERE e.graph = $graph AND e.type_key = $type AND e.uid > $after
    RETURN e.entity_id AS id, e.name AS name, e.type AS type, e.mentions AS mentions, e.documents AS documents,
        e.aliases AS aliases ORDER BY e.graph, e.type_key, e.uid LIMIT $limit
"""
TOP_ENTITIES: Cypher = """
    MATCH (e:GraphkitEntity) WHERE e.uid > $graph + ':' AND e.uid < $graph + ';'
    WITH e ORDER BY e.mentions DESC, e.entity_id LIMIT $limit
    RETURN e.entity_id AS id, e.name AS name, e.type AS type, e.mentions AS mentions, e.documents AS documents,
        e.aliases AS aliases
"""
TOP_ENTITIES_OF_TYPE: Cypher = """
    MATCH (e:GraphkitEntity) WHERE e.graph = $graph AND e.type_key = $type AND e.uid > $graph + ':'
    WITH e ORDER BY e.mentions DESC, e.entity_id LIMIT $limit
    RETURN e.entity_id AS id, e.name AS name, e.type AS type, e.mentions AS mentions, e.documents AS documents,
        e.aliases AS aliases
"""
ENTITIES_BY_ID: Cypher = """
    UNWIND $entities AS u MATCH (e:GraphkitEntity {uid: u})
    RETURN e.entity_id AS id, e.name AS name, e.type AS type, e.mentions AS mentions, e.documents AS documents,
        e.aliases AS aliases
"""
ENTITIES_NAMED: Cypher = """
    UNWIND $names AS n MATCH (e:GraphkitEntity) WHERE e.graph = $graph AND e.name_key = n
    RETURN e.entity_id AS id, e.name AS name, e.type AS type, e.mentions AS mentions, e.documents AS documents,
        e.aliases AS aliases
"""
ENTITIES_EQUAL: Cypher = """
    MATCH (e:GraphkitEntity) WHERE e.graph = $graph AND e.search_key = $key
    RETURN e.entity_id AS id, e.name AS name, e.type AS type, e.mentions AS mentions, e.documents AS documents,
        e.aliases AS aliases ORDER BY e.mentions DESC, e.entity_id LIMIT $limit
"""
ENTITIES_BEGINNING: Cypher = """
    MATCH (e:GraphkitEntity) WHERE e.graph = $graph AND e.search_key STARTS WITH $key AND e.search_key <> $key
    RETURN e.entity_id AS id, e.name AS name, e.type AS type, e.mentions AS mentions, e.documents AS documents,
        e.aliases AS aliases ORDER BY e.mentions DESC, e.entity_id LIMIT $limit
"""
ENTITIES_HOLDING: Cypher = """
    MATCH (e:GraphkitEntity) USING TEXT INDEX e:GraphkitEntity(search_key)
    WHERE e.search_key CONTAINS $word AND e.graph = $graph
    RETURN e.entity_id AS id, e.name AS name, e.type AS type, e.mentions AS mentions, e.documents AS documents,
        e.aliases AS aliases, e.search_key AS search_key ORDER BY e.mentions DESC, e.entity_id
"""
TYPES: Cypher = """
    MATCH (e:GraphkitEntity) WHERE e.uid > $graph + ':' AND e.uid < $graph + ';'
    RETURN e.type_key AS type_key, e.type AS type, count(*) AS entities
"""
NEIGHBOURS: Cypher = """
    UNWIND $entities AS u
    CALL (u) {
        MATCH (a:GraphkitEntity {uid: u})-[c:CO_OCCURS_WITH|RELATES_AS]-()
        WHERE $type IS NULL OR type(c) = $type
        WITH a, c.weight AS heavy ORDER BY heavy DESC LIMIT $limit
        WITH a, min(heavy) AS least
        MATCH (a)-[c:CO_OCCURS_WITH|RELATES_AS]-()
        WHERE c.weight >= least AND ($type IS NULL OR type(c) = $type)
        WITH a, c, startNode(c).entity_id AS source, endNode(c).entity_id AS target
        ORDER BY c.weight DESC, source, type(c), c.predicate, c.negated, target LIMIT $limit
        RETURN source, type(c) AS type, c.predicate AS predicate, c.negated AS negated, target,
            c.weight AS weight, c.documents AS documents, a = startNode(c) AS out
    }
    RETURN source, type, predicate, negated, target, weight, documents, out
"""
EDGES_AFTER: Cypher = """
    MATCH (a:GraphkitEntity) WHERE a.uid > $after AND a.uid < $graph + ';'
    WITH a ORDER BY a.uid LIMIT $limit
    OPTIONAL MATCH (a)-[c:CO_OCCURS_WITH|RELATES_AS]->(b:GraphkitEntity) WHERE $type IS NULL OR type(c) = $type
    RETURN a.entity_id AS source,
        collect([type(c), c.predicate, c.negated, b.entity_id, c.weight, c.documents]) AS edges
"""
EDGES_AMONG: Cypher = """
    UNWIND $entities AS u MATCH (a:GraphkitEntity {uid: u})-[c:CO_OCCURS_WITH|RELATES_AS]->(b:GraphkitEntity)
    WHERE b.uid IN $entities
    RETURN a.entity_id AS source, type(c) AS type, c.predicate AS predicate, c.negated AS negated,
        b.entity_id AS target, c.weight AS weight, c.documents AS documents
"""
MENTION_COUNTS: Cypher = """
    UNWIND $entities AS u
    CALL (u) {
        MATCH (e:GraphkitEntity {uid: u})<-[m:MENTIONS]-(d:GraphkitDocument)
        RETURN e.entity_id AS entity, d.document_id AS document, m.n AS mentions
        ORDER BY mentions DESC, document LIMIT $limit
    }
    RETURN entity, document, mentions
"""
DOCUMENT_ENTITIES: Cypher = """
    MATCH (d:GraphkitDocument {uid: $document})-[m:MENTIONS]->(e:GraphkitEntity) WHERE e.graph = $graph
    RETURN e.entity_id AS entity, m.n AS mentions ORDER BY mentions DESC, entity
"""
MENTIONING: Cypher = """
    MATCH (e:GraphkitEntity {uid: $entity})<-[:MENTIONS]-(d:GraphkitDocument)
    RETURN d.document_id AS document ORDER BY document LIMIT $limit
"""
MENTIONING_BOTH: Cypher = """
    MATCH (a:GraphkitEntity {uid: $source})<-[:MENTIONS]-(d:GraphkitDocument)-[:MENTIONS]->
        (b:GraphkitEntity {uid: $target})
    RETURN d.document_id AS document ORDER BY document
"""

# -- search ------------------------------------------------------------------------------------------

WORDS: Cypher = """
    UNWIND $tokens AS token
    CALL db.index.fulltext.queryNodes('graphkit_chunk_words', '"' + token + '"') YIELD node
    WITH token, node WHERE node.corpus = $corpus
    RETURN token, node.document_id AS document, node.position AS position, node.words AS words,
        size([t IN split(node.tokens, ' ') WHERE t = token]) AS count
"""
LENGTHS: Cypher = """
    MATCH (c:GraphkitChunk) WHERE c.uid > $corpus + ':' AND c.uid < $corpus + ';' AND c.words > 0
    RETURN count(c) AS passages, avg(c.words) AS average
"""
VECTORS: Cypher = """
    MATCH (c:GraphkitChunk) WHERE c.uid > $corpus + ':' AND c.uid < $corpus + ';' AND c.vector IS NOT NULL
    RETURN c.document_id AS document, c.position AS position, c.vector AS vector
"""
VECTORS_OF: Cypher = """
    UNWIND $documents AS u MATCH (d:GraphkitDocument {uid: u})-[:GRAPHKIT_HAS_CHUNK]->(c:GraphkitChunk)
    WHERE c.vector IS NOT NULL
    RETURN d.document_id AS document, c.position AS position, c.vector AS vector
"""
VECTOR_COUNT: Cypher = """
    MATCH (c:GraphkitChunk) WHERE c.uid > $corpus + ':' AND c.uid < $corpus + ';' AND c.vector IS NOT NULL
    RETURN count(c) AS vectors
"""
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
WITHOUT_VECTOR: Cypher = """
    MATCH (c:GraphkitChunk) WHERE c.uid > $corpus + ':' AND c.uid < $corpus + ';' AND c.has_text
        AND NOT ($same AND c.vector IS NOT NULL)
    RETURN c.document_id AS document, c.position AS position
"""

# -- audit -------------------------------------------------------------------------------------------

AUDIT_RECORDS: Cypher = """
    MATCH (c:GraphkitContribution) WHERE c.uid > $graph + ':' AND c.uid < $graph + ';'
    RETURN c.document_id AS document, c.record AS record ORDER BY c.uid
"""
AUDIT_ENTITIES: Cypher = """
    MATCH (e:GraphkitEntity) WHERE e.uid > $graph + ':' AND e.uid < $graph + ';'
    RETURN e {.*} AS e, [(e)<-[m:MENTIONS]-(d:GraphkitDocument) | [d.document_id, m.n]] AS mentions
"""
AUDIT_DOCUMENTS: Cypher = """
    MATCH (d:GraphkitDocument) WHERE d.uid > $corpus + ':' AND d.uid < $corpus + ';'
    RETURN d {.document_id, .characters, .text_digest, .chunks, .text} AS d,
        [(d)-[:GRAPHKIT_HAS_CHUNK]->(c:GraphkitChunk) |
            [c.position, c.start, c.stop, c.has_text, c.words, c.tokens]] AS chunks ORDER BY d.uid
"""
AUDIT_STRAYS: Cypher = """
    MATCH (c:GraphkitChunk) WHERE c.uid > $corpus + ':' AND c.uid < $corpus + ';'
        AND NOT EXISTS { (c)<-[:GRAPHKIT_HAS_CHUNK]-(:GraphkitDocument) }
    RETURN c.uid AS uid
"""
