"""The documents around a question, where a corpus is too large to prepare all of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from graphkit.embed.base import Embedder
from graphkit.embed.vectors import unit_rows
from graphkit.errors import EmbedderMismatch, StoreError
from graphkit.model import DocumentId, EntityId, Scope
from graphkit.retrieve.index import IndexKey
from graphkit.retrieve.tuning import Tuning
from graphkit.retrieve.words import STOP_WORDS, tokens
from graphkit.store.base import GraphStore

_LONGEST_NAME = 6
"""Words of a name that is looked up in a question; longer names are found through their words."""


def is_large(store: GraphStore, scope: Scope, tuning: Tuning) -> bool:
    """Whether a corpus has more passages than are prepared as a whole."""
    return store.stats(scope.corpus).chunks > tuning.max_passages


def nearby_documents(
    question: str,
    store: GraphStore,
    key: IndexKey,
    embedder: Embedder | None,
    within: Collection[DocumentId] | None,
    tuning: Tuning,
) -> frozenset[DocumentId]:
    """The documents to prepare for a question, up to about ``tuning.local_passages`` passages.

    Those that mention a name of the question, those that the store's own searches find by words and by meaning, and
    those that share a rare name with the best of them; ``within`` is a filter that nothing passes.
    """
    graphs = [key.scope.of_graph(graph_id) for graph_id in key.graph_ids]
    by_words = [hit.document_id for hit in store.search_text(key.scope, question, limit=tuning.near_chunks)]
    by_meaning = _by_meaning(question, store, key.scope, embedder, tuning.near_chunks)
    best = list(dict.fromkeys([*by_words[: tuning.seeds], *by_meaning[: tuning.seeds]]))
    found = [*best]
    for graph in graphs:
        named = [entity.entity_id for entity in store.entities_named(graph, _word_groups(question))]
        found += _mentioning(store, graph, named, tuning.near_documents)
    found += [*by_words, *by_meaning]
    for graph in graphs:
        found += _mentioning(store, graph, _rare_names(store, graph, best, tuning), tuning.seeds)
    return _fitting(store, key.scope, found, within, tuning.local_passages)


def _by_meaning(
    question: str, store: GraphStore, scope: Scope, embedder: Embedder | None, limit: int
) -> list[DocumentId]:
    """Documents nearest by vectors; none where vectors cannot be used, which the answer tells."""
    try:
        if embedder is None or store.embedder(scope) != (embedder.name, embedder.dimension):
            return []
        (vector,) = unit_rows(embedder.embed([question]))
        return [hit.document_id for hit in store.search_vectors(scope, vector, limit=limit)] if vector.any() else []
    except (StoreError, EmbedderMismatch):
        return []


def _word_groups(question: str) -> list[str]:
    """Every run of up to six words that does not begin or end with a stop word, as the question writes it."""
    found = tokens(question)
    return [
        question[found[first].start : found[last].end]
        for first in range(len(found))
        for last in range(first, min(first + _LONGEST_NAME, len(found)))
        if not {found[first].form, found[last].form} & STOP_WORDS
    ]


def _rare_names(store: GraphStore, graph: Scope, documents: Iterable[DocumentId], tuning: Tuning) -> list[EntityId]:
    """Names of the documents that lead on to others and not to everywhere, the rarest first."""
    named = {row.entity_id for document in documents for row in store.document_entities(graph, document)}
    entities = store.entities_by_id(graph, sorted(named))
    leading = [entity for entity in entities if 1 < entity.documents <= tuning.near_documents]
    leading.sort(key=lambda entity: (entity.documents, entity.entity_id))
    return [entity.entity_id for entity in leading[: tuning.near_documents]]


def _mentioning(store: GraphStore, graph: Scope, names: Sequence[EntityId], limit: int) -> list[DocumentId]:
    return [row.document_id for row in store.mention_counts(graph, names, limit=limit)] if names else []


def _fitting(
    store: GraphStore, scope: Scope, found: Iterable[DocumentId], within: Collection[DocumentId] | None, most: int
) -> frozenset[DocumentId]:
    """The documents, in order, until their passages are enough."""
    allowed = None if within is None else frozenset(within)
    wanted = [item for item in dict.fromkeys(found) if allowed is None or item in allowed]
    taken: list[DocumentId] = []
    passages = 0
    for row in store.document_rows(scope, wanted):
        passages += row.chunks
        if taken and passages > most:
            break
        taken.append(row.document_id)
    return frozenset(taken)
