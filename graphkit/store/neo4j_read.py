"""Reading from a Neo4j store: rows of statements as the values of the model, in the order that all engines keep."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graphkit.ids import canonical
from graphkit.model import Chunk, Decision, Document, DocumentId, Edge, EdgeType, Entity, EntityId, Evidence, GraphId
from graphkit.store import neo4j_cypher as cypher
from graphkit.store.base import ChunkHit, DocumentRow, MentionCount, RunRow
from graphkit.store.batch import unpack_boxes, unpack_origin
from graphkit.store.contribution import Record
from graphkit.store.edge_key import edge_key
from graphkit.store.edge_order import EdgeRow, by_key, heaviest
from graphkit.store.first_evidence import first_mentions, first_relations
from graphkit.store.hops import Reached
from graphkit.store.names import NameQuery
from graphkit.store.near_names import MAX_LETTERS, NameKey, NearNamesCache, NearQuery, edits, nearest
from graphkit.store.neo4j_connection import Connection
from graphkit.store.neo4j_keys import contribution_key, document_key, entity_key, token
from graphkit.store.words import bm25, query_words

if TYPE_CHECKING:
    from neo4j import Record as Row

RECORDS_AT_ONCE = 20
"""Records read together while evidence is looked for: few, since one of a long document has megabytes."""


NEAR_ROWS = 1_000
"""Names that the index proposes for a query that fits none, best first by its own measure."""
FOREIGN_NAMES = 200_000
"""Names in other scripts that are kept at hand, 150 bytes each; the rest is found by its own letters only."""


def document_rows(rows: Iterable[Row], graph: GraphId) -> list[DocumentRow]:
    """Documents without their texts; mentions are those of the graph, or of all."""
    found = []
    for row in rows:
        contributed = dict(sorted((name, mentions) for name, mentions in row["contributed"]))
        mentions = contributed.get(graph, 0) if graph else sum(contributed.values())
        found.append(DocumentRow(**row["d"], mentions=mentions, graphs=tuple(map(GraphId, contributed))))
    return found


def document(row: Row, identity: DocumentId) -> Document:
    """A document with its text."""
    stored = row["d"]
    pages, headings, metadata = unpack_origin(stored["origin"])
    return Document(
        identity,
        stored["title"],
        stored["text"],
        stored["source"],
        stored["media_type"],
        stored["language"],
        stored["content_hash"],
        pages,
        headings,
        unpack_boxes(stored["boxes"]),
        metadata,
    )


def chunks(rows: Iterable[Row], ids: Sequence[DocumentId]) -> list[Chunk]:
    """Chunks by document in the given order, and index."""
    found: dict[str, list[Chunk]] = {}
    for row in rows:
        identity, *place = row.values()
        found.setdefault(identity, []).append(Chunk(identity, *place))
    return [chunk for identity in ids for chunk in sorted(found.get(identity, ()), key=lambda chunk: chunk.index)]


def run_line(run: RunRow) -> str:
    """A run in one line of JSON, without its counts."""
    return json.dumps(asdict(replace(run, documents=0, mentions=0, entities=0, edges=0)), sort_keys=True)


def decision_line(decision: Decision) -> str:
    """A decision in one line of JSON."""
    return json.dumps(asdict(decision), sort_keys=True)


def decisions(rows: Iterable[Row]) -> list[Decision]:
    """Decisions by time and id."""
    bodies = (json.loads(row["body"]) for row in rows)
    found = [Decision(**{**body, "reasons": tuple(body["reasons"])}) for body in bodies]
    return sorted(found, key=lambda decision: (decision.when, decision.decision_id))


def entity(row: Row) -> Entity:
    """An entity."""
    return Entity(
        EntityId(row["id"]), row["name"], row["type"], row["mentions"], row["documents"], tuple(row["aliases"])
    )


def named(connection: Connection, graph: str, names: Sequence[str]) -> list[Entity]:
    """Entities that have one of the names, by id."""
    keys = sorted({canonical(name) for name in names})
    found = [entity(row) for row in connection.rows(cypher.ENTITIES_NAMED, graph=graph, names=keys)]
    return sorted(found, key=lambda e: e.entity_id)


def fitting(connection: Connection, graph: str, query: NameQuery, limit: int) -> list[Entity]:
    """Entities whose name fits: equal, beginning with the query, holding its words, holding it as it stands."""
    found: dict[EntityId, Entity] = {}
    for statement in (cypher.ENTITIES_EQUAL, cypher.ENTITIES_BEGINNING):
        if len(found) < limit:
            rows = connection.rows(statement, graph=graph, key=query.key, limit=limit - len(found))
            found |= {row["id"]: entity(row) for row in rows}
    if len(found) < limit:
        weaker: dict[EntityId, Entity] = {}
        for row in connection.rows(cypher.ENTITIES_HOLDING, graph=graph, word=query.rarest):
            rank = query.rank(row["search_key"])
            if row["id"] not in found and rank is not None:
                (found if rank == 2 else weaker)[row["id"]] = entity(row)
        found |= weaker
    return list(found.values())[:limit]


def near(
    connection: Connection, graph: str, names: NearNamesCache, revision: int, query: NearQuery, limit: int
) -> list[EntityId]:
    """Entities with a name near the query: Latin names from the full-text index, others from memory."""

    def foreign() -> Iterator[tuple[NameKey, str]]:
        for row in connection.rows(cypher.FOREIGN_NAMES, graph=graph, limit=FOREIGN_NAMES):
            yield (-row["mentions"], EntityId(row["id"])), row["search_key"]

    found = names.of(graph, revision, foreign).candidates(query)
    if asked := fulltext_query(graph, query):
        for row in connection.rows(cypher.ENTITIES_NEAR, graph=graph, query=asked, limit=max(NEAR_ROWS, limit)):
            distance = query.distance(row["search_key"])
            if distance is not None:
                found[-row["mentions"], EntityId(row["id"])] = distance
    return nearest(found, limit)


def fulltext_query(graph: str, query: NearQuery) -> str:
    """A question to the index of names, of letters and digits alone, so that no input reaches its syntax.

    The index keeps O'Reilly as one word, so two words are also looked for as one with an apostrophe.
    """
    words = query.words
    if not words or not all(word.isascii() and word.isalnum() for word in words):
        return ""
    joined = [f"{left}'{right}" for left, right in pairwise(words)]
    parts = []
    for at, word in enumerate(words):
        forms = [word, *joined[max(at - 1, 0) : at + 1]]
        parts.append(
            " OR ".join(
                [f"search_key:{word[:MAX_LETTERS]}*", *(f"search_key:{f}~{edits(f)}" for f in forms if edits(f))]
            )
        )
    return " AND ".join([f"graph:{graph}", *(f"({part})" for part in parts)])


def edge_row(row: Row) -> EdgeRow:
    """An edge as all engines sort it."""
    return (
        row["source"], row["type"], row["predicate"], row["negated"], row["target"], row["weight"],
        row["documents"],
    )  # fmt: skip


def neighbours(
    connection: Connection, graph: str, ids: Sequence[EntityId], edge_type: EdgeType | None, limit: int
) -> list[Edge]:
    """Heaviest edges of each entity."""
    wanted = tuple(dict.fromkeys(ids))
    keys = [entity_key(graph, identity) for identity in wanted]
    rows = connection.rows(cypher.NEIGHBOURS, entities=keys, type=edge_type, limit=limit)
    out = [edge_row(row) for row in rows if row["out"]]
    into = [edge_row(row) for row in rows if not row["out"]]
    return heaviest(wanted, out, into, limit)


def edge_page(row: Row) -> tuple[str | None, list[EdgeRow]]:
    """Rows of a page of edges by key, and the key of the last entity that was looked at, None after the end."""
    last, *columns = row.values()
    return last, by_key(zip(*columns, strict=True))


def two_hops(connection: Connection, graph: str, entity_id: EntityId, limit: int) -> list[Reached]:
    """What two edges lead to, in one question: as ``hops.two_hops`` finds it over any store."""
    rows = connection.rows(cypher.TWO_HOPS, entity=entity_key(graph, entity_id), limit=limit + 1)
    found = [Reached(EntityId(row["id"]), row["score"]) for row in rows]
    return [one for one in found if one.entity_id != entity_id][:limit]


def mention_evidence(connection: Connection, graph: str, entity_id: EntityId, limit: int) -> list[Evidence]:
    """Mentions of an entity by document and offset, read from the records of as many documents as needed."""
    rows = connection.rows(cypher.MENTIONING, entity=entity_key(graph, entity_id), limit=limit)
    return first_mentions(_records(connection, graph, rows), entity_id, limit)


def edge_evidence(connection: Connection, graph: str, edge: Edge, limit: int) -> list[Evidence]:
    """Relations of an edge by document and offset, read from the records of documents that mention both ends."""
    key = edge_key(edge)
    rows = connection.rows(
        cypher.MENTIONING_BOTH, source=entity_key(graph, key.source), target=entity_key(graph, key.target)
    )
    return first_relations(_records(connection, graph, rows), key, limit)


def _records(connection: Connection, graph: str, rows: Sequence[Row]) -> Iterator[tuple[DocumentId, Record]]:
    """The records of the documents that rows name, some at a time."""
    ids = [DocumentId(row["document"]) for row in rows]
    for start in range(0, len(ids), RECORDS_AT_ONCE):
        page = ids[start : start + RECORDS_AT_ONCE]
        keys = [contribution_key(graph, identity) for identity in page]
        lines = {row["document_id"]: row["record"] for row in connection.rows(cypher.RECORDS, contributions=keys)}
        for identity in page:
            if identity in lines:
                yield identity, Record.parse(lines[identity])


def mention_counts(connection: Connection, graph: str, ids: Sequence[EntityId], limit: int) -> list[MentionCount]:
    """Documents of each entity in the given order, most mentions first."""
    wanted = tuple(dict.fromkeys(ids))
    keys = [entity_key(graph, identity) for identity in wanted]
    found: dict[str, list[MentionCount]] = {}
    for row in connection.rows(cypher.MENTION_COUNTS, entities=keys, limit=limit):
        count = MentionCount(EntityId(row["entity"]), DocumentId(row["document"]), row["mentions"])
        found.setdefault(row["entity"], []).append(count)
    return [
        count
        for identity in wanted
        for count in sorted(found.get(identity, ()), key=lambda c: (-c.mentions, c.document_id))
    ]


def by_words(connection: Connection, corpus: str, query: str, limit: int) -> list[ChunkHit]:
    """Chunks by BM25, with the counts of this corpus only."""
    lengths_row = connection.row(cypher.LENGTHS, corpus=corpus)
    passages = lengths_row["passages"] if lengths_row else 0
    tokens = [token(corpus, word) for word in query_words(query)]
    found: dict[str, dict[tuple[str, int], int]] = {wanted: {} for wanted in tokens}
    lengths: dict[tuple[str, int], int] = {}
    for row in connection.rows(cypher.WORDS, tokens=tokens, corpus=corpus) if passages and tokens else ():
        place = (row["document"], row["position"])
        lengths[place] = row["words"]
        if row["count"]:
            found[row["token"]][place] = row["count"]
    postings = [posting for posting in found.values() if posting]
    average = float(lengths_row["average"] or 1.0) if lengths_row else 1.0
    scores = bm25(postings, lengths, passages, average)
    hits = [ChunkHit(DocumentId(identity), index, score) for (identity, index), score in scores.items()]
    return sorted(hits, key=lambda hit: (-hit.score, hit.document_id, hit.index))[:limit]


def vectors(
    connection: Connection, corpus: str, ids: Sequence[DocumentId]
) -> dict[tuple[DocumentId, int], NDArray[np.float32]]:
    """Vectors of the chunks of the named documents, by document and index."""
    keys = [document_key(corpus, identity) for identity in dict.fromkeys(ids)]
    rows = connection.rows(cypher.VECTORS_OF, documents=keys)
    found = sorted((DocumentId(row["document"]), row["position"], row["vector"]) for row in rows)
    return {(document, index): np.frombuffer(numbers, dtype="<f4") for document, index, numbers in found}


def documents_named(
    connection: Connection, corpus: str, graph: GraphId, ids: Sequence[DocumentId]
) -> list[DocumentRow]:
    """The named documents in the given order."""
    keys = [document_key(corpus, identity) for identity in dict.fromkeys(ids)]
    rows = document_rows(connection.rows(cypher.DOCUMENT_ROWS, documents=keys), graph)
    by_id = {row.document_id: row for row in rows}
    return [by_id[identity] for identity in ids if identity in by_id]
