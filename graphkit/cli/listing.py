"""Rows of the library as a listing: one JSON array for programs, a table for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from graphkit.cli.output import write_json, write_table

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def write_listing(rows: Sequence[DataclassInstance], columns: Mapping[str, str], *, as_json: bool, empty: str) -> None:
    """Write rows with all their fields as JSON, or as a table of ``columns`` (heading: field).

    ``empty`` is said to people when there is no row.
    """
    if as_json:
        write_json([asdict(row) for row in rows])
        return
    cells = [[getattr(row, field) for field in columns.values()] for row in rows]
    write_table(tuple(columns), cells, empty=empty)
