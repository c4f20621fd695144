"""Small documents for tests, with findings whose offsets are right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from graphkit.model import Chunk, Document, DocumentId, DocumentStatus, Extraction, GraphId, Mention, Relation, Scope
from graphkit.store.base import DocumentRecord, GraphStore

G = GraphId("g")


def mention(text: str, name: str, kind: str = "ORG", *, after: int = 0) -> Mention:
    """The first mention of a name after an offset."""
    start = text.index(name, after)
    return Mention(start, start + len(name), name, kind, "test")


def together(text: str, mentions: Iterable[Mention], weight: float = 1.0) -> Iterator[Relation]:
    """An undirected relation for each pair of mentions."""
    for left, right in combinations(mentions, 2):
        yield Relation(left, "", right, 0, len(text), "test", directed=False, weight=weight)


def stated(text: str, subject: Mention, predicate: str, target: Mention, *, negated: bool = False) -> Relation:
    """A directed relation between two mentions."""
    return Relation(subject, predicate, target, 0, len(text), "test", 0.5, negated)


def found(identity: str, text: str, *names: str, weight: float = 1.0, stated: Iterable[Relation] = ()) -> Extraction:
    """Findings in a text: names such as ``Acme/ORG``, all of them together pairwise."""
    mentions = []
    for name in names:
        spelled, _, kind = name.partition("/")
        after = max((m.end for m in mentions if m.text == spelled), default=0)
        mentions.append(mention(text, spelled, kind or "ORG", after=after))
    return Extraction(DocumentId(identity), "test", tuple(mentions), (*together(text, mentions, weight), *stated))


def record(
    identity: str,
    text: str,
    *names: str,
    source: str | None = None,
    graph: str | None = "g",
    weight: float = 1.0,
    stated: Iterable[Relation] = (),
    status: DocumentStatus = "stored",
    reason: str = "",
    vectors: NDArray[np.float32] | None = None,
    chunks: int = 1,
) -> DocumentRecord:
    """A document cut into equal chunks, with findings for one graph."""
    key = DocumentId(identity)
    document = Document(key, f"Title of {identity}", text, identity if source is None else source)
    size = max(1, -(-len(text) // chunks))
    cuts = [(start, min(start + size, len(text))) for start in range(0, len(text), size)]
    return DocumentRecord(
        document,
        tuple(Chunk(key, index, start, end) for index, (start, end) in enumerate(cuts)),
        {GraphId(graph): found(identity, text, *names, weight=weight, stated=stated)} if graph else {},
        status,
        reason,
        vectors,
    )


ALICE = record("alice", "Alice of Acme met Bob.", "Alice/PERSON", "Acme", "Bob/PERSON")
BOB = record("bob", "Bob left Acme for Bolt.", "Bob/PERSON", "Acme", "Bolt")


def whole(store: GraphStore, scope: Scope) -> dict[str, object]:
    """Everything that a store answers about a corpus and one of its graphs, for comparing stores."""
    ids = [row.document_id for row in store.documents(scope, limit=10_000)]
    entities = store.entities(scope, limit=10_000)
    edges = list(store.edges(scope))
    keys = [entity.entity_id for entity in entities]
    return {
        "documents": store.documents(scope, limit=10_000),
        "texts": [store.document(scope, identity) for identity in ids],
        "chunks": store.chunks(scope, ids),
        "extractions": [store.extraction(scope, identity) for identity in ids],
        "entities": entities,
        "edges": edges,
        "types": store.types(scope),
        "top": store.top_entities(scope),
        "neighbours": store.neighbours(scope, keys, limit=3),
        "mentions": store.mention_counts(scope, keys),
        "of documents": [store.document_entities(scope, identity) for identity in ids],
        "evidence": [store.mention_evidence(scope, key) for key in keys],
        "proofs": [store.edge_evidence(scope, edge) for edge in edges],
        "decisions": store.decisions(scope),
        "runs": store.runs(scope),
        "stats": store.stats(scope),
        "search": [store.search_text(scope, word) for word in ("acme", "bob left", "met")],
    }
