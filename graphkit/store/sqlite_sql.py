"""The statements of the SQLite store, named by the question they answer. Values are parameters, never text."""

from __future__ import annotations

# -- corpora and graphs ------------------------------------------------------------------------------

CORPUS = "SELECT id FROM corpus WHERE corpus_id = ? AND user_key = ?"
ADD_CORPUS = "INSERT INTO corpus (corpus_id, user_key) VALUES (?, ?) RETURNING id"
CORPORA = """
    SELECT corpus_id, user_key FROM corpus
    WHERE EXISTS (SELECT 1 FROM document WHERE corpus = corpus.id)
       OR EXISTS (SELECT 1 FROM graph WHERE corpus = corpus.id)
       OR EXISTS (SELECT 1 FROM decision WHERE corpus = corpus.id)
"""
REVISION = "SELECT revision FROM corpus WHERE id = ?"
NEXT_REVISION = "UPDATE corpus SET revision = revision + 1 WHERE id = ?"
GRAPH = "SELECT id FROM graph WHERE corpus = ? AND graph_id = ?"
ADD_GRAPH = "INSERT INTO graph (corpus, graph_id) VALUES (?, ?) RETURNING id"
GRAPHS = "SELECT id, graph_id, run FROM graph WHERE corpus = ? ORDER BY graph_id"
PUT_RUN = "UPDATE graph SET run = ? WHERE id = ? AND run IS NOT ?"
DROP_GRAPH = "DELETE FROM graph WHERE id = ?"
DROP_EMPTY_GRAPHS = """
    DELETE FROM graph WHERE corpus = ? AND run IS NULL
    AND NOT EXISTS (SELECT 1 FROM contribution WHERE graph = graph.id)
"""
GRAPH_COUNTS = "SELECT count(*), sum(mentions), sum(relations) FROM contribution WHERE graph = ?"
COUNT_ENTITIES = "SELECT count(*) FROM entity WHERE graph = ?"
COUNT_EDGES = "SELECT count(*) FROM entity JOIN edge ON edge.source = entity.id WHERE entity.graph = ?"
DROP_GRAPH_PROOFS = "DELETE FROM proof WHERE source IN (SELECT id FROM entity WHERE graph = ?)"
DROP_GRAPH_MENTIONS = "DELETE FROM mention WHERE entity IN (SELECT id FROM entity WHERE graph = ?)"
DROP_GRAPH_EDGES = "DELETE FROM edge WHERE source IN (SELECT id FROM entity WHERE graph = ?)"
DROP_GRAPH_ENTITIES = "DELETE FROM entity WHERE graph = ?"
DROP_GRAPH_CONTRIBUTIONS = "DELETE FROM contribution WHERE graph = ?"
DROP_CORPUS_TEXTS = "DELETE FROM chunk_text WHERE rowid IN (SELECT id FROM chunk WHERE corpus = ?)"
DROP_CORPUS_DOCUMENTS = "DELETE FROM document WHERE corpus = ?"
DROP_CORPUS_DECISIONS = "DELETE FROM decision WHERE corpus = ?"
PUT_DECISION = """
    INSERT INTO decision (corpus, decision_id, made, body) VALUES (?, ?, ?, ?)
    ON CONFLICT (corpus, decision_id) DO UPDATE SET made = excluded.made, body = excluded.body
    WHERE body <> excluded.body
"""
DECISIONS = "SELECT body FROM decision WHERE corpus = ? ORDER BY made, decision_id"

# -- documents ---------------------------------------------------------------------------------------

KNOWN_DOCUMENTS = """
    SELECT document_id, id, digest, text_digest FROM document
    WHERE corpus = ? AND document_id IN (SELECT value FROM json_each(?))
"""
DOCUMENTS_OF_SOURCES = """
    SELECT document_id, source FROM document
    WHERE corpus = ? AND source <> '' AND source IN (SELECT value FROM json_each(?))
"""
CONTRIBUTIONS = """
    SELECT document, graph, record FROM contribution WHERE document IN (SELECT value FROM json_each(?))
"""
LAST_DOCUMENT = "SELECT coalesce(max(id), 0) FROM document"
LAST_CHUNK = "SELECT coalesce(max(id), 0) FROM chunk"
ADD_DOCUMENT = "INSERT INTO document VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
CHANGE_DOCUMENT = """
    UPDATE document SET title = ?, source = ?, media_type = ?, language = ?, content_hash = ?, status = ?, reason = ?,
        characters = ?, pages = ?, chunks = ?, chunks_empty = ?, chunks_failed = ?, digest = ?, text_digest = ?
    WHERE id = ?
"""
FREE_SOURCE = "UPDATE document SET source = '' WHERE id = ?"
ADD_BODY = "INSERT INTO body (document, origin, text, boxes) VALUES (?, ?, ?, ?)"
CHANGE_BODY = "UPDATE body SET origin = ?, text = ?, boxes = ? WHERE document = ?"
DROP_DOCUMENT = "DELETE FROM document WHERE id = ?"
STORED_CHUNKS = "SELECT position, id, start, stop, status, reason FROM chunk WHERE document = ?"
ADD_CHUNK = "INSERT INTO chunk VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
CHANGE_CHUNK = "UPDATE chunk SET status = ?, reason = ? WHERE id = ?"
DROP_CHUNK = "DELETE FROM chunk WHERE id = ?"
ADD_TEXT = "INSERT INTO chunk_text (rowid, words) VALUES (?, ?)"
DROP_TEXT = "DELETE FROM chunk_text WHERE rowid = ?"
DROP_DOCUMENT_TEXTS = "DELETE FROM chunk_text WHERE rowid IN (SELECT id FROM chunk WHERE document = ?)"
ADD_CONTRIBUTION = """
    INSERT INTO contribution (document, graph, mentions, relations, record) VALUES (?, ?, ?, ?, ?)
"""
DROP_CONTRIBUTION = "DELETE FROM contribution WHERE document = ? AND graph = ?"
DROP_MENTIONS = "DELETE FROM mention WHERE document = ? AND graph = ?"
ADD_MENTION = "INSERT INTO mention (document, graph, entity, mentions) VALUES (?, ?, ?, ?)"

DOCUMENTS = """
    SELECT document_id, title, source, media_type, language, content_hash, status, reason, characters, pages, chunks,
        chunks_empty, chunks_failed, document.id
    FROM document WHERE corpus = ? AND document_id > ? ORDER BY document_id LIMIT ?
"""
DOCUMENTS_NAMED = """
    SELECT document_id, title, source, media_type, language, content_hash, status, reason, characters, pages, chunks,
        chunks_empty, chunks_failed, document.id
    FROM document WHERE corpus = ? AND document_id IN (SELECT value FROM json_each(?))
"""
DOCUMENT_OF_SOURCE = """
    SELECT document_id, title, source, media_type, language, content_hash, status, reason, characters, pages, chunks,
        chunks_empty, chunks_failed, document.id
    FROM document WHERE corpus = ? AND source <> '' AND source = ?
"""
CONTRIBUTED = """
    SELECT contribution.document, graph.graph_id, contribution.mentions
    FROM contribution JOIN graph ON graph.id = contribution.graph
    WHERE contribution.document IN (SELECT value FROM json_each(?)) ORDER BY graph.graph_id
"""
DOCUMENT = """
    SELECT document_id, title, text, source, media_type, language, content_hash, origin, boxes
    FROM document JOIN body ON body.document = document.id WHERE corpus = ? AND document_id = ?
"""
CHUNKS = """
    SELECT document_id, position, start, stop, chunk.status, chunk.reason
    FROM document JOIN chunk ON chunk.document = document.id
    WHERE document.corpus = ? AND document_id IN (SELECT value FROM json_each(?))
"""
RECORD = """
    SELECT record FROM document JOIN contribution ON contribution.document = document.id
    WHERE document.corpus = ? AND document_id = ? AND graph = ?
"""

# -- the graph ---------------------------------------------------------------------------------------

LAST_ENTITY = "SELECT coalesce(max(id), 0) FROM entity"
STATES = """
    SELECT entity_id, id, spellings, documents FROM entity
    WHERE graph = ? AND entity_id IN (SELECT value FROM json_each(?))
"""
ADD_ENTITY = "INSERT INTO entity VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
CHANGE_ENTITY = """
    UPDATE entity SET documents = ?, spellings = ?, name = ?, type = ?, mentions = ?, aliases = ?, search_key = ?
    WHERE id = ?
"""
DROP_ENTITY = "DELETE FROM entity WHERE id = ?"
ADD_TO_EDGE = """
    INSERT INTO edge (source, directed, predicate, negated, target, weight, documents) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (source, target, directed, predicate, negated)
    DO UPDATE SET weight = weight + excluded.weight, documents = documents + excluded.documents
"""
ADD_PROOF = "INSERT INTO proof (document, source, directed, predicate, negated, target) VALUES (?, ?, ?, ?, ?, ?)"
DROP_PROOF = """
    DELETE FROM proof
    WHERE document = ? AND source = ? AND directed = ? AND predicate = ? AND negated = ? AND target = ?
"""
DROP_DEAD_EDGE = """
    DELETE FROM edge
    WHERE source = ? AND directed = ? AND predicate = ? AND negated = ? AND target = ? AND documents <= 0
"""

ENTITIES = """
    SELECT entity_id, name, type, mentions, documents, aliases FROM entity
    WHERE graph = ? AND entity_id > ? ORDER BY entity_id LIMIT ?
"""
ENTITIES_OF_TYPE = """
    SELECT entity_id, name, type, mentions, documents, aliases FROM entity
    WHERE graph = ? AND type_key = ? AND entity_id > ? ORDER BY entity_id LIMIT ?
"""
TOP_ENTITIES = """
    SELECT entity_id, name, type, mentions, documents, aliases FROM entity
    WHERE graph = ? ORDER BY mentions DESC, entity_id LIMIT ?
"""
TOP_ENTITIES_OF_TYPE = """
    SELECT entity_id, name, type, mentions, documents, aliases FROM entity
    WHERE graph = ? AND type_key = ? ORDER BY mentions DESC, entity_id LIMIT ?
"""
ENTITIES_BY_ID = """
    SELECT entity_id, name, type, mentions, documents, aliases FROM entity
    WHERE graph = ? AND entity_id IN (SELECT value FROM json_each(?))
"""
ENTITIES_NAMED = """
    SELECT entity_id, name, type, mentions, documents, aliases FROM entity
    WHERE graph = ? AND name_key IN (SELECT value FROM json_each(?)) ORDER BY entity_id
"""
ENTITIES_EQUAL = """
    SELECT entity_id, name, type, mentions, documents, aliases FROM entity
    WHERE graph = ? AND search_key = ? ORDER BY mentions DESC, entity_id LIMIT ?
"""
ENTITIES_BEGINNING = """
    SELECT entity_id, name, type, mentions, documents, aliases FROM entity
    WHERE graph = ? AND search_key > ? AND search_key < ? ORDER BY mentions DESC, entity_id LIMIT ?
"""
ENTITIES_HOLDING = """
    SELECT entity_id, name, type, mentions, documents, aliases, search_key FROM entity INDEXED BY entity_rank
    WHERE graph = ? AND instr(search_key, ?) > 0 ORDER BY mentions DESC, entity_id
"""
SEARCH_KEYS = "SELECT -mentions, entity_id, search_key FROM entity WHERE graph = ?"
TYPES = "SELECT type_key, type, count(*) FROM entity WHERE graph = ? GROUP BY type_key, type"

EDGES_OUT = """
    SELECT -weight, ?, iif(directed, 'RELATES_AS', 'CO_OCCURS_WITH'), predicate, negated, t.entity_id, edge.documents
    FROM edge CROSS JOIN entity AS t ON t.id = target WHERE source = ? AND (? IS NULL OR directed = ?)
    ORDER BY weight DESC, directed, predicate, negated, t.entity_id LIMIT ?
"""
EDGES_IN = """
    SELECT -weight, s.entity_id, iif(directed, 'RELATES_AS', 'CO_OCCURS_WITH'), predicate, negated, ?, edge.documents
    FROM edge CROSS JOIN entity AS s ON s.id = source WHERE target = ? AND (? IS NULL OR directed = ?)
    ORDER BY weight DESC, s.entity_id, directed, predicate, negated LIMIT ?
"""
ENTITY_KEYS = """
    SELECT entity_id, id FROM entity WHERE graph = ? AND entity_id IN (SELECT value FROM json_each(?))
"""
SOURCES_AFTER = """
    SELECT id, entity_id FROM entity WHERE graph = ? AND entity_id > ? ORDER BY entity_id LIMIT ?
"""
EDGES_OF_SOURCES = """
    SELECT s.entity_id, iif(directed, 'RELATES_AS', 'CO_OCCURS_WITH'), predicate, negated, t.entity_id, weight,
        edge.documents
    FROM edge CROSS JOIN entity AS s ON s.id = source CROSS JOIN entity AS t ON t.id = target
    WHERE source IN (SELECT value FROM json_each(?)) AND (? IS NULL OR directed = ?)
"""
EDGES_AMONG = """
    SELECT s.entity_id, iif(directed, 'RELATES_AS', 'CO_OCCURS_WITH'), predicate, negated, t.entity_id, weight,
        edge.documents
    FROM json_each(?) AS wanted CROSS JOIN entity AS s ON s.graph = ? AND s.entity_id = wanted.value
    CROSS JOIN edge ON source = s.id CROSS JOIN entity AS t ON t.id = target
    WHERE t.entity_id IN (SELECT value FROM json_each(?))
"""
MENTION_COUNTS = """
    SELECT document_id, mention.mentions FROM entity JOIN mention ON mention.entity = entity.id
    JOIN document ON document.id = mention.document
    WHERE entity.graph = ? AND entity_id = ? ORDER BY mention.mentions DESC, document_id LIMIT ?
"""
DOCUMENT_ENTITIES = """
    SELECT entity_id, mention.mentions FROM document
    JOIN mention ON mention.document = document.id AND mention.graph = ? JOIN entity ON entity.id = mention.entity
    WHERE document.corpus = ? AND document_id = ? ORDER BY mention.mentions DESC, entity_id
"""
MENTIONING = """
    SELECT document_id, document.id FROM entity JOIN mention ON mention.entity = entity.id
    JOIN document ON document.id = mention.document
    WHERE entity.graph = ? AND entity_id = ? ORDER BY document_id LIMIT ?
"""
PROVING = """
    SELECT document_id, document.id FROM entity AS s JOIN entity AS t ON t.graph = s.graph
    JOIN proof ON proof.source = s.id AND proof.target = t.id JOIN document ON document.id = proof.document
    WHERE s.graph = ? AND s.entity_id = ? AND directed = ? AND predicate = ? AND negated = ? AND t.entity_id = ?
    ORDER BY document_id LIMIT ?
"""
RECORD_OF = "SELECT record FROM contribution WHERE document = ? AND graph = ?"

# -- search ------------------------------------------------------------------------------------------

WORD = """
    SELECT doc, count(*), chunk.words FROM chunk_word JOIN chunk ON chunk.id = doc
    WHERE term = ? AND chunk.corpus = ? GROUP BY doc
"""
LENGTHS = "SELECT count(*), avg(words) FROM chunk WHERE corpus = ? AND words > 0"
CHUNK_KEYS = """
    SELECT chunk.id, document_id, position FROM chunk JOIN document ON document.id = chunk.document
    WHERE chunk.id IN (SELECT value FROM json_each(?))
"""
CHUNKS_AT = """
    SELECT document_id, position, chunk.id FROM document JOIN chunk ON chunk.document = document.id
    WHERE document.corpus = ? AND document_id IN (SELECT value FROM json_each(?)) AND has_text
"""
EMBEDDER = """
    SELECT embedder, dimension FROM corpus WHERE id = ? AND EXISTS (SELECT 1 FROM vector WHERE corpus = corpus.id)
"""
SET_EMBEDDER = "UPDATE corpus SET embedder = ?, dimension = ? WHERE id = ?"
DROP_VECTORS = "DELETE FROM vector WHERE corpus = ?"
PUT_VECTOR = """
    INSERT INTO vector (chunk, corpus, numbers) VALUES (?, ?, ?)
    ON CONFLICT (chunk) DO UPDATE SET numbers = excluded.numbers WHERE numbers <> excluded.numbers
"""
VECTORS = """
    SELECT document_id, position, numbers FROM vector JOIN chunk ON chunk.id = vector.chunk
    JOIN document ON document.id = chunk.document WHERE vector.corpus = ? ORDER BY document_id, position
"""
VECTORS_OF = """
    SELECT document_id, position, numbers FROM vector JOIN chunk ON chunk.id = vector.chunk
    JOIN document ON document.id = chunk.document
    WHERE document.corpus = ? AND document_id IN (SELECT value FROM json_each(?)) ORDER BY document_id, position
"""
WITHOUT_VECTOR = """
    SELECT document_id, position FROM chunk JOIN document ON document.id = chunk.document
    WHERE chunk.corpus = ? AND has_text AND NOT (? AND EXISTS (SELECT 1 FROM vector WHERE vector.chunk = chunk.id))
    ORDER BY document_id, position
"""

# -- counts ------------------------------------------------------------------------------------------

COUNT_DOCUMENTS = """
    SELECT count(*), coalesce(sum(status = 'empty'), 0), coalesce(sum(status = 'failed'), 0), coalesce(sum(chunks), 0)
    FROM document WHERE corpus = ?
"""
COUNT_VECTORS = "SELECT count(*) FROM vector WHERE corpus = ?"

# -- audit -------------------------------------------------------------------------------------------

AUDIT_FILE = "PRAGMA quick_check"
AUDIT_REFERENCES = "PRAGMA foreign_key_check"
AUDIT_RECORDS = """
    SELECT document_id, record FROM contribution JOIN document ON document.id = contribution.document
    WHERE contribution.graph = ? ORDER BY document_id
"""
AUDIT_DOCUMENTS = """
    SELECT document.id, document_id, characters, text_digest, chunks, text
    FROM document LEFT JOIN body ON body.document = document.id WHERE corpus = ? ORDER BY document_id
"""
AUDIT_CHUNKS = """
    SELECT position, start, stop, has_text, chunk.words, chunk_text.words
    FROM chunk LEFT JOIN chunk_text ON chunk_text.rowid = chunk.id WHERE document = ? ORDER BY position
"""
AUDIT_VECTORS = """
    SELECT document_id, position, length(numbers) FROM vector JOIN corpus ON corpus.id = vector.corpus
    JOIN chunk ON chunk.id = vector.chunk JOIN document ON document.id = chunk.document
    WHERE vector.corpus = ? AND length(numbers) <> 4 * dimension ORDER BY document_id, position
"""
AUDIT_STATES = "SELECT entity_id, spellings, documents FROM entity WHERE graph = ?"
AUDIT_ENTITIES = """
    SELECT entity_id, documents, spellings, name, type, mentions, aliases, search_key, type_key, name_key
    FROM entity WHERE graph = ? ORDER BY entity_id
"""
AUDIT_EDGES = """
    SELECT s.entity_id, iif(directed, 'RELATES_AS', 'CO_OCCURS_WITH'), predicate, negated, t.entity_id, weight,
        edge.documents
    FROM entity AS s CROSS JOIN edge ON source = s.id CROSS JOIN entity AS t ON t.id = target WHERE s.graph = ?
"""
AUDIT_PROOFS = """
    SELECT s.entity_id, iif(directed, 'RELATES_AS', 'CO_OCCURS_WITH'), predicate, negated, t.entity_id,
        coalesce(document_id, 'a document that is gone')
    FROM entity AS s CROSS JOIN proof ON proof.source = s.id CROSS JOIN entity AS t ON t.id = target
    LEFT JOIN document ON document.id = proof.document WHERE s.graph = ?
"""
AUDIT_MENTIONS = """
    SELECT entity_id, document_id, mention.mentions FROM entity CROSS JOIN mention ON mention.entity = entity.id
    JOIN document ON document.id = mention.document WHERE entity.graph = ?
"""
