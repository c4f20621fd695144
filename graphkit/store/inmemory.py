"""A store in memory, for notebooks and small tests: graphs of NetworkX, gone when the program ends."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from graphkit.ids import canonical
from graphkit.model import (
    Chunk,
    Decision,
    Document,
    DocumentId,
    Edge,
    EdgeType,
    Entity,
    EntityId,
    Evidence,
    Extraction,
    Scope,
)
from graphkit.store.base import (
    ChunkHit,
    DocumentRecord,
    DocumentRow,
    MentionCount,
    Problem,
    Refused,
    RunRow,
    StoreStats,
)
from graphkit.store.batch import prepare
from graphkit.store.checks import check_decisions, check_run, check_scope, check_vectors
from graphkit.store.edge_key import edge_key
from graphkit.store.edge_order import by_key, edge_of, heaviest
from graphkit.store.first_evidence import first_mentions, first_relations
from graphkit.store.inmemory_corpus import NO_CORPUS, Corpus, Graph
from graphkit.store.names import NameQuery, types_shown
from graphkit.store.near_names import NearNames, NearQuery
from graphkit.store.nearest import checked_query, nearest, unit
from graphkit.store.sums import entity_keys, search_key
from graphkit.store.words import bm25, query_words


class InMemoryStore:
    """A ``GraphStore`` in this process, safe for threads; a new one is empty."""

    def __init__(self) -> None:
        self._corpora: dict[Scope, Corpus] = {}
        self._lock = threading.RLock()

    @property
    def uri(self) -> str:
        return "memory://"

    def ensure_schema(self) -> None:
        return

    def close(self) -> None:
        return

    @contextmanager
    def _reading(self, scope: Scope) -> Iterator[Corpus]:
        check_scope(scope)
        with self._lock:
            yield self._corpora.get(scope.corpus, NO_CORPUS)

    @contextmanager
    def _graph(self, scope: Scope) -> Iterator[Graph]:
        check_scope(scope, graph=True)
        with self._reading(scope) as corpus:
            yield corpus.graphs.get(scope.graph_id) or Graph()

    @contextmanager
    def _writing(self, scope: Scope) -> Iterator[Corpus]:
        check_scope(scope)
        with self._lock:
            yield self._corpora.setdefault(scope.corpus, Corpus())

    # -- documents -----------------------------------------------------------------------------

    def upsert(self, scope: Scope, records: Sequence[DocumentRecord], *, embedder: str = "") -> tuple[Refused, ...]:
        check_scope(scope)
        batch = prepare(records, embedder)
        if batch.documents:
            with self._writing(scope) as corpus:
                corpus.upsert(batch, embedder)
        return batch.refused

    def delete_documents(self, scope: Scope, document_ids: Sequence[DocumentId]) -> int:
        with self._writing(scope) as corpus:
            return corpus.delete(document_ids)

    def clear(self, scope: Scope) -> None:
        with self._writing(scope) as corpus:
            if scope.graph_id:
                corpus.drop_graph(scope.graph_id)
            else:
                corpus.drop_all()

    def corpora(self) -> list[Scope]:
        with self._lock:
            held = [scope for scope, corpus in self._corpora.items() if corpus.holds_anything]
            return sorted(held, key=lambda scope: (scope.corpus_id, scope.user_id is not None, scope.user_id or ""))

    def documents(self, scope: Scope, *, after: DocumentId | None = None, limit: int = 1000) -> list[DocumentRow]:
        with self._reading(scope) as corpus:
            ids = sorted(identity for identity in corpus.documents if identity > (after or ""))[:limit]
            return [corpus.row(identity, scope.graph_id) for identity in ids]

    def document_rows(self, scope: Scope, document_ids: Sequence[DocumentId]) -> list[DocumentRow]:
        with self._reading(scope) as corpus:
            known = [identity for identity in document_ids if identity in corpus.documents]
            return [corpus.row(identity, scope.graph_id) for identity in known]

    def document_of_source(self, scope: Scope, source: str) -> DocumentRow | None:
        with self._reading(scope) as corpus:
            ids = [identity for identity, of in corpus.documents.items() if source and of.document.source == source]
            return corpus.row(ids[0], scope.graph_id) if ids else None

    def document(self, scope: Scope, document_id: DocumentId) -> Document | None:
        with self._reading(scope) as corpus:
            stored = corpus.documents.get(document_id)
            return stored.document if stored else None

    def chunks(self, scope: Scope, document_ids: Sequence[DocumentId]) -> list[Chunk]:
        with self._reading(scope) as corpus:
            stored = [corpus.documents[identity] for identity in document_ids if identity in corpus.documents]
            return [chunk for of in stored for chunk in of.chunks]

    def extraction(self, scope: Scope, document_id: DocumentId) -> Extraction | None:
        with self._graph(scope) as graph:
            record = graph.records.get(document_id)
            return record.extraction(document_id) if record else None

    # -- runs, decisions -----------------------------------------------------------------------

    def put_run(self, scope: Scope, run: RunRow) -> None:
        check_run(run)
        with self._writing(scope) as corpus:
            corpus.put_run(replace(run, documents=0, mentions=0, entities=0, edges=0))

    def runs(self, scope: Scope) -> list[RunRow]:
        with self._reading(scope) as corpus:
            found = [
                replace(
                    graph.run,
                    documents=len(graph.records),
                    mentions=graph.mention_count,
                    entities=len(graph.network),
                    edges=graph.network.number_of_edges(),
                )
                for graph in corpus.graphs.values()
                if graph.run
            ]
        return sorted(sorted(found, key=lambda run: run.graph_id), key=lambda run: run.started, reverse=True)

    def put_decisions(self, scope: Scope, decisions: Sequence[Decision]) -> None:
        check_decisions(decisions)
        with self._writing(scope) as corpus:
            corpus.put_decisions(decisions)

    def decisions(self, scope: Scope) -> list[Decision]:
        with self._reading(scope) as corpus:
            return sorted(corpus.decisions.values(), key=lambda decision: (decision.when, decision.decision_id))

    # -- the graph -----------------------------------------------------------------------------

    def entities(
        self, scope: Scope, *, entity_type: str | None = None, after: EntityId | None = None, limit: int = 1000
    ) -> list[Entity]:
        with self._graph(scope) as graph:
            ids = sorted(identity for identity in graph.of_type(entity_type) if identity > (after or ""))
            return [graph.entity(identity) for identity in ids[:limit]]

    def top_entities(self, scope: Scope, *, entity_type: str | None = None, limit: int = 100) -> list[Entity]:
        with self._graph(scope) as graph:
            return _by_mentions(graph.entity(identity) for identity in graph.of_type(entity_type))[:limit]

    def entities_by_id(self, scope: Scope, entity_ids: Sequence[EntityId]) -> list[Entity]:
        with self._graph(scope) as graph:
            return [graph.entity(identity) for identity in entity_ids if identity in graph.network]

    def entities_named(self, scope: Scope, names: Sequence[str]) -> list[Entity]:
        keys = {canonical(name) for name in names}
        with self._graph(scope) as graph:
            ids = sorted(identity for identity in graph.network if entity_keys(identity)[1] in keys)
            return [graph.entity(identity) for identity in ids]

    def search_entities(self, scope: Scope, query: str, *, limit: int = 25) -> list[Entity]:
        wanted = NameQuery.of(query)
        with self._graph(scope) as graph:
            found: dict[int, list[Entity]] = {}
            for identity in graph.network:
                entity = graph.entity(identity)
                rank = wanted.rank(search_key(entity.name))
                if rank is not None:
                    found.setdefault(rank, []).append(entity)
            if found:
                return [entity for rank in sorted(found) for entity in _by_mentions(found[rank])][:limit]
            names = (
                ((-entity.mentions, entity.entity_id), search_key(entity.name))
                for entity in map(graph.entity, graph.network)
            )
            near = NearNames(names).nearest(NearQuery.of(query), limit)
            return [graph.entity(identity) for identity in near]

    def types(self, scope: Scope) -> dict[str, int]:
        with self._graph(scope) as graph:
            spellings = Counter((entity_keys(identity)[0], graph.state(identity).type) for identity in graph.network)
            return types_shown((key, spelling, count) for (key, spelling), count in spellings.items())

    def neighbours(
        self, scope: Scope, entity_ids: Sequence[EntityId], *, edge_type: EdgeType | None = None, limit: int = 25
    ) -> list[Edge]:
        with self._graph(scope) as graph:
            wanted = tuple(dict.fromkeys(identity for identity in entity_ids if identity in graph.network))
            return heaviest(wanted, graph.rows_out(wanted, edge_type), graph.rows_into(wanted, edge_type), limit)

    def edges(self, scope: Scope, *, edge_type: EdgeType | None = None) -> Iterator[Edge]:
        with self._graph(scope) as graph:
            rows = by_key(graph.rows(edge_type))
        yield from map(edge_of, rows)

    def edges_among(self, scope: Scope, entity_ids: Sequence[EntityId]) -> list[Edge]:
        wanted = set(entity_ids)
        with self._graph(scope) as graph:
            rows = graph.rows_out([identity for identity in wanted if identity in graph.network], None)
            return [edge_of(row) for row in by_key(rows) if row[4] in wanted]

    def mention_counts(self, scope: Scope, entity_ids: Sequence[EntityId], *, limit: int = 1000) -> list[MentionCount]:
        with self._graph(scope) as graph:
            found: list[MentionCount] = []
            for identity in dict.fromkeys(entity_ids):
                counts = graph.mentions.get(identity, {})
                ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:limit]
                found += [MentionCount(identity, document, count) for document, count in ordered]
            return found

    def document_entities(self, scope: Scope, document_id: DocumentId) -> list[MentionCount]:
        with self._graph(scope) as graph:
            record = graph.records.get(document_id)
            counts = {i: own.mentions for i, own in record.sums().entities.items()} if record else {}
            ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
            return [MentionCount(identity, document_id, count) for identity, count in ordered]

    def mention_evidence(self, scope: Scope, entity_id: EntityId, *, limit: int = 100) -> list[Evidence]:
        with self._graph(scope) as graph:
            records = [(document, graph.records[document]) for document in sorted(graph.mentions.get(entity_id, ()))]
            return first_mentions(records, entity_id, limit)

    def edge_evidence(self, scope: Scope, edge: Edge, *, limit: int = 100) -> list[Evidence]:
        key = edge_key(edge)
        with self._graph(scope) as graph:
            records = [(document, graph.records[document]) for document in sorted(graph.proofs.get(key, ()))]
            return first_relations(records, key, limit)

    # -- search --------------------------------------------------------------------------------

    def search_text(self, scope: Scope, query: str, *, limit: int = 50) -> list[ChunkHit]:
        with self._reading(scope) as corpus:
            lengths = {key: count.total() for key, count in corpus.words.items()}
            postings = [
                {key: count[word] for key, count in corpus.words.items() if word in count}
                for word in query_words(query)
            ]
            average = sum(lengths.values()) / len(lengths) if lengths else 1.0
            scores = bm25([posting for posting in postings if posting], lengths, len(lengths), average)
            hits = [ChunkHit(document, index, score) for (document, index), score in scores.items()]
            return sorted(hits, key=lambda hit: (-hit.score, hit.document_id, hit.index))[:limit]

    def search_vectors(self, scope: Scope, vector: NDArray[np.float32], *, limit: int = 50) -> list[ChunkHit]:
        with self._reading(scope) as corpus:
            stored = corpus.embedder
            if stored is None:
                return []
            question = checked_query(vector, stored)
            keys = sorted(corpus.vectors)
            matrix = unit(np.stack([corpus.vectors[key] for key in keys]))
            return [ChunkHit(*keys[row], score) for row, score in nearest(matrix, question, limit)]

    def put_vectors(
        self, scope: Scope, embedder: str, chunks: Sequence[tuple[DocumentId, int]], vectors: NDArray[np.float32]
    ) -> None:
        check_vectors("The call", embedder, vectors, len(chunks))
        if not len(chunks):
            return
        with self._writing(scope) as corpus:
            corpus.put_vectors(embedder, chunks, vectors)

    def vectors(
        self, scope: Scope, document_ids: Sequence[DocumentId]
    ) -> dict[tuple[DocumentId, int], NDArray[np.float32]]:
        wanted = set(document_ids)
        with self._reading(scope) as corpus:
            return {key: corpus.vectors[key] for key in sorted(corpus.vectors) if key[0] in wanted}

    def embedder(self, scope: Scope) -> tuple[str, int] | None:
        with self._reading(scope) as corpus:
            return corpus.embedder

    def chunks_without_vector(self, scope: Scope, embedder: str) -> list[tuple[DocumentId, int]]:
        with self._reading(scope) as corpus:
            stored = corpus.embedder
            same = stored is not None and stored[0] == embedder
            return sorted(key for key in corpus.readable if not (same and key in corpus.vectors))

    # -- health --------------------------------------------------------------------------------

    def stats(self, scope: Scope) -> StoreStats:
        with self._reading(scope) as corpus:
            return corpus.stats(scope.graph_id)

    def revision(self, scope: Scope) -> int:
        with self._reading(scope) as corpus:
            return corpus.revision

    def audit(self, scope: Scope) -> list[Problem]:
        with self._reading(scope) as corpus:
            return corpus.audit(scope.graph_id)


def _by_mentions(entities: Iterable[Entity]) -> list[Entity]:
    return sorted(entities, key=lambda entity: (-entity.mentions, entity.entity_id))
