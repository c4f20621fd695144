"""``graphkit neo4j labels`` and ``graphkit neo4j browse``: a graph in Neo4j that is not graphkit's, only read."""

from __future__ import annotations

from typing import TypedDict

import click

from graphkit.cli.options import chosen_store, desk_options, json_option
from graphkit.cli.output import note, write, write_facts, write_json, write_table
from graphkit.errors import BadRequest
from graphkit.model import JsonValue
from graphkit.store.foreign import ForeignChoice, ForeignEdge, ForeignGraph, ForeignNode, ForeignPart
from graphkit.store.open import neo4j_config

DRAWN = 25
READ_ONLY = "Read-only, not graphkit's: no evidence, no decisions."


class NodeRow(TypedDict):
    """A node; ``degree`` counts its relationships of the chosen types."""

    id: str
    name: str
    label: str
    labels: list[str]
    degree: int


class EdgeRow(TypedDict):
    """A relationship, from ``source`` to ``target``."""

    id: str
    type: str
    source: str
    target: str
    weight: float


@click.command("labels")
@json_option
@desk_options
def labels_command(*, as_json: bool) -> None:
    """List labels and relationship types of a database, with counts and what could name and weigh them."""
    graph = _graph()
    try:
        found = graph.catalogue()
        labels, types = ([kind.name for kind in kinds] for kinds in (found.labels, found.types))
        properties = graph.properties(labels[:DRAWN], types[:DRAWN])
    finally:
        graph.close()
    if as_json:
        write_json(
            {
                "labels": [{"name": kind.name, "count": kind.count} for kind in found.labels],
                "types": [{"name": kind.name, "count": kind.count} for kind in found.types],
                "names": list(properties.names),
                "suggested": list(properties.suggested),
                "weights": list(properties.weights),
                "more": found.more,
            }
        )
        return
    rows = [("label", kind.name, kind.count) for kind in found.labels]
    rows += [("relationship", kind.name, kind.count) for kind in found.types]
    write_table(("kind", "name", "count"), rows, empty="The database is empty, or holds only what is graphkit's.")
    if properties.names:
        write(f"\nnames: {', '.join(properties.suggested)}\n")
    if properties.weights:
        write(f"weights: {', '.join(properties.weights)}\n")
    if found.more:
        note("There are more kinds than are listed here.")


@click.command("browse")
@click.argument("words", nargs=-1)
@click.option("--label", "labels", multiple=True, metavar="LABEL", help="Nodes to look at.  [default: all labels]")
@click.option("--named", "names", multiple=True, metavar="PROPERTY", help="What names a node.  [default: suggested]")
@click.option("--type", "types", multiple=True, metavar="TYPE", help="Relationships to follow.  [default: all]")
@click.option("--weight", default="", metavar="PROPERTY", help="What tells how strong a relationship is.")
@click.option("--node", metavar="ID", help="Show this node with its properties and neighbours.")
@click.option("--path", "ends", nargs=2, metavar="ID ID", help="Show a shortest way between two nodes.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=DRAWN, show_default=True, help="Most nodes.")
@json_option
@desk_options
def browse_command(
    words: tuple[str, ...],
    labels: tuple[str, ...],
    names: tuple[str, ...],
    types: tuple[str, ...],
    weight: str,
    node: str | None,
    ends: tuple[str, str] | None,
    limit: int,
    *,
    as_json: bool,
) -> None:
    """Look at a graph in Neo4j that is not graphkit's: nodes with WORDS in their name, or the best connected ones."""
    if sum((bool(words), node is not None, ends is not None)) > 1:
        raise BadRequest("Give words, --node or --path, only one of them. Nothing was read.")
    graph = _graph()
    try:
        choice = _choice(graph, labels, names, types, weight)
        if node is not None:
            _show_node(graph, choice, node, limit, as_json=as_json)
        elif ends is not None:
            _show_path(graph, choice, ends, as_json=as_json)
        elif words:
            _show_found(graph, choice, " ".join(words), limit, as_json=as_json)
        else:
            _show_part(graph.start(choice, limit=limit), as_json=as_json)
    finally:
        graph.close()
    note(READ_ONLY)


def _graph() -> ForeignGraph:
    return ForeignGraph(neo4j_config(chosen_store()))


def _choice(
    graph: ForeignGraph, labels: tuple[str, ...], names: tuple[str, ...], types: tuple[str, ...], weight: str
) -> ForeignChoice:
    known = graph.catalogue()
    if not known.labels:
        raise BadRequest(f"There are no labels at {graph.uri} but graphkit's own, so there is nothing to browse.")
    for what, asked, kinds in (("label", labels, known.labels), ("relationship type", types, known.types)):
        there = [kind.name for kind in kinds]
        unknown = [name for name in asked if name not in there]
        if unknown and not known.more:
            raise BadRequest(f"No {what} {unknown[0]!r} at {graph.uri}. There are: {', '.join(there[:DRAWN])}.")
    labels = labels or tuple(kind.name for kind in known.labels)
    return ForeignChoice(labels, names or graph.properties(labels[:DRAWN], ()).suggested, types, weight)


def _show_found(graph: ForeignGraph, choice: ForeignChoice, words: str, limit: int, *, as_json: bool) -> None:
    found = graph.search(choice, words, limit=limit)
    if as_json:
        write_json({"nodes": [_node(node) for node in found.nodes], "complete": found.complete})
    else:
        _write_nodes(found.nodes)
    if not found.complete:
        note("The search was given up after its time: no index holds these names. What an index found is shown.")


def _show_part(part: ForeignPart, *, as_json: bool) -> None:
    if as_json:
        write_json({"nodes": [_node(node) for node in part.nodes], "edges": [_edge(edge) for edge in part.edges]})
    else:
        _write_nodes(part.nodes)


def _show_node(graph: ForeignGraph, choice: ForeignChoice, node_id: str, limit: int, *, as_json: bool) -> None:
    properties: dict[str, JsonValue] = graph.node_properties(node_id)
    (node,) = graph.part(choice, [node_id]).nodes
    near = graph.neighbours(choice, node_id, limit=limit)
    if as_json:
        rows = [{"edge": _edge(edge), "node": _node(other)} for edge, other in near]
        write_json({"node": _node(node), "properties": properties, "neighbours": rows})
        return
    write_facts({"name": node.name, "labels": ", ".join(node.labels), "id": node.id, **properties})
    write("\n")
    cells = [
        ("→" if edge.source == node_id else "←", edge.type, other.name, other.label, edge.weight, other.id)
        for edge, other in near
    ]
    write_table(("", "relationship", "name", "label", "weight", "id"), cells, empty="Nothing is connected with it.")


def _show_path(graph: ForeignGraph, choice: ForeignChoice, ends: tuple[str, str], *, as_json: bool) -> None:
    way = graph.path(choice, *ends)
    if as_json:
        write_json(None if way is None else {"nodes": [*map(_node, way.nodes)], "edges": [*map(_edge, way.edges)]})
        return
    if way is None:
        write("There is no way of up to six steps between them.\n")
        return
    names = {node.id: node.name for node in way.nodes}
    rows = [(names.get(edge.source), edge.type, names.get(edge.target)) for edge in way.edges]
    write_table(("from", "relationship", "to"), rows, empty="Both are the same node.")


def _write_nodes(nodes: tuple[ForeignNode, ...]) -> None:
    rows = [(node.name, node.label, node.degree, node.id) for node in nodes]
    write_table(("name", "label", "relationships", "id"), rows, empty="No node fits.")


def _node(node: ForeignNode) -> NodeRow:
    return {"id": node.id, "name": node.name, "label": node.label, "labels": [*node.labels], "degree": node.degree}


def _edge(edge: ForeignEdge) -> EdgeRow:
    return {
        "id": edge.id, "type": edge.type, "source": edge.source, "target": edge.target, "weight": edge.weight,
    }  # fmt: skip
