"""Resolution over a stored corpus: find pairs, join clusters above a line, decide, undo, redo.

Decisions are rows of their own beside the unchanged mentions; a view applies them. So a merge is undone
exactly, and decisions outlive the documents that they were made on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from graphkit.errors import BadRequest
from graphkit.ids import entity_id
from graphkit.model import Decision, DocumentId, EntityId, GraphId, Report, Scope, silent
from graphkit.resolve.clusters import Cluster, Clusters, cluster
from graphkit.resolve.context import is_generic
from graphkit.resolve.decisions import Act, acts, keep_apart, merge, pair, redo, undo
from graphkit.resolve.dendrogram import Dendrogram, dendrogram
from graphkit.resolve.homonyms import Homonym, by_doubt, homonyms
from graphkit.resolve.names import NamedEntity
from graphkit.resolve.pairs import FLOOR, Pairs, find_pairs
from graphkit.store.base import UNLIMITED, GraphStore
from graphkit.view import View

MANY = 2_000
"""Entities whose documents are asked for at once."""
FEW_DOCUMENTS = 4
"""Documents in which a name may stand without being called widespread, however few there are in all."""
LIST = "list of terms"
"""Who decides what a list of terms says."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """What can be decided about the entities of a corpus.

    ``unresolved`` gives the view of the chosen graphs before any decision: pairs are always found among the
    entities as they were extracted, so the same graph gives the same pairs whatever was decided. ``put`` stores
    decisions.
    """

    store: GraphStore
    scope: Scope
    unresolved: Callable[[Collection[str] | None], View]
    put: Callable[[Sequence[Decision]], None]

    def pairs(self, graphs: Collection[str] | None = None, *, floor: float = FLOOR, report: Report = silent) -> Pairs:
        """All pairs of entities that score at least ``floor``, with their reasons; ``Pairs.at`` only filters them."""
        return find_pairs(named_entities(self.unresolved(graphs)), floor=floor, report=report)

    def dendrogram(self, pairs: Pairs, *, report: Report = silent) -> Dendrogram:
        """The clusters of every line at once, following what was decided before; ``Dendrogram.at`` cuts it."""
        return dendrogram(pairs, self.decisions(), report=report)

    def clusters(self, pairs: Pairs) -> Clusters:
        """The pairs above their line joined into clusters, following what was decided before."""
        return cluster(pairs, self.decisions())

    def homonyms(self, graphs: Collection[str] | None = None) -> tuple[Homonym, ...]:
        """Entities whose documents have no other name in common: one name, perhaps several things. Nothing is decided.

        Names of common words come first. A name in more than half of the documents, and in many, connects none.
        """
        entities = {entity.entity_id: entity for entity in named_entities(self.unresolved(graphs))}
        inside: dict[DocumentId, set[EntityId]] = defaultdict(set)
        for entity in entities.values():
            for document in entity.document_ids:
                inside[document].add(entity.entity_id)
        contexts = {
            one: {document: inside[document] for document in entity.document_ids}
            for one, entity in entities.items()
            if len(entity.document_ids) > 1
        }
        most = max(len(inside) / 2, FEW_DOCUMENTS)
        everywhere = [one for one, entity in entities.items() if len(entity.document_ids) > most]
        found = homonyms(contexts, widespread=everywhere)
        return by_doubt(found, lambda one: is_generic(entities[one]))

    def apply(self, clusters: Clusters, *, who: str) -> tuple[Act, ...]:
        """Store the clusters as merges, one act each; clusters that are decided already are passed over."""
        rows = [self._merge(found, clusters.threshold, who) for found in clusters.clusters if not found.decided]
        self.put([row for own in rows for row in own])
        return acts(row for own in rows for row in own)

    def merge(self, aliases: Collection[EntityId], canonical: EntityId, *, who: str) -> tuple[Decision, ...]:
        """Decide by hand that these are one. Raises ``BadRequest`` for fewer than two."""
        return self._put(merge(aliases, canonical, who=who))

    def join_part(self, cluster: Cluster, members: Collection[EntityId], *, who: str) -> tuple[Decision, ...]:
        """Join some members of a cluster and decide that the others are different from them.

        The first of the members, in the order of the cluster, stands for all. Raises ``BadRequest`` for none.
        """
        taken = [one for one in cluster.members if one in set(members)]
        if not taken:
            raise BadRequest("Nothing to join: tick at least one name. Nothing was stored.")
        rows = list(merge(taken[1:], taken[0], who=who)) if len(taken) > 1 else []
        for other in cluster.members:
            if other not in taken:
                rows += keep_apart(other, taken[0], who=who)
        return self._put(tuple(rows))

    def join_listed(self, graph: GraphId, listed: Mapping[str, tuple[str, tuple[str, ...]]]) -> tuple[Act, ...]:
        """Decide that the names and forms that a list calls the same are one; an act for each, with undo.

        ``listed`` gives for each name its type and the others (``GazetteerExtractor.listed_names``). Pairs that were
        decided once, also if that was undone or against it, are passed over.
        """
        known = {pair(row.left, row.right) for row in self.decisions()}
        rows: list[Decision] = []
        for name, (kind, others) in listed.items():
            wanted = {entity_id(kind, other): other for other in (name, *others)}
            stored = {e.entity_id for e in self.store.entities_named(self.scope.of_graph(graph), list(wanted.values()))}
            present = [one for one in wanted if one in stored]
            aliases = [one for one in present[1:] if pair(one, present[0]) not in known]
            if aliases:
                why = (f"the list of terms says that these are {name}",)
                rows += merge(aliases, present[0], who=LIST, reasons=dict.fromkeys(aliases, why))
        self.put(rows)
        return acts(rows)

    def keep_apart(self, left: EntityId, right: EntityId, *, who: str, unsure: bool = False) -> tuple[Decision, ...]:
        """Decide by hand that these two are different, or that nobody knows; it is remembered in every later run."""
        return self._put(keep_apart(left, right, who=who, verdict="unsure" if unsure else "different"))

    def undo(self, merge_id: str) -> tuple[Decision, ...]:
        """Undo an act; () if it was undone. Raises ``BadRequest`` naming later merges that build on it."""
        return self._put(undo(self.decisions(), merge_id))

    def redo(self, merge_id: str) -> tuple[Decision, ...]:
        """Put an undone act in force again; () if it is in force."""
        return self._put(redo(self.decisions(), merge_id))

    def decisions(self) -> list[Decision]:
        """All rows, oldest first."""
        return self.store.decisions(self.scope)

    def take_over(self, decisions: Sequence[Decision]) -> None:
        """Store decisions that were made elsewhere; those of the same id are replaced."""
        self.store.put_decisions(self.scope, decisions)

    def acts(self) -> tuple[Act, ...]:
        """All acts, oldest first; undone ones too."""
        return acts(self.decisions())

    def _put(self, rows: tuple[Decision, ...]) -> tuple[Decision, ...]:
        self.put(rows)
        return rows

    @staticmethod
    def _merge(found: Cluster, threshold: float, who: str) -> tuple[Decision, ...]:
        best = {alias: pair for pair in reversed(found.pairs) for alias in (pair.left, pair.right)}
        return merge(
            found.aliases,
            found.canonical,
            who=who,
            threshold=threshold,
            scores={alias: pair.value for alias, pair in best.items()},
            reasons={alias: tuple(reason.words for reason in pair.score.reasons) for alias, pair in best.items()},
        )


def named_entities(view: View) -> list[NamedEntity]:
    """The entities of a view with their documents and neighbours, as resolution compares them."""
    around: dict[EntityId, set[EntityId]] = defaultdict(set)
    for edge in view.edges:
        around[edge.source].add(edge.target)
        around[edge.target].add(edge.source)
    documents = _documents(view)
    return [
        NamedEntity(
            entity_id=entity.entity_id,
            name=entity.name,
            type=entity.type,
            mentions=entity.mentions,
            document_ids=frozenset(documents[entity.entity_id]),
            aliases=entity.aliases,
            neighbours=frozenset(around[entity.entity_id]),
        )
        for entity in view.entities.values()
    ]


def _documents(view: View) -> dict[EntityId, set[DocumentId]]:
    found: dict[EntityId, set[DocumentId]] = defaultdict(set)
    stored = [member for entity_id in view.entities for member in view.members(entity_id)]
    for scope in view.scopes:
        for start in range(0, len(stored), MANY):
            for row in view.store.mention_counts(scope, stored[start : start + MANY], limit=UNLIMITED):
                found[view.canonical(row.entity_id)].add(row.document_id)
    return found
