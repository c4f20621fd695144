"""Makes small files for the tests of readers, well formed or hostile."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterable, Mapping, Sequence

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
Placed = tuple[float, float, str]
"""A string with the place of its first letter: x to the right, y up, in points."""


def pdf(
    *pages: str | bytes,
    rotations: Mapping[int, int] | None = None,
    to_unicode: Mapping[int, str] | None = None,
    title: str = "",
) -> bytes:
    """A PDF of pages of 600 by 800 points from their content streams; F1 is Helvetica, F2 its bold."""
    kids = " ".join(f"{5 + 2 * i} 0 R" for i in range(len(pages)))
    mapping = " /ToUnicode 100 0 R" if to_unicode else ""
    objects = {
        1: b"<< /Type /Catalog /Pages 2 0 R >>",
        2: f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        3: f"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding{mapping} >>".encode(),
        4: b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
    }
    for number, content in enumerate(pages):
        stream = content if isinstance(content, bytes) else content.encode("cp1252")
        turn = (rotations or {}).get(number, 0)
        objects[5 + 2 * number] = (
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Rotate {turn} /Contents {6 + 2 * number} 0 R "
            "/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>"
        ).encode()
        objects[6 + 2 * number] = _stream(stream)
    if to_unicode:
        lines = "\n".join(f"<{code:02x}> <{text.encode('utf-16-be').hex()}>" for code, text in to_unicode.items())
        objects[100] = _stream(
            b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /T def /CMapType 2 def\n"
            b"1 begincodespacerange <00> <ff> endcodespacerange\n"
            + f"{len(to_unicode)} beginbfchar\n{lines}\nendbfchar\nendcmap end end".encode()
        )
    if title:
        objects[101] = f"<< /Title ({title}) >>".encode()
    return _assemble(objects, "/Info 101 0 R" if title else "")


def _stream(data: bytes, extra: str = "") -> bytes:
    return f"<< /Length {len(data)} {extra} >>\nstream\n".encode() + data + b"\nendstream"


def _assemble(objects: Mapping[int, bytes], info: str = "") -> bytes:
    out = io.BytesIO()
    out.write(b"%PDF-1.5\n")
    places = {}
    for number, body in objects.items():
        places[number] = out.tell()
        out.write(f"{number} 0 obj\n".encode() + body + b"\nendobj\n")
    start, size = out.tell(), max(objects) + 1
    out.write(f"xref\n0 {size}\n0000000000 65535 f \n".encode())
    for number in range(1, size):
        out.write(f"{places[number]:010d} 00000 n \n".encode() if number in places else b"0000000000 00000 f \n")
    out.write(f"trailer << /Size {size} /Root 1 0 R {info} >>\nstartxref\n{start}\n%%EOF\n".encode())
    return out.getvalue()


def placed(strings: Iterable[Placed], *, size: float = 10, font: str = "F1", matrix: str = "1 0 0 1") -> str:
    """A content stream that prints strings at their places, each in the direction of the matrix."""
    shown = (f"BT /{font} {size} Tf {matrix} {x} {y} Tm ({text.translate(_ESCAPES)}) Tj ET" for x, y, text in strings)
    return "\n".join(shown)


_ESCAPES = str.maketrans({"(": r"\(", ")": r"\)", "\\": r"\\"})


def column(lines: Sequence[str], *, left: float = 60, top: float = 740, leading: float = 12) -> list[Placed]:
    """Lines below each other."""
    return [(left, top - leading * number, line) for number, line in enumerate(lines)]


def picture_pdf() -> bytes:
    """A PDF of one page that holds a picture and no letters."""
    image = _stream(
        b"\x00\xff\xff\x00",
        "/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8",
    )
    page = (
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R "
        b"/Resources << /XObject << /X 5 0 R >> >> >>"
    )
    return _assemble(
        {
            1: b"<< /Type /Catalog /Pages 2 0 R >>",
            2: b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            3: page,
            4: _stream(b"q 500 0 0 700 50 50 cm /X Do Q"),
            5: image,
        }
    )


def bomb_pdf(megabytes: int) -> bytes:
    """A PDF whose page unpacks to many megabytes of drawing, packed twice."""
    packer = zlib.compressobj(1)
    data = (
        b"".join(packer.compress(b"1 0 0 1 0 0 cm 0 0 m 1 1 l S\n" * 36_000) for _ in range(megabytes)) + packer.flush()
    )
    packed = zlib.compress(data, 9)
    return _assemble(
        {
            1: b"<< /Type /Catalog /Pages 2 0 R >>",
            2: b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            3: b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << >> >>",
            4: _stream(packed, "/Filter [/FlateDecode /FlateDecode]"),
        }
    )


def docx(body: str, parts: Mapping[str, str | bytes] | None = None) -> bytes:
    """A DOCX with the markup of its body; ``parts`` adds or replaces parts, text being XML of a Word part."""
    document = f'<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>'
    members: dict[str, str | bytes] = {"word/document.xml": document, **(parts or {})}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def paragraph(*runs: str, style: str = "") -> str:
    """Markup of a DOCX paragraph; a run is text or markup."""
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    inner = "".join(run if run.startswith("<") else f'<w:r><w:t xml:space="preserve">{run}</w:t></w:r>' for run in runs)
    return f"<w:p>{properties}{inner}</w:p>"


def nested_mail(levels: int) -> bytes:
    """A mail whose parts nest many levels deep."""
    heads = [f"Content-Type: multipart/mixed; boundary=b{level}\n\n--b{level}\n" for level in range(levels)]
    return ("From: a@example.org\nSubject: deep\n" + "".join(heads) + "Content-Type: text/plain\n\nhello\n").encode()
