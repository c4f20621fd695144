"""Where an entity was seen: in which documents, with their sentences, and by which methods."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from graphkit.corpus import Corpus
from graphkit.evidence.quotes import Quote, quotes
from graphkit.joining import namesakes_among
from graphkit.model import DocumentId, Entity, EntityId, Evidence
from graphkit.store.base import RunRow
from graphkit.view import View

EVIDENCE = 2_000
"""Most mentions of one entity that are read at once."""


@dataclass(frozen=True, slots=True)
class DocumentSighting:
    """A document that mentions an entity: how often, and the sentences of the first ``quoted`` mentions."""

    document_id: DocumentId
    title: str
    mentions: int
    quotes: tuple[Quote, ...]

    @property
    def quoted(self) -> int:
        """Mentions that stand in the quotes."""
        return sum(quote.evidence for quote in self.quotes)


@dataclass(frozen=True, slots=True)
class GraphSighting:
    """A run whose graph holds an entity, and the entity as that graph has it, decisions applied."""

    run: RunRow
    entity: Entity


def document_sightings(
    corpus: Corpus, view: View, entity: Entity, *, documents: int = 25, each: int = 8
) -> list[DocumentSighting]:
    """The documents that mention an entity, most mentions first: at most ``documents``, with ``each`` sentences."""
    counts = view.mention_counts(entity.entity_id, limit=documents)
    rows = _evidence(view, entity.entity_id, [count.document_id for count in counts], each)
    titles = {
        row.document_id: row.title
        for row in corpus.store.document_rows(corpus.scope, [count.document_id for count in counts])
    }
    return [
        DocumentSighting(
            count.document_id,
            titles[count.document_id],
            count.mentions,
            tuple(quotes(corpus, rows[count.document_id][:each], [entity])),
        )
        for count in counts
        if count.document_id in titles
    ]


def _evidence(
    view: View, entity_id: EntityId, documents: Sequence[DocumentId], each: int
) -> dict[DocumentId, list[Evidence]]:
    """The first mentions in each of the documents: read all at once, or document by document where there are many."""
    every = view.mention_evidence(entity_id, limit=EVIDENCE)
    if len(every) == EVIDENCE:
        return {document: view.document_evidence(entity_id, document, limit=each) for document in documents}
    rows: dict[DocumentId, list[Evidence]] = defaultdict(list)
    for row in every:
        rows[row.document_id].append(row)
    return rows


def graph_sightings(corpus: Corpus, entity_id: EntityId) -> list[GraphSighting]:
    """The graphs that hold an entity or one that is shown as the same, newest run first.

    These are the ones that were decided to be the same, and the namesake that a method without types found.
    """
    same, runs = corpus.same(), corpus.runs()
    canonical = same.get(entity_id, entity_id)
    members = {canonical, *(alias for alias, name in same.items() if name == canonical)}
    members |= _namesakes(corpus, runs, members)
    found = []
    for run in runs:
        own = corpus.store.entities_by_id(corpus.scope.of_graph(run.graph_id), sorted(members))
        if own:
            one = min((entity.entity_id for entity in own), key=lambda key: (same.get(key, key) != canonical, key))
            found.append(GraphSighting(run, corpus.view([run.graph_id]).entity(one)))
    return found


def _namesakes(corpus: Corpus, runs: Sequence[RunRow], members: set[EntityId]) -> set[EntityId]:
    """What a view of all graphs joins with these for their names."""
    scopes = [corpus.scope.of_graph(run.graph_id) for run in runs]
    names = {e.name for scope in scopes for e in corpus.store.entities_by_id(scope, sorted(members))}
    alike = {e.entity_id for scope in scopes for e in corpus.store.entities_named(scope, sorted(names))}
    joined = namesakes_among(alike)
    return {id_ for pair in joined.items() if not members.isdisjoint(pair) for id_ in pair}
