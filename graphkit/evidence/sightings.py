"""Where an entity was seen: in which documents, with their sentences, and by which methods."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace

from graphkit.corpus import Corpus
from graphkit.evidence.quotes import Quote, quotes
from graphkit.model import DocumentId, Entity, EntityId, Evidence
from graphkit.store.base import RunRow
from graphkit.view import View

EVIDENCE = 2_000
"""Most mentions that are read for one entity."""


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
    rows: dict[DocumentId, list[Evidence]] = defaultdict(list)
    for row in view.mention_evidence(entity.entity_id, limit=EVIDENCE):
        rows[row.document_id].append(row)
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


def graph_sightings(corpus: Corpus, entity_id: EntityId) -> list[GraphSighting]:
    """The graphs that hold an entity or one that was decided to be the same, newest run first."""
    same = corpus.same()
    canonical = same.get(entity_id, entity_id)
    members = [canonical, *sorted(alias for alias, name in same.items() if name == canonical)]
    found = []
    for run in corpus.runs():
        rows = corpus.store.entities_by_id(corpus.scope.of_graph(run.graph_id), members)
        if rows:
            found.append(GraphSighting(run, replace(rows[0], mentions=sum(row.mentions for row in rows))))
    return found
