"""Where an entity was seen: in which documents, with their sentences, and by which methods."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from graphkit.corpus import Corpus
from graphkit.evidence.quotes import Quote, quotes
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
    """The graphs that hold an entity or one that was decided to be the same, newest run first."""
    same = corpus.same()
    canonical = same.get(entity_id, entity_id)
    members = [canonical, *sorted(alias for alias, name in same.items() if name == canonical)]
    return [
        GraphSighting(run, corpus.view([run.graph_id]).entity(canonical))
        for run in corpus.runs()
        if corpus.store.entities_by_id(corpus.scope.of_graph(run.graph_id), members)
    ]
