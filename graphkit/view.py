"""A view: one graph of a corpus, or several as a union, seen through the decisions of resolution.

Nothing is rewritten: an entity decided to be the same as another is shown as that one, its mentions and
edges added to it. In a union the same name and type is one entity, and an entity without a type joins its
one namesake that has a type. Counts of a union are those of the graph that found most, since methods that
find the same mention do not make it two.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, pairwise, zip_longest
from typing import TYPE_CHECKING

from graphkit.errors import UnknownEntity
from graphkit.ids import type_key
from graphkit.joining import added, between, each_span_once, larger, take_larger, untyped_namesakes, with_ends
from graphkit.model import DocumentId, Edge, EdgeType, Entity, EntityId, Evidence, Scope
from graphkit.neighbourhood import Subgraph, cost, expanded, short_ways, within
from graphkit.store.base import UNLIMITED, GraphStore, MentionCount
from graphkit.store.contribution import Record
from graphkit.store.edge_key import EdgeKey
from graphkit.store.hops import connected, ends, reached, two_hops
from graphkit.store.names import NameQuery
from graphkit.store.pages import all_entities
from graphkit.store.sums import search_key

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True, slots=True)
class Step:
    """One edge of a path, walked from ``start`` to ``end`` (which may be against its direction)."""

    start: Entity
    edge: Edge
    end: Entity

    @property
    def backwards(self) -> bool:
        """Whether the edge is walked from its target to its source."""
        return self.edge.source != self.start.entity_id


class View:
    """A graph after decisions. Reading is lazy: what concerns few entities asks the store only for those.

    Args:
        store: Where the graphs are.
        scopes: One scope for each graph of the union.
        same: For each entity that was merged away, the entity that stands for it.
    """

    def __init__(
        self, store: GraphStore, scopes: Sequence[Scope], same: Mapping[EntityId, EntityId] | None = None
    ) -> None:
        self.store = store
        self.scopes = tuple(scopes)
        self._decided = dict(same or {})

    # -- entities ------------------------------------------------------------------------------

    def types(self) -> dict[str, int]:
        """Number of entities of each type, most first, then by name."""
        stored = self._as_stored
        if stored is not None:
            return self.store.types(stored)
        counts: dict[str, int] = defaultdict(int)
        for entity in self.entities.values():
            counts[entity.type] += 1
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    def top(self, limit: int | None = None, *, types: Collection[str] | None = None) -> list[Entity]:
        """Entities by number of mentions, most first, then by id."""
        stored = self._as_stored
        if stored is not None and types is None and limit is not None:
            return self.store.top_entities(stored, limit=limit)
        wanted = None if types is None else {type_key(name) for name in types}
        chosen = [e for e in self.entities.values() if wanted is None or type_key(e.type) in wanted]
        return sorted(chosen, key=lambda e: (-e.mentions, e.entity_id))[:limit]

    def entity(self, entity_id: EntityId) -> Entity:
        """The entity of that id, or the one that stands for it. Raises ``UnknownEntity``."""
        stored = self._as_stored
        if stored is not None:
            found = next(iter(self.store.entities_by_id(stored, [entity_id])), None)
        else:
            found = self.entities.get(self.canonical(entity_id))
        if found is None:
            raise UnknownEntity(f"There is no entity {entity_id!r} in this graph. Search for its name instead.")
        return found

    def named(self, name: str) -> list[Entity]:
        """Entities of exactly this name, in any spelling that has the same canonical form, any type."""
        return self._shown(e for scope in self.scopes for e in self.store.entities_named(scope, [name]))

    def find(self, name: str) -> Entity:
        """The entity of that id or name; of several types of the name, the one with most mentions.

        Raises ``UnknownEntity``, which proposes names that are near.
        """
        if name.startswith("entity:"):
            return self.entity(EntityId(name))
        named = self.named(name)
        if named:
            return max(named, key=lambda entity: entity.mentions)
        near = ", ".join(repr(entity.name) for entity in self.search(name, limit=3))
        hint = f" Did you mean {near}?" if near else " List what is there: graphkit entities"
        raise UnknownEntity(f"There is no entity {name!r} in this graph.{hint}")

    def search(self, query: str, *, limit: int = 25) -> list[Entity]:
        """Entities whose name fits, best first: equal, then beginning with the query, then holding its words.

        Where none fits in any of the graphs, those whose name is near: other spellings, other scripts.
        """
        found = [self.store.search_entities(scope, query, limit=limit) for scope in self.scopes]
        rows = [row for at in zip_longest(*found) for row in at if row is not None]
        fit = NameQuery.of(query)
        ranks = {row.entity_id: fit.rank(search_key(row.name)) for row in rows}
        fitting = [row for row in rows if ranks[row.entity_id] is not None]
        return self._shown(sorted(fitting, key=lambda row: ranks[row.entity_id] or 0) or rows)[:limit]

    def canonical(self, entity_id: EntityId) -> EntityId:
        """The id that stands for this one after decisions."""
        return self._same.get(entity_id, entity_id)

    def members(self, entity_id: EntityId) -> tuple[EntityId, ...]:
        """All stored ids that this entity stands for, itself first."""
        return self._members.get(entity_id, (entity_id,))

    # -- edges ---------------------------------------------------------------------------------

    def neighbours(
        self, entity_ids: Sequence[EntityId], *, edge_type: EdgeType | None = None, limit: int = 25
    ) -> list[Edge]:
        """Heaviest edges of each entity, at most ``limit`` an entity, heaviest first, each edge once."""
        merged: dict[EdgeKey, Edge] = {}
        for scope in self.scopes:
            members = [member for entity_id in entity_ids for member in self.members(self.canonical(entity_id))]
            rows = self.store.neighbours(scope, members, edge_type=edge_type, limit=limit * 2)
            take_larger(merged, with_ends(rows, self.canonical))
        wanted = dict.fromkeys(map(self.canonical, entity_ids), 0)
        kept = []
        for _, edge in sorted(merged.items(), key=lambda item: (-item[1].weight, item[0])):
            ends = [end for end in (edge.source, edge.target) if wanted.get(end, limit) < limit]
            for end in ends:
                wanted[end] += 1
            if ends:
                kept.append(edge)
        return kept

    def two_hops(self, entity_id: EntityId, *, limit: int = 25) -> list[tuple[Entity, float]]:
        """Entities two edges away with the sum, over all ways, of the product of the weights, best first."""
        here = self.canonical(entity_id)
        if (stored := self._as_stored) is not None:
            found = two_hops(self.store, stored, here, limit=limit)
            known = {
                entity.entity_id: entity for entity in self.store.entities_by_id(stored, [r.entity_id for r in found])
            }
            return [(known[one.entity_id], one.score) for one in found if one.entity_id in known]
        first = [edge for edge in self.edges if here in (edge.source, edge.target)]
        near = ends(here, first)
        second = [edge for edge in self.edges if edge.source in near or edge.target in near]
        return [(self.entities[one.entity_id], one.score) for one in reached(here, first, second)[:limit]]

    def heaviest(self, limit: int) -> list[Edge]:
        """The heaviest edges of the whole view, heaviest first."""
        return heapq.nlargest(limit, self.edges, key=lambda edge: edge.weight)

    def subgraph(
        self,
        *,
        limit: int,
        types: Collection[str] | None = None,
        edge_type: EdgeType | None = None,
        min_weight: float = 0.0,
        focus: Collection[EntityId] = (),
        depth: int = 1,
        also: Collection[EntityId] = (),
        isolated: bool = True,
    ) -> Subgraph:
        """The part to be drawn: at most ``limit`` entities, those in focus first, then by degree.

        Args:
            limit: Most entities to take.
            types: Only entities of these types; None: all.
            edge_type: Only edges of this kind; None: both.
            min_weight: Only edges of at least this weight.
            focus: Only these entities and what lies within ``depth`` edges of them; empty: everything.
            isolated: Also those without an edge; they are shown in any case where nothing has one.
            also: Beyond the limit, these entities and the heaviest ``EXPANDED`` edges of each with their other ends.
        """
        wanted = None if types is None else {type_key(name) for name in types}
        inside = {e.entity_id for e in self.entities.values() if wanted is None or type_key(e.type) in wanted}
        edges = [
            edge
            for edge in self.edges
            if edge.source in inside
            and edge.target in inside
            and edge.weight >= min_weight
            and (edge_type is None or edge.type == edge_type)
        ]
        fitting = len(inside)
        if not isolated and edges:
            inside = {end for edge in edges for end in (edge.source, edge.target)}
        unconnected = fitting - len(inside)
        centre = {self.canonical(entity_id) for entity_id in focus}
        if centre:
            inside = within(centre & inside, edges, depth)
            edges = [edge for edge in edges if edge.source in inside and edge.target in inside]
        degrees: dict[EntityId, int] = dict.fromkeys(inside, 0)
        for edge in edges:
            degrees[edge.source] += 1
            degrees[edge.target] += 1
        ranked = sorted(inside, key=lambda i: (i not in centre, -degrees[i], -self.entities[i].mentions, i))
        besides = expanded([i for i in map(self.canonical, also) if i in inside], edges)
        shown = dict.fromkeys([*ranked[:limit], *besides])
        return Subgraph(
            entities=tuple(self.entities[entity_id] for entity_id in shown),
            edges=tuple(edge for edge in edges if edge.source in shown and edge.target in shown),
            total_entities=len(inside),
            total_edges=len(edges),
            degrees=degrees,
            unconnected=unconnected,
        )

    def paths(self, start: EntityId, end: EntityId, *, count: int = 3, max_steps: int = 4) -> list[tuple[Step, ...]]:
        """Shortest ways from one entity to another, fewest steps first, then heaviest edges; [] if there is none.

        Ways of one and two steps are read off the edges of both ends. Only who asks for more has the whole graph read.
        """
        import networkx as nx

        known = self.entity(start), self.entity(end)
        first, last = (entity.entity_id for entity in known)
        if first == last:
            return []
        if (stored := self._as_stored) is not None:
            near = self._short_ways(stored, *known)
            is_enough = len(near) >= count or max_steps <= 2
            if is_enough or not (near or connected(self.store, stored, first, last, max_steps=max_steps)):
                return [way for way in near if len(way) <= max_steps][:count]
        if first not in self.network or last not in self.network:
            return []
        try:
            ways = nx.shortest_simple_paths(self.network, first, last, weight="cost")
            found = [way for way in islice(ways, count) if len(way) - 1 <= max_steps]
        except nx.NetworkXNoPath:
            return []
        return [tuple(self._step(a, b) for a, b in pairwise(way)) for way in found]

    # -- evidence ------------------------------------------------------------------------------

    def mention_evidence(self, entity_id: EntityId, *, limit: int = 100) -> list[Evidence]:
        """Mentions of an entity by document and offset; a span that several methods found stands there once."""
        rows = [
            evidence
            for scope in self.scopes
            for member in self.members(self.canonical(entity_id))
            for evidence in self.store.mention_evidence(scope, member, limit=limit)
        ]
        return each_span_once(rows)[:limit]

    def document_evidence(self, entity_id: EntityId, document_id: DocumentId, *, limit: int = 100) -> list[Evidence]:
        """Mentions of an entity in one document, by offset, as ``mention_evidence`` gives them."""
        found = [self.store.extraction(scope, document_id) for scope in self.scopes]
        rows = [
            evidence
            for record in map(Record.of, filter(None, found))
            for member in self.members(self.canonical(entity_id))
            for evidence in record.mention_evidence(document_id, member, limit)
        ]
        return each_span_once(rows)[:limit]

    def edge_evidence(self, edge: Edge, *, limit: int = 100) -> list[Evidence]:
        """Stretches of text that prove an edge, by document and offset, each once."""
        rows = [
            evidence
            for scope in self.scopes
            for source in self.members(edge.source)
            for target in self.members(edge.target)
            for evidence in self.store.edge_evidence(scope, between(edge, source, target), limit=limit)
        ]
        return each_span_once(rows)[:limit]

    def mention_counts(self, entity_id: EntityId, *, limit: int = 1000) -> list[MentionCount]:
        """Documents that mention an entity, most mentions first; in a union the larger count of each."""
        canonical = self.canonical(entity_id)
        counts: dict[DocumentId, int] = {}
        for scope in self.scopes:
            here: dict[DocumentId, int] = defaultdict(int)
            for row in self.store.mention_counts(scope, self.members(canonical), limit=limit):
                here[row.document_id] += row.mentions
            counts.update({key: max(n, counts.get(key, 0)) for key, n in here.items()})
        ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        return [MentionCount(canonical, document_id, n) for document_id, n in ranked[:limit]]

    # -- the whole, read once -------------------------------------------------------------------

    @cached_property
    def entities(self) -> Mapping[EntityId, Entity]:
        """All entities after decisions, by id."""
        merged: dict[EntityId, Entity] = {}
        for scope in self.scopes:
            for entity_id, entity in self._entities_of(scope).items():
                merged[entity_id] = larger(merged.get(entity_id), entity)
        return dict(sorted(merged.items()))

    @cached_property
    def edges(self) -> Sequence[Edge]:
        """All edges after decisions, by source, type, predicate, negation and target."""
        merged: dict[EdgeKey, Edge] = {}
        for scope in self.scopes:
            take_larger(merged, with_ends(self.store.edges(scope), self.canonical))
        return [edge for _, edge in sorted(merged.items())]

    @cached_property
    def network(self) -> nx.Graph:
        """Entities and their strongest edge for each pair, for walks; costs are those of ``short_ways``."""
        import networkx as nx

        network = nx.Graph()
        for edge in self.edges:
            known = network.get_edge_data(edge.source, edge.target)
            if known is None or edge.weight > known["edge"].weight:
                network.add_edge(edge.source, edge.target, edge=edge, cost=cost(edge))
        return network

    @property
    def _as_stored(self) -> Scope | None:
        """The one graph that this view shows just as it is stored, unless its entities were read already."""
        is_plain = len(self.scopes) == 1 and not self._decided and "entities" not in self.__dict__
        return self.scopes[0] if is_plain else None

    def _entities_of(self, scope: Scope) -> dict[EntityId, Entity]:
        """Entities of one graph after decisions; a document that names one thing twice counts once."""
        summed: dict[EntityId, Entity] = {}
        joined: dict[EntityId, EntityId] = {}
        for entity in all_entities(self.store, scope):
            canonical = self.canonical(entity.entity_id)
            known = summed.get(canonical)
            if canonical in self._members:
                joined[entity.entity_id] = canonical
            summed[canonical] = added(known, entity, canonical)
        documents: dict[EntityId, set[DocumentId]] = defaultdict(set)
        for row in self.store.mention_counts(scope, list(joined), limit=UNLIMITED):
            documents[joined[row.entity_id]].add(row.document_id)
        return summed | {one: replace(summed[one], documents=len(found)) for one, found in documents.items()}

    def _short_ways(self, stored: Scope, start: Entity, end: Entity) -> list[tuple[Step, ...]]:
        """Ways of one and two steps, best first."""
        rows = self.store.neighbours(stored, [start.entity_id, end.entity_id], limit=UNLIMITED)
        edges = with_ends(rows, self.canonical)
        ways = short_ways(start.entity_id, end.entity_id, [edge for _, edge in sorted(edges.items())])
        middles = self.store.entities_by_id(stored, [middle for middle, _ in ways if middle is not None])
        known = {entity.entity_id: entity for entity in middles}
        return [
            (Step(start, walked[0], end),)
            if middle is None
            else (Step(start, walked[0], known[middle]), Step(known[middle], walked[1], end))
            for middle, walked in ways
            if middle is None or middle in known
        ]

    def _step(self, start: EntityId, end: EntityId) -> Step:
        return Step(self.entities[start], self.network.edges[start, end]["edge"], self.entities[end])

    def _shown(self, rows: Iterable[Entity]) -> list[Entity]:
        if self._as_stored is not None:
            return list({entity.entity_id: entity for entity in rows}.values())
        ids = dict.fromkeys(self.canonical(entity.entity_id) for entity in rows)
        return [self.entities[entity_id] for entity_id in ids if entity_id in self.entities]

    @cached_property
    def _same(self) -> Mapping[EntityId, EntityId]:
        if len(self.scopes) < 2:
            return self._decided
        joined = untyped_namesakes(self.store, self.scopes)
        return {alias: self._decided.get(name, name) for alias, name in joined.items()} | self._decided

    @cached_property
    def _members(self) -> Mapping[EntityId, tuple[EntityId, ...]]:
        members: dict[EntityId, list[EntityId]] = {}
        for alias, canonical in sorted(self._same.items()):
            members.setdefault(canonical, [canonical]).append(alias)
        return {canonical: tuple(ids) for canonical, ids in members.items()}
