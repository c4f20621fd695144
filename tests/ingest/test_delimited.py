"""Tables as text: every row a line, every cell kept."""

from __future__ import annotations

import pytest

from graphkit.ingest.base import Source
from graphkit.ingest.read import read
from graphkit.model import Document


def read_table(content: str | bytes, name: str = "made.csv") -> Document:
    return read(Source.of_upload(name, content if isinstance(content, bytes) else content.encode())).document


@pytest.mark.parametrize(
    ("content", "rows", "delimiter"),
    [
        ("Name,City\nAnn,Bonn", ["Name\tCity", "Ann\tBonn"], ","),
        ("Lee, Ann;Bonn\nRay, Bob;Graz", ["Lee, Ann\tBonn", "Ray, Bob\tGraz"], ";"),
        ("a|b\nc|d", ["a\tb", "c\td"], "|"),
        ("sep=;\na;b,c\nd;e", ["a\tb,c", "d\te"], ";"),
        ('"Lee, ""Ann""","two\nlines"\nx,y', ['Lee, "Ann"\ttwo lines', "x\ty"], ","),
        ("a,b\nc,d,e,f\ng", ["a\tb", "c\td\te\tf", "g"], ","),
        ('a,"open\nb,c\nd,e', ['a\t"open', "b\tc", "d\te"], ","),
        ("one\ntwo", ["one", "two"], ","),
    ],
    ids=["commas", "semicolons", "bars", "declared", "quotes", "ragged", "open quote", "one column"],
)
def test_rows_become_lines_and_cells_are_joined_by_tabs(content: str, rows: list[str], delimiter: str) -> None:
    document = read_table(content)
    assert document.text.split("\n\n") == rows
    assert document.metadata["delimiter"] == delimiter


def test_the_names_of_columns_are_known_also_under_a_title_line() -> None:
    document = read_table("Stanley Cups\nTeam,Location,Cups\nFlyers,PHI,2\nMaple Leafs,TOR,13\n".encode("utf-16"))
    assert document.metadata["columns"] == ["Team", "Location", "Cups"]
    assert document.title == "Stanley Cups"


def test_a_table_without_a_header_names_no_columns() -> None:
    assert "columns" not in read_table("Ann,Bonn\nBob,Graz\n").metadata


def test_a_tsv_is_split_at_tabs() -> None:
    document = read_table("a, b\tc\nd, e\tf\n", "made.tsv")
    assert document.text == "a, b\tc\n\nd, e\tf"
    assert document.media_type == "text/tab-separated-values"
