"""Joining what a view shows as one: entities, edges and evidence of several ids or of several graphs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from graphkit.ids import type_key
from graphkit.model import UNKNOWN, Edge, Entity, EntityId, Evidence, Scope
from graphkit.store.base import GraphStore
from graphkit.store.edge_key import EdgeKey, edge_between
from graphkit.store.pages import all_entities


def untyped_namesakes(store: GraphStore, scopes: Sequence[Scope]) -> dict[EntityId, EntityId]:
    """Entities of no type, each with the one entity of the same name that has a type, where there is just one."""
    return namesakes_among({entity.entity_id for scope in scopes for entity in all_entities(store, scope)})


def namesakes_among(ids: Collection[EntityId]) -> dict[EntityId, EntityId]:
    """Of these entities the ones of no type, each with the only one of the same name that has a type."""
    prefix = f"entity:{type_key(UNKNOWN)}:"
    typed: dict[str, list[EntityId]] = defaultdict(list)
    for entity_id in ids:
        if not entity_id.startswith((prefix, "entity:term:")):
            typed[entity_id.split(":", 2)[2]].append(entity_id)
    untyped = (entity_id for entity_id in ids if entity_id.startswith(prefix))
    return {one: typed[name][0] for one in untyped if len(typed.get(name := one.split(":", 2)[2], ())) == 1}


def added(known: Entity | None, entity: Entity, canonical: EntityId) -> Entity:
    """The sum of two entities of one graph that are shown as one; their documents are counted by the caller."""
    if known is None:
        return replace(entity, entity_id=canonical)
    first, second = (entity, known) if entity.entity_id == canonical else (known, entity)
    names = dict.fromkeys([*first.aliases, second.name, *second.aliases])
    names.pop(first.name, None)
    return Entity(
        canonical,
        first.name,
        first.type,
        known.mentions + entity.mentions,
        max(known.documents, entity.documents),
        tuple(names),
    )


def larger(known: Entity | None, entity: Entity) -> Entity:
    """The one of two that has more mentions, with the names of both; of a union of graphs.

    What has no type never stands for what has one.
    """
    if known is None:
        return entity
    most, least = (known, entity) if known.mentions >= entity.mentions else (entity, known)
    if most.type == UNKNOWN != least.type:
        most, least = replace(least, mentions=most.mentions), most
    names = dict.fromkeys([*most.aliases, least.name, *least.aliases])
    names.pop(most.name, None)
    return replace(most, documents=max(known.documents, entity.documents), aliases=tuple(names))


def with_ends(rows: Iterable[Edge], canonical: Callable[[EntityId], EntityId]) -> dict[EdgeKey, Edge]:
    """Edges of one graph between what stands for their ends, by key; loops are dropped, weights added up."""
    merged: dict[EdgeKey, Edge] = {}
    for edge in rows:
        source, target = canonical(edge.source), canonical(edge.target)
        key = edge_between(source, target, edge.predicate, negated=edge.negated, directed=edge.directed)
        if key is None:
            continue
        known = merged.get(key)
        merged[key] = replace(
            edge,
            source=key.source,
            target=key.target,
            weight=edge.weight + (known.weight if known else 0),
            documents=edge.documents + (known.documents if known else 0),
        )
    return merged


def take_larger(merged: dict[EdgeKey, Edge], rows: Mapping[EdgeKey, Edge]) -> None:
    """Add the edges of one graph to those of a union, which shows the heavier of two equal ones."""
    for key, edge in rows.items():
        known = merged.get(key)
        if known is None or edge.weight > known.weight:
            merged[key] = edge


def between(edge: Edge, source: EntityId, target: EntityId) -> Edge:
    """The edge between two other ends; one without direction goes from the smaller id to the larger."""
    if not edge.directed and source > target:
        source, target = target, source
    return replace(edge, source=source, target=target)


def each_span_once(rows: Iterable[Evidence]) -> list[Evidence]:
    """Evidence by document and offset; what several methods found at one place stands there once, with all of them."""
    spans: dict[tuple[str, int, int], Evidence] = {}
    for row in rows:
        key = (row.document_id, row.start, row.end)
        known = spans.get(key)
        if known is None:
            spans[key] = row
        elif row.method not in known.method.split(", "):
            spans[key] = replace(
                known, method=f"{known.method}, {row.method}", confidence=max(known.confidence, row.confidence)
            )
    return [row for _, row in sorted(spans.items())]
