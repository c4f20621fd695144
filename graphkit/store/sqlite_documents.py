"""Reading documents, chunks, runs, decisions and counts from a SQLite store."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace

from graphkit.model import Chunk, Decision, Document, DocumentId, Extraction, GraphId, Scope
from graphkit.store import sqlite_sql as sql
from graphkit.store.base import DocumentRow, RunRow, StoreStats
from graphkit.store.batch import unpack_boxes, unpack_origin
from graphkit.store.contribution import Record
from graphkit.store.sqlite_connection import listed, storable

Connection = sqlite3.Connection


def user_key(scope: Scope) -> str:
    """The user's part of a corpus's key: nobody's is empty, and no user's is."""
    return "" if scope.user_id is None else f"={scope.user_id}"


def corpora(db: Connection) -> list[Scope]:
    """Scopes of the corpora that hold anything; those of nobody first, then by user."""
    found = [Scope(corpus, GraphId(""), user[1:] if user else None) for corpus, user in db.execute(sql.CORPORA)]
    return sorted(found, key=lambda scope: (scope.corpus_id, user_key(scope)))


def page(db: Connection, corpus: int, graph: GraphId, after: DocumentId | None, limit: int) -> list[DocumentRow]:
    """Documents after an id."""
    return _rows(db, graph, db.execute(sql.DOCUMENTS, (corpus, storable(after or ""), limit)).fetchall())


def named(db: Connection, corpus: int, graph: GraphId, ids: Sequence[DocumentId]) -> list[DocumentRow]:
    """The named documents in the order of their names."""
    rows = _rows(db, graph, db.execute(sql.DOCUMENTS_NAMED, (corpus, listed(ids))).fetchall())
    by_id = {row.document_id: row for row in rows}
    return [by_id[identity] for identity in ids if identity in by_id]


def of_source(db: Connection, corpus: int, graph: GraphId, source: str) -> DocumentRow | None:
    """The document of a source."""
    rows = _rows(db, graph, db.execute(sql.DOCUMENT_OF_SOURCE, (corpus, storable(source))).fetchall())
    return rows[0] if rows else None


def _rows(db: Connection, graph: GraphId, stored: list[tuple]) -> list[DocumentRow]:  # type: ignore[type-arg]  # rows of SQLite
    contributed: dict[int, dict[GraphId, int]] = {}
    for key, name, mentions in db.execute(sql.CONTRIBUTED, (json.dumps([row[-1] for row in stored]),)):
        contributed.setdefault(key, {})[name] = mentions
    rows = []
    for row in stored:
        of = contributed.get(row[-1], {})
        mentions = of.get(graph, 0) if graph else sum(of.values())
        rows.append(DocumentRow(*(*row[:-1], mentions, tuple(of))))
    return rows


def document(db: Connection, corpus: int, identity: DocumentId) -> Document | None:
    """A document with its text."""
    row = db.execute(sql.DOCUMENT, (corpus, storable(identity))).fetchone()
    if row is None:
        return None
    pages, headings, metadata = unpack_origin(row[-2])
    return Document(*(*row[:-2], pages, headings, unpack_boxes(row[-1]), metadata))


def chunks(db: Connection, corpus: int, ids: Sequence[DocumentId]) -> list[Chunk]:
    """Chunks by document in the given order, and index."""
    found: dict[DocumentId, list[Chunk]] = {}
    for row in db.execute(sql.CHUNKS, (corpus, listed(ids))):
        found.setdefault(row[0], []).append(Chunk(*row))
    return [chunk for identity in ids for chunk in sorted(found.get(identity, ()), key=lambda chunk: chunk.index)]


def extraction(db: Connection, corpus: int, graph: int, identity: DocumentId) -> Extraction | None:
    """What a graph holds from one document."""
    row = db.execute(sql.RECORD, (corpus, storable(identity), graph)).fetchone()
    return Record.parse(row[0]).extraction(identity) if row else None


def run_line(run: RunRow) -> str:
    """A run in one line of JSON, without its counts."""
    return json.dumps(asdict(replace(run, documents=0, mentions=0, entities=0, edges=0)), sort_keys=True)


def runs(db: Connection, corpus: int) -> list[RunRow]:
    """Runs with the counts of their graphs, newest first."""
    found = []
    for graph, _, line in db.execute(sql.GRAPHS, (corpus,)).fetchall():
        if line:
            documents, mentions, _, entities, edges = graph_counts(db, graph)
            run = RunRow(**json.loads(line))
            found.append(replace(run, documents=documents, mentions=mentions, entities=entities, edges=edges))
    return newest_first(found)


def newest_first(runs: Iterable[RunRow]) -> list[RunRow]:
    """Runs by the time they started, newest first, then by id."""
    return sorted(sorted(runs, key=lambda run: run.graph_id), key=lambda run: run.started, reverse=True)


def graph_counts(db: Connection, graph: int) -> tuple[int, int, int, int, int]:
    """Documents, mentions, relations, entities and edges of a graph."""
    documents, mentions, relations = db.execute(sql.GRAPH_COUNTS, (graph,)).fetchone()
    entities = db.execute(sql.COUNT_ENTITIES, (graph,)).fetchone()[0]
    edges = db.execute(sql.COUNT_EDGES, (graph,)).fetchone()[0]
    return documents, mentions or 0, relations or 0, entities, edges


def stats(db: Connection, corpus: int, graph: GraphId) -> StoreStats:
    """Counts of the corpus, and of one graph or of all."""
    documents, empty, failed, chunk_count = db.execute(sql.COUNT_DOCUMENTS, (corpus,)).fetchone()
    graphs = db.execute(sql.GRAPHS, (corpus,)).fetchall()
    counts = [graph_counts(db, key) for key, name, _ in graphs if not graph or name == graph]
    mentions, relations, entities, edges = (sum(count[i] for count in counts) for i in (1, 2, 3, 4))
    vectors = db.execute(sql.COUNT_VECTORS, (corpus,)).fetchone()[0]
    return StoreStats(documents, empty, failed, chunk_count, vectors, len(graphs), mentions, entities, relations, edges)


def decision_line(decision: Decision) -> str:
    """A decision in one line of JSON."""
    return json.dumps(asdict(decision), sort_keys=True)


def decisions(db: Connection, corpus: int) -> list[Decision]:
    """Decisions by time and id."""
    found = (json.loads(line) for (line,) in db.execute(sql.DECISIONS, (corpus,)))
    return [Decision(**{**body, "reasons": tuple(body["reasons"])}) for body in found]
