"""HTML: what a reader of the page sees."""

from __future__ import annotations

import pytest

from graphkit.errors import DocumentTooLarge
from graphkit.ingest.base import ReadResult, Source
from graphkit.ingest.read import read


def read_html(markup: str | bytes) -> ReadResult:
    content = markup.encode() if isinstance(markup, str) else markup
    return read(Source.of_upload("made.html", content))


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p>one <b>two</b>\n three<p>four", "one two three\n\nfour"),
        ("a<br>b<div>c</div>d", "a\nb\n\nc\n\nd"),
        ("<script>x</script><style>y</style><nav>menu</nav><p hidden>z</p><p style='display: none'>w</p>seen", "seen"),
        ("<table><tr><th>Name<th>City<tr><td>Ann <br> Lee<td>Bonn</table>", "Name\tCity\n\nAnn Lee\tBonn"),
        ("<table><tr><td><h2>Left</h2><p>side</td><td>right</td></tr></table>", "Left\n\nside\n\nright"),
        ("<ul><li>one<li>two</ul>", "one\n\ntwo"),
        ("<pre>a\n  b</pre>", "a\n  b"),
        ("&lt;b&gt; &amp; &eacute;", "<b> & é"),
        ("Tom<!-- not this -->my", "Tommy"),
    ],
)
def test_markup_becomes_the_text_that_a_reader_sees(markup: str, text: str) -> None:
    assert read_html(markup).document.text == text


def test_headings_and_title_are_known() -> None:
    document = read_html("<title>The  Page</title><h1>One</h1><p>text<h2>Two</h2>").document
    assert document.title == "The Page"
    assert [document.text[h.start : h.end] for h in document.headings] == ["One", "Two"]


@pytest.mark.parametrize(
    "content",
    [
        '<meta charset="iso-8859-1"><p>“naïve” café</p>'.encode("cp1252"),
        '<meta charset="utf-8"><p>“naïve” café</p>'.encode("utf-16"),
        "<p>“naïve” café</p>".encode(),
    ],
    ids=["Latin-1 declared means Windows-1252", "UTF-8 declared is UTF-16", "nothing declared"],
)
def test_the_encoding_is_found_whatever_is_declared(content: bytes) -> None:
    assert read_html(content).document.text == "“naïve” café"


@pytest.mark.parametrize("tag", ["div", "b", "table"])
def test_markup_nested_too_deep_is_refused_before_it_is_parsed(tag: str) -> None:
    with pytest.raises(DocumentTooLarge, match="1,000 levels"):
        read_html(f"<{tag}>" * 100_000 + "deep")


@pytest.mark.parametrize("piece", ["<p>", "<br>", "<li>x", "<script>", "<a ", "<!--", "</div>"])
def test_many_elements_side_by_side_are_not_deep(piece: str) -> None:
    assert "seen" in read_html("<html>seen" + piece * 20_000).document.text
