"""Make the PDF and DOCX files of the sample from ``sources/``, byte for byte the same every time.

Run ``python sample_data/make_binary.py`` after a change in ``sources/``. It needs the standard library alone: the
files are simple enough to be written by hand, and so no version of a library or of a compressor shows in them.
A source is plain text: ``# title``, ``## heading``, paragraphs, and ``---`` for a new page.
"""

from __future__ import annotations

import io
import re
import textwrap
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

HERE = Path(__file__).parent
SOURCES, DOCUMENTS = HERE / "sources", HERE / "documents"

PAGE_WIDTH, PAGE_HEIGHT, MARGIN = 595, 842, 64
STYLES = {"#": ("F2", 17, 58), "##": ("F2", 12, 80), "": ("F1", 10.5, 88)}
"""Font, size in points and characters a line of a title, a heading and a paragraph."""

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


class Block(NamedTuple):
    """A paragraph, or a heading when ``level`` is ``#`` or ``##``; ``---`` opens a page."""

    level: str
    text: str


def blocks(source: str) -> Iterator[Block]:
    """The blocks of a source, which are set apart by empty lines."""
    for part in re.split(r"\n\s*\n", source.strip()):
        mark = re.match(r"(#{1,2}) ", part)
        level = mark[1] if mark else "---" if part == "---" else ""
        yield Block(level, " ".join(part[len(level) :].split()))


def pdf(source: str) -> bytes:
    """A PDF of A4 pages in Helvetica, its text uncompressed in the Windows encoding."""
    title = next(block.text for block in blocks(source) if block.level == "#")
    pages = [_page(lines) for lines in _pages(source)]
    kids = " ".join(f"{6 + 2 * number} 0 R" for number in range(len(pages)))
    fonts = "<< /F1 3 0 R /F2 4 0 R >>"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /Lang (en) >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
        b"<< /Title " + _pdf_string(title) + b" >>",
    ]
    for number, content in enumerate(pages):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {PAGE_WIDTH} {PAGE_HEIGHT}] "
            f"/Resources << /Font {fonts} >> /Contents {7 + 2 * number} 0 R >>".encode()
        )
        objects.append(f"<< /Length {len(content)} >>\nstream\n".encode() + content + b"\nendstream")
    return _pdf_file(objects)


def _pages(source: str) -> Iterator[list[tuple[str, float, float, str]]]:
    """Lines of each page: font, size, height above the lower edge, text."""
    lines: list[tuple[str, float, float, str]] = []
    height = float(PAGE_HEIGHT - MARGIN)
    for block in blocks(source):
        if block.level == "---":
            yield lines
            lines, height = [], float(PAGE_HEIGHT - MARGIN)
            continue
        font, size, width = STYLES[block.level]
        height -= size * (1.1 if block.level else 0.4)
        for line in textwrap.wrap(block.text, width, break_on_hyphens=False):
            height -= size * 1.4
            lines.append((font, size, height, line))
    yield lines


def _page(lines: list[tuple[str, float, float, str]]) -> bytes:
    written = [
        f"/{font} {size:g} Tf 1 0 0 1 {MARGIN} {height:.1f} Tm ".encode() + _pdf_string(text) + b" Tj"
        for font, size, height, text in lines
    ]
    return b"BT\n" + b"\n".join(written) + b"\nET"


def _pdf_string(text: str) -> bytes:
    return b"(" + re.sub(rb"([()\\])", rb"\\\1", text.encode("cp1252")) + b")"


def _pdf_file(objects: list[bytes]) -> bytes:
    out = io.BytesIO()
    out.write(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(out.tell())
        out.write(f"{number} 0 obj\n".encode() + body + b"\nendobj\n")
    table = out.tell()
    out.write(f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode())
    out.writelines(f"{offset:010d} 00000 n \n".encode() for offset in offsets)
    out.write(f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n{table}\n%%EOF\n".encode())
    return out.getvalue()


def docx(source: str) -> bytes:
    """A DOCX with headings, its parts stored uncompressed with a fixed date."""
    styles = {"#": "Heading1", "##": "Heading2"}
    title, body = "", []
    for block in blocks(source):
        title = title or block.text
        style = styles.get(block.level)
        properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
        text = escape(block.text)
        body.append(f'<w:p>{properties}<w:r><w:t xml:space="preserve">{text}</w:t></w:r></w:p>')
    parts = {
        "[Content_Types].xml": _content_types(),
        "_rels/.rels": _relationships(
            ("officeDocument", f"{OFFICE}/officeDocument", "word/document.xml"),
            ("core", f"{PACKAGE}/relationships/metadata/core-properties", "docProps/core.xml"),
        ),
        "docProps/core.xml": (
            f'<cp:coreProperties xmlns:cp="{PACKAGE}/metadata/core-properties" '
            f'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{escape(title)}</dc:title></cp:coreProperties>'
        ),
        "word/_rels/document.xml.rels": _relationships(("styles", f"{OFFICE}/styles", "styles.xml")),
        "word/document.xml": f'<w:document xmlns:w="{WORD}"><w:body>{"".join(body)}<w:sectPr/></w:body></w:document>',
        "word/styles.xml": _styles(),
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, content in parts.items():
            entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            entry.create_system = 3  # the same on every system
            archive.writestr(entry, XML + content)
    return out.getvalue()


def _content_types() -> str:
    word = "application/vnd.openxmlformats-officedocument.wordprocessingml"
    package = "application/vnd.openxmlformats-package"
    return (
        f'<Types xmlns="{PACKAGE}/content-types">'
        f'<Default Extension="rels" ContentType="{package}.relationships+xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{word}.document.main+xml"/>'
        f'<Override PartName="/word/styles.xml" ContentType="{word}.styles+xml"/>'
        f'<Override PartName="/docProps/core.xml" ContentType="{package}.core-properties+xml"/></Types>'
    )


def _relationships(*targets: tuple[str, str, str]) -> str:
    lines = [f'<Relationship Id="{name}" Type="{kind}" Target="{target}"/>' for name, kind, target in targets]
    return f'<Relationships xmlns="{PACKAGE}/relationships">{"".join(lines)}</Relationships>'


def _styles() -> str:
    headings = [
        f'<w:style w:type="paragraph" w:styleId="Heading{level}"><w:name w:val="heading {level}"/>'
        f'<w:pPr><w:outlineLvl w:val="{level - 1}"/></w:pPr><w:rPr><w:b/><w:sz w:val="{size}"/></w:rPr></w:style>'
        for level, size in ((1, 32), (2, 26))
    ]
    normal = '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>'
    return f'<w:styles xmlns:w="{WORD}">{normal}{"".join(headings)}</w:styles>'


def made_files() -> dict[str, bytes]:
    """Content of every file that is made, by its name in ``documents/``."""
    makers = {".pdf": pdf, ".docx": docx}
    return {
        path.stem: makers[Path(path.stem).suffix](path.read_text(encoding="utf-8"))
        for path in sorted(SOURCES.glob("*.txt"))
    }


if __name__ == "__main__":
    for file_name, made in made_files().items():
        (DOCUMENTS / file_name).write_bytes(made)
