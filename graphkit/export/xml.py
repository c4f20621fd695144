"""GraphML and GEXF, written as a stream. Characters that XML cannot hold are left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TextIO
from xml.sax.saxutils import escape, quoteattr

from graphkit.export.files import text_file
from graphkit.export.graph import ExportGraph
from graphkit.figures.words import edge_words
from graphkit.ids import id_of
from graphkit.model import Edge, Entity, EntityId

INVALID = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML cannot hold."""
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
Value = str | int | float | bool

NODE_FIELDS = {
    "name": "string",
    "type": "string",
    "mentions": "int",
    "documents": "int",
    "aliases": "string",
    "evidence": "string",
}
EDGE_FIELDS = {
    "predicate": "string",
    "type": "string",
    "documents": "int",
    "negated": "boolean",
    "directed": "boolean",
    "evidence": "string",
}


def write_graphml(graph: ExportGraph, path: Path) -> None:
    """Write GraphML 1.0. Every edge is directed; the field ``directed`` says whether its direction means anything.

    Mixed graphs are avoided because many readers, networkx among them, refuse them.
    """
    with text_file(path) as file:
        file.write(f'{_HEAD}<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n')
        for place, kinds in (("node", NODE_FIELDS), ("edge", EDGE_FIELDS | {"weight": "double"})):
            for name, kind in kinds.items():
                file.write(f'<key id="{place}_{name}" for="{place}" attr.name="{name}" attr.type="{kind}"/>\n')
        file.write('<graph edgedefault="directed">\n')
        for _, key, fields in _nodes(graph):
            file.write(f"<node id={_attribute(key)}>{_data('node', fields)}</node>\n")
        for edge, ends, fields in _edges(graph):
            data = _data("edge", fields | {"weight": edge.weight})
            head = f"<edge id={_attribute(id_of(edge))} source={_attribute(ends[0])} target={_attribute(ends[1])}>"
            file.write(f"{head}{data}</edge>\n")
        file.write("</graph>\n</graphml>\n")


def write_gexf(graph: ExportGraph, path: Path) -> None:
    """Write GEXF 1.2, which Gephi opens; labels are names and wordings."""
    with text_file(path) as file:
        file.write(
            '<?xml version="1.0" encoding="UTF-8"?>\n<gexf xmlns="http://www.gexf.net/1.2draft" version="1.2">\n'
        )
        file.write(f"<meta><description>{_text(graph.title)}</description></meta>\n")
        file.write('<graph defaultedgetype="directed" mode="static">\n')
        for place, kinds in (("node", NODE_FIELDS), ("edge", EDGE_FIELDS)):
            file.write(f'<attributes class="{place}" mode="static">\n')
            for name, kind in kinds.items():
                gexf_kind = "integer" if kind == "int" else kind
                file.write(f'<attribute id="{place}_{name}" title="{name}" type="{gexf_kind}"/>\n')
            file.write("</attributes>\n")
        file.write("<nodes>\n")
        for entity, key, fields in _nodes(graph):
            head = f"<node id={_attribute(key)} label={_attribute(entity.name)}>"
            _write_attvalues(file, head, "node", fields)
        file.write("</nodes>\n<edges>\n")
        for index, (edge, ends, fields) in enumerate(_edges(graph)):
            head = f'<edge id="e{index}" source={_attribute(ends[0])} target={_attribute(ends[1])} '
            head += f"weight={_attribute(str(edge.weight))} label={_attribute(edge_words(edge))}>"
            _write_attvalues(file, head, "edge", fields)
        file.write("</edges>\n</graph>\n</gexf>\n")


def _write_attvalues(file: TextIO, head: str, place: str, fields: Mapping[str, Value]) -> None:
    values = "".join(
        f'<attvalue for="{place}_{name}" value={_attribute(_plain(value))}/>' for name, value in fields.items()
    )
    file.write(f"{head}<attvalues>{values}</attvalues></{place}>\n")


def _nodes(graph: ExportGraph) -> Iterator[tuple[Entity, str, dict[str, Value]]]:
    evidence = _evidence(graph)
    keys = _keys(graph.entities)
    for entity in graph.entities:
        fields: dict[str, Value] = {
            "name": entity.name,
            "type": entity.type,
            "mentions": entity.mentions,
            "documents": entity.documents,
        }
        if entity.aliases:
            fields["aliases"] = " | ".join(entity.aliases)
        if entity.entity_id in evidence:
            fields["evidence"] = evidence[entity.entity_id]
        yield entity, keys[entity.entity_id], fields


def _edges(graph: ExportGraph) -> Iterator[tuple[Edge, tuple[str, str], dict[str, Value]]]:
    evidence = _evidence(graph)
    keys = _keys(graph.entities)
    for edge in graph.checked_edges():
        fields: dict[str, Value] = {
            "predicate": edge.predicate,
            "type": edge.type,
            "documents": edge.documents,
            "negated": edge.negated,
            "directed": edge.directed,
        }
        if (key := id_of(edge)) in evidence:
            fields["evidence"] = evidence[key]
        yield edge, (keys[edge.source], keys[edge.target]), fields


def _keys(entities: Iterable[Entity]) -> dict[EntityId, str]:
    """Ids that XML can hold; two that become equal by that are told apart by a number."""
    keys: dict[EntityId, str] = {}
    taken: set[str] = set()
    for entity in entities:
        plain = key = INVALID.sub("", entity.entity_id)
        number = 1
        while key in taken:
            number += 1
            key = f"{plain}~{number}"
        taken.add(key)
        keys[entity.entity_id] = key
    return keys


def _evidence(graph: ExportGraph) -> dict[str, str]:
    """Quotes of each node and edge, one a line."""
    lines: dict[str, list[str]] = {}
    for quote in graph.quotes:
        text = " ".join(quote.text.split())
        said = f" ({quote.said})" if quote.said else ""
        lines.setdefault(quote.about, []).append(f"{quote.document} [{quote.start}-{quote.end}]: {text}{said}")
    return {about: "\n".join(found) for about, found in lines.items()}


def _data(place: str, fields: Mapping[str, Value]) -> str:
    return "".join(f'<data key="{place}_{name}">{_text(_plain(value))}</data>' for name, value in fields.items())


def _plain(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _text(value: str) -> str:
    return escape(INVALID.sub("", value), {"\r": "&#13;"})


def _attribute(value: str) -> str:
    return quoteattr(INVALID.sub("", value), {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
