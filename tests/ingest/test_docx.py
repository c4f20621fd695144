"""DOCX: each text once and in its place."""

from __future__ import annotations

import pytest

from graphkit.errors import DamagedDocument, PasswordNeeded
from graphkit.ingest.base import ReadResult, Source
from graphkit.ingest.read import read

from .making import WORD, docx, paragraph


def read_docx(body: str, parts: dict[str, str | bytes] | None = None) -> ReadResult:
    return read(Source.of_upload("made.docx", docx(body, parts)))


def run(text: str, properties: str = "") -> str:
    return f"<w:r><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r>"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (paragraph("one") + paragraph("two"), "one\n\ntwo"),
        (paragraph("kept ", f"<w:del>{run('deleted')}</w:del>", f"<w:ins>{run('inserted')}</w:ins>"), "kept inserted"),
        (paragraph(run("seen"), run("hidden", "<w:vanish/>"), run("!", '<w:vanish w:val="0"/>')), "seen!"),
        (paragraph(f"<w:moveFrom>{run('there')}</w:moveFrom>", f"<w:moveTo>{run('here')}</w:moveTo>"), "here"),
        (paragraph(f"<w:sdt><w:sdtContent>{run('control')}</w:sdtContent></w:sdt>"), "control"),
        (paragraph("<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/></w:r>"), "a\tb\nc-"),
        (paragraph(run("e\u0301clair")), "éclair"),
        (paragraph("<w:r><w:instrText>PAGE</w:instrText></w:r><w:hyperlink>" + run("link") + "</w:hyperlink>"), "link"),
    ],
    ids=["paragraphs", "deletions", "hidden", "moves", "controls", "signs", "composed", "fields"],
)
def test_a_paragraph_gives_the_text_that_a_reader_sees(body: str, text: str) -> None:
    assert read_docx(body).document.text == text


def test_a_merged_cell_comes_once_and_rows_are_joined_by_tabs() -> None:
    def cell(text: str, properties: str = "") -> str:
        return f"<w:tc><w:tcPr>{properties}</w:tcPr>{paragraph(text)}</w:tc>"

    first = cell("a", '<w:vMerge w:val="restart"/>') + cell("b")
    second = cell("hidden", "<w:vMerge/>") + cell("c")
    table = f"<w:tbl><w:tr>{first}</w:tr><w:tr>{second}</w:tr></w:tbl>"
    assert read_docx(table).document.text == "a\tb\n\n\tc"


def test_a_text_box_is_read_once_after_its_paragraph() -> None:
    box = f"<w:txbxContent>{paragraph('in the box')}</w:txbxContent>"
    alternate = (
        '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
        f"<mc:Choice><w:drawing>{box}</w:drawing></mc:Choice><mc:Fallback><w:pict>{box}</w:pict></mc:Fallback>"
        "</mc:AlternateContent>"
    )
    assert read_docx(paragraph("before ", f"<w:r>{alternate}</w:r>", "after")).document.text == (
        "before after\n\nin the box"
    )


def test_notes_stand_behind_their_paragraph_and_comments_at_the_end() -> None:
    notes = f'<w:footnotes xmlns:w="{WORD}"><w:footnote w:id="2">{paragraph("the note")}</w:footnote></w:footnotes>'
    comment = f'<w:comment w:id="0" w:author="Ann">{paragraph("a doubt")}</w:comment>'
    comments = f'<w:comments xmlns:w="{WORD}">{comment}</w:comments>'
    body = paragraph("claim", '<w:r><w:footnoteReference w:id="2"/></w:r>') + paragraph("next")
    result = read_docx(body, {"word/footnotes.xml": notes, "word/comments.xml": comments})
    assert result.document.text == "claim\n\nthe note\n\nnext\n\nComment by Ann: a doubt"
    assert result.repairs == {"comments set apart": 1}


def test_headings_are_known_by_style_by_its_base_and_by_outline_level() -> None:
    styles = (
        f'<w:styles xmlns:w="{WORD}"><w:style w:styleId="H"><w:name w:val="heading 1"/></w:style>'
        '<w:style w:styleId="Mine"><w:basedOn w:val="H"/></w:style></w:styles>'
    )
    outlined = '<w:p><w:pPr><w:outlineLvl w:val="1"/></w:pPr><w:r><w:t>Three</w:t></w:r></w:p>'
    body = paragraph("One", style="H") + paragraph("Two", style="Mine") + outlined + paragraph("text")
    document = read_docx(body, {"word/styles.xml": styles}).document
    assert [document.text[h.start : h.end] for h in document.headings] == ["One", "Two", "Three"]
    assert document.title == "One"


@pytest.mark.parametrize(("level", "heading"), [("0", True), ("8", True), ("9", False), ("10", False), ("", False)])
def test_an_outline_level_counts_alike_in_a_style_and_in_a_paragraph(level: str, *, heading: bool) -> None:
    outline = f'<w:pPr><w:outlineLvl w:val="{level}"/></w:pPr>'
    styles = f'<w:styles xmlns:w="{WORD}"><w:style w:styleId="Mine">{outline}</w:style></w:styles>'
    by_style = read_docx(paragraph("Text", style="Mine"), {"word/styles.xml": styles}).document
    by_itself = read_docx(f"<w:p>{outline}{run('Text')}</w:p>").document
    assert [bool(by_style.headings), bool(by_itself.headings)] == [heading, heading]


def test_pages_are_those_that_word_broke_and_do_not_cut_a_sentence() -> None:
    body = paragraph("first", "<w:r><w:lastRenderedPageBreak/></w:r>", "second") + paragraph(
        '<w:r><w:br w:type="page"/></w:r>', "third"
    )
    document = read_docx(body).document
    assert document.text == "first second\n\nthird"
    assert document.page_starts == (0, 6, 14)
    assert document.metadata["page_numbers"] == "about: where Word last broke the pages"


@pytest.mark.parametrize(
    "entity",
    ['<!DOCTYPE a [<!ENTITY x "xx">]>', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'],
    ids=["internal", "external"],
)
def test_entities_are_refused(entity: str) -> None:
    document = f'{entity}<w:document xmlns:w="{WORD}"><w:body>{paragraph("&x;")}</w:body></w:document>'
    with pytest.raises(DamagedDocument, match="declares a document type"):
        read_docx("", {"word/document.xml": document})


def test_broken_xml_is_read_as_far_as_it_goes_and_says_so() -> None:
    document = f'<w:document xmlns:w="{WORD}"><w:body>{paragraph("good")}<w:p><w:r><w:t>bad & worse'
    result = read_docx("", {"word/document.xml": document})
    assert result.document.text.startswith("good")
    assert result.warnings[0].endswith("a part of the text may be missing")


def test_an_encrypted_office_file_asks_for_its_password() -> None:
    content = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 600 + "EncryptedPackage".encode("utf-16-le")
    with pytest.raises(PasswordNeeded, match="is encrypted"):
        read(Source.of_upload("secret.docx", content))


def test_a_file_without_words_is_empty_with_a_reason() -> None:
    assert read_docx(paragraph("  ")).warnings == ("no text: the file holds nothing that can be read as words",)
