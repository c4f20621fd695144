"""Damaged files give a result or a named error, never anything else."""

from __future__ import annotations

import io
import zipfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphkit.errors import ReadError
from graphkit.ingest.base import ReadResult, Source
from graphkit.ingest.limits import Limits
from graphkit.ingest.read import read

from .making import WORD, column, docx, paragraph, pdf, placed
from .test_spreadsheet import workbook

LIMITS = Limits(max_unpacked_bytes=20_000_000, max_pages=500)
FILES = {
    "a.pdf": pdf(placed(column(["Ann met Bob in Bonn.", "They talked at length."])), placed([(60, 700, "Two")])),
    "a.docx": docx(paragraph("Ann met Bob.") + f"<w:tbl><w:tr><w:tc>{paragraph('cell')}</w:tc></w:tr></w:tbl>"),
    "a.xlsx": workbook(People=("visible", [["Name", "Born"], ["Ann Lee", 1971.0]])),
    "a.html": b"<html><head><title>T</title></head><body><h1>One</h1><table><tr><td>a<td>b</table><p>text</body>",
    "a.md": b"# One\n\n| a | b |\n|---|---|\n| c | d |\n\n[x](y) **z** `q`\n",
    "a.csv": b'Name,City\n"Lee, Ann",Bonn\n',
    "a.eml": b"Subject: =?utf-8?q?Gr=C3=BC?=\nFrom: a@b.c\nContent-Type: multipart/mixed; boundary=x\n\n"
    b"--x\n\nhi\n--x--\n",
    "a.txt": "Grüße aus Köln".encode("utf-16"),
}


def outcome(name: str, content: bytes) -> ReadResult | ReadError:
    try:
        result = read(Source.of_upload(name, content), limits=LIMITS)
    except ReadError as error:
        assert str(error).endswith(".") and "nothing was stored for it" in str(error).lower()
        return error
    text = result.document.text
    text.encode("utf-8")
    assert text or result.warnings
    assert all(0 <= box.start < box.end <= len(text) for box in result.document.boxes)
    assert all(0 <= span.start < span.end <= len(text) for span in result.document.headings)
    return result


@pytest.mark.parametrize("name", FILES)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_flipped_and_cut_bytes_give_a_result_or_a_read_error(name: str, data: st.DataObject) -> None:
    content = bytearray(FILES[name])
    for place in data.draw(st.lists(st.integers(0, len(content) - 1), max_size=12)):
        content[place] = data.draw(st.integers(0, 255))
    length = data.draw(st.one_of(st.just(len(content)), st.integers(0, len(content))))
    outcome(name, bytes(content[:length]))


@settings(max_examples=60, deadline=None)
@given(flips=st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 255)), max_size=12))
def test_flipped_bytes_inside_the_xml_of_a_docx_give_a_result_or_a_read_error(flips: list[tuple[int, int]]) -> None:
    with zipfile.ZipFile(io.BytesIO(FILES["a.docx"])) as archive:
        xml = bytearray(archive.read("word/document.xml"))
    for place, value in flips:
        xml[place % len(xml)] = value
    outcome("a.docx", docx("", {"word/document.xml": bytes(xml)}))


@settings(max_examples=80, deadline=None)
@given(name=st.sampled_from(sorted(FILES)), content=st.binary(max_size=400))
def test_any_bytes_under_any_name_give_a_result_or_a_read_error(name: str, content: bytes) -> None:
    outcome(name, content)
    outcome(name, FILES[name][:8] + content)


def test_tables_nested_deeper_than_xml_may_nest_are_cut_off_with_a_warning() -> None:
    depth = 500
    body = "<w:tbl><w:tr><w:tc>" * depth + paragraph("deep") + "</w:tc></w:tr></w:tbl>" * depth
    result = outcome("a.docx", docx(paragraph("top") + body))
    assert isinstance(result, ReadResult)
    assert result.document.text.startswith("top")
    assert result.warnings[0].endswith("a part of the text may be missing")


def test_billion_laughs_are_refused() -> None:
    entities = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
    document = f'<!DOCTYPE d [<!ENTITY l0 "ha">{entities}]><w:document xmlns:w="{WORD}">&l11;</w:document>'
    assert "declares a document type" in str(outcome("a.docx", docx("", {"word/document.xml": document})))


@pytest.mark.parametrize("name", ["../../etc/passwd.txt", "..\\..\\x.txt", "a/b\x00c\n.txt"])
def test_paths_and_controls_in_a_name_do_not_reach_the_title(name: str) -> None:
    title = read(Source.of_upload(name, b"words")).document.title
    assert not set(title) & set("/\\\x00\n")
