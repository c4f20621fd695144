"""JSON: nodes and edges in the node-link shape that networkx and D3 read, one a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from graphkit.export.files import text_file, whole
from graphkit.export.graph import ExportGraph
from graphkit.ids import id_of
from graphkit.model import JsonValue

FORMAT = "graphkit-graph"
VERSION = 1


def write_json(graph: ExportGraph, path: Path) -> None:
    """Write ``{"format", "version", "directed", "multigraph", "graph", "nodes", "edges", "evidence"}``.

    ``networkx.node_link_graph(data, edges="edges")`` reads it.
    """
    head: dict[str, JsonValue] = {"format": FORMAT, "version": VERSION, "directed": True, "multigraph": True}
    head["graph"] = {"title": graph.title, "note": graph.note}
    with text_file(path) as file:
        file.write(_dumped(head)[:-1])
        for name, rows in (("nodes", nodes(graph)), ("edges", edges(graph)), ("evidence", quotes(graph))):
            file.write(f', "{name}": [')
            for index, row in enumerate(rows):
                file.write(("\n" if index == 0 else ",\n") + _dumped(row))
            file.write("]")
        file.write("}\n")


def nodes(graph: ExportGraph) -> Iterator[dict[str, JsonValue]]:
    """The entities as JSON objects."""
    for entity in graph.entities:
        yield {
            "id": entity.entity_id,
            "name": entity.name,
            "type": entity.type,
            "mentions": entity.mentions,
            "documents": entity.documents,
            "aliases": list(entity.aliases),
        }


def edges(graph: ExportGraph) -> Iterator[dict[str, JsonValue]]:
    """The edges as JSON objects; ``key`` tells edges of the same ends apart."""
    for edge in graph.checked_edges():
        yield {
            "source": edge.source,
            "target": edge.target,
            "key": id_of(edge),
            "type": edge.type,
            "predicate": edge.predicate,
            "weight": edge.weight,
            "documents": edge.documents,
            "negated": edge.negated,
            "directed": edge.directed,
        }


def quotes(graph: ExportGraph) -> Iterator[dict[str, JsonValue]]:
    """The quotes as JSON objects; ``about`` is the id of a node or the key of an edge."""
    for quote in graph.quotes:
        yield {
            "about": quote.about,
            "document_id": quote.document_id,
            "document": quote.document,
            "start": quote.start,
            "end": quote.end,
            "text": quote.text,
            "method": quote.method,
            "confidence": quote.confidence,
            "said": quote.said,
        }


def _dumped(value: dict[str, JsonValue]) -> str:
    return whole(json.dumps(value, ensure_ascii=False))
