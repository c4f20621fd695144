"""What the store in memory keeps of one corpus: documents with their words and vectors, and graphs of NetworkX."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graphkit.errors import EmbedderMismatch
from graphkit.ids import type_key
from graphkit.model import Chunk, Decision, Document, DocumentId, EdgeType, Entity, EntityId, GraphId
from graphkit.store.audit import GraphContent, content_of, differences
from graphkit.store.base import DocumentRow, Problem, RunRow, StoreStats
from graphkit.store.batch import Batch, Prepared, chunk_text, has_text
from graphkit.store.contribution import Record
from graphkit.store.edge_key import EdgeKey
from graphkit.store.edge_order import EdgeRow
from graphkit.store.sums import ABSENT, EntityState, GraphChange, entity_keys
from graphkit.store.words import words

if TYPE_CHECKING:
    import networkx as nx

ChunkKey = tuple[DocumentId, int]


def _network() -> nx.MultiDiGraph:
    import networkx as nx

    return nx.MultiDiGraph()


@dataclass(slots=True)
class Graph:
    """One graph: a node for each entity with its state, an edge for each key with its sums."""

    network: nx.MultiDiGraph = field(default_factory=_network)
    records: dict[DocumentId, Record] = field(default_factory=dict)
    mentions: dict[EntityId, dict[DocumentId, int]] = field(default_factory=dict)
    proofs: dict[EdgeKey, set[DocumentId]] = field(default_factory=dict)
    run: RunRow | None = None

    @property
    def mention_count(self) -> int:
        return sum(sum(of.values()) for of in self.mentions.values())

    def state(self, entity: EntityId) -> EntityState:
        state: EntityState = self.network.nodes[entity]["state"]
        return state

    def entity(self, entity: EntityId) -> Entity:
        return self.state(entity).entity(entity)

    def of_type(self, entity_type: str | None) -> Iterable[EntityId]:
        if entity_type is None:
            return list(self.network)
        wanted = type_key(entity_type)
        return (entity for entity in self.network if entity_keys(entity)[0] == wanted)

    def rows(self, edge_type: EdgeType | None) -> list[EdgeRow]:
        return _rows(self.network.edges(keys=True, data=True), edge_type)

    def rows_out(self, entities: Iterable[EntityId], edge_type: EdgeType | None) -> list[EdgeRow]:
        return _rows(self.network.out_edges(list(entities), keys=True, data=True), edge_type)

    def rows_into(self, entities: Iterable[EntityId], edge_type: EdgeType | None) -> list[EdgeRow]:
        return _rows(self.network.in_edges(list(entities), keys=True, data=True), edge_type)

    def content(self) -> GraphContent:
        """All that is derived, for the audit."""
        return GraphContent(
            {entity: self.state(entity) for entity in self.network},
            {
                EdgeKey(EntityId(source), kind, predicate, bool(negated), EntityId(target)): (weight, documents)
                for source, kind, predicate, negated, target, weight, documents in self.rows(None)
            },
            {(entity, document): count for entity, of in self.mentions.items() for document, count in of.items()},
            {(edge, document): True for edge, of in self.proofs.items() for document in of},
        )

    def put(self, document: DocumentId, record: Record | None) -> None:
        """Put the record of a document in the place of the old one; None takes it away."""
        change = GraphChange()
        old = self.records.pop(document, None)
        if old:
            sums = old.sums()
            change.add(sums, -1)
            for entity in sums.entities:
                del self.mentions[entity][document]
            for key in sums.edges:
                self.proofs[key].discard(document)
        if record:
            sums = record.sums()
            change.add(sums)
            self.records[document] = record
            for entity, own in sums.entities.items():
                self.mentions.setdefault(entity, {})[document] = own.mentions
            for key in sums.edges:
                self.proofs.setdefault(key, set()).add(document)
        self._apply(change)

    def _apply(self, change: GraphChange) -> None:
        dead = []
        for entity, own in change.entity_rows():
            before = self.state(entity) if entity in self.network else ABSENT
            state = before.plus(own)
            self.network.add_node(entity, state=state)
            if state.documents <= 0:
                dead.append(entity)
        for key, edge in change.edge_rows():
            name = (key.type, key.predicate, key.negated)
            sums = self.network.get_edge_data(key.source, key.target, name) or {"weight": 0, "documents": 0}
            documents = sums["documents"] + edge.documents
            if documents > 0:
                self.network.add_edge(
                    key.source, key.target, name, weight=sums["weight"] + edge.weight, documents=documents
                )
            else:
                self.network.remove_edge(key.source, key.target, name)
                del self.proofs[key]
        self.network.remove_nodes_from(dead)
        for entity in dead:
            self.mentions.pop(entity, None)


def _rows(edges: Iterable, edge_type: EdgeType | None) -> list[EdgeRow]:  # type: ignore[type-arg]  # NetworkX has no types
    return [
        (source, kind, predicate, int(negated), target, sums["weight"], sums["documents"])
        for source, target, (kind, predicate, negated), sums in edges
        if edge_type in (None, kind)
    ]


@dataclass(frozen=True, slots=True)
class Stored:
    """A document as it was written."""

    prepared: Prepared
    chunks: tuple[Chunk, ...]

    @property
    def document(self) -> Document:
        return self.prepared.document


@dataclass(slots=True)
class Corpus:
    """One corpus. Every change raises ``revision``."""

    documents: dict[DocumentId, Stored] = field(default_factory=dict)
    words: dict[ChunkKey, Counter[str]] = field(default_factory=dict)
    readable: set[ChunkKey] = field(default_factory=set)
    vectors: dict[ChunkKey, NDArray[np.float32]] = field(default_factory=dict)
    embedder_name: str = ""
    graphs: dict[GraphId, Graph] = field(default_factory=dict)
    decisions: dict[str, Decision] = field(default_factory=dict)
    revision: int = 0

    @property
    def holds_anything(self) -> bool:
        return bool(self.documents or self.graphs or self.decisions)

    @property
    def embedder(self) -> tuple[str, int] | None:
        if not self.vectors:
            return None
        return self.embedder_name, len(next(iter(self.vectors.values())))

    # -- documents -----------------------------------------------------------------------------

    def upsert(self, batch: Batch, embedder: str) -> None:
        changed = False
        if batch.dimension:
            changed |= self._use_embedder(embedder, batch.dimension)
        stored = [(identity, of.document.source) for identity, of in self.documents.items()]
        replaced = {name for name, source in stored if batch.replaces(name, source)}
        changed |= bool(self._drop(batch.replaced | replaced))
        for prepared in batch.documents:
            changed |= self._put(prepared)
        self._settle(changed=changed)

    def delete(self, ids: Iterable[DocumentId]) -> int:
        count = self._drop(ids)
        self._settle(changed=count > 0)
        return count

    def drop_graph(self, name: GraphId) -> None:
        self._settle(changed=self.graphs.pop(name, None) is not None)

    def drop_all(self) -> None:
        changed = self.holds_anything
        for part in (self.documents, self.words, self.vectors, self.graphs, self.decisions):
            part.clear()
        self.readable.clear()
        self._settle(changed=changed)

    def _settle(self, *, changed: bool) -> None:
        if changed:
            self.graphs = {name: graph for name, graph in self.graphs.items() if graph.records or graph.run}
            self.revision += 1

    def _drop(self, ids: Iterable[DocumentId]) -> int:
        known = [identity for identity in set(ids) if identity in self.documents]
        for identity in known:
            for graph in self.graphs.values():
                if identity in graph.records:
                    graph.put(identity, None)
            for chunk in self.documents.pop(identity).chunks:
                self._drop_chunk((identity, chunk.index))
        return len(known)

    def _drop_chunk(self, key: ChunkKey) -> None:
        self.words.pop(key, None)
        self.vectors.pop(key, None)
        self.readable.discard(key)

    def _put(self, prepared: Prepared) -> bool:
        identity = prepared.document.document_id
        before = self.documents.get(identity)
        same_text = before is not None and before.prepared.text_digest == prepared.text_digest
        changed = before is None or before.prepared.digest != prepared.digest
        if changed:
            self._put_chunks(prepared, before if same_text else None, before)
            ordered = tuple(sorted(prepared.record.chunks, key=lambda chunk: chunk.index))
            self.documents[identity] = Stored(prepared, ordered)
        changed |= self._put_own_vectors(prepared)
        for name, record in prepared.records.items():
            graph = self.graphs.setdefault(name, Graph())
            if graph.records.get(identity) != record:
                graph.put(identity, record)
                changed = True
        for name, graph in self.graphs.items():
            if not same_text and name not in prepared.records and identity in graph.records:
                graph.put(identity, None)
                changed = True
        return changed

    def _put_chunks(self, prepared: Prepared, same: Stored | None, before: Stored | None) -> None:
        identity = prepared.document.document_id
        kept = {(c.index, c.start, c.end) for c in same.chunks} if same else set()
        new = {(c.index, c.start, c.end): c for c in prepared.record.chunks}
        for chunk in before.chunks if before else ():
            if (chunk.index, chunk.start, chunk.end) not in kept & new.keys():
                self._drop_chunk((identity, chunk.index))
        for place, chunk in new.items():
            if place not in kept:
                text = chunk_text(prepared.document, chunk)
                key = (identity, chunk.index)
                if has_text(text):
                    self.readable.add(key)
                if found := words(text):
                    self.words[key] = Counter(found)

    # -- vectors -------------------------------------------------------------------------------

    def put_vectors(self, embedder: str, chunks: Sequence[ChunkKey], vectors: NDArray[np.float32]) -> None:
        changed = self._use_embedder(embedder, vectors.shape[1])
        self._settle(changed=self._put_vectors(zip(chunks, vectors, strict=True)) or changed)

    def _use_embedder(self, embedder: str, dimension: int) -> bool:
        stored = self.embedder
        if stored == (embedder, dimension):
            return False
        if stored and stored[0] == embedder:
            raise EmbedderMismatch(
                f"The embedder {embedder} gave vectors of {dimension} numbers, but the stored ones of the same name "
                f"have {stored[1]}. Give the new embedder another name, or clear the vectors. Nothing was stored."
            )
        self.vectors.clear()
        self.embedder_name = embedder
        return stored is not None

    def _put_own_vectors(self, prepared: Prepared) -> bool:
        if prepared.record.vectors is None:
            return False
        identity = prepared.document.document_id
        keys = [(identity, chunk.index) for chunk in prepared.record.chunks]
        return self._put_vectors(zip(keys, prepared.record.vectors, strict=True))

    def _put_vectors(self, rows: Iterable[tuple[ChunkKey, NDArray[np.float32]]]) -> bool:
        changed = False
        for key, vector in rows:
            if key in self.readable and not np.array_equal(self.vectors.get(key, ()), vector):
                self.vectors[key] = np.array(vector, dtype=np.float32)
                changed = True
        return changed

    # -- runs, decisions, counts ---------------------------------------------------------------

    def put_run(self, run: RunRow) -> None:
        graph = self.graphs.setdefault(run.graph_id, Graph())
        changed = graph.run != run
        graph.run = run
        self._settle(changed=changed)

    def put_decisions(self, decisions: Iterable[Decision]) -> None:
        new = {decision.decision_id: decision for decision in decisions}
        changed = any(self.decisions.get(key) != decision for key, decision in new.items())
        self.decisions |= new
        self._settle(changed=changed)

    def row(self, identity: DocumentId, graph: GraphId) -> DocumentRow:
        stored = self.documents[identity]
        document, record = stored.document, stored.prepared.record
        states = [chunk.status for chunk in stored.chunks]
        mentions = {
            name: sum(own.mentions for own in of.records[identity].sums().entities.values())
            for name, of in sorted(self.graphs.items())
            if identity in of.records
        }
        return DocumentRow(
            identity,
            document.title,
            document.source,
            document.media_type,
            document.language,
            document.content_hash,
            record.status,
            record.reason,
            len(document.text),
            len(document.page_starts),
            len(states),
            states.count("empty"),
            states.count("failed"),
            mentions.get(graph, 0) if graph else sum(mentions.values()),
            tuple(mentions),
        )

    def stats(self, graph: GraphId) -> StoreStats:
        states = [stored.prepared.record.status for stored in self.documents.values()]
        counted = [of for name, of in self.graphs.items() if not graph or name == graph]
        return StoreStats(
            len(states),
            states.count("empty"),
            states.count("failed"),
            sum(len(stored.chunks) for stored in self.documents.values()),
            len(self.vectors),
            len(self.graphs),
            sum(of.mention_count for of in counted),
            sum(len(of.network) for of in counted),
            sum(len(record.links.subject) for of in counted for record in of.records.values()),
            sum(of.network.number_of_edges() for of in counted),
        )

    def audit(self, graph: GraphId) -> list[Problem]:
        return [
            problem
            for name, of in sorted(self.graphs.items())
            if graph in ("", name)
            for problem in differences(name, content_of(of.records.items()), of.content())
        ]


NO_CORPUS = Corpus()
"""What is read when the corpus is not there; never written."""
