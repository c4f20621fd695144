"""Spreadsheets: each sheet that is shown, row by row."""

from __future__ import annotations

import datetime
import io

from graphkit.errors import DocumentTooLarge
from graphkit.ingest.archive import Archive
from graphkit.ingest.draft import Draft
from graphkit.ingest.limits import Limits

Cell = int | float | str | bool | datetime.time | datetime.date | datetime.datetime | datetime.timedelta


def read_spreadsheet(content: bytes, draft: Draft, limits: Limits) -> None:
    """Read an XLSX file: names of sheets are headings, rows paragraphs with cells joined by a tab; hidden sheets are
    left out and named. Values are those that the program stored last; formulas are not computed."""
    from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

    draft.media_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    Archive(content, limits)  # refuses what unpacks to too much: the library below has no limit of its own
    workbook = CalamineWorkbook.from_filelike(io.BytesIO(content))
    hidden: list[str] = []
    for sheet in workbook.sheets_metadata:
        if sheet.typ != SheetTypeEnum.WorkSheet:
            continue
        if sheet.visible != SheetVisibleEnum.Visible:
            hidden.append(sheet.name)
            continue
        rows = [[_shown(cell) for cell in row] for row in workbook.get_sheet_by_name(sheet.name).iter_rows()]
        if any(map(any, rows)):
            draft.block(sheet.name, heading=True)
        for row in rows:
            draft.row(row)
        if draft.length > limits.max_characters:
            raise DocumentTooLarge(
                f"The spreadsheet holds over {limits.max_characters:,} characters. Split it and add the parts; "
                "nothing was stored for it."
            )
    if hidden:
        draft.warn(f"hidden sheets are left out: {', '.join(hidden)}")


def _shown(cell: Cell) -> str:
    """A value as the program shows it by default."""
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return str(int(cell))
    if isinstance(cell, datetime.datetime) and cell.time() == datetime.time():
        return cell.date().isoformat()
    return str(cell)
