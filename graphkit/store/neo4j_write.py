"""Writing to a Neo4j store: one transaction on one corpus, differences computed in Python.

The first statement takes the write lock of the corpus's node, so writers of one corpus follow each other.
Every write says how many rows it reached, and fewer than were sent make the transaction run again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, LiteralString

import numpy as np
from numpy.typing import NDArray

from graphkit.errors import EmbedderMismatch
from graphkit.ids import edge_id
from graphkit.model import Chunk, DocumentId, EntityId, GraphId, Scope
from graphkit.store import neo4j_cypher_write as cypher
from graphkit.store.batch import Batch, Prepared, chunk_text, has_text
from graphkit.store.contribution import EdgeKey, Record, Sums
from graphkit.store.neo4j_connection import Raced, Runner
from graphkit.store.neo4j_cypher import VECTOR_COUNT
from graphkit.store.neo4j_keys import (
    chunk_key,
    contribution_key,
    corpus_key,
    document_key,
    entity_key,
    graph_key,
    source_key,
    token,
    user_key,
)
from graphkit.store.sums import ABSENT, EdgeChange, EntityState, GraphChange, entity_keys, search_key
from graphkit.store.words import words

if TYPE_CHECKING:
    from neo4j import Record as Row

Property = str | int | bool | bytes | None | list[str]


class Writer:
    """One transaction on one corpus. Contributions are gathered and applied to the sums by ``finish``."""

    def __init__(self, run: Runner, scope: Scope) -> None:
        self.rows = run
        self._scope = scope
        self.corpus = corpus_key(scope)
        (row,) = self.rows(cypher.LOCK_CORPUS, corpus=self.corpus, corpus_id=scope.corpus_id, user_key=user_key(scope))
        self._embedder: tuple[str, int] = (row["embedder"], row["dimension"])
        self._changes: dict[GraphId, GraphChange] = {}
        self._gone: list[tuple[GraphId, DocumentId, Sums]] = []
        self._new: list[tuple[GraphId, DocumentId, Sums, dict[str, Property]]] = []
        self._emptied = False
        self.changed = False

    def put(self, statement: LiteralString, expected: int, /, **values: object) -> None:
        """Run a write that must reach that many rows; raises ``Raced`` if it does not."""
        if expected:
            reached = self.rows(statement, **values)[0]["rows"]
            if reached != expected:
                raise Raced(f"{reached} of {expected} rows were there")

    # -- documents -----------------------------------------------------------------------------

    def upsert(self, batch: Batch, embedder: str) -> None:
        """Write the documents of a batch."""
        sources = [source_key(self.corpus, source) for source in batch.sources]
        stored = self.rows(cypher.DOCUMENTS_OF_SOURCES, sources=sources) if sources else []
        replaced = {row["document_id"] for row in stored if batch.replaces(row["document_id"], row["source"])}
        self.delete(sorted(batch.replaced | replaced))
        known = self._known([prepared.document.document_id for prepared in batch.documents])
        if batch.dimension:
            self.use_embedder(embedder, batch.dimension)
        same_text: dict[DocumentId, bool] = {}
        changed: list[Prepared] = []
        for prepared in batch.documents:
            row = known.get(prepared.document.document_id)
            same_text[prepared.document.document_id] = row is not None and row["text_digest"] == prepared.text_digest
            if row is None or row["digest"] != prepared.digest:
                changed.append(prepared)
        self._put_documents(changed, known.keys(), same_text)
        for prepared in batch.documents:
            identity = prepared.document.document_id
            old = dict(known[identity]["contributed"]) if identity in known else {}
            self._contribute(prepared, old, keep_others=same_text[identity])
        self._put_own_vectors(batch.documents)

    def delete(self, names: Sequence[DocumentId]) -> int:
        """Remove documents; how many were there."""
        known = self._known(names)
        if not known:
            return 0
        keys = sorted(document_key(self.corpus, identity) for identity in known)
        for identity, row in known.items():
            for graph, line in row["contributed"]:
                self._subtract(identity, graph, line)
        self._drop_gone()
        self.rows(cypher.DELETE_CHUNKS_OF, documents=keys)
        self.put(cypher.DELETE_DOCUMENTS, len(keys), documents=keys)
        self.changed |= bool(keys)
        return len(keys)

    def _known(self, names: Sequence[DocumentId]) -> dict[DocumentId, Row]:
        """Those of the documents that are stored, with their digests and contributions."""
        keys = [document_key(self.corpus, name) for name in names]
        rows = self.rows(cypher.KNOWN_DOCUMENTS, documents=keys) if keys else []
        return {row["document_id"]: row for row in rows}

    def _put_documents(
        self, documents: Sequence[Prepared], known: Collection[DocumentId], same_text: dict[DocumentId, bool]
    ) -> None:
        if not documents:
            return
        self.changed = True
        added = [self._document_row(one) for one in documents if one.document.document_id not in known]
        moved_on = [self._document_row(one) for one in documents if one.document.document_id in known]
        self.put(cypher.ADD_DOCUMENTS, len(added), rows=added)
        self.put(cypher.CHANGE_DOCUMENTS, len(moved_on), rows=moved_on)
        stored: dict[DocumentId, dict[int, Row]] = {}
        keys = [row["uid"] for row in moved_on]
        for row in self.rows(cypher.STORED_CHUNKS, documents=keys) if keys else ():
            stored.setdefault(row["document_id"], {})[row["position"]] = row
        gone: list[str] = []
        moved: list[tuple[str, str, str]] = []
        fresh: list[tuple[str, dict[str, Property]]] = []
        for prepared in documents:
            identity = prepared.document.document_id
            left = dict(stored.get(identity, {}))
            for chunk in prepared.record.chunks:
                key = chunk_key(self.corpus, identity, chunk.index)
                old = left.get(chunk.index)
                if old is None or not same_text[identity] or (old["start"], old["stop"]) != (chunk.start, chunk.end):
                    fresh.append((document_key(self.corpus, identity), self._chunk_row(prepared, chunk)))
                    continue
                del left[chunk.index]
                if (old["status"], old["reason"]) != (chunk.status, chunk.reason):
                    moved.append((key, chunk.status, chunk.reason))
            gone += [chunk_key(self.corpus, identity, index) for index in left]
        self.put(cypher.DELETE_CHUNKS, len(gone), chunks=sorted(gone))
        self.put(cypher.CHANGE_CHUNKS, len(moved), rows=sorted(moved))
        self.put(cypher.ADD_CHUNKS, len(fresh), rows=fresh)

    def _document_row(self, prepared: Prepared) -> dict[str, Property]:
        record, document = prepared.record, prepared.document
        states = [chunk.status for chunk in record.chunks]
        return {
            "uid": document_key(self.corpus, document.document_id),
            "corpus_id": self._scope.corpus_id,
            "document_id": document.document_id,
            "title": document.title,
            "source": document.source,
            "source_uid": source_key(self.corpus, document.source),
            "media_type": document.media_type,
            "language": document.language,
            "content_hash": document.content_hash,
            "status": record.status,
            "reason": record.reason,
            "characters": len(document.text),
            "pages": len(document.page_starts),
            "chunks": len(states),
            "chunks_empty": states.count("empty"),
            "chunks_failed": states.count("failed"),
            "digest": prepared.digest,
            "text_digest": prepared.text_digest,
            "origin": prepared.origin,
            "boxes": prepared.boxes,
            "text": document.text,
        }

    def _chunk_row(self, prepared: Prepared, chunk: Chunk) -> dict[str, Property]:
        text = chunk_text(prepared.document, chunk)
        found = words(text)
        return {
            "uid": chunk_key(self.corpus, chunk.document_id, chunk.index),
            "corpus": self.corpus,
            "document_id": chunk.document_id,
            "position": chunk.index,
            "start": chunk.start,
            "stop": chunk.end,
            "status": chunk.status,
            "reason": chunk.reason,
            "has_text": has_text(text),
            "words": len(found),
            "tokens": " ".join(token(self.corpus, word) for word in found),
        }

    # -- vectors -------------------------------------------------------------------------------

    def use_embedder(self, embedder: str, dimension: int) -> None:
        """Make ready for vectors of an embedder; those of another one are dropped."""
        has_vectors = bool(self.rows(VECTOR_COUNT, corpus=self.corpus)[0]["vectors"])
        if has_vectors and self._embedder == (embedder, dimension):
            return
        if has_vectors and self._embedder[0] == embedder:
            raise EmbedderMismatch(
                f"The embedder {embedder} gave vectors of {dimension} numbers, but the stored ones of the same name "
                f"have {self._embedder[1]}. Give the new embedder another name, or clear the vectors. "
                "Nothing was stored."
            )
        if has_vectors:
            self.rows(cypher.DROP_VECTORS, corpus=self.corpus)
            self.changed = True
        self._embedder = (embedder, dimension)
        self.put(cypher.SET_EMBEDDER, 1, corpus=self.corpus, embedder=embedder, dimension=dimension)

    def put_vectors(self, rows: Iterable[tuple[tuple[DocumentId, int], NDArray[np.float32]]]) -> None:
        """Store vectors of chunks that are there and have text; unknown ones are passed over."""
        packed = {
            chunk_key(self.corpus, document, index): np.asarray(vector, dtype="<f4").tobytes()
            for (document, index), vector in rows
        }
        stored = self.rows(cypher.READABLE_CHUNKS, chunks=sorted(packed))
        fresh = [(row["uid"], packed[row["uid"]]) for row in stored if row["vector"] != packed[row["uid"]]]
        self.put(cypher.PUT_VECTORS, len(fresh), rows=fresh)
        self.changed |= bool(fresh)

    def _put_own_vectors(self, documents: Iterable[Prepared]) -> None:
        rows = [
            ((chunk.document_id, chunk.index), vector)
            for prepared in documents
            if prepared.record.vectors is not None
            for chunk, vector in zip(prepared.record.chunks, prepared.record.vectors, strict=True)
        ]
        if rows:
            self.put_vectors(rows)

    # -- contributions -------------------------------------------------------------------------

    def _contribute(self, prepared: Prepared, old: dict[GraphId, str], *, keep_others: bool) -> None:
        identity = prepared.document.document_id
        for graph, line in prepared.lines.items():
            if old.get(graph) == line:
                continue
            if graph in old:
                self._subtract(identity, graph, old[graph])
            self._add(identity, graph, line, prepared.records[graph])
        if not keep_others:
            for graph in sorted(old.keys() - prepared.lines.keys()):
                self._subtract(identity, graph, old[graph])

    def _add(self, identity: DocumentId, graph: GraphId, line: str, record: Record) -> None:
        sums = record.sums()
        row: dict[str, Property] = {
            "uid": contribution_key(graph_key(self._scope, graph), identity),
            "document_id": identity,
            "graph_id": graph,
            "mentions": sum(own.mentions for own in sums.entities.values()),
            "relations": len(record.links.subject),
            "record": line,
        }
        self._changes.setdefault(graph, GraphChange()).add(sums)
        self._new.append((graph, identity, sums, row))
        self.changed = True

    def _subtract(self, identity: DocumentId, graph: GraphId, line: str) -> None:
        sums = Record.parse(line).sums()
        self._changes.setdefault(graph, GraphChange()).add(sums, -1)
        self._gone.append((graph, identity, sums))
        self.changed = True

    def _drop_gone(self) -> None:
        """Take away mentions and records of contributions that go, before their documents do."""
        keys = {graph: graph_key(self._scope, graph) for graph, _, _ in self._gone}
        mentions = sorted(
            (document_key(self.corpus, identity), entity_key(keys[graph], entity))
            for graph, identity, sums in self._gone
            for entity in sums.entities
        )
        self.put(cypher.DELETE_MENTIONS, len(mentions), rows=mentions)
        records = sorted(contribution_key(keys[graph], identity) for graph, identity, _ in self._gone)
        self.put(cypher.DELETE_CONTRIBUTIONS, len(records), contributions=records)
        self._count(self._gone, -1)
        self._emptied |= bool(self._gone)
        self._gone.clear()

    def _count(self, contributions: Iterable[tuple[GraphId, DocumentId, Sums]], sign: int) -> None:
        counts: dict[GraphId, int] = {}
        for graph, _, _ in contributions:
            counts[graph] = counts.get(graph, 0) + sign
        rows = [
            (self._graph_node(graph), graph_key(self._scope, graph), graph, n) for graph, n in sorted(counts.items())
        ]
        self.put(cypher.COUNT_CONTRIBUTIONS, len(rows), rows=rows)

    def _graph_node(self, graph: GraphId) -> str:
        return f"{self.corpus}:{graph}"

    # -- sums ----------------------------------------------------------------------------------

    def finish(self) -> None:
        """Apply all gathered differences to entities and edges, and give the corpus a new revision if it changed."""
        self._drop_gone()
        dead = {graph: self._apply_entities(graph, change) for graph, change in sorted(self._changes.items())}
        self._add_new()
        for graph, change in sorted(self._changes.items()):
            self._apply_edges(graph_key(self._scope, graph), change)
            self.put(cypher.DELETE_ENTITIES, len(dead[graph]), entities=dead[graph])
        if self._emptied:
            self.rows(cypher.DROP_EMPTY_GRAPHS, graphs=[self._graph_node(graph) for graph in sorted(self._changes)])
        if self.changed:
            self.put(cypher.NEXT_REVISION, 1, corpus=self.corpus)

    def _add_new(self) -> None:
        rows = [(document_key(self.corpus, identity), row) for _, identity, _, row in self._new]
        self.put(cypher.ADD_CONTRIBUTIONS, len(rows), rows=rows)
        self._count([(graph, identity, sums) for graph, identity, sums, _ in self._new], 1)
        mentions = [
            (document_key(self.corpus, identity), entity_key(graph_key(self._scope, graph), entity), own.mentions)
            for graph, identity, sums, _ in self._new
            for entity, own in sums.entities.items()
        ]
        self.put(cypher.ADD_MENTIONS, len(mentions), rows=sorted(mentions))

    def _apply_entities(self, graph: GraphId, change: GraphChange) -> list[str]:
        """Write the new states of entities; keys of those that nothing supports any more, to be deleted last."""
        key = graph_key(self._scope, graph)
        rows = change.entity_rows()
        keys = [entity_key(key, entity) for entity, _ in rows]
        stored = {
            EntityId(row["entity_id"]): EntityState.parse(row["spellings"], row["documents"])
            for row in self.rows(cypher.STATES, entities=keys)
        }
        fresh: list[dict[str, Property]] = []
        renamed: list[dict[str, Property]] = []
        counted: list[tuple[str, int, int, str]] = []
        dead: list[str] = []
        for entity, own in rows:
            before = stored.get(entity, ABSENT)
            state = before.plus(own)
            if state.documents <= 0:
                if entity in stored:
                    dead.append(entity_key(key, entity))
            elif entity not in stored:
                fresh.append(self._entity_row(graph, key, entity, state))
            elif (state.name, state.type, state.aliases) != (before.name, before.type, before.aliases):
                renamed.append(self._entity_row(graph, key, entity, state))
            elif state != before:
                counted.append((entity_key(key, entity), state.mentions, state.documents, state.spellings))
        self.put(cypher.ADD_ENTITIES, len(fresh), rows=fresh)
        self.put(cypher.CHANGE_ENTITIES, len(renamed), rows=renamed)
        self.put(cypher.CHANGE_COUNTS, len(counted), rows=counted)
        return dead

    def _entity_row(self, graph: GraphId, key: str, entity: EntityId, state: EntityState) -> dict[str, Property]:
        kind, name = entity_keys(entity)
        return {
            "uid": entity_key(key, entity),
            "graph": key,
            "corpus_id": self._scope.corpus_id,
            "graph_id": graph,
            "node_type": "entity",
            "node_id": entity,
            "label": state.name,
            "entity_id": entity,
            "type_key": kind,
            "name_key": name,
            "search_key": search_key(state.name),
            "name": state.name,
            "type": state.type,
            "mentions": state.mentions,
            "documents": state.documents,
            "spellings": state.spellings,
            "aliases": list(state.aliases),
        }

    def _apply_edges(self, graph: str, change: GraphChange) -> None:
        rows = change.edge_rows()
        together = [_edge_row(graph, key, own) for key, own in rows if key.type == "CO_OCCURS_WITH"]
        stated = [_edge_row(graph, key, own) for key, own in rows if key.type == "RELATES_AS"]
        self.put(cypher.ADD_TO_SEEN_TOGETHER, len(together), rows=together)
        self.put(cypher.ADD_TO_STATED, len(stated), rows=stated)
        fewer = [(*_edge_row(graph, key, own)[:3], key.type) for key, own in rows if own.documents < 0]
        if fewer:
            self.rows(cypher.DROP_DEAD_EDGES, rows=fewer)


def _edge_row(graph: str, key: EdgeKey, change: EdgeChange) -> tuple[str, str, str, str, bool, int, int, str]:
    name = f"{int(key.negated)}{key.predicate}"
    source, target = entity_key(graph, key.source), entity_key(graph, key.target)
    bare = f"{key.source}|{key.type}|{key.target}"
    end_of_id = edge_id(key.source, key.type, key.target, key.predicate, negated=key.negated).removeprefix(bare)
    return source, target, name, key.predicate, key.negated, change.weight, change.documents, end_of_id
