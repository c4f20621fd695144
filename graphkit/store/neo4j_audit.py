"""Checking a Neo4j store: every sum against the records, every chunk against its text."""

from __future__ import annotations

from collections.abc import Iterator

from graphkit.model import DocumentId, EntityId, GraphId
from graphkit.store import neo4j_cypher as cypher
from graphkit.store.audit import GraphContent, content_of, differences
from graphkit.store.base import Problem
from graphkit.store.batch import digest_of_text, has_text
from graphkit.store.contribution import Record
from graphkit.store.edge_key import EdgeKey
from graphkit.store.neo4j_connection import LONG_READ_S, Connection
from graphkit.store.neo4j_keys import token
from graphkit.store.neo4j_read import edge_page
from graphkit.store.neo4j_rows import properties_json
from graphkit.store.sums import EntityState, entity_keys, search_key
from graphkit.store.words import words

PAGE = 500


def audit(connection: Connection, corpus: str, graph: GraphId) -> list[Problem]:
    """Everything that is wrong in the corpus's documents, and in one graph or all."""
    found = list(_documents(connection, corpus))
    for row in connection.rows(cypher.GRAPHS, corpus=corpus):
        if graph in ("", row["graph_id"]):
            records = (
                (DocumentId(stored["document"]), Record.parse(stored["record"]))
                for stored in connection.rows(cypher.AUDIT_RECORDS, within_s=LONG_READ_S, graph=row["key"])
            )
            expected = content_of(records)
            stored_content, faults = _content(connection, row["key"], row["graph_id"], expected)
            found += differences(row["graph_id"], expected, stored_content)
            found += faults
    return found


def _documents(connection: Connection, corpus: str) -> Iterator[Problem]:
    for row in connection.rows(cypher.AUDIT_DOCUMENTS, within_s=LONG_READ_S, corpus=corpus):
        stored = row["d"]
        name, text = stored["document_id"], stored["text"]
        if text is None or len(text) != stored["characters"] or digest_of_text(text) != stored["text_digest"]:
            yield Problem("document", f"The text of the document {name} is not the one that was stored.")
            continue
        if len(row["chunks"]) != stored["chunks"]:
            yield Problem(
                "document", f"The document {name} has {len(row['chunks'])} chunks, but should have {stored['chunks']}."
            )
        for position, start, stop, readable, count, tokens in sorted(row["chunks"]):
            passage = text[start:stop]
            expected = words(passage)
            line = " ".join(token(corpus, word) for word in expected)
            if stop > len(text) or readable != has_text(passage) or count != len(expected) or tokens != line:
                yield Problem("chunk", f"Chunk {position} of the document {name} does not fit its text or its words.")
    for row in connection.rows(cypher.AUDIT_STRAYS, within_s=LONG_READ_S, corpus=corpus):
        yield Problem("chunk", f"The chunk {row['uid']} belongs to no document.")


def _content(connection: Connection, key: str, name: str, expected: GraphContent) -> tuple[GraphContent, list[Problem]]:
    """What is derived in a graph, and columns of entities that do not follow from their counts.

    Which documents prove an edge is not stored here but read from the records, so proofs are as expected.
    """
    content, faults = GraphContent(proofs=expected.proofs), []
    for row in connection.rows(cypher.AUDIT_ENTITIES, within_s=LONG_READ_S, graph=key):
        stored = row["e"]
        identity = EntityId(stored["entity_id"])
        state = EntityState.parse(stored["spellings"], stored["documents"])
        content.entities[identity] = state
        for document, count in row["mentions"]:
            content.mentions[identity, DocumentId(document)] = count
        shown = (
            *(stored["name"], stored["type"], stored["mentions"], tuple(stored["aliases"]), stored["search_key"]),
            *(stored["label"], stored["properties_json"]),
        )
        right: tuple[object, ...] = ()
        if state.names:
            right = (
                *(state.name, state.type, state.mentions, state.aliases, search_key(state.name)),
                *(state.name, properties_json(state.type)),
            )
        if shown != right or (stored["type_key"], stored["name_key"]) != entity_keys(identity):
            faults.append(Problem("entity", f"In graph {name!r} the entity {identity} shows {shown}."))
    after = f"{key}:"
    while True:
        (row,) = connection.rows(
            cypher.EDGES_AFTER, within_s=LONG_READ_S, graph=key, after=after, limit=PAGE, type=None
        )
        last, rows = edge_page(row)
        for source, kind, predicate, negated, target, weight, documents in rows:
            edge = EdgeKey(EntityId(source), kind, predicate, bool(negated), EntityId(target))
            content.edges[edge] = (weight, documents)
        if last is None:
            return content, faults
        after = last
