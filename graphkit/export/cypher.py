"""Cypher: a script that loads the graph into Neo4j; run twice, it changes nothing.

Labels, relationship types and property names are fixed words. All that comes from documents stands in string
literals, which are escaped here and nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path

from graphkit.export.files import text_file, whole
from graphkit.export.graph import ExportGraph
from graphkit.ids import id_of
from graphkit.model import Edge, EdgeType

BATCH = 500
"""Rows of one statement."""

CONSTRAINT = "CREATE CONSTRAINT graphkit_export_entity IF NOT EXISTS FOR (n:Entity) REQUIRE n.entity_id IS UNIQUE;\n"
MERGE_NODES = "UNWIND [\n{rows}\n] AS row\nMERGE (n:Entity {{entity_id: row.entity_id}})\nSET n += row;\n"
MERGE_EDGES: Mapping[EdgeType, str] = {
    edge_type: "UNWIND [\n{rows}\n] AS row\n"
    "MATCH (a:Entity {{entity_id: row.source}})\nMATCH (b:Entity {{entity_id: row.target}})\n"
    f"MERGE (a)-[r:{edge_type} {{{{edge_id: row.edge.edge_id}}}}]->(b)\nSET r += row.edge;\n"
    for edge_type in ("CO_OCCURS_WITH", "RELATES_AS")
}
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_ESCAPES = str.maketrans({"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t"})
Value = str | int | float | bool | tuple[str, ...]


def write_cypher(graph: ExportGraph, path: Path) -> None:
    """Write the script: a constraint, then nodes, then edges, in statements of up to 500 rows."""
    with text_file(path) as file:
        file.write(CONSTRAINT)
        for rows in _batches(_node(graph)):
            file.write(MERGE_NODES.format(rows=rows))
        edges: dict[EdgeType, list[str]] = {edge_type: [] for edge_type in MERGE_EDGES}
        for edge in graph.checked_edges():
            waiting = edges[edge.type]
            waiting.append(_edge(edge))
            if len(waiting) == BATCH:
                file.write(MERGE_EDGES[edge.type].format(rows=",\n".join(waiting)))
                waiting.clear()
        for edge_type, waiting in edges.items():
            if waiting:
                file.write(MERGE_EDGES[edge_type].format(rows=",\n".join(waiting)))


def _node(graph: ExportGraph) -> Iterator[str]:
    for entity in graph.entities:
        yield _map(
            {
                "entity_id": entity.entity_id,
                "name": entity.name,
                "type": entity.type,
                "mentions": entity.mentions,
                "documents": entity.documents,
                "aliases": entity.aliases,
            }
        )


def _edge(edge: Edge) -> str:
    fields: dict[str, Value] = {
        "edge_id": id_of(edge),
        "predicate": edge.predicate,
        "weight": edge.weight,
        "documents": edge.documents,
        "negated": edge.negated,
    }
    return f"{{source: {literal(edge.source)}, target: {literal(edge.target)}, edge: {_map(fields)}}}"


def _batches(rows: Iterable[str]) -> Iterator[str]:
    iterator = iter(rows)
    while batch := list(islice(iterator, BATCH)):
        yield ",\n".join(batch)


def _map(fields: Mapping[str, Value]) -> str:
    return "{" + ", ".join(f"{name}: {literal(value)}" for name, value in fields.items()) + "}"


def literal(value: Value) -> str:
    """A value as a Cypher literal.

    Neo4j turns ``\\u0027`` into a quote before it looks for strings, even behind an escaped backslash. So a
    backslash and a u are never left side by side: the literal is cut between them and joined again by ``+``.
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(literal, value)) + "]"
    if isinstance(value, str):
        parts = re.split(r"(?<=\\)(?=[uU])", _CONTROLS.sub("", whole(value)))
        return " + ".join(f"'{part.translate(_ESCAPES)}'" for part in parts)
    return repr(value)
