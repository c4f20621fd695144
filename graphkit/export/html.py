"""One HTML file that shows the graph in any browser, with the network cable out.

The vis-network build of the pyvis wheel is written into it. Names reach the page in one block of JSON, escaped by
one function, and are set as text; a content security policy lets nothing run but the two scripts of the page.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections import Counter
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import Path

from graphkit.export.files import text_file, whole
from graphkit.export.graph import ExportGraph
from graphkit.figures.network import OPTIONS, legend, network, vis_script
from graphkit.figures.words import edge_words
from graphkit.ids import id_of
from graphkit.model import Edge, Entity, EntityId, JsonValue

MOST_NODES = 2_000
"""Entities drawn, most connected first. More would be a grey ball; the page tells how many are left out."""
QUOTES_EACH = 20
"""Quotes of one entity or edge that the page carries."""


def write_html(graph: ExportGraph, path: Path) -> None:
    """Write the page: the network, a search, and a panel about what is chosen."""
    edges = list(graph.checked_edges())
    degrees = Counter(end for edge in edges for end in (edge.source, edge.target))
    ranked = sorted(graph.entities, key=lambda e: (-degrees[e.entity_id], -e.mentions, e.entity_id))
    shown = ranked[:MOST_NODES]
    inside = {entity.entity_id for entity in shown}
    drawn = [edge for edge in edges if edge.source in inside and edge.target in inside]
    counts = f"{len(shown):,} of {len(ranked):,} names, {len(drawn):,} of {len(edges):,} edges"
    with text_file(path) as file:
        file.write(_page(graph, counts, script_json(_data(graph, shown, drawn, degrees))))


def script_json(value: JsonValue) -> str:
    """JSON that can stand inside a script element: ASCII without ``<``, ``>`` and ``&``."""
    text = json.dumps(value, ensure_ascii=True)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _data(graph: ExportGraph, shown: list[Entity], drawn: list[Edge], degrees: Counter[EntityId]) -> JsonValue:
    picture = network(shown, drawn, degrees=degrees)
    nodes: list[JsonValue] = [dict(node) for node in picture.nodes]
    edges: list[JsonValue] = [dict(edge) for edge in picture.edges]
    return {
        "nodes": nodes,
        "edges": edges,
        "options": json.loads(json.dumps(OPTIONS)),
        "legend": [
            {"type": row.type, "colour": row.colour, "letter": row.letter, "count": row.count} for row in legend(shown)
        ],
        "details": [_details(entity) for entity in shown],
        "relations": [_relation(edge) for edge in drawn],
        "quotes": _quotes(graph),
    }


def _details(entity: Entity) -> JsonValue:
    return {
        "id": entity.entity_id,
        "name": entity.name,
        "type": entity.type,
        "mentions": entity.mentions,
        "documents": entity.documents,
        "aliases": list(entity.aliases),
    }


def _relation(edge: Edge) -> JsonValue:
    return {
        "id": id_of(edge),
        "source": edge.source,
        "target": edge.target,
        "words": edge_words(edge),
        "weight": edge.weight,
        "documents": edge.documents,
        "directed": edge.directed,
    }


def _quotes(graph: ExportGraph) -> JsonValue:
    found: dict[str, list[JsonValue]] = {}
    for quote in graph.quotes:
        rows = found.setdefault(quote.about, [])
        if len(rows) < QUOTES_EACH:
            place: dict[str, JsonValue] = {"document": quote.document, "start": quote.start, "end": quote.end}
            rows.append({**place, "text": quote.text, "said": quote.said})
    return dict(found)


def _page(graph: ExportGraph, counts: str, data: str) -> str:
    vis, script, style = vis_script(), _asset("page.js"), _asset("page.css")
    allowed = " ".join(f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in (vis, script))
    policy = f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data:"
    title, note = escape(whole(graph.title)), escape(whole(graph.note))
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<header>
<h1>{title}</h1>
<span class="quiet">{counts}{". " if note else ""}{note}</span>
<span id="legend" class="legend"></span>
</header>
<main id="network" aria-label="Network of the graph"></main>
<aside>
<input id="search" type="search" placeholder="Find a name (press /)" aria-label="Find a name">
<div id="found"></div>
<div id="chosen" aria-live="polite"><p>Click a name or an edge to see what is known about it.</p></div>
</aside>
<script type="application/json" id="graph">{data}</script>
<script>{vis}</script>
<script>{script}</script>
</body>
</html>
"""


def _asset(name: str) -> str:
    return files("graphkit.export").joinpath("assets", name).read_text("utf-8")
