"""OCR: asked for, found on the path, bounded, marked. A script stands for the program, whose text no test can know."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphkit.ingest.base import Source
from graphkit.ingest.limits import Limits
from graphkit.ingest.read import read

from .making import picture_pdf

SCAN = Source.of_upload("scan.pdf", picture_pdf())
TABLE = "\n".join(
    "\t".join(row)
    for row in (
        "level page_num block_num par_num line_num word_num left top width height conf text".split(),
        "5 1 1 1 1 1 100 200 50 20 95.5 Hello".split(),
        "5 1 1 1 1 2 160 200 60 20 91 Leiden.".split(),
        "5 1 1 1 1 3 230 200 60 20 12 ~~".split(),
    )
)


def put_program(folder: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    program = folder / "tesseract"
    program.write_text(f"#!/bin/sh\n{body}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


def test_a_picture_is_read_where_it_is_asked_for_and_marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "table").write_text(TABLE)
    put_program(
        tmp_path,
        monkeypatch,
        f'cat > {tmp_path}/page; echo "$OMP_THREAD_LIMIT $*" > {tmp_path}/call; cat {tmp_path}/table',
    )
    result = read(SCAN, limits=Limits(ocr=True))
    assert (result.document.text, result.repairs, result.warnings) == ("Hello Leiden.", {"pages read by OCR": 1}, ())
    assert result.document.metadata["ocr_pages"] == [1]
    assert result.document.boxes[0].left == pytest.approx(36.0)  # 100 pixels at 200 dpi
    assert (tmp_path / "call").read_text() == "1 stdin stdout -l eng --dpi 200 --psm 1 tsv\n"
    assert (tmp_path / "page").read_bytes().startswith(b"P5 1667 2223 255\n")


def test_ocr_is_off_unless_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_program(tmp_path, monkeypatch, "exit 1")
    assert read(SCAN).warnings == ("no text: the pages are pictures, they need OCR",)


def test_a_program_that_fails_or_is_missing_leaves_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_program(tmp_path, monkeypatch, "exit 1")
    assert read(SCAN, limits=Limits(ocr=True)).warnings == (
        "OCR of page 1 failed (CalledProcessError)",
        "no text: the pages are pictures, they need OCR",
    )
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    assert read(SCAN, limits=Limits(ocr=True)).warnings[0] == (
        "OCR was asked for, but the program tesseract is not installed"
    )
