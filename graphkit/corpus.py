"""A corpus: a named set of documents in a store, and all that an analyst does with it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Lock

from graphkit.agreed import AgreedView
from graphkit.compare.comparison import Comparison, compare
from graphkit.compare.difference import DEFAULT_LIMIT, RunDifference, difference
from graphkit.config import DEFAULT_CORPUS, GraphConfig, default_embedder
from graphkit.embed.base import Embedder
from graphkit.embed.registry import open_embedder
from graphkit.embedding import embed_missing
from graphkit.errors import BadRequest, ModelMissing, UnknownDocument, UnknownGraph
from graphkit.export.export import ExportGraph, export
from graphkit.export.proofs import proofs
from graphkit.extract.base import Extractor, ListsNames
from graphkit.ingest.base import Source
from graphkit.ingestion import extract_stored, ingest
from graphkit.model import (
    Chunk,
    Decision,
    Document,
    DocumentId,
    EntityId,
    Extraction,
    GraphId,
    Quarantined,
    Report,
    Scope,
    silent,
)
from graphkit.outcome import IngestResult
from graphkit.resolution import Resolution
from graphkit.resolve.decisions import same_as
from graphkit.resolve.pairs import FLOOR, check_threshold
from graphkit.retrieve.base import Answer, Mode
from graphkit.retrieve.search import answer
from graphkit.runs import Run, quarantined
from graphkit.store.base import DocumentRow, GraphStore, Problem, RunRow, StoreStats
from graphkit.store.open import open_store
from graphkit.store.pages import all_documents
from graphkit.view import View

DEFAULT_VIEW_METHODS = ("dependency", "ner", "regex")
"""Whose graph is shown when none is chosen: of the methods that have read most documents the most precise one."""

MAX_VIEWS = 8
"""Views kept for a corpus, the latest used: each holds its whole graph once it was looked at."""


class Corpus:
    """The working desk over one corpus of an open store.

    Args:
        store: An open store.
        scope: Corpus and user; a graph in it is ignored.
        embedder: Makes vectors of passages and questions; None: words and graph only.
        embedder_note: Why there is no embedder, in words, for people.
    """

    def __init__(
        self, store: GraphStore, scope: Scope, *, embedder: Embedder | None = None, embedder_note: str = ""
    ) -> None:
        self.store = store
        self.scope = scope.corpus
        self.embedder = embedder
        self.embedder_note = embedder_note
        self._lock = Lock()
        self._views: OrderedDict[tuple[tuple[GraphId, ...], bool, int], tuple[int, View]] = OrderedDict()
        self._compared: tuple[object, Comparison] | None = None

    # -- documents -----------------------------------------------------------------------------

    def ingest(
        self,
        sources: Sequence[Source],
        *,
        methods: Sequence[str | Extractor],
        dedup_threshold: float | None = None,
        again: bool = False,
        embed: bool = True,
        executor: Executor | None = None,
        report: Report = silent,
    ) -> IngestResult:
        """Read, extract and store files; see ``graphkit.ingestion.ingest``.

        With an ``executor`` documents are extracted on its workers (``graphkit.workers.open.open_workers``).

        With a ``dedup_threshold`` (0 to 1) names of the written graphs that score at least as much are then
        decided to be one; that can be undone. Raises ``UnknownMethod`` and ``BadRequest`` before anything is done.
        """
        runs = Run.all_of(methods)
        if dedup_threshold is not None:
            check_threshold(dedup_threshold)
        result = ingest(
            sources,
            runs,
            store=self.store,
            scope=self.scope,
            embedder=self.embedder if embed else None,
            again=again,
            executor=executor,
            report=report,
        )
        self._join_listed(runs)
        if dedup_threshold is None or result.cancelled:
            return result
        pairs = self.resolution.pairs(result.graphs, floor=min(FLOOR, dedup_threshold), report=report)
        merged = self.resolution.apply(self.resolution.clusters(pairs.at(dedup_threshold)), who="ingest")
        return replace(result, merges=len(merged))

    def extract(
        self,
        *,
        methods: Sequence[str | Extractor],
        again: bool = False,
        executor: Executor | None = None,
        report: Report = silent,
    ) -> IngestResult:
        """Let methods read the documents that are stored; see ``graphkit.ingestion.extract_stored``."""
        runs = Run.all_of(methods)
        result = extract_stored(runs, store=self.store, scope=self.scope, executor=executor, again=again, report=report)
        self._join_listed(runs)
        return result

    def _join_listed(self, runs: Iterable[Run]) -> None:
        for run in runs:
            if isinstance(run.extractor, ListsNames):
                self.resolution.join_listed(run.graph_id, run.extractor.listed_names())

    @property
    def resolution(self) -> Resolution:
        """Finding, deciding, undoing which entities are one."""
        return Resolution(self.store, self.scope, lambda chosen: self.view(chosen, decided=False), self._decide)

    def _decide(self, decisions: Sequence[Decision]) -> None:
        """Store decisions. Views before decisions stay as they are, unless somebody else wrote at the same time."""
        if not decisions:
            return
        with self._lock:
            before = self.revision
            self.store.put_decisions(self.scope, decisions)
            after = self.revision
            if after == before + 1:
                for key, (revision, view) in self._views.items():
                    if revision == before and not key[1]:
                        self._views[key] = (after, view)

    def embed(self, *, report: Report = silent) -> int:
        """Make the vectors that are missing; how many were made. Raises ``ModelMissing`` without an embedder."""
        if self.embedder is None:
            raise ModelMissing(self.embedder_note or "There is no embedder. Words and graph still work.")
        return embed_missing(self.store, self.scope, self.embedder, report=report)

    def missing_vectors(self) -> int:
        """Passages that have no vector of the embedder yet; 0 without an embedder."""
        return len(self.store.chunks_without_vector(self.scope, self.embedder.name)) if self.embedder else 0

    def documents(self) -> list[DocumentRow]:
        """All documents, by title."""
        rows = all_documents(self.store, self.scope)
        return sorted(rows, key=lambda row: (row.title.casefold(), row.document_id))

    def document(self, document_id: DocumentId) -> Document:
        """A document with its text. Raises ``UnknownDocument``."""
        found = self.store.document(self.scope, document_id)
        if found is None:
            raise UnknownDocument(f"There is no document {document_id!r} in corpus {self.scope.corpus_id!r}.")
        return found

    def row(self, document_id: DocumentId) -> DocumentRow:
        """What is stored of a document beside its text. Raises ``UnknownDocument``."""
        rows = self.store.document_rows(self.scope, [document_id])
        if not rows:
            raise UnknownDocument(f"There is no document {document_id!r} in corpus {self.scope.corpus_id!r}.")
        return rows[0]

    @property
    def is_empty(self) -> bool:
        """Whether there is no document, not even one that could not be read."""
        return not self.store.documents(self.scope, limit=1)

    def titles(self, document_ids: Collection[DocumentId]) -> dict[DocumentId, str]:
        """Titles of documents, without reading their texts; unknown ones are left out."""
        rows = self.store.document_rows(self.scope, [*dict.fromkeys(document_ids)])
        return {row.document_id: row.title for row in rows}

    def chunks(self, document_id: DocumentId) -> list[Chunk]:
        """The chunks of a document, in order."""
        return self.store.chunks(self.scope, [document_id])

    def delete(self, document_ids: Sequence[DocumentId]) -> int:
        """Remove documents and all that only they say; how many were there. Decisions are kept."""
        return self.store.delete_documents(self.scope, document_ids)

    def clear(self) -> None:
        """Remove the corpus with everything in it, decisions too."""
        self.store.clear(self.scope)

    # -- graphs --------------------------------------------------------------------------------

    def runs(self) -> list[RunRow]:
        """All runs, newest first; each made the graph of its id."""
        return self.store.runs(self.scope)

    def delete_graph(self, graph: GraphId) -> None:
        """Remove what one run found, and the run. Documents, other graphs and decisions are kept."""
        self.store.clear(self.scope.of_graph(graph))

    def graphs(self, chosen: Collection[str] | None = None) -> tuple[GraphId, ...]:
        """Ids of the chosen graphs, named by id or by method; None: the one that is shown by default.

        Raises ``UnknownGraph`` for a name that no run has.
        """
        runs = self.runs()
        if chosen is None:
            most = max((run.documents for run in runs), default=0)
            widest = [run for run in runs if run.documents == most]
            for method in DEFAULT_VIEW_METHODS:
                newest = next((run.graph_id for run in widest if run.method == method and run.mentions), None)
                if newest is not None:
                    return (newest,)
            return tuple(run.graph_id for run in widest[:1])
        found: dict[GraphId, None] = {}
        for name in chosen:
            match = next((run.graph_id for run in runs if name in (run.graph_id, run.method)), None)
            if match is None:
                known = ", ".join(run.graph_id for run in runs) or "none; ingest documents first"
                raise UnknownGraph(f"There is no graph {name!r} in corpus {self.scope.corpus_id!r}. Known: {known}.")
            found[match] = None
        return tuple(found)

    def view(self, chosen: Collection[str] | None = None, *, decided: bool = True, at_least: int = 1) -> View:
        """One graph, or the union of several, after decisions (or before them).

        With ``at_least`` above 1 only what that many of the graphs found. It stays the same object until the corpus
        changes. Raises ``UnknownGraph``, and ``BadRequest`` for fewer graphs than that.
        """
        graphs = self.graphs(chosen)
        revision = self.store.revision(self.scope)
        with self._lock:
            known = self._views.get((graphs, decided, at_least))
            if known is None or known[0] != revision:
                same = self.same() if decided else {}
                scopes = [self.scope.of_graph(graph) for graph in graphs]
                view = (
                    View(self.store, scopes, same)
                    if at_least == 1
                    else AgreedView(self.store, scopes, same, at_least=at_least)
                )
                known = self._views[graphs, decided, at_least] = (revision, view)
            self._views.move_to_end((graphs, decided, at_least))
            if len(self._views) > MAX_VIEWS:
                self._views.popitem(last=False)
        return known[1]

    @property
    def revision(self) -> int:
        """A number that rises with every change of the corpus, decisions too."""
        return self.store.revision(self.scope)

    def same(self) -> Mapping[EntityId, EntityId]:
        """For each entity merged away by a decision, the entity that stands for it."""
        return same_as(self.store.decisions(self.scope))

    def extractions(self, document_id: DocumentId) -> dict[GraphId, Extraction]:
        """What each graph holds from one document, by graph, in the order of runs."""
        return self._extractions([run.graph_id for run in self.runs()], document_id)

    def compare(
        self,
        graphs: Collection[str],
        *,
        documents: Collection[DocumentId] | None = None,
        names: Mapping[GraphId, str] | None = None,
    ) -> Comparison:
        """Graphs, named by id or by method, side by side over these documents; None: over all.

        In the comparison each has its name in ``names``, or else its id. The last one is kept until the corpus
        changes. Raises ``UnknownGraph``.
        """
        found: dict[GraphId, list[Extraction]] = {graph: [] for graph in self.graphs(graphs)}
        asked = (self.revision, tuple(found), None if documents is None else tuple(documents), dict(names or {}))
        if self._compared is not None and self._compared[0] == asked:
            return self._compared[1]
        for document_id in [row.document_id for row in self.documents()] if documents is None else documents:
            for graph, extraction in self._extractions(found, document_id).items():
                found[graph].append(extraction)
        compared = compare({(names or {}).get(graph, graph): extractions for graph, extractions in found.items()})
        self._compared = (asked, compared)
        return compared

    def difference(self, left: str, right: str, *, limit: int = DEFAULT_LIMIT) -> RunDifference:
        """What the run ``right`` found otherwise than ``left`` (ids or methods); see ``graphkit.compare.difference``.

        Raises ``UnknownGraph``.
        """
        (old,), (new,) = self.graphs([left]), self.graphs([right])
        rows = all_documents(self.store, self.scope)
        read = (self._extractions(dict.fromkeys((old, new)), row.document_id) for row in rows)
        pairs = ((found.get(old), found.get(new)) for found in read)
        return difference(pairs, lambda document_id: self.document(document_id).text, limit=limit)

    def quarantine(self, graph: str) -> list[tuple[DocumentId, Quarantined]]:
        """What the model of a run said and no text shows, by title of the document. Raises ``UnknownGraph``."""
        (chosen,) = self.graphs([graph])
        return quarantined(self.store, self.scope.of_graph(chosen), [row.document_id for row in self.documents()])

    def _extractions(self, graphs: Iterable[GraphId], document_id: DocumentId) -> dict[GraphId, Extraction]:
        found = {graph: self.store.extraction(self.scope.of_graph(graph), document_id) for graph in graphs}
        return {graph: extraction for graph, extraction in found.items() if extraction is not None}

    # -- asking --------------------------------------------------------------------------------

    def query(
        self,
        question: str,
        *,
        mode: Mode = "hybrid",
        top_k: int = 5,
        graphs: Collection[str] | None = None,
        documents: Collection[DocumentId] | None = None,
    ) -> Answer:
        """Passages that answer a question, each with its ranks, its path and the reason in words."""
        return answer(
            question,
            store=self.store,
            scope=self.scope,
            graph_ids=self.graphs(graphs),
            embedder=self.embedder,
            mode=mode,
            top_k=top_k,
            documents=documents,
            same=self.same(),
        )

    # -- health --------------------------------------------------------------------------------

    def stats(self) -> StoreStats:
        """Counts of the corpus, over all graphs."""
        return self.store.stats(self.scope)

    def audit(self) -> list[Problem]:
        """What is wrong in the stored corpus; [] if all sums and references hold."""
        return self.store.audit(self.scope)

    def export(self, path: Path, *, graphs: Collection[str] | None = None) -> Path:
        """Write a view, with the first proofs of each entity and edge, to a file in the format of its ending."""
        view = self.view(graphs)
        entities, edges = tuple(view.entities.values()), tuple(view.edges)
        return export(ExportGraph(entities, edges, proofs(view, entities, edges)), path)


@contextmanager
def open_corpus(
    uri: str | None = None,
    corpus: str = DEFAULT_CORPUS,
    *,
    user_id: str | None = None,
    config: GraphConfig | None = None,
    embedder: str | Embedder | None = "",
) -> Iterator[Corpus]:
    """Open a store and a corpus in it, and close the store at the end.

    Args:
        uri: Address of the store; None: that of the configuration or the environment.
        corpus: Name of the corpus; it comes into being with its first document.
        user_id: Whose part of the corpus is meant; None: nobody's.
        config: Everything about the store, instead of ``uri``.
        embedder: Name of an embedder, one that is open, or None for none; empty: that of the environment. One that
            is not installed is left out, and ``Corpus.embedder_note`` says so.

    Raises:
        BadRequest: The address or the name makes no sense.
        StoreError: The store cannot be opened.
    """
    if not corpus.strip():
        raise BadRequest("The name of the corpus is empty. Nothing was opened.")
    store = open_store(config or GraphConfig.from_env(uri=uri))
    note = ""
    try:
        made = open_embedder(embedder or default_embedder()) if isinstance(embedder, str) else embedder
    except ModelMissing as missing:
        made, note = None, str(missing)
    try:
        yield Corpus(store, Scope(corpus, user_id=user_id), embedder=made, embedder_note=note)
    finally:
        store.close()
