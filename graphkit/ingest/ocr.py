"""Pages that are pictures, read by the program tesseract where it is installed and allowed."""

from __future__ import annotations

import csv
import io
import os
import shutil
import subprocess
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphkit.ingest.draft import Draft
from graphkit.ingest.limits import Limits
from graphkit.ingest.pdf.glyphs import Sides
from graphkit.ingest.pdf.lines import Line, Word

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

_DPI = 200
_PAGE_SECONDS = 30.0
_SHARE_OF_TIME = 0.8
"""Share of the whole time limit after which no further page is begun."""
_LEAST_CONFIDENCE = 30.0


def read_pictures(pdf: PdfDocument, pages: Sequence[int], draft: Draft, limits: Limits) -> dict[int, list[Line]]:
    """Lines of the pages that tesseract could read, by page number from 0; what was left out is in the warnings."""
    program = shutil.which("tesseract")
    if program is None:
        draft.warn("OCR was asked for, but the program tesseract is not installed")
        return {}
    end = time.monotonic() + limits.seconds * _SHARE_OF_TIME
    found: dict[int, list[Line]] = {}
    for done, number in enumerate(pages):
        left = end - time.monotonic()
        if left <= 0:
            draft.warn(f"OCR ran out of time: {len(pages) - done} pages were not read")
            break
        try:
            found[number] = _read_page(pdf, number, program, limits.ocr_languages, min(left, _PAGE_SECONDS))
        except (OSError, subprocess.SubprocessError, ValueError) as error:
            draft.warn(f"OCR of page {number + 1} failed ({type(error).__name__})")
    read = [number + 1 for number, lines in found.items() if lines]
    if read:
        draft.repairs["pages read by OCR"] = len(read)
        draft.metadata["ocr_pages"] = list(read)
    return found


def _read_page(pdf: PdfDocument, number: int, program: str, languages: str, seconds: float) -> list[Line]:
    page = pdf[number]
    try:
        scale = min(_DPI / 72, 10_000 / max(1.0, *page.get_size()))
        bitmap = page.render(scale=scale, grayscale=True)
        header = b"P5 %d %d 255\n" % (bitmap.width, bitmap.height)
        rows = memoryview(bitmap.buffer).cast("B")
        pixels = b"".join(
            bytes(rows[y * bitmap.stride : y * bitmap.stride + bitmap.width]) for y in range(bitmap.height)
        )
    finally:
        page.close()
    command = [program, "stdin", "stdout", "-l", languages, "--dpi", str(_DPI), "--psm", "1", "tsv"]
    done = subprocess.run(  # noqa: S603 - the program found on the PATH, with arguments of our own
        command,
        input=header + pixels,
        capture_output=True,
        timeout=seconds,
        check=True,
        env={**os.environ, "OMP_THREAD_LIMIT": "1"},
    )
    return _lines(done.stdout.decode("utf-8", "replace"), 1 / scale)


def _lines(table: str, points: float) -> list[Line]:
    """Lines of tesseract's table of words; ``points`` is the size of a pixel."""
    lines: dict[tuple[str, ...], Line] = {}
    for row in csv.DictReader(io.StringIO(table), delimiter="\t", quoting=csv.QUOTE_NONE):
        text = (row.get("text") or "").strip()
        if row.get("level") != "5" or not text or float(row["conf"]) < _LEAST_CONFIDENCE:
            continue
        left, top = int(row["left"]) * points, int(row["top"]) * points
        right, bottom = left + int(row["width"]) * points, top + int(row["height"]) * points
        key = (row["block_num"], row["par_num"], row["line_num"])
        line = lines.setdefault(key, Line([], left, top, right, bottom))
        line.left, line.top = min(line.left, left), min(line.top, top)
        line.right, line.bottom = max(line.right, right), max(line.bottom, bottom)
        line.words.append(Word(text, Sides(left, top, right, bottom)))
    return list(lines.values())
