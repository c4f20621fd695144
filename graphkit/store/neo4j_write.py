"""Writing to a Neo4j store: one transaction on one corpus, differences computed in Python.

The first statement takes the write lock of the corpus's node, so writers of one corpus follow each other, and reads
what the write meets. The others follow from ``flush``, at the end, so that a batch costs few round trips.
Every write says how many rows it reached, and another number than was sent makes the transaction run again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import LiteralString, TypeVar

import numpy as np
from numpy.typing import NDArray

from graphkit.errors import EmbedderMismatch
from graphkit.model import DocumentId, EntityId, GraphId, Scope
from graphkit.store import neo4j_cypher_write as cypher
from graphkit.store.batch import Batch, Prepared
from graphkit.store.contribution import Record, Sums
from graphkit.store.neo4j_connection import Connection, Raced, Runner
from graphkit.store.neo4j_cypher import ANY_VECTOR
from graphkit.store.neo4j_keys import (
    chunk_key,
    contribution_key,
    corpus_key,
    document_key,
    entity_key,
    graph_key,
    user_key,
)
from graphkit.store.neo4j_meeting import NOTHING, Known, Meeting
from graphkit.store.neo4j_rows import (
    EdgeRow,
    Node,
    chunk_row,
    contribution_row,
    document_row,
    edge_name,
    edge_row,
    entity_row,
)
from graphkit.store.sums import ABSENT, EntityState, GraphChange

_T = TypeVar("_T")
Placed = tuple[GraphId, EntityId, _T]
"""An entity and its row."""
Counts = tuple[str, int, int, str]
"""Key, mentions, documents and spellings of an entity."""


@dataclass(slots=True)
class Rows:
    """What ``flush`` will write, gathered."""

    added: list[tuple[Node, list[Node]]] = field(default_factory=list)
    """New documents with their chunks."""
    moved: list[Node] = field(default_factory=list)
    """Documents that stay under their id and changed."""
    chunks_gone: list[str] = field(default_factory=list)
    chunks_moved: list[tuple[str, str, str]] = field(default_factory=list)
    chunks_new: list[tuple[str, Node]] = field(default_factory=list)
    deleted: list[str] = field(default_factory=list)
    gone: list[tuple[GraphId, DocumentId, Sums]] = field(default_factory=list)
    """Contributions that go."""
    new: list[tuple[GraphId, DocumentId, Sums, Node]] = field(default_factory=list)
    changes: dict[GraphId, GraphChange] = field(default_factory=dict)
    contributions: dict[GraphId, int] = field(default_factory=dict)
    """How many more contributions each graph has."""


class Writer:
    """One transaction on one corpus. What is to be written is gathered, and written by ``finish``."""

    def __init__(self, run: Runner, scope: Scope, meeting: Meeting = NOTHING) -> None:
        self.rows = run
        self._scope = scope
        self.corpus = corpus_key(scope)
        self._keys: dict[GraphId, str] = {}
        (row,) = run(
            cypher.OPEN,
            corpus=self.corpus,
            corpus_id=scope.corpus_id,
            user_key=user_key(scope),
            rows={"sources": meeting.sources, "documents": meeting.documents, "entities": meeting.entities},
        )
        self._embedder: tuple[str, int] = (row["embedder"], row["dimension"])
        self._claims: list[tuple[DocumentId, str]] = row["claims"]
        self._known = {found[0]: Known(*found) for found in row["documents"]}
        self._states: dict[str, EntityState] = {}
        self._asked = {*meeting.entities, *(key for key, _ in meeting.documents)}
        self._read_states(row["entities"])
        self._rows = Rows()
        self._revised = False
        self.changed = False

    def put(self, statement: LiteralString, expected: Mapping[str, int], /, **values: object) -> None:
        """Run a write that must reach that many rows of each kind; raises ``Raced`` if it does not."""
        (row,) = self.rows(statement, **values)
        for kind, count in expected.items():
            if row[kind] != count:
                raise Raced(f"{row[kind]} of {count} rows were there ({kind})")

    def put_all(self, statement: LiteralString, rows: Mapping[str, Sequence[object]], **expected: int) -> None:
        """Run a write that must reach all rows of every kind."""
        every = {kind: len(sent) for kind, sent in rows.items()}
        self.put(statement, every | expected, corpus=self.corpus, rows=rows)

    # -- documents -----------------------------------------------------------------------------

    def upsert(self, batch: Batch, embedder: str) -> None:
        """Write the documents of a batch, of which the writer was told when it was made."""
        replaced = {name for name, source in self._claims if batch.replaces(name, source)}
        self.delete(sorted(batch.replaced | replaced))
        if batch.dimension:
            self.use_embedder(embedder, batch.dimension)
        for prepared in batch.documents:
            known = self._known.get(prepared.document.document_id)
            same_text = known is not None and known.text_digest == prepared.text_digest
            if known is None:
                chunks = [chunk_row(self.corpus, prepared, chunk) for chunk in prepared.record.chunks]
                self._rows.added.append((document_row(self._scope, self.corpus, prepared), chunks))
                self.changed = True
            elif known.digest != prepared.digest:
                self._move(prepared, known, same_text=same_text)
            old = dict(known.contributed) if known else {}
            self._contribute(prepared, old, keep_others=same_text)
        vectors = [
            ((chunk.document_id, chunk.index), vector)
            for prepared in batch.documents
            if prepared.record.vectors is not None
            for chunk, vector in zip(prepared.record.chunks, prepared.record.vectors, strict=True)
        ]
        if vectors:
            self.flush()
            self.put_vectors(vectors)

    def delete(self, names: Sequence[DocumentId]) -> int:
        """Remove documents; how many were there."""
        found = [self._known.pop(name) for name in names if name in self._known]
        unknown = [key for name in names if (key := document_key(self.corpus, name)) not in self._asked]
        if unknown:
            found += [Known(*row["d"]) for row in self.rows(cypher.KNOWN_DOCUMENTS, documents=unknown)]
        for known in found:
            for graph, line in known.contributed:
                self._subtract(known.document_id, graph, line)
            self._rows.deleted.append(document_key(self.corpus, known.document_id))
        self.changed |= bool(found)
        return len(found)

    def _move(self, prepared: Prepared, known: Known, *, same_text: bool) -> None:
        """Change a document and those of its chunks that changed."""
        self.changed = True
        identity, rows = prepared.document.document_id, self._rows
        rows.moved.append(document_row(self._scope, self.corpus, prepared))
        left = {chunk[0]: chunk for chunk in known.chunks}
        for chunk in prepared.record.chunks:
            old = left.get(chunk.index)
            if old is None or not same_text or (old[1], old[2]) != (chunk.start, chunk.end):
                key = document_key(self.corpus, identity)
                rows.chunks_new.append((key, chunk_row(self.corpus, prepared, chunk)))
                continue
            del left[chunk.index]
            if (old[3], old[4]) != (chunk.status, chunk.reason):
                key = chunk_key(self.corpus, identity, chunk.index)
                rows.chunks_moved.append((key, chunk.status, chunk.reason))
        rows.chunks_gone += [chunk_key(self.corpus, identity, index) for index in left]

    # -- vectors -------------------------------------------------------------------------------

    def use_embedder(self, embedder: str, dimension: int) -> None:
        """Make ready for vectors of an embedder; those of another one are dropped."""
        name, numbers = self._embedder
        if (name, numbers) == (embedder, dimension):
            return
        has_vectors = bool(name and self.rows(ANY_VECTOR, corpus=self.corpus))
        if has_vectors and name == embedder:
            raise EmbedderMismatch(
                f"The embedder {embedder} gave vectors of {dimension} numbers, but the stored ones of the same name "
                f"have {numbers}. Give the new embedder another name, or clear the vectors. "
                "Nothing was stored."
            )
        if has_vectors:
            self.rows(cypher.DROP_VECTORS, corpus=self.corpus)
            self.changed = True
        self._embedder = (embedder, dimension)
        self.put(cypher.SET_EMBEDDER, {"rows": 1}, corpus=self.corpus, embedder=embedder, dimension=dimension)

    def put_vectors(self, rows: Iterable[tuple[tuple[DocumentId, int], NDArray[np.float32]]]) -> None:
        """Store vectors of chunks that are there and have text; unknown ones are passed over."""
        packed = {
            chunk_key(self.corpus, document, index): np.asarray(vector, dtype="<f4").tobytes()
            for (document, index), vector in rows
        }
        stored = self.rows(cypher.READABLE_CHUNKS, chunks=sorted(packed))
        fresh = [(row["uid"], packed[row["uid"]]) for row in stored if row["vector"] != packed[row["uid"]]]
        if fresh:
            self.put(cypher.PUT_VECTORS, {"rows": len(fresh)}, rows=fresh)
            self.changed = True

    # -- contributions -------------------------------------------------------------------------

    def _contribute(self, prepared: Prepared, old: dict[GraphId, str], *, keep_others: bool) -> None:
        identity = prepared.document.document_id
        for graph, line in prepared.lines.items():
            if old.get(graph) == line:
                continue
            if graph in old:
                self._subtract(identity, graph, old[graph])
            self._add(identity, graph, line, prepared)
        if not keep_others:
            for graph in sorted(old.keys() - prepared.lines.keys()):
                self._subtract(identity, graph, old[graph])

    def _add(self, identity: DocumentId, graph: GraphId, line: str, prepared: Prepared) -> None:
        record = prepared.records[graph]
        sums = record.sums()
        row = contribution_row(self._scope, self.corpus, self._key(graph), graph, identity, line, record, sums)
        self._rows.new.append((graph, identity, sums, row))
        self._change(graph, sums, 1)

    def _subtract(self, identity: DocumentId, graph: GraphId, line: str) -> None:
        sums = Record.parse(line).sums()
        self._rows.gone.append((graph, identity, sums))
        self._change(graph, sums, -1)

    def _change(self, graph: GraphId, sums: Sums, sign: int) -> None:
        self._rows.changes.setdefault(graph, GraphChange()).add(sums, sign)
        self._rows.contributions[graph] = self._rows.contributions.get(graph, 0) + sign
        self.changed = True

    def _key(self, graph: GraphId) -> str:
        key = self._keys.get(graph)
        if key is None:
            key = self._keys[graph] = graph_key(self._scope, graph)
        return key

    def _graph_node(self, graph: GraphId) -> str:
        return f"{self.corpus}:{graph}"

    # -- writing -------------------------------------------------------------------------------

    def finish(self) -> None:
        """Write what was gathered, and give the corpus a new revision if it changed."""
        self.flush()
        if self.changed and not self._revised:
            self.put(cypher.NEXT_REVISION, {"rows": 1}, corpus=self.corpus)

    def flush(self) -> None:
        """Write what was gathered."""
        rows, self._rows = self._rows, Rows()
        if not self.changed:
            return
        self._remove(rows)
        self._change_documents(rows)
        dead, fewer = self._write(rows)
        graphs = [self._graph_node(graph) for graph, more in sorted(rows.contributions.items()) if more < 0]
        if dead or fewer or graphs:
            gone = {"edges": fewer, "entities": dead, "graphs": graphs}
            self.put(cypher.CLEAN, {"entities": len(dead)}, rows=gone)

    def _remove(self, rows: Rows) -> None:
        """Take away mentions and records of contributions that go, and documents that go."""
        mentions = sorted(
            (document_key(self.corpus, identity), entity_key(self._key(graph), entity))
            for graph, identity, sums in rows.gone
            for entity in sums.entities
        )
        records = sorted(contribution_key(self._key(graph), identity) for graph, identity, _ in rows.gone)
        deleted = sorted(rows.deleted)
        if records or deleted:
            self.put_all(cypher.REMOVE, {"mentions": mentions, "contributions": records, "documents": deleted})

    def _change_documents(self, rows: Rows) -> None:
        if rows.moved:
            values: dict[str, Sequence[object]] = {
                "documents": rows.moved,
                "gone": sorted(rows.chunks_gone),
                "moved": sorted(rows.chunks_moved),
                "fresh": rows.chunks_new,
            }
            self.put_all(cypher.CHANGE, values)

    def _write(self, rows: Rows) -> tuple[list[str], list[tuple[str, str, str, str]]]:
        """Write documents, contributions and sums; keys of entities and edges that may have lost their support.

        Entities are named by their place among those that the statement makes or finds.
        """
        self._read_missing(rows)
        made, renamed, counted, dead = self._entities(rows)
        place: dict[GraphId, dict[EntityId, int]] = {graph: {} for graph in rows.changes}
        for at, (graph, entity, _) in enumerate((*made, *renamed, *counted)):
            place[graph][entity] = at
        fresh: dict[str, list[EdgeRow]] = {"CO_OCCURS_WITH": [], "RELATES_AS": []}
        again: dict[str, list[EdgeRow]] = {"CO_OCCURS_WITH": [], "RELATES_AS": []}
        fewer: list[tuple[str, str, str, str]] = []
        for graph, change in sorted(rows.changes.items()):
            prefix, at_place = self._key(graph), place[graph].get
            for key, own in change.edge_rows():
                source, target = at_place(key.source), at_place(key.target)
                if source is None or target is None:
                    continue  # it goes with its entity
                new = source < len(made) or target < len(made)
                (fresh if new else again)[key.type].append(edge_row(source, target, key, own))
                if own.documents < 0:
                    ends = entity_key(prefix, key.source), entity_key(prefix, key.target)
                    fewer.append((*ends, edge_name(key), key.type))
        contributions = [
            (at, document_key(self.corpus, identity), row) for at, (_, identity, _, row) in enumerate(rows.new)
        ]
        mentions = [
            (at, place[graph][entity], own.mentions)
            for at, (graph, _, sums, _) in enumerate(rows.new)
            for entity, own in sums.entities.items()
        ]
        graphs = [
            (self._graph_node(graph), self._key(graph), graph, more)
            for graph, more in sorted(rows.contributions.items())
            if more
        ]
        values: dict[str, Sequence[object]] = {
            "documents": rows.added,
            "graphs": graphs,
            "entities": [row for _, _, row in made],
            "renamed": [(at, row) for at, (_, _, row) in enumerate(renamed)],
            "counted": [(at, *row) for at, (_, _, row) in enumerate(counted)],
            "contributions": contributions,
            "mentions": mentions,
            "met": fresh["CO_OCCURS_WITH"],
            "stated": fresh["RELATES_AS"],
            "met_again": again["CO_OCCURS_WITH"],
            "stated_again": again["RELATES_AS"],
        }
        if any(values.values()):
            self.put_all(cypher.WRITE, values, revised=1)
            self._revised = True
        return dead, fewer

    # -- entities ------------------------------------------------------------------------------

    def _read_states(self, found: Iterable[Sequence[object]]) -> None:
        for uid, spellings, documents in found:
            self._states[uid] = EntityState.parse(spellings, documents)  # type: ignore[index,arg-type]

    def _read_missing(self, rows: Rows) -> None:
        """Read entities that only what goes has touched."""
        keys = (
            entity_key(self._key(graph), entity)
            for graph, change in sorted(rows.changes.items())
            for entity in change.entities
        )
        missing = sorted({key for key in keys if key not in self._asked})
        if missing:
            self._asked.update(missing)
            self._read_states(row["e"] for row in self.rows(cypher.STATES, entities=missing))

    def _entities(self, rows: Rows) -> tuple[list[Placed[Node]], list[Placed[Node]], list[Placed[Counts]], list[str]]:
        """Entities that are new, that have another name, that have other counts, and keys of those that go."""
        made: list[Placed[Node]] = []
        renamed: list[Placed[Node]] = []
        counted: list[Placed[Counts]] = []
        dead: list[str] = []
        for graph, change in sorted(rows.changes.items()):
            prefix = self._key(graph)
            for entity, own in change.entity_rows():
                uid = entity_key(prefix, entity)
                before = self._states.get(uid, ABSENT)
                state = before.plus(own)
                if state.documents <= 0:
                    if before is not ABSENT:
                        dead.append(uid)
                        del self._states[uid]
                    continue
                self._states[uid] = state
                if before is ABSENT:
                    made.append((graph, entity, entity_row(self._scope, self.corpus, graph, prefix, entity, state)))
                elif (state.name, state.type, state.aliases) != (before.name, before.type, before.aliases):
                    renamed.append((graph, entity, entity_row(self._scope, self.corpus, graph, prefix, entity, state)))
                else:
                    counted.append((graph, entity, (uid, state.mentions, state.documents, state.spellings)))
        return made, renamed, counted, dead


def write(connection: Connection, scope: Scope, work: Callable[[Writer], _T], meeting: Meeting = NOTHING) -> _T:
    """Do work on a corpus in one transaction, which runs again if it raced with another writer."""

    def whole(run: Runner) -> _T:
        writer = Writer(run, scope, meeting)
        result = work(writer)
        writer.finish()
        return result

    return connection.write(whole)
