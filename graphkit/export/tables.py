"""CSV: one table of nodes and edges, or a ZIP archive with a table of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from graphkit.export.cells import csv_row
from graphkit.export.files import appearing, text_file, whole
from graphkit.export.graph import ExportGraph
from graphkit.ids import id_of

Cell = str | int | float | None

NODE_COLUMNS = ("id", "name", "type", "mentions", "documents", "aliases")
EDGE_COLUMNS = (
    "id", "source", "source_name", "predicate", "target", "target_name", "type", "weight", "documents", "negated",
    "directed",
)  # fmt: skip
QUOTE_COLUMNS = ("about", "document_id", "document", "start", "end", "text", "method", "confidence", "said")
COLUMNS = ("kind", *dict.fromkeys((*NODE_COLUMNS, *EDGE_COLUMNS)))
BOM = "\ufeff"
"""First character of the tables: without it spreadsheets take UTF-8 for something else."""


def write_csv(graph: ExportGraph, path: Path) -> None:
    """One table: a row for each node, then one for each edge, told apart by ``kind``."""
    with text_file(path) as file:
        file.write(BOM + csv_row(COLUMNS))
        for kind, columns, rows in (
            ("node", NODE_COLUMNS, _node_rows(graph)),
            ("edge", EDGE_COLUMNS, _edge_rows(graph)),
        ):
            for row in rows:
                cells = dict(zip(columns, row, strict=True)) | {"kind": kind}
                file.write(csv_row(cells.get(column) for column in COLUMNS))


def write_zip(graph: ExportGraph, path: Path) -> None:
    """An archive with ``nodes.csv``, ``edges.csv`` and, if there are quotes, ``evidence.csv``."""
    with appearing(path) as unfinished, ZipFile(unfinished, "x", ZIP_DEFLATED) as archive:
        _add(archive, "nodes.csv", NODE_COLUMNS, _node_rows(graph))
        _add(archive, "edges.csv", EDGE_COLUMNS, _edge_rows(graph))
        if graph.quotes:
            _add(archive, "evidence.csv", QUOTE_COLUMNS, _quote_rows(graph))


def _add(archive: ZipFile, name: str, columns: tuple[str, ...], rows: Iterable[tuple[Cell, ...]]) -> None:
    with archive.open(name, "w") as member:
        member.write((BOM + csv_row(columns)).encode())
        for row in rows:
            member.write(csv_row(row).encode())


def _node_rows(graph: ExportGraph) -> Iterator[tuple[Cell, ...]]:
    for entity in graph.entities:
        yield (
            whole(entity.entity_id),
            whole(entity.name),
            whole(entity.type),
            entity.mentions,
            entity.documents,
            whole(" | ".join(entity.aliases)),
        )


def _edge_rows(graph: ExportGraph) -> Iterator[tuple[Cell, ...]]:
    names = {entity.entity_id: whole(entity.name) for entity in graph.entities}
    for edge in graph.checked_edges():
        yield (
            whole(id_of(edge)),
            whole(edge.source),
            names[edge.source],
            whole(edge.predicate),
            whole(edge.target),
            names[edge.target],
            edge.type,
            edge.weight,
            edge.documents,
            str(edge.negated).lower(),
            str(edge.directed).lower(),
        )


def _quote_rows(graph: ExportGraph) -> Iterator[tuple[Cell, ...]]:
    for quote in graph.quotes:
        texts = (whole(quote.about), whole(quote.document_id), whole(quote.document))
        told = (whole(quote.text), quote.method, quote.confidence, whole(quote.said))
        yield (*texts, quote.start, quote.end, *told)
