"""Writing to a SQLite store: documents with their contributions, and the sums that they change."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from graphkit.errors import EmbedderMismatch
from graphkit.model import Chunk, DocumentId, EntityId, GraphId
from graphkit.store import sqlite_sql as sql
from graphkit.store.batch import Batch, Prepared, chunk_text, has_text
from graphkit.store.contribution import Record, Sums
from graphkit.store.edge_key import EdgeKey
from graphkit.store.sqlite_connection import listed
from graphkit.store.sums import ABSENT, EntityState, GraphChange, entity_keys, search_key
from graphkit.store.words import words

Connection = sqlite3.Connection
InnerKey = tuple[int, int, str, bool, int]
"""Key of an edge in the file: key of the source, directed, predicate, negated, key of the target."""


class DocumentWriter:
    """One batch of changes to the documents of one corpus, inside one transaction.

    Contributions are gathered while documents are written and applied to the sums at the end by ``finish``.
    """

    def __init__(self, db: Connection, corpus: int) -> None:
        self.db = db
        self.corpus = corpus
        self._graphs: dict[GraphId, int] = {}
        self._changes: dict[int, GraphChange] = {}
        self._new_contributions: list[tuple[int, int, int, int, str]] = []
        self._came: dict[int, list[tuple[int, Sums]]] = {}
        self._went: dict[int, list[tuple[int, Sums]]] = {}
        self._last_chunk = int(db.execute(sql.LAST_CHUNK).fetchone()[0])
        self.changed = False

    def upsert(self, batch: Batch, embedder: str) -> None:
        """Write the documents of a batch."""
        wanted = [p.document.document_id for p in batch.documents]
        rows = self.db.execute(sql.DOCUMENTS_OF_SOURCES, (self.corpus, listed(batch.claims)))
        self.delete(sorted(batch.replaced | {name for name, source in rows if batch.replaces(name, source)}))
        known = {
            name: (key, digest, text)
            for name, key, digest, text in self.db.execute(sql.KNOWN_DOCUMENTS, (self.corpus, listed(wanted)))
        }
        for prepared in batch.documents:  # sources may be swapped inside the batch
            before = known.get(prepared.document.document_id)
            if before and before[1] != prepared.digest:
                self.db.execute(sql.FREE_SOURCE, (before[0],))
        old = self._contributions([key for key, _, _ in known.values()])
        next_id = int(self.db.execute(sql.LAST_DOCUMENT).fetchone()[0])
        if batch.dimension:
            self.use_embedder(embedder, batch.dimension)
        fresh = [p for p in batch.documents if p.document.document_id not in known]
        self._add(list(enumerate(fresh, next_id + 1)))
        for prepared in batch.documents:
            if prepared.document.document_id in known:
                key, digest, text_digest = known[prepared.document.document_id]
                same_text = text_digest == prepared.text_digest
                if digest != prepared.digest:
                    self._change(key, prepared, same_text=same_text)
                self._contribute(key, prepared, old.get(key, {}), keep_others=same_text)
                self._put_vectors(key, prepared)

    def delete(self, names: Sequence[DocumentId]) -> int:
        """Remove documents; how many were there."""
        known = self.db.execute(sql.KNOWN_DOCUMENTS, (self.corpus, listed(names))).fetchall()
        keys = [key for _, key, _, _ in known]
        for key, lines in self._contributions(keys).items():
            for graph, line in lines.items():
                self._subtract(key, graph, line)
        self.db.executemany(sql.DROP_DOCUMENT_TEXTS, [(key,) for key in keys])
        self.db.executemany(sql.DROP_DOCUMENT, [(key,) for key in keys])
        self.changed |= bool(keys)
        return len(keys)

    def drop_graph(self, name: GraphId) -> None:
        """Remove a graph with its run and all contributions to it."""
        row = self.db.execute(sql.GRAPH, (self.corpus, name)).fetchone()
        if row:
            for statement in (
                sql.DROP_GRAPH_PROOFS,
                sql.DROP_GRAPH_MENTIONS,
                sql.DROP_GRAPH_EDGES,
                sql.DROP_GRAPH_ENTITIES,
                sql.DROP_GRAPH_CONTRIBUTIONS,
                sql.DROP_GRAPH,
            ):
                self.db.execute(statement, row)
            self.changed = True

    def drop_corpus(self) -> None:
        """Remove everything in the corpus; its revision goes on, so nothing that was cached looks current."""
        for _, name, _ in self.db.execute(sql.GRAPHS, (self.corpus,)).fetchall():
            self.drop_graph(name)
        for statement in (sql.DROP_CORPUS_TEXTS, sql.DROP_CORPUS_DOCUMENTS, sql.DROP_CORPUS_DECISIONS):
            self.changed |= self.db.execute(statement, (self.corpus,)).rowcount > 0

    def finish(self) -> None:
        """Apply all gathered differences to entities and edges."""
        self.db.executemany(sql.ADD_CONTRIBUTION, self._new_contributions)
        for graph, change in sorted(self._changes.items()):
            _apply(self.db, graph, change, self._came.get(graph, []), self._went.get(graph, []))
        if self._changes:
            self.db.execute(sql.DROP_EMPTY_GRAPHS, (self.corpus,))

    # -- documents -----------------------------------------------------------------------------

    def _add(self, documents: Sequence[tuple[int, Prepared]]) -> None:
        rows = [(key, self.corpus, p.document.document_id, *_document_row(p)) for key, p in documents]
        self.db.executemany(sql.ADD_DOCUMENT, rows)
        self.db.executemany(sql.ADD_BODY, [(key, p.origin, p.document.text, p.boxes) for key, p in documents])
        self._add_chunks((key, prepared, chunk) for key, prepared in documents for chunk in prepared.record.chunks)
        for key, prepared in documents:
            self._contribute(key, prepared, {}, keep_others=False)
            self._put_vectors(key, prepared)
        self.changed |= bool(documents)

    def _change(self, key: int, prepared: Prepared, *, same_text: bool) -> None:
        self.db.execute(sql.CHANGE_DOCUMENT, (*_document_row(prepared), key))
        self.db.execute(sql.CHANGE_BODY, (prepared.origin, prepared.document.text, prepared.boxes, key))
        stored = {row[0]: row[1:] for row in self.db.execute(sql.STORED_CHUNKS, (key,))}
        fresh = []
        for chunk in prepared.record.chunks:
            old = stored.get(chunk.index)
            if old is None or not same_text or old[1:3] != (chunk.start, chunk.end):
                fresh.append(chunk)
                continue
            del stored[chunk.index]
            if old[3:] != (chunk.status, chunk.reason):
                self.db.execute(sql.CHANGE_CHUNK, (chunk.status, chunk.reason, old[0]))
        gone = [(row[0],) for row in stored.values()]
        self.db.executemany(sql.DROP_TEXT, gone)
        self.db.executemany(sql.DROP_CHUNK, gone)
        self._add_chunks((key, prepared, chunk) for chunk in fresh)
        self.changed = True

    def _add_chunks(self, chunks: Iterable[tuple[int, Prepared, Chunk]]) -> None:
        rows, texts = [], []
        for key, prepared, chunk in chunks:
            self._last_chunk = chunk_id = self._last_chunk + 1
            text = chunk_text(prepared.document, chunk)
            found = words(text)
            rows.append(
                (chunk_id, self.corpus, key, chunk.index, chunk.start, chunk.end, chunk.status, chunk.reason,
                 has_text(text), len(found))
            )  # fmt: skip
            if found:
                texts.append((chunk_id, stored_words(self.corpus, found)))
        self.db.executemany(sql.ADD_CHUNK, rows)
        self.db.executemany(sql.ADD_TEXT, texts)

    # -- vectors -------------------------------------------------------------------------------

    def use_embedder(self, embedder: str, dimension: int) -> None:
        """Make ready for vectors of an embedder; those of another one are dropped."""
        stored = self.db.execute(sql.EMBEDDER, (self.corpus,)).fetchone()
        if stored == (embedder, dimension):
            return
        if stored and stored[0] == embedder:
            raise EmbedderMismatch(
                f"The embedder {embedder} gave vectors of {dimension} numbers, but the stored ones of the same name "
                f"have {stored[1]}. Give the new embedder another name, or clear the vectors. Nothing was stored."
            )
        self.changed |= bool(self.db.execute(sql.DROP_VECTORS, (self.corpus,)).rowcount)
        self.db.execute(sql.SET_EMBEDDER, (embedder, dimension, self.corpus))

    def _put_vectors(self, key: int, prepared: Prepared) -> None:
        if prepared.record.vectors is None:
            return
        ids = {row[0]: row[1] for row in self.db.execute(sql.STORED_CHUNKS, (key,))}
        readable = [
            (ids[chunk.index], vector)
            for chunk, vector in zip(prepared.record.chunks, prepared.record.vectors, strict=True)
            if has_text(chunk_text(prepared.document, chunk))
        ]
        self.put_vectors(readable)

    def put_vectors(self, rows: Iterable[tuple[int, NDArray[np.float32]]]) -> None:
        """Store vectors by the key of their chunk."""
        packed = [(chunk, self.corpus, np.asarray(vector, dtype="<f4").tobytes()) for chunk, vector in rows]
        if packed:
            self.changed |= self.db.executemany(sql.PUT_VECTOR, packed).rowcount > 0

    # -- contributions -------------------------------------------------------------------------

    def _contributions(self, keys: Sequence[int]) -> dict[int, dict[int, str]]:
        found: dict[int, dict[int, str]] = {}
        for document, graph, line in self.db.execute(sql.CONTRIBUTIONS, (json.dumps(keys),)):
            found.setdefault(document, {})[graph] = line
        return found

    def _contribute(self, key: int, prepared: Prepared, old: dict[int, str], *, keep_others: bool) -> None:
        named = set()
        for name, line in prepared.lines.items():
            graph = self._graph(name)
            named.add(graph)
            if old.get(graph) == line:
                continue
            if graph in old:
                self._subtract(key, graph, old[graph])
            self._add_contribution(key, graph, line, prepared.records[name])
        if not keep_others:
            for graph in old.keys() - named:
                self._subtract(key, graph, old[graph])

    def _add_contribution(self, key: int, graph: int, line: str, record: Record) -> None:
        sums = record.sums()
        mentions = sum(own.mentions for own in sums.entities.values())
        self._new_contributions.append((key, graph, mentions, len(record.links.subject), line))
        self._changes.setdefault(graph, GraphChange()).add(sums)
        self._came.setdefault(graph, []).append((key, sums))
        self.changed = True

    def _subtract(self, key: int, graph: int, line: str) -> None:
        sums = Record.parse(line).sums()
        self.db.execute(sql.DROP_CONTRIBUTION, (key, graph))
        self.db.execute(sql.DROP_MENTIONS, (key, graph))
        self._changes.setdefault(graph, GraphChange()).add(sums, -1)
        self._went.setdefault(graph, []).append((key, sums))
        self.changed = True

    def _graph(self, name: GraphId) -> int:
        if name not in self._graphs:
            self._graphs[name] = graph_key(self.db, self.corpus, name)
        return self._graphs[name]


def graph_key(db: Connection, corpus: int, name: GraphId) -> int:
    """Key of a graph, which is made if it is not there."""
    row = db.execute(sql.GRAPH, (corpus, name)).fetchone() or db.execute(sql.ADD_GRAPH, (corpus, name)).fetchone()
    return int(row[0])


def stored_words(corpus: int, words_of: Sequence[str]) -> str:
    """Words as the index keeps them: those of different corpora are different words, so counts stay apart."""
    return f"{corpus:x}_" + f" {corpus:x}_".join(words_of)


def _document_row(prepared: Prepared) -> tuple[str | int | None, ...]:
    record, document = prepared.record, prepared.document
    states = [chunk.status for chunk in record.chunks]
    return (
        document.title, document.source, document.media_type, document.language, document.content_hash, record.status,
        record.reason, len(document.text), len(document.page_starts), len(states), states.count("empty"),
        states.count("failed"), prepared.digest, prepared.text_digest,
    )  # fmt: skip


def _apply(
    db: Connection, graph: int, change: GraphChange, came: list[tuple[int, Sums]], went: list[tuple[int, Sums]]
) -> None:
    """Bring a graph's rows to the sums after a change, made by documents whose sums came or went.

    Rows are handed over one at a time: a list of them would only be work for the garbage collector.
    """
    rows = change.entity_rows()
    stored = {
        EntityId(name): (key, EntityState.parse(spellings, documents))
        for name, key, spellings, documents in db.execute(sql.STATES, (graph, listed([entity for entity, _ in rows])))
    }
    next_id = int(db.execute(sql.LAST_ENTITY).fetchone()[0])
    keys: dict[EntityId, int] = {}
    new, changed, dead = [], [], []
    for entity, own in rows:
        key, before = stored.get(entity, (0, ABSENT))
        state = before.plus(own)
        if not key:
            next_id += 1
            key = next_id
        keys[entity] = key
        if state.documents <= 0:
            if before is not ABSENT:
                dead.append((key,))
            continue
        if before is ABSENT:
            new.append((key, graph, entity, *sums_of(state), *entity_keys(entity)))
        elif state != before:
            changed.append((*sums_of(state), key))
    db.executemany(sql.ADD_ENTITY, new)
    db.executemany(sql.CHANGE_ENTITY, changed)
    db.executemany(
        sql.ADD_MENTION,
        (
            (document, graph, keys[entity], own.mentions)
            for document, sums in came
            for entity, own in sums.entities.items()
        ),
    )
    _apply_edges(db, change, keys, came, went)
    db.executemany(sql.DROP_ENTITY, dead)


def _apply_edges(
    db: Connection,
    change: GraphChange,
    keys: dict[EntityId, int],
    came: list[tuple[int, Sums]],
    went: list[tuple[int, Sums]],
) -> None:
    inner: dict[EdgeKey, InnerKey] = {}
    for edge in change.edges:
        source, kind, predicate, negated, target = edge
        inner[edge] = (keys[source], kind == "RELATES_AS", predicate, negated, keys[target])
    rows = sorted((*inner[edge], own.weight, own.documents) for edge, own in change.edges.items())
    db.executemany(sql.DROP_PROOF, ((document, *inner[edge]) for document, sums in went for edge in sums.edges))
    db.executemany(sql.ADD_TO_EDGE, (row for row in rows if row[-2] or row[-1]))
    db.executemany(sql.DROP_DEAD_EDGE, (row[:-2] for row in rows if row[-1] < 0))
    db.executemany(sql.ADD_PROOF, ((document, *inner[edge]) for document, sums in came for edge in sums.edges))


def sums_of(state: EntityState) -> tuple[int, str, str, str, int, str, str]:
    """Documents, spellings, name, type, mentions, aliases and search key of an entity, as the file keeps them."""
    name, aliases = state.name, state.aliases
    shown = json.dumps(aliases, ensure_ascii=False) if aliases else "[]"
    return state.documents, state.spellings, name, state.type, state.mentions, shown, search_key(name)
