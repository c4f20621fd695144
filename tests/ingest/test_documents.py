"""The shared documents come out as expected, through the worker process."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from outside import EVAL, eval_data

from graphkit.errors import DamagedDocument, PasswordNeeded, ReadError
from graphkit.ingest.base import Source
from graphkit.ingest.worker import Reader

EXPECTED = EVAL / "documents" / "EXPECTED.jsonl"
LINES = EXPECTED.read_text("utf-8").split("\n") if EXPECTED.exists() else []
CASES = {case["file"]: case["expect"] for case in map(json.loads, filter(None, LINES))}
NAMES = list(CASES) or ["EXPECTED.jsonl"]
"""Without the data each test is there once, to be skipped."""


@pytest.fixture(scope="module")
def reader() -> Iterator[Reader]:
    with Reader() as reader:
        yield reader


def squeezed(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split())


def status_and_text(reader: Reader, path: Path) -> tuple[str, str]:
    try:
        text = reader.read(Source.of_file(path)).document.text
    except PasswordNeeded:
        return "needs_password", ""
    except DamagedDocument:
        return "damaged", ""
    return ("text" if text else "no_text"), text


@pytest.mark.parametrize("name", NAMES)
def test_a_shared_document_is_read_as_expected(name: str, reader: Reader) -> None:
    path = eval_data("documents", name)
    expect = CASES[name]
    status, text = status_and_text(reader, path)
    squeezed_text = squeezed(text)
    missing = [phrase for phrase in expect["must_contain"] if squeezed(phrase) not in squeezed_text]
    forbidden = [
        phrase
        for phrase in expect["must_not_contain"]
        if phrase in text or (squeezed(phrase) and squeezed(phrase) in squeezed_text)
    ]
    if expect["status"] == "damaged" and status == "text":  # mended, which is right too
        status = "damaged"
    assert (status, missing, forbidden) == (expect["status"], [], [])


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith((".pdf", ".jsonl"))])
def test_offsets_of_a_pdf_lead_to_its_words(name: str, reader: Reader) -> None:
    path = eval_data("documents", name)
    try:
        result = reader.read(Source.of_file(path))
    except ReadError:
        return
    document = result.document
    assert [box for box in document.boxes if not 0 <= box.start < box.end <= len(document.text)] == []
    assert [document.text[b.start : b.end] for b in document.boxes if " " in document.text[b.start : b.end]] == []
    assert [b for b in document.boxes if document.page_of(b.start) != b.page + 1] == []
    assert list(document.page_starts) == sorted(document.page_starts)
    if "words were found without their places on the pages" in result.warnings:
        return
    covered = sum(box.end - box.start for box in document.boxes)
    assert covered >= 0.97 * len("".join(document.text.split()))
