"""Spreadsheets: sheets that are shown, row by row."""

from __future__ import annotations

import io
import zipfile

from graphkit.ingest.base import Source
from graphkit.ingest.read import read

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def workbook(**sheets: tuple[str, list[list[str | float]]]) -> bytes:
    """An XLSX file of sheets by name: how each is shown, and its rows."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        entries = targets = ""
        for number, (name, (state, rows)) in enumerate(sheets.items(), 1):
            entries += f'<sheet name="{name}" sheetId="{number}" state="{state}" r:id="r{number}"/>'
            targets += f'<Relationship Id="r{number}" Type="{REL}/worksheet" Target="worksheets/s{number}.xml"/>'
            lines = "".join(f"<row>{''.join(map(cell, row))}</row>" for row in rows)
            archive.writestr(
                f"xl/worksheets/s{number}.xml", f'<worksheet xmlns="{MAIN}"><sheetData>{lines}</sheetData></worksheet>'
            )
        book = f'<workbook xmlns="{MAIN}" xmlns:r="{REL}"><sheets>{entries}</sheets></workbook>'
        archive.writestr("xl/workbook.xml", book)
        archive.writestr(
            "xl/_rels/workbook.xml.rels", f'<Relationships xmlns="{PACKAGE}/relationships">{targets}</Relationships>'
        )
        root = f'<Relationship Id="r1" Type="{REL}/officeDocument" Target="xl/workbook.xml"/>'
        archive.writestr("_rels/.rels", f'<Relationships xmlns="{PACKAGE}/relationships">{root}</Relationships>')
    return out.getvalue()


def cell(value: str | float) -> str:
    return f"<c><v>{value}</v></c>" if isinstance(value, float) else f'<c t="inlineStr"><is><t>{value}</t></is></c>'


def test_sheets_that_are_shown_are_read_row_by_row_and_hidden_ones_are_named() -> None:
    content = workbook(
        People=("visible", [["Name", "Born"], ["Ann Lee", 1971.0], ["Bob Ray", 1.5]]), Secret=("hidden", [["x"]])
    )
    result = read(Source.of_upload("made.xlsx", content))
    document = result.document
    assert document.text == "People\n\nName\tBorn\n\nAnn Lee\t1971\n\nBob Ray\t1.5"
    assert [document.text[h.start : h.end] for h in document.headings] == ["People"]
    assert result.warnings == ("hidden sheets are left out: Secret",)
