"""Graphs for these tests, one of them full of hostile names."""

from __future__ import annotations

from graphkit.export.graph import ExportGraph, Proof
from graphkit.ids import id_of
from graphkit.model import DocumentId, Edge, Entity, EntityId

HOSTILE = (
    "B-Roll & Filming",
    "Anna's",
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "=cmd()",
    "[x](javascript:alert(1))",
    "\\u0027}) DETACH DELETE n //",
    "'; MATCH (n) DETACH DELETE n; //",
    "Łódź żółć",
    "東京都",
    "الجزائر",
    "👩‍🔬",
    "tab\tand\nline",
)


def graph(names: tuple[str, ...] = HOSTILE) -> ExportGraph:
    """A chain of entities whose names, types, predicates and quotes are the given ones."""
    entities = tuple(
        Entity(EntityId(f"entity:{index}"), name, name, mentions=index + 1, documents=1, aliases=(name,))
        for index, name in enumerate(names)
    )
    edges = tuple(
        Edge(entities[at].entity_id, "RELATES_AS", name, entities[at + 1].entity_id, 1.5, 1, negated=at % 2 == 1)
        for at, name in enumerate(names[:-1])
    )
    together = Edge(entities[0].entity_id, "CO_OCCURS_WITH", "", entities[1].entity_id, 2.0, 1)
    quotes = (
        Proof(entities[0].entity_id, DocumentId("d"), names[2], 0, 9, names[3]),
        Proof(id_of(edges[0]), DocumentId("d"), names[2], 0, 9, names[3]),
    )
    return ExportGraph(entities, (*edges, together), quotes, title=names[3], note=names[2])
