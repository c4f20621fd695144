"""Nodes and edges of a Neo4j store as the rows that its statements take."""

from __future__ import annotations

import json

from graphkit.ids import edge_id
from graphkit.model import Chunk, DocumentId, EntityId, GraphId, Scope
from graphkit.store.batch import Prepared, chunk_text, has_text
from graphkit.store.contribution import Record, Sums
from graphkit.store.edge_key import EdgeKey
from graphkit.store.neo4j_keys import (
    chunk_key,
    contribution_key,
    document_key,
    entity_key,
    extraction_snapshot,
    source_key,
    tokens,
)
from graphkit.store.sums import EdgeChange, EntityState, entity_keys, search_key
from graphkit.store.words import words

Property = str | int | bool | bytes | None | list[str]
Node = dict[str, Property]
EdgeRow = tuple[int, int, str, str, bool, int, int, str, str]


def document_row(scope: Scope, corpus: str, prepared: Prepared) -> Node:
    """A document without its chunks."""
    record, document = prepared.record, prepared.document
    states = [chunk.status for chunk in record.chunks]
    return {
        "uid": document_key(corpus, document.document_id),
        "corpus_id": scope.corpus_id,
        "extraction_snapshot_id": extraction_snapshot(corpus),
        "node_type": "document",
        "node_id": document.document_id,
        "item_id": document.document_id,
        "label": document.title,
        "document_id": document.document_id,
        "title": document.title,
        "source": document.source,
        "source_uid": source_key(corpus, document.source),
        "media_type": document.media_type,
        "language": document.language,
        "content_hash": document.content_hash,
        "status": record.status,
        "reason": record.reason,
        "characters": len(document.text),
        "pages": len(document.page_starts),
        "chunks": len(states),
        "chunks_empty": states.count("empty"),
        "chunks_failed": states.count("failed"),
        "digest": prepared.digest,
        "text_digest": prepared.text_digest,
        "origin": prepared.origin,
        "boxes": prepared.boxes,
        "text": document.text,
    }


def chunk_row(corpus: str, prepared: Prepared, chunk: Chunk) -> Node:
    """A chunk with the words by which it is found."""
    text = chunk_text(prepared.document, chunk)
    found = words(text)
    return {
        "uid": chunk_key(corpus, chunk.document_id, chunk.index),
        "corpus": corpus,
        "document_id": chunk.document_id,
        "position": chunk.index,
        "start": chunk.start,
        "stop": chunk.end,
        "status": chunk.status,
        "reason": chunk.reason,
        "has_text": has_text(text),
        "words": len(found),
        "tokens": tokens(corpus, found),
    }


def contribution_row(
    scope: Scope, corpus: str, key: str, graph: GraphId, document: DocumentId, line: str, record: Record, sums: Sums
) -> Node:
    """What a document adds to the graph of that key."""
    return {
        "uid": contribution_key(key, document),
        "corpus_id": scope.corpus_id,
        "extraction_snapshot_id": extraction_snapshot(corpus),
        "item_id": document,
        "document_id": document,
        "graph_id": graph,
        "mentions": sum(own.mentions for own in sums.entities.values()),
        "relations": len(record.links.subject),
        "record": line,
    }


def entity_row(scope: Scope, corpus: str, graph: GraphId, key: str, entity: EntityId, state: EntityState) -> Node:
    """An entity of the graph of that key."""
    kind, name = entity_keys(entity)
    return {
        "uid": entity_key(key, entity),
        "graph": key,
        "corpus_id": scope.corpus_id,
        "graph_id": graph,
        "extraction_snapshot_id": extraction_snapshot(corpus),
        "node_type": "entity",
        "node_id": entity,
        "label": state.name,
        "properties_json": properties_json(state.type),
        "entity_id": entity,
        "type_key": kind,
        "name_key": name,
        "search_key": search_key(state.name),
        "name": state.name,
        "type": state.type,
        "mentions": state.mentions,
        "documents": state.documents,
        "spellings": state.spellings,
        "aliases": list(state.aliases),
    }


def properties_json(entity_type: str) -> str:
    """What an entity is, for those who read nodes by ``properties_json``."""
    return json.dumps({"entity_type": entity_type}, ensure_ascii=False)


def edge_row(source: int, target: int, key: EdgeKey, change: EdgeChange) -> EdgeRow:
    """What is added to an edge between the entities at two places."""
    end_of_id, properties = "", "{}"
    if key.predicate or key.negated:
        bare = f"{key.source}|{key.type}|{key.target}"
        whole = edge_id(key.source, key.type, key.target, key.predicate, negated=key.negated)
        end_of_id = whole.removeprefix(bare)
        properties = json.dumps({"predicate": key.predicate, "negated": key.negated}, ensure_ascii=False)
    own = (change.weight, change.documents)
    return source, target, edge_name(key), key.predicate, key.negated, *own, end_of_id, properties


def edge_name(key: EdgeKey) -> str:
    """What tells edges of one type between the same entities apart."""
    return f"{int(key.negated)}{key.predicate}"
