"""What questions are answered from: words, names and their graph, prepared once for each state of a corpus."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphkit.errors import StoreError
from graphkit.model import DocumentId, Entity, EntityId, Extraction, GraphId, Scope
from graphkit.retrieve.graph import NameGraph
from graphkit.retrieve.lexical import Bm25
from graphkit.retrieve.names import Gazetteer
from graphkit.retrieve.passage import Passage, passages_of
from graphkit.retrieve.reading import KnownName, KnownNames, Reading
from graphkit.retrieve.tuning import DEFAULT, Tuning
from graphkit.store.base import DocumentRow, GraphStore
from graphkit.store.pages import all_documents, all_entities


@dataclass(frozen=True, slots=True)
class IndexKey:
    """What an index is made of: the corpus, its graphs, decisions, and the documents (None: all)."""

    scope: Scope
    graph_ids: tuple[GraphId, ...]
    same: Mapping[EntityId, EntityId]
    documents: frozenset[DocumentId] | None = None


@dataclass(frozen=True, slots=True)
class RetrievalIndex:
    """The prepared state of a corpus and some of its graphs. Build it with ``build``; it never changes.

    Memory is about 8 kB a passage. ``proper`` tells of each name whether texts write it with a capital.
    """

    key: IndexKey
    revision: int
    passages: tuple[Passage, ...]
    rows: dict[tuple[DocumentId, int], int]
    words: Bm25
    names: tuple[KnownName, ...]
    gazetteer: Gazetteer
    proper: NDArray[np.bool_]
    graph: NameGraph
    tuning: Tuning
    faults: tuple[str, ...] = ()
    """What could not be read, in words; such an index is never current."""

    @classmethod
    def build(
        cls,
        store: GraphStore,
        scope: Scope,
        graph_ids: Sequence[GraphId],
        *,
        same: Mapping[EntityId, EntityId] | None = None,
        documents: Collection[DocumentId] | None = None,
        tuning: Tuning = DEFAULT,
    ) -> RetrievalIndex:
        """Read the corpus, or the named documents, once and prepare it: a second or two for a thousand passages."""
        chosen = None if documents is None else frozenset(documents)
        key = IndexKey(scope.corpus, tuple(graph_ids), dict(same or {}), chosen)
        revision = store.revision(key.scope)
        rows = list(_rows(store, key))
        graphs = _Graphs(store, key)
        names = KnownNames.of(graphs.entities(), [row.title for row in rows], key.same)
        reading = Reading(names, tuning)
        for row in rows:
            document = store.document(key.scope, row.document_id)
            if document is not None:
                chunks = store.chunks(key.scope, [row.document_id])
                reading.add(document, passages_of(document, chunks), graphs.extractions(row.document_id))
        return cls(
            key=key,
            revision=revision,
            passages=tuple(reading.passages),
            rows={passage.key: number for number, passage in enumerate(reading.passages)},
            words=Bm25(reading.terms, tuning),
            names=names.known,
            gazetteer=names.gazetteer,
            proper=reading.proper(),
            graph=NameGraph.of(reading.document_of, len(names.known), reading.kinds),
            tuning=tuning,
            faults=tuple(graphs.faults.values()),
        )

    @property
    def scope(self) -> Scope:
        """Corpus and user."""
        return self.key.scope

    @property
    def graph_ids(self) -> tuple[GraphId, ...]:
        """The graphs over which the walk goes."""
        return self.key.graph_ids

    @property
    def same(self) -> Mapping[EntityId, EntityId]:
        """For each entity merged away, the entity that stands for it."""
        return self.key.same

    def number(self, form: str | None) -> int | None:
        """Number of the name of that form, None if it is unknown."""
        return self.gazetteer.number(form) if form is not None else None

    def is_current(self, store: GraphStore, key: IndexKey, tuning: Tuning = DEFAULT) -> bool:
        """Whether the index is the one of the key and still says what the store says."""
        known = not self.faults and self.key == key and self.tuning == tuning
        return known and self.revision == store.revision(key.scope)


def _rows(store: GraphStore, key: IndexKey) -> Iterator[DocumentRow]:
    """Every document that has text, by id."""
    if key.documents is not None:
        yield from (row for row in store.document_rows(key.scope, sorted(key.documents)) if row.status == "stored")
        return
    yield from (row for row in all_documents(store, key.scope) if row.status == "stored")


class _Graphs:
    """The graphs of an index; one that cannot be read is left out, with a sentence in ``faults``."""

    def __init__(self, store: GraphStore, key: IndexKey) -> None:
        self.faults: dict[Scope, str] = {}
        self._store = store
        self._key = key
        self._scopes = [key.scope.of_graph(graph_id) for graph_id in key.graph_ids]

    def entities(self) -> list[Entity]:
        """Entities of all graphs; of chosen documents only theirs."""
        found: list[Entity] = []
        for scope in self._scopes:
            try:
                whole = self._key.documents is None
                found += all_entities(self._store, scope) if whole else self._of_documents(scope)
            except StoreError as fault:
                self._leave_out(scope, fault)
        return found

    def extractions(self, document_id: DocumentId) -> list[Extraction]:
        """What the graphs hold from a document."""
        found: list[Extraction] = []
        for scope in self._scopes:
            if scope not in self.faults:
                try:
                    extraction = self._store.extraction(scope, document_id)
                except StoreError as fault:
                    self._leave_out(scope, fault)
                else:
                    found += [extraction] if extraction is not None else []
        return found

    def _of_documents(self, scope: Scope) -> list[Entity]:
        documents = sorted(self._key.documents or ())
        named = {row.entity_id for document in documents for row in self._store.document_entities(scope, document)}
        return self._store.entities_by_id(scope, sorted(named))

    def _leave_out(self, scope: Scope, fault: StoreError) -> None:
        self.faults[scope] = f"The graph {scope.graph_id} could not be read and was left out: {fault}"
