"""Cells of tables that leave the house: what a spreadsheet would run is turned into text."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from io import StringIO

_STARTS_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def defused(cell: str) -> str:
    """The cell with an apostrophe in front if a spreadsheet would take it for a formula, else as it is.

    Spreadsheets look behind leading blanks, so these do not hide a formula. ``restored`` undoes it exactly.
    """
    hidden = cell.lstrip(" \u00a0'")
    return f"'{cell}" if cell.startswith(_STARTS_FORMULA) or hidden.startswith(_STARTS_FORMULA) else cell


def restored(cell: str) -> str:
    """The cell as it was before ``defused``."""
    return cell[1:] if cell.startswith("'") and defused(cell[1:]) == cell else cell


def csv_row(cells: Iterable[str | int | float | None]) -> str:
    """One line of CSV with its line end, text cells defused, None as an empty cell."""
    line = StringIO()
    csv.writer(line, lineterminator="\r\n").writerow([defused(c) if isinstance(c, str) else c for c in cells])
    return line.getvalue()
