"""From a question to hits with their ranks, their path and the reason in words."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from graphkit.embed.base import Embedder
from graphkit.embed.vectors import unit_rows
from graphkit.errors import BadRequest, EmbedderMismatch, StoreError
from graphkit.model import DocumentId, EntityId, GraphId, Scope
from graphkit.retrieve.base import MODES, WAYS, Answer, FoundBy, Hit, Mode, Overlap, Way
from graphkit.retrieve.cache import SHARED, IndexCache
from graphkit.retrieve.hybrid import Meaning, Question, Ranking, Rankings, rank
from graphkit.retrieve.index import IndexKey, RetrievalIndex
from graphkit.retrieve.nearby import is_large, nearby_documents
from graphkit.retrieve.path import Reader, rooted, steps
from graphkit.retrieve.tuning import DEFAULT, Tuning
from graphkit.retrieve.vector import cosines
from graphkit.retrieve.walk import PathNode
from graphkit.retrieve.why import why
from graphkit.retrieve.words import STOP_WORDS, terms, tokens
from graphkit.store.base import GraphStore

MAX_HITS = 1000
"""Most hits of an answer: each is read, explained and proved."""
_LEAST_DEPTH = 20


def answer(
    question: str,
    *,
    store: GraphStore,
    scope: Scope,
    graph_ids: Sequence[GraphId],
    embedder: Embedder | None,
    mode: Mode = "hybrid",
    top_k: int = 5,
    documents: Collection[DocumentId] | None = None,
    same: Mapping[EntityId, EntityId] | None = None,
    indexes: IndexCache = SHARED,
    tuning: Tuning = DEFAULT,
) -> Answer:
    """The passages that answer a question, best first, by one way or by all of them together.

    No question fails: one without words gives no hits. What could not be used is told in the notes.

    Args:
        question: Any text.
        store: An open store.
        scope: Corpus and user.
        graph_ids: The graphs over which the walk goes; their names are joined where they are spelt alike.
        embedder: The one whose vectors are stored; None: words and graph only.
        mode: Which ranking becomes the hits; all rankings are in ``Answer.lists``.
        top_k: Hits wanted, 1 to 1,000.
        documents: Only these count, for hits and for paths; None: all.
        same: For each entity merged away by a decision, the entity that stands for it.
        indexes: Where prepared indexes are kept; the first question after a change of the corpus prepares one.
        tuning: The constants, among them the size from which on only the documents around a question are prepared.

    Raises ``BadRequest`` for an unknown mode or number of hits, and ``StoreError`` if the texts cannot be read.
    """
    _check(mode, top_k)
    key = IndexKey(scope.corpus, tuple(graph_ids), dict(same or {}))
    index = indexes.kept(store, key, tuning)
    if index is None:
        if is_large(store, scope, tuning):
            key = replace(key, documents=nearby_documents(question, store, key, embedder, documents, tuning))
        index = indexes.get(store, key, tuning)
    asked = Question.of(question, index)
    meaning, notes = _meaning(store, index, embedder, asked)
    allowed = _allowed(index, documents)
    is_empty = not index.passages and index.key.documents is None
    notes = [_EMPTY] if is_empty else [*_notes(index, asked, allowed), *notes]
    depth = _depth(top_k, int(allowed.sum()), tuning)
    rankings = rank(index, asked, meaning, allowed, depth=depth)
    lists = _Presenter(store, index, asked, rankings).lists(top_k)
    return Answer(
        question=question,
        mode=mode,
        hits=lists[mode],
        overlap=_overlap(lists[mode]),
        lists=lists,
        entities=_entities(index, asked.numbers()),
        notes=tuple(notes),
    )


def _allowed(index: RetrievalIndex, documents: Collection[DocumentId] | None) -> NDArray[np.bool_]:
    """Of each passage, whether it may be shown or led over."""
    if documents is None:
        return np.ones(len(index.passages), dtype=np.bool_)
    chosen = frozenset(documents)
    return np.array([passage.document_id in chosen for passage in index.passages], dtype=np.bool_)


_EMPTY = "The corpus holds no text yet. Add documents, then ask again."


def _depth(top_k: int, passages: int, tuning: Tuning) -> int:
    """How far down its list a way still counts as having found a passage.

    In a corpus of few passages every list soon holds everything, so there the first quarter counts.
    """
    return min(max(tuning.source_depth * top_k, _LEAST_DEPTH), max(top_k, passages // 4))


def _check(mode: str, top_k: int) -> None:
    if mode not in MODES:
        raise BadRequest(f"There is no mode {mode!r}. Known: {', '.join(MODES)}. Nothing was searched.")
    if not 1 <= top_k <= MAX_HITS:
        raise BadRequest(f"{top_k} hits were asked for, but 1 to {MAX_HITS} can be given. Nothing was searched.")


def _notes(index: RetrievalIndex, asked: Question, allowed: NDArray[np.bool_]) -> list[str]:
    """What of the corpus cannot be used, in words."""
    notes = list(index.faults)
    if index.key.documents is not None:
        notes.append(
            f"The corpus is large: the walk went over the {len(index.key.documents)} documents nearest to the question."
        )
    if index.passages and not allowed.any():
        notes.append("The filter leaves no passage. Choose other documents, or none.")
    if not asked.text.strip():
        notes.append("The question is empty.")
    elif not tokens(asked.text):
        notes.append("The question has no word, so nothing was searched.")
    elif not index.graph_ids:
        notes.append("No graph is chosen, so only the titles of documents are known as names.")
    elif not asked.names:
        notes.append("No name of the question is known in the graph: the walk starts at the nearest passages.")
    return notes


def _meaning(
    store: GraphStore, index: RetrievalIndex, embedder: Embedder | None, asked: Question
) -> tuple[Meaning | None, list[str]]:
    """Cosines of all passages with the question, or why there are none."""
    if not tokens(asked.text):
        return None, []
    if embedder is None:
        return None, ["There is no embedder: words and graph only."]
    try:
        stored = store.embedder(index.scope)
        if stored is None:
            return None, ["No vectors are stored: words and graph only. Embed the corpus to search by meaning."]
        if stored != (embedder.name, embedder.dimension):
            return None, [
                f"The stored vectors were made by {stored[0]} ({stored[1]} numbers), not by {embedder.name} "
                f"({embedder.dimension} numbers): words and graph only. Embed the corpus again to search by meaning."
            ]
        whole, masked = unit_rows(embedder.embed([asked.text, asked.masked]))
        if not whole.any():
            return None, []
        near = _cosines(store, index, whole)
        same = not masked.any() or np.array_equal(masked, whole)
        return Meaning(near, near if same else _cosines(store, index, masked)), []
    except (StoreError, EmbedderMismatch) as fault:
        return None, [f"The vectors could not be used: words and graph only. {fault}"]


def _cosines(store: GraphStore, index: RetrievalIndex, vector: NDArray[np.float32]) -> NDArray[np.float64]:
    return cosines(store, index.scope, index.rows, vector, limit=index.tuning.vector_rows)


def _entities(index: RetrievalIndex, numbers: Sequence[int]) -> tuple[EntityId, ...]:
    """Entities of the names, after decisions, each once."""
    found = (index.same.get(entity, entity) for number in numbers for entity in index.names[number].entities)
    return tuple(dict.fromkeys(found))


def _overlap(hits: Sequence[Hit]) -> Overlap:
    count = {source: sum(hit.source == source for hit in hits) for source in ("vector", "graph", "both")}
    return Overlap(count["vector"], count["graph"], count["both"], count["both"] / len(hits) if hits else 0.0)


@dataclass(frozen=True)
class _Presenter:
    """Makes hits of rows: text, ranks, source, path and reason."""

    store: GraphStore
    index: RetrievalIndex
    asked: Question
    rankings: Rankings

    def lists(self, top_k: int) -> dict[Mode, tuple[Hit, ...]]:
        """The first hits of each ranking."""
        reader = Reader(self.store, self.index)
        stops = self._stops()
        ranks = self._ranks(stops)
        made: dict[int, Hit | None] = {}
        lists: dict[Mode, tuple[Hit, ...]] = {}
        rankings: dict[Mode, Ranking] = {
            "lexical": self.rankings.lexical,
            "vector": self.rankings.vector,
            "graph": self.rankings.graph,
            "hybrid": self.rankings.hybrid,
        }
        for mode, ranking in rankings.items():
            rows = [row for row in ranking.rows if mode != "graph" or row in stops][:top_k]
            scores = ranking.scores[rows] if mode in ("lexical", "vector") else _relative(ranking.scores[rows])
            hits: list[Hit] = []
            for row, score in zip(rows, scores.tolist(), strict=True):
                if row not in made:
                    made[row] = self._hit(reader, row, stops.get(row, ()), ranks.get(row, {}))
                hit = made[row]
                if hit is not None:
                    hits.append(_placed(hit, len(hits) + 1, score))
            lists[mode] = tuple(hits)
        return lists

    def _stops(self) -> dict[int, tuple[PathNode, ...]]:
        """The path to each passage of the graph's and the joined ranking to which names lead."""
        if self.rankings.paths is None:
            return {}
        rows = dict.fromkeys((*self.rankings.graph.rows, *self.rankings.hybrid.rows))
        asked = self.asked.numbers()
        paths = {row: rooted(self.index, self.rankings.paths.to(row), asked) for row in rows}
        return {row: path for row, path in paths.items() if len(path) > 1}

    def _ranks(self, stops: Mapping[int, Sequence[PathNode]]) -> dict[int, dict[Way, int]]:
        ranks: dict[int, dict[Way, int]] = {}
        for way in WAYS:
            ranking: Ranking = getattr(self.rankings, way)
            rows = [row for row in ranking.rows if way != "graph" or row in stops]
            for place, row in enumerate(rows, start=1):
                ranks.setdefault(row, {})[way] = place
        return ranks

    def _hit(self, reader: Reader, row: int, stops: Sequence[PathNode], ranks: dict[Way, int]) -> Hit | None:
        passage = self.index.passages[row]
        text = reader.text(passage)
        if not text:
            return None  # deleted by another process since the index was built
        source = self._source(row, ranks)
        if source == "vector":
            stops = ()
        names = [stop.number for stop in stops if stop.kind == "name"]
        return Hit(
            rank=0,
            document_id=passage.document_id,
            title=passage.title,
            chunk=passage.chunk,
            start=passage.start,
            end=passage.end,
            text=text,
            source=source,
            ranks=ranks,
            score=0.0,
            path=steps(reader, stops),
            entities=_entities(self.index, names[-1:]),
            why=why(self.index, stops, self._shared_words(passage.title, text), ranks),
        )

    def _source(self, row: int, ranks: Mapping[Way, int]) -> FoundBy:
        by_words = row in self.rankings.words.rows
        by_graph = "graph" in ranks
        if by_words and by_graph:
            return "both"
        return "graph" if by_graph else "vector"

    def _shared_words(self, title: str, text: str) -> list[str]:
        """Words of the question that the passage has, as the question writes them, at most four."""
        held = set(terms(tokens(f"{title}\n{text}")))
        shared: dict[str, None] = {}
        for token in tokens(self.asked.text):
            if token.form not in STOP_WORDS and terms([token])[0] in held:
                shared[self.asked.text[token.start : token.end]] = None
        return list(shared)[:4]


def _relative(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scores of the walk, sums of two logarithms, as shares of the best: 0 to 1, never rising.

    A row that the guard put before better ones gets the score of the next.
    """
    shares = np.exp((scores - scores.max(initial=-np.inf)) / 2)
    falling: NDArray[np.float64] = np.maximum.accumulate(shares[::-1])[::-1]
    return falling


def _placed(hit: Hit, rank_: int, score: float) -> Hit:
    return replace(hit, rank=rank_, score=score if math.isfinite(score) else 0.0)
