"""The statements with which the Neo4j store writes, and those that it reads inside a write. Values are parameters.

A batch needs three of them: ``OPEN`` locks the corpus and reads what the batch meets, ``WRITE`` writes, and the
commit follows; ``REMOVE``, ``CHANGE`` and ``CLEAN`` run only when something old goes or moves. Every part of them
says how many rows it reached. Nodes that one part of ``WRITE`` has found are named to the later ones by their place,
so no key is sent or looked up twice. Rows are sorted by key in Python, so that all writers lock in one order. They
stand in one map, since the server plans a statement anew for lists of other lengths, but not for what a map holds.
"""

from __future__ import annotations

from typing import LiteralString

Cypher = LiteralString

# -- what a write meets ------------------------------------------------------------------------------

OPEN: Cypher = """
    MERGE (c:GraphkitCorpus {uid: $corpus})
    ON CREATE SET c.corpus_id = $corpus_id, c.user_key = $user_key, c.revision = 0, c.embedder = '', c.dimension = 0
    SET c.locked = true
    WITH c
    CALL () {
        UNWIND $rows.sources AS s MATCH (d:GraphkitDocument {source_uid: s})
        RETURN collect([d.document_id, d.source]) AS claims
    }
    CALL () {
        UNWIND $rows.documents AS r MATCH (d:GraphkitDocument {uid: r[0]})
        RETURN collect([d.document_id, d.digest, d.text_digest,
            [(d)-[:GRAPHKIT_CONTRIBUTES]->(k:GraphkitContribution) | [k.graph_id, k.record]],
            CASE WHEN coalesce(r[1], d.digest) = d.digest THEN []
                ELSE [(d)-[:GRAPHKIT_HAS_CHUNK]->(p:GraphkitChunk) |
                    [p.position, p.start, p.stop, p.status, p.reason]] END]) AS documents
    }
    CALL () {
        UNWIND $rows.entities AS u MATCH (e:GraphkitEntity {uid: u})
        RETURN collect([e.uid, e.spellings, e.documents]) AS entities
    }
    RETURN c.embedder AS embedder, c.dimension AS dimension, claims, documents, entities
"""
KNOWN_DOCUMENTS: Cypher = """
    UNWIND $documents AS u MATCH (d:GraphkitDocument {uid: u})
    RETURN [d.document_id, d.digest, d.text_digest,
        [(d)-[:GRAPHKIT_CONTRIBUTES]->(k:GraphkitContribution) | [k.graph_id, k.record]], []] AS d
"""
STATES: Cypher = """
    UNWIND $entities AS u MATCH (e:GraphkitEntity {uid: u})
    RETURN [e.uid, e.spellings, e.documents] AS e
"""

# -- what a batch writes -----------------------------------------------------------------------------

REMOVE: Cypher = """
    CALL () {
        UNWIND $rows.mentions AS r MATCH (d:GraphkitDocument {uid: r[0]}) MATCH (e:GraphkitEntity {uid: r[1]})
        MATCH (d)-[m:MENTIONS]->(e) DELETE m RETURN count(*) AS mentions
    }
    CALL () {
        UNWIND $rows.contributions AS u MATCH (k:GraphkitContribution {uid: u}) DETACH DELETE k
        RETURN count(*) AS contributions
    }
    CALL () {
        UNWIND $rows.documents AS u MATCH (:GraphkitDocument {uid: u})-[:GRAPHKIT_HAS_CHUNK]->(p:GraphkitChunk)
        DETACH DELETE p RETURN count(*) AS passages
    }
    CALL () {
        UNWIND $rows.documents AS u MATCH (d:GraphkitDocument {uid: u}) DETACH DELETE d RETURN count(*) AS documents
    }
    RETURN mentions, contributions, documents
"""
CHANGE: Cypher = """
    CALL () {
        UNWIND $rows.documents AS r MATCH (d:GraphkitDocument {uid: r.uid}) SET d = r RETURN count(d.uid) AS documents
    }
    CALL () {
        UNWIND $rows.gone AS u MATCH (p:GraphkitChunk {uid: u}) DETACH DELETE p RETURN count(*) AS gone
    }
    CALL () {
        UNWIND $rows.moved AS r MATCH (p:GraphkitChunk {uid: r[0]}) SET p.status = r[1], p.reason = r[2]
        RETURN count(p.uid) AS moved
    }
    CALL () {
        UNWIND $rows.fresh AS r MATCH (d:GraphkitDocument {uid: r[0]})
        CREATE (d)-[:GRAPHKIT_HAS_CHUNK]->(p:GraphkitChunk) SET p = r[1] RETURN count(p) AS fresh
    }
    RETURN documents, gone, moved, fresh
"""
WRITE: Cypher = """
    CALL () {
        UNWIND $rows.documents AS r CREATE (d:GraphkitDocument) SET d = r[0]
        FOREACH (row IN r[1] | CREATE (d)-[:GRAPHKIT_HAS_CHUNK]->(p:GraphkitChunk) SET p = row)
        RETURN count(d) AS documents
    }
    CALL () {
        UNWIND $rows.graphs AS r MERGE (g:GraphkitGraph {uid: r[0]})
        ON CREATE SET g.key = r[1], g.graph_id = r[2], g.contributions = r[3]
        ON MATCH SET g.contributions = g.contributions + r[3]
        RETURN count(g.uid) AS graphs
    }
    CALL () {
        UNWIND $rows.entities AS r CREATE (e:GraphkitEntity) SET e = r RETURN collect(e) AS made
    }
    CALL () {
        UNWIND $rows.renamed AS r MATCH (e:GraphkitEntity {uid: r[1].uid}) SET e += r[1]
        WITH r, e WHERE e.uid IS NOT NULL ORDER BY r[0] RETURN collect(e) AS renamed
    }
    CALL () {
        UNWIND $rows.counted AS r MATCH (e:GraphkitEntity {uid: r[1]})
        SET e.mentions = r[2], e.documents = r[3], e.spellings = r[4]
        WITH r, e WHERE e.uid IS NOT NULL ORDER BY r[0] RETURN collect(e) AS counted
    }
    WITH documents, graphs, size(made) AS entities, size(renamed) AS renamed, size(counted) AS counted,
        made + renamed + counted AS es
    CALL () {
        UNWIND $rows.contributions AS r MATCH (d:GraphkitDocument {uid: r[1]})
        CREATE (d)-[:GRAPHKIT_CONTRIBUTES]->(k:GraphkitContribution) SET k = r[2]
        WITH r, d ORDER BY r[0] RETURN collect(d) AS ds
    }
    CALL (ds, es) {
        UNWIND $rows.mentions AS r WITH ds[r[0]] AS d, es[r[1]] AS e, r
        CREATE (d)-[m:MENTIONS {n: r[2]}]->(e) RETURN count(m) AS mentions
    }
    CALL (es) {
        UNWIND $rows.met AS r WITH es[r[0]] AS a, es[r[1]] AS b, r
        CREATE (a)-[c:CO_OCCURS_WITH {key: r[2], predicate: r[3], negated: r[4], weight: r[5], documents: r[6],
            edge_type: 'CO_OCCURS_WITH', corpus_id: a.corpus_id, graph_id: a.graph_id,
            extraction_snapshot_id: a.extraction_snapshot_id, properties_json: r[8],
            edge_id: a.entity_id + '|CO_OCCURS_WITH|' + b.entity_id + r[7]}]->(b) RETURN count(c) AS met
    }
    CALL (es) {
        UNWIND $rows.stated AS r WITH es[r[0]] AS a, es[r[1]] AS b, r
        CREATE (a)-[c:RELATES_AS {key: r[2], predicate: r[3], negated: r[4], weight: r[5], documents: r[6],
            edge_type: 'RELATES_AS', corpus_id: a.corpus_id, graph_id: a.graph_id,
            extraction_snapshot_id: a.extraction_snapshot_id, properties_json: r[8],
            edge_id: a.entity_id + '|RELATES_AS|' + b.entity_id + r[7]}]->(b) RETURN count(c) AS stated
    }
    CALL (es) {
        UNWIND $rows.met_again AS r WITH es[r[0]] AS a, es[r[1]] AS b, r
        MERGE (a)-[c:CO_OCCURS_WITH {key: r[2]}]->(b)
        ON CREATE SET c.predicate = r[3], c.negated = r[4], c.weight = r[5], c.documents = r[6],
            c.edge_type = 'CO_OCCURS_WITH', c.corpus_id = a.corpus_id, c.graph_id = a.graph_id,
            c.extraction_snapshot_id = a.extraction_snapshot_id, c.properties_json = r[8],
            c.edge_id = a.entity_id + '|CO_OCCURS_WITH|' + b.entity_id + r[7]
        ON MATCH SET c.weight = c.weight + r[5], c.documents = c.documents + r[6]
        RETURN count(c.key) AS met_again
    }
    CALL (es) {
        UNWIND $rows.stated_again AS r WITH es[r[0]] AS a, es[r[1]] AS b, r
        MERGE (a)-[c:RELATES_AS {key: r[2]}]->(b)
        ON CREATE SET c.predicate = r[3], c.negated = r[4], c.weight = r[5], c.documents = r[6],
            c.edge_type = 'RELATES_AS', c.corpus_id = a.corpus_id, c.graph_id = a.graph_id,
            c.extraction_snapshot_id = a.extraction_snapshot_id, c.properties_json = r[8],
            c.edge_id = a.entity_id + '|RELATES_AS|' + b.entity_id + r[7]
        ON MATCH SET c.weight = c.weight + r[5], c.documents = c.documents + r[6]
        RETURN count(c.key) AS stated_again
    }
    CALL () {
        MATCH (c:GraphkitCorpus {uid: $corpus}) SET c.revision = c.revision + 1 RETURN count(c.uid) AS revised
    }
    RETURN documents, graphs, entities, renamed, counted, size(ds) AS contributions, mentions, met, stated, met_again,
        stated_again, revised
"""
CLEAN: Cypher = """
    CALL () {
        UNWIND $rows.edges AS r MATCH (a:GraphkitEntity {uid: r[0]}) MATCH (b:GraphkitEntity {uid: r[1]})
        MATCH (a)-[c:CO_OCCURS_WITH|RELATES_AS {key: r[2]}]->(b) WHERE type(c) = r[3] AND c.documents <= 0
        DELETE c RETURN count(*) AS edges
    }
    CALL () {
        UNWIND $rows.entities AS u MATCH (e:GraphkitEntity {uid: u}) DETACH DELETE e RETURN count(*) AS entities
    }
    CALL () {
        UNWIND $rows.graphs AS u MATCH (g:GraphkitGraph {uid: u}) WHERE g.contributions <= 0 AND g.run IS NULL
        DELETE g RETURN count(*) AS graphs
    }
    RETURN entities
"""
NEXT_REVISION: Cypher = """
    MATCH (c:GraphkitCorpus {uid: $corpus}) SET c.revision = c.revision + 1 RETURN count(c) AS rows
"""
SET_EMBEDDER: Cypher = """
    MATCH (c:GraphkitCorpus {uid: $corpus}) SET c.embedder = $embedder, c.dimension = $dimension
    RETURN count(c) AS rows
"""

# -- vectors -----------------------------------------------------------------------------------------

READABLE_CHUNKS: Cypher = """
    UNWIND $chunks AS u MATCH (c:GraphkitChunk {uid: u}) WHERE c.has_text RETURN c.uid AS uid, c.vector AS vector
"""
PUT_VECTORS: Cypher = """
    UNWIND $rows AS r MATCH (c:GraphkitChunk {uid: r[0]}) SET c.vector = r[1], c.embedding = NULL
    RETURN count(c) AS rows
"""
DROP_VECTORS: Cypher = """
    MATCH (c:GraphkitChunk) WHERE c.uid > $corpus + ':' AND c.uid < $corpus + ';' AND c.vector IS NOT NULL
    REMOVE c.vector, c.embedding RETURN count(c) AS rows
"""

# -- runs and decisions -------------------------------------------------------------------------------

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
