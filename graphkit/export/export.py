"""A graph as a file, in the format that the file's ending names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from graphkit.errors import BadRequest
from graphkit.export.cypher import write_cypher
from graphkit.export.graph import ExportGraph, Proof
from graphkit.export.html import write_html
from graphkit.export.json import write_json
from graphkit.export.tables import write_csv, write_zip
from graphkit.export.xml import write_gexf, write_graphml

__all__ = ["FORMATS", "ExportGraph", "Proof", "export"]

FORMATS: dict[str, Callable[[ExportGraph, Path], None]] = {
    ".csv": write_csv,
    ".cypher": write_cypher,
    ".gexf": write_gexf,
    ".graphml": write_graphml,
    ".html": write_html,
    ".json": write_json,
    ".zip": write_zip,
}
"""What writes each ending."""


def export(graph: ExportGraph, path: Path) -> Path:
    """Write a graph to ``path``, which appears whole or not at all; the path.

    All formats are UTF-8 whatever the locale. What comes from documents is data in every one of them: cells that
    a spreadsheet would run are text, markup is escaped, statements are not built from names.

    Raises:
        BadRequest: The ending names no format, the place cannot be written, or an edge has an end that is missing.
    """
    write = FORMATS.get(path.suffix.casefold())
    if write is None:
        known = ", ".join(sorted(FORMATS))
        raise BadRequest(f"There is no format for {path.name!r}: end its name in {known}. Nothing was written.")
    write(graph, path)
    return path
