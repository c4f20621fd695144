"""The reading statements of the Neo4j store, named by the question they answer. Values are parameters, never text.

Labels, relationship types and property names are fixed here and carry graphkit's name where they could meet
those of others in one database. Every statement finds its nodes by an index; a test explains each of them.
"""

from __future__ import annotations

from typing import LiteralString

Cypher = LiteralString


# -- corpora and graphs ------------------------------------------------------------------------------

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
DECISIONS: Cypher = """
    MATCH (x:GraphkitDecision) WHERE x.uid > $corpus + ':' AND x.uid < $corpus + ';' RETURN x.body AS body
"""

# -- documents ---------------------------------------------------------------------------------------

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
ENTITIES_NEAR: Cypher = """
    CALL db.index.fulltext.queryNodes('graphkit_entity_words', $query, {limit: $limit}) YIELD node
    WITH node WHERE node.graph = $graph
    RETURN node.entity_id AS id, node.mentions AS mentions, node.search_key AS search_key
"""
FOREIGN_NAMES: Cypher = """
    MATCH (e:GraphkitEntity) WHERE e.graph = $graph AND e.search_key > '' AND e.search_key =~ '(?s).*[^\\x00-\\x7f].*'
    RETURN e.entity_id AS id, e.mentions AS mentions, e.search_key AS search_key LIMIT $limit
"""
"""Names that are not written in plain Latin letters; the index alone finds them."""
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
    WITH collect(a) AS page
    CALL (page) {
        UNWIND page AS a
        MATCH (a)-[c:CO_OCCURS_WITH|RELATES_AS]->(b) WHERE $type IS NULL OR type(c) = $type
        RETURN collect(a.entity_id) AS sources, collect(type(c)) AS types, collect(c.predicate) AS predicates,
            collect(c.negated) AS negated, collect(b.entity_id) AS targets, collect(c.weight) AS weights,
            collect(c.documents) AS documents
    }
    RETURN page[-1].uid AS last, sources, types, predicates, negated, targets, weights, documents
"""
"""A page of edges in one row of columns: half of the time of a row for each source, a third of one for each edge."""
STEPS_BETWEEN: Cypher = """
    MATCH (a:GraphkitEntity {uid: $entity}) MATCH (b:GraphkitEntity {uid: $other})
    MATCH p = shortestPath((a)-[:CO_OCCURS_WITH|RELATES_AS*..15]-(b)) RETURN length(p) AS steps
"""
TWO_HOPS: Cypher = """
    MATCH (a:GraphkitEntity {uid: $entity})-[c:CO_OCCURS_WITH|RELATES_AS]-(m) WITH m, c.weight * 1.0e-18 AS near
    MATCH (m)-[c:CO_OCCURS_WITH|RELATES_AS]-(b) WITH b, sum(near * c.weight) AS score
    WITH b, round(score, 6) AS score ORDER BY score DESC, b.uid LIMIT $limit
    RETURN b.entity_id AS id, score
"""
"""Everything at the end of two edges, the start too, which costs less than to test each row for it."""
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
NOT_INDEXED: Cypher = """
    MATCH (c:GraphkitChunk) WHERE c.uid > $after AND c.uid < $corpus + ';' AND c.vector IS NOT NULL
        AND c.embedding IS NULL
    RETURN c.uid AS uid, c.document_id AS document, c.position AS position, c.vector AS vector
    ORDER BY c.uid LIMIT $limit
"""
INDEX_VECTORS: Cypher = """
    UNWIND $rows AS r MATCH (c:GraphkitChunk {uid: r[0]}) WHERE c.vector = r[2] SET c:$($label), c.embedding = r[1]
"""
"""The numbers once more, as a list, which is what an index takes; a vector that has changed meanwhile waits."""
PROPOSED: Cypher = """
    CALL db.index.vector.queryNodes($index, $limit, $vector) YIELD node
    WITH node WHERE node.corpus = $corpus AND node.vector IS NOT NULL
    RETURN node.document_id AS document, node.position AS position, node.vector AS vector
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
ANY_VECTOR: Cypher = """
    MATCH (c:GraphkitChunk) WHERE c.uid > $corpus + ':' AND c.uid < $corpus + ';' AND c.vector IS NOT NULL
    RETURN c.uid AS uid LIMIT 1
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
