"""The drawn part of a graph that is not graphkit's, as a file: nodes, relationships, and where they came from."""

from __future__ import annotations

import json
from io import BytesIO

from graphkit.export.files import whole
from graphkit.export.xml import INVALID
from graphkit.store.foreign import ForeignPart

FORMAT = "graphkit-foreign-graph"
VERSION = 1


def foreign_json(part: ForeignPart, source: str) -> bytes:
    """Node-link JSON, which ``networkx.node_link_graph(data, edges="edges")`` reads."""
    document = {
        "format": FORMAT,
        "version": VERSION,
        "directed": True,
        "multigraph": True,
        "graph": {"source": source},
        "nodes": [
            {"id": node.id, "name": node.name, "labels": list(node.labels), "degree": node.degree}
            for node in part.nodes
        ],
        "edges": [
            {"source": edge.source, "target": edge.target, "key": edge.id, "type": edge.type, "weight": edge.weight}
            for edge in part.edges
        ],
    }
    return (whole(json.dumps(document, ensure_ascii=False, indent=1)) + "\n").encode()


def foreign_graphml(part: ForeignPart) -> bytes:
    """GraphML; characters that XML cannot hold are left out."""
    import networkx as nx

    graph = nx.MultiDiGraph()
    for node in part.nodes:
        labels = " | ".join(node.labels)
        graph.add_node(node.id, name=_held(node.name), labels=_held(labels), degree=node.degree)
    for edge in part.edges:
        graph.add_edge(edge.source, edge.target, key=edge.id, type=_held(edge.type), weight=edge.weight)
    out = BytesIO()
    nx.write_graphml(graph, out)
    return out.getvalue()


def _held(text: str) -> str:
    return INVALID.sub("", text)
