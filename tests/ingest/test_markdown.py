"""Markdown: words without signs."""

from __future__ import annotations

import pytest

from graphkit.ingest.base import Source
from graphkit.ingest.read import read
from graphkit.model import Document


def read_markdown(text: str) -> Document:
    return read(Source.of_upload("made.md", text.encode())).document


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("a **bold** and *thin* and __strong__ word", "a bold and thin and strong word"),
        ("snake_case_name and 2*3*4", "snake_case_name and 2*3*4"),
        ("see [the page](https://example.org/a_(b)) and ![a map](m.png)", "see the page and a map"),
        ("[x](javascript:alert(1))", "x"),
        ("`**code**` stays", "**code** stays"),
        ("line one\nline two", "line one line two"),
        ("hard  \nbreak", "hard\nbreak"),
        ("- one\n- two\n  more\n1. three", "one\n\ntwo more\n\n1. three"),
        ("> quoted\n> words", "quoted words"),
        ("| Name | City |\n|---|:-:|\n| Ann | Bonn |\n\nafter", "Name\tCity\n\nAnn\tBonn\n\nafter"),
        ("```python\nx = **y**\n```", "x = **y**"),
        ("text<!-- not this -->\n\n---\n\nend", "text\n\nend"),
        ("[1]: https://example.org\n\nsee [it][1] and note[^2]\n\n[^2]: The note.", "see it and note\n\nThe note."),
        (r"\*not thin\*", "*not thin*"),
        ("a <b>tag</b> and <https://example.org>", "a tag and https://example.org"),
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
    ],
)
def test_markup_becomes_plain_words(markup: str, text: str) -> None:
    assert read_markdown(markup).text == text


def test_headings_of_both_kinds_are_known_and_front_matter_gives_the_title() -> None:
    document = read_markdown("---\ntitle: 'The Plan'\n---\n# One #\ntext\n\nTwo\n===\n\nmore\n")
    assert document.title == "The Plan"
    assert [document.text[h.start : h.end] for h in document.headings] == ["One", "Two"]
    assert document.text == "One\n\ntext\n\nTwo\n\nmore"


@pytest.mark.parametrize("piece", ["[", "*", "`", "<!--", "![", "_a", "|", "~~", "<a", "> "])
def test_signs_without_end_cost_no_more_than_their_number(piece: str) -> None:
    assert len(read_markdown("start " + piece * 20_000 + " end").text) > 0
