"""Keys of nodes in Neo4j: the scope as a digest, then the node's own id.

A digest keeps keys short, since an index refuses more than about 8,000 bytes, and lets no spelling of a scope
imitate another. All nodes of a scope stand between ``scope + ':'`` and ``scope + ';'`` in the index.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import blake2b

from graphkit.model import DocumentId, EntityId, GraphId, Scope


def user_key(scope: Scope) -> str:
    """The user's part of a corpus's key: nobody's is empty, and no user's is."""
    return "" if scope.user_id is None else f"={scope.user_id}"


def corpus_key(scope: Scope) -> str:
    """Key of a corpus: its own node's, and the beginning of those of documents, chunks, graphs and decisions."""
    return _digest(scope.corpus_id, user_key(scope))


def extraction_snapshot(corpus: str) -> str:
    """Name of the texts that all graphs of a corpus were found in: a corpus holds one text of each document.

    It is cut so that the server keeps it inside a node or relationship, not in a record of its own.
    """
    return f"pipeline:{corpus[:16]}"


def graph_key(scope: Scope, graph: GraphId | None = None) -> str:
    """Key of a graph: the beginning of those of entities and contributions."""
    return _digest(scope.corpus_id, user_key(scope), scope.graph_id if graph is None else graph)


def document_key(corpus: str, document: DocumentId) -> str:
    """Key of a document."""
    return f"{corpus}:{_storable(document)}"


def chunk_key(corpus: str, document: DocumentId, index: int) -> str:
    """Key of a chunk; the index stands last, so no id of a document can imitate it."""
    return f"{corpus}:{document}:{index:09d}"


def source_key(corpus: str, source: str) -> str | None:
    """Key of a source, or None for a document without one."""
    return f"{corpus}:{_storable(source)}" if source else None


def entity_key(graph: str, entity: EntityId) -> str:
    """Key of an entity."""
    return f"{graph}:{_storable(entity)}"


def contribution_key(graph: str, document: DocumentId) -> str:
    """Key of what a document contributes to a graph."""
    return f"{graph}:{_storable(document)}"


def token(corpus: str, word: str) -> str:
    """A word as the index keeps it: words of different corpora are different words."""
    return f"{corpus[:12]}_{word}"


def tokens(corpus: str, words: Iterable[str]) -> str:
    """Words as the index keeps them, in one line."""
    own = corpus[:12]
    return " ".join([f"{own}_{word}" for word in words])


def _storable(identity: str) -> str:
    """An id as it is; one that no store takes, since it cannot be written, becomes the empty one that none has."""
    if not identity.isascii():
        try:
            identity.encode()
        except UnicodeEncodeError:
            return ""
    return identity


def _digest(*parts: str) -> str:
    return blake2b(json.dumps(parts).encode(), digest_size=15).hexdigest()
