"""Reading entities, edges and evidence from a SQLite store."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence

from graphkit.ids import canonical
from graphkit.model import DocumentId, Edge, EdgeType, Entity, EntityId, Evidence
from graphkit.store import sqlite_sql as sql
from graphkit.store.base import MentionCount
from graphkit.store.contribution import Record, parsed
from graphkit.store.edge_key import BILLIONTHS, edge_key
from graphkit.store.edge_order import by_key, edge_of
from graphkit.store.first_evidence import first_mentions, first_relations
from graphkit.store.names import NameQuery, types_shown
from graphkit.store.near_names import NameKey, NearNamesCache, NearQuery
from graphkit.store.sqlite_connection import listed, storable

Connection = sqlite3.Connection
EntityTuple = tuple[str, str, str, int, int, str]
RankedRow = tuple[int, str, EdgeType, str, int, str, int]
"""Weight in billionths below zero, source, type, predicate, negated, target, documents."""


def _entity(row: EntityTuple) -> Entity:
    identity, name, kind, mentions, documents, aliases = row
    return Entity(
        EntityId(identity), name, kind, mentions, documents, tuple(json.loads(aliases)) if aliases != "[]" else ()
    )


def entities(db: Connection, graph: int, type_key: str | None, after: EntityId | None, limit: int) -> list[Entity]:
    """Entities after an id."""
    if type_key is None:
        rows = db.execute(sql.ENTITIES, (graph, storable(after or ""), limit))
    else:
        rows = db.execute(sql.ENTITIES_OF_TYPE, (graph, storable(type_key), storable(after or ""), limit))
    return [_entity(row) for row in rows]


def top(db: Connection, graph: int, type_key: str | None, limit: int) -> list[Entity]:
    """Entities by mentions."""
    if type_key is None:
        return [_entity(row) for row in db.execute(sql.TOP_ENTITIES, (graph, limit))]
    return [_entity(row) for row in db.execute(sql.TOP_ENTITIES_OF_TYPE, (graph, storable(type_key), limit))]


def by_id(db: Connection, graph: int, ids: Sequence[EntityId]) -> list[Entity]:
    """The named entities in the given order."""
    found = {row[0]: row for row in db.execute(sql.ENTITIES_BY_ID, (graph, listed(ids)))}
    return [_entity(found[identity]) for identity in ids if identity in found]


def with_names(db: Connection, graph: int, names: Sequence[str]) -> list[Entity]:
    """Entities that have one of the names."""
    keys = sorted({canonical(name) for name in names})
    return [_entity(row) for row in db.execute(sql.ENTITIES_NAMED, (graph, listed(keys)))]


def fitting(db: Connection, graph: int, query: NameQuery, limit: int) -> list[Entity]:
    """Entities whose name fits: equal, beginning with the query, holding its words, holding it as it stands."""
    found = [_entity(row) for row in db.execute(sql.ENTITIES_EQUAL, (graph, query.key, limit))]
    if len(found) < limit:
        after = (graph, query.key, query.key + "\U0010ffff", limit - len(found))
        found += [_entity(row) for row in db.execute(sql.ENTITIES_BEGINNING, after)]
    if len(found) < limit:
        seen = {entity.entity_id for entity in found}
        weaker: list[Entity] = []
        for *row, key in db.execute(sql.ENTITIES_HOLDING, (graph, query.rarest)):
            if row[0] in seen or (rank := query.rank(key)) is None:
                continue
            (found if rank == 2 else weaker).append(_entity(tuple(row)))
            if len(found) >= limit:
                break
        found += weaker
    return found[:limit]


def near(db: Connection, corpus: int, graph: int, names: NearNamesCache, query: NearQuery, limit: int) -> list[Entity]:
    """Entities with a name near the query, from the names that are kept at hand for a revision."""
    row = db.execute(sql.REVISION, (corpus,)).fetchone()

    def read() -> Iterator[tuple[NameKey, str]]:
        for mentions, identity, name in db.execute(sql.SEARCH_KEYS, (graph,)):
            yield (mentions, EntityId(identity)), name

    return by_id(db, graph, names.of(graph, row[0] if row else 0, read).nearest(query, limit))


def types(db: Connection, graph: int) -> dict[str, int]:
    """Number of entities of each type."""
    return types_shown(db.execute(sql.TYPES, (graph,)))


def neighbours(
    db: Connection, graph: int, ids: Sequence[EntityId], edge_type: EdgeType | None, limit: int
) -> list[Edge]:
    """Heaviest edges of each entity; rows begin with the weight below zero, so they sort as they shall come."""
    keys = dict(db.execute(sql.ENTITY_KEYS, (graph, listed(ids))).fetchall())
    directed = _directed(edge_type)
    chosen: dict[RankedRow, None] = {}
    for identity in dict.fromkeys(ids):
        if identity in keys:
            values = (identity, keys[identity], directed, directed, limit)
            own = db.execute(sql.EDGES_OUT, values).fetchall() + db.execute(sql.EDGES_IN, values).fetchall()
            chosen |= dict.fromkeys(sorted(own)[:limit])
    return [
        Edge(EntityId(source), kind, predicate, EntityId(target), -weight / BILLIONTHS, documents, bool(negated))
        for weight, source, kind, predicate, negated, target, documents in chosen
    ]


def _directed(edge_type: EdgeType | None) -> bool | None:
    return None if edge_type is None else edge_type == "RELATES_AS"


def edges_of(
    db: Connection, graph: int, after: EntityId, sources: int, edge_type: EdgeType | None
) -> tuple[EntityId | None, list[Edge]]:
    """Edges from the next ``sources`` entities after an id, and the last of these entities, None at the end."""
    directed = _directed(edge_type)
    page = db.execute(sql.SOURCES_AFTER, (graph, after, sources)).fetchall()
    rows = db.execute(sql.EDGES_OF_SOURCES, (json.dumps([key for key, _ in page]), directed, directed))
    return (page[-1][1] if page else None), [edge_of(row) for row in by_key(rows)]


def among(db: Connection, graph: int, ids: Sequence[EntityId]) -> list[Edge]:
    """Edges whose two ends are named."""
    wanted = listed(set(ids))
    return [edge_of(row) for row in by_key(db.execute(sql.EDGES_AMONG, (wanted, graph, wanted)))]


def mention_counts(db: Connection, graph: int, ids: Sequence[EntityId], limit: int) -> list[MentionCount]:
    """Documents of each entity, most mentions first."""
    return [
        MentionCount(identity, DocumentId(document), mentions)
        for identity in dict.fromkeys(ids)
        for document, mentions in db.execute(sql.MENTION_COUNTS, (graph, storable(identity), limit))
    ]


def document_entities(db: Connection, corpus: int, graph: int, document: DocumentId) -> list[MentionCount]:
    """Entities of a document, most mentions first."""
    rows = db.execute(sql.DOCUMENT_ENTITIES, (graph, corpus, storable(document)))
    return [MentionCount(EntityId(identity), document, mentions) for identity, mentions in rows]


def mention_evidence(db: Connection, graph: int, entity: EntityId, limit: int) -> list[Evidence]:
    """Mentions of an entity by document and offset, read from the records of as many documents as needed."""
    documents = db.execute(sql.MENTIONING, (graph, storable(entity), limit)).fetchall()
    return first_mentions(_records(db, graph, documents), entity, limit)


def edge_evidence(db: Connection, graph: int, edge: Edge, limit: int) -> list[Evidence]:
    """Relations of an edge by document and offset, read from the records of as many documents as needed."""
    key = edge_key(edge)
    ends = storable(key.source), key.directed, storable(key.predicate), key.negated, storable(key.target)
    documents = db.execute(sql.PROVING, (graph, *ends, limit)).fetchall()
    return first_relations(_records(db, graph, documents), key, limit)


def _records(db: Connection, graph: int, documents: Iterable[tuple[str, int]]) -> Iterator[tuple[DocumentId, Record]]:
    for document, key in documents:
        row = db.execute(sql.RECORD_OF, (key, graph)).fetchone()
        if row:
            yield DocumentId(document), parsed(row[0])
