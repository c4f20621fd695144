"""Checking a SQLite store: every sum against the records, every reference against its target."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator

from graphkit.model import DocumentId, EntityId, GraphId
from graphkit.store import sqlite_sql as sql
from graphkit.store.audit import GraphContent, content_of, differences
from graphkit.store.base import Problem
from graphkit.store.batch import digest_of_text, has_text
from graphkit.store.contribution import Record
from graphkit.store.edge_key import EdgeKey
from graphkit.store.sqlite_write import stored_words, sums_of
from graphkit.store.sums import EntityState, entity_keys
from graphkit.store.words import words

Connection = sqlite3.Connection


def audit(db: Connection, corpus: int, graph: GraphId) -> list[Problem]:
    """Everything that is wrong in the file, in the corpus's documents, and in one graph or all."""
    found = [*_file(db), *_documents(db, corpus)]
    for key, name, _ in db.execute(sql.GRAPHS, (corpus,)).fetchall():
        if graph in ("", name):
            records = ((DocumentId(d), Record.parse(line)) for d, line in db.execute(sql.AUDIT_RECORDS, (key,)))
            found += differences(name, content_of(records), _stored(db, key))
            found += _columns(db, key, name)
    return found


def _file(db: Connection) -> Iterator[Problem]:
    for (line,) in db.execute(sql.AUDIT_FILE):
        if line != "ok":
            yield Problem("file", f"The file is damaged: {line}. Restore it from a backup.")
    for table, row, parent, _ in db.execute(sql.AUDIT_REFERENCES):
        yield Problem("reference", f"Row {row} of {table} points at a row of {parent} that is not there.")


def _documents(db: Connection, corpus: int) -> Iterator[Problem]:
    for key, name, characters, digest, chunks, text in db.execute(sql.AUDIT_DOCUMENTS, (corpus,)):
        if text is None:
            yield Problem("document", f"The text of the document {name} is missing.")
            continue
        if len(text) != characters or digest_of_text(text) != digest:
            yield Problem("document", f"The text of the document {name} is not the one that was stored.")
        rows = db.execute(sql.AUDIT_CHUNKS, (key,)).fetchall()
        if len(rows) != chunks:
            yield Problem("document", f"The document {name} has {len(rows)} chunks, but should have {chunks}.")
        for position, start, stop, readable, count, indexed in rows:
            passage = text[start:stop]
            expected = words(passage)
            line = stored_words(corpus, expected) if expected else None
            if stop > len(text) or bool(readable) != has_text(passage) or count != len(expected) or indexed != line:
                yield Problem("chunk", f"Chunk {position} of the document {name} does not fit its text or its words.")
    for document, position, length in db.execute(sql.AUDIT_VECTORS, (corpus,)):
        yield Problem("vector", f"The vector of chunk {position} of the document {document} has {length} bytes.")


def _stored(db: Connection, graph: int) -> GraphContent:
    edges = {
        EdgeKey(EntityId(source), kind, predicate, bool(negated), EntityId(target)): (weight, documents)
        for source, kind, predicate, negated, target, weight, documents in db.execute(sql.AUDIT_EDGES, (graph,))
    }
    proofs = {
        (EdgeKey(EntityId(source), kind, predicate, bool(negated), EntityId(target)), DocumentId(document)): True
        for source, kind, predicate, negated, target, document in db.execute(sql.AUDIT_PROOFS, (graph,))
    }
    states = db.execute(sql.AUDIT_STATES, (graph,))
    counts = db.execute(sql.AUDIT_MENTIONS, (graph,))
    return GraphContent(
        {EntityId(entity): EntityState.parse(line, documents) for entity, line, documents in states},
        edges,
        {(EntityId(entity), DocumentId(document)): count for entity, document, count in counts},
        proofs,
    )


def _columns(db: Connection, graph: int, name: str) -> Iterator[Problem]:
    for entity, *columns in db.execute(sql.AUDIT_ENTITIES, (graph,)):
        state = EntityState.parse(columns[1], columns[0])
        if not state.names or tuple(columns) != (*sums_of(state), *entity_keys(EntityId(entity))):
            yield Problem("entity", f"In graph {name!r} the entity {entity} shows {json.dumps(columns)}.")
