"""PDF: order, direction, repairs, geometry, faults."""

from __future__ import annotations

import random

import pytest

from graphkit.errors import DamagedDocument
from graphkit.ingest.base import ReadResult, Source
from graphkit.ingest.read import read
from graphkit.model import Box

from .making import column, pdf, picture_pdf, placed

LEFT = """The committee met in Geneva on Monday to
discuss the budget of the agency, which had
grown by a third since the last session. It
asked the director to report on the use of
the funds and to name the projects that had
been delayed. The director, Maria Keller,
answered that two of the projects would be
finished before the end of the year.""".split("\n")
MIDDLE = """Another matter was the new building, whose
cost had been estimated at forty million
francs. The architect proposed to leave out
the upper floor and to use the old library
for the archive instead. Members from four
countries supported the proposal, while
others wanted to wait until the survey of
the ground was complete.""".split("\n")
RIGHT = """A third topic concerned the rules for travel
which had not been changed for ten years and
no longer fitted the needs of the staff. The
secretary offered to write a draft until the
spring and to send it to all members for
comments. The session was closed at noon
and the next one will be held in Vienna in
the second week of October.""".split("\n")
TITLE = (50.0, 775.0, "Report of the session and of its many decisions in full, for all the members")


def read_pdf(content: bytes) -> ReadResult:
    return read(Source.of_upload("made.pdf", content))


@pytest.mark.parametrize("order", ["by column", "by row", "shuffled"])
@pytest.mark.parametrize("texts", [(LEFT, MIDDLE), (LEFT, MIDDLE, RIGHT)], ids=["two columns", "three columns"])
def test_columns_are_read_one_after_the_other_however_they_are_printed(
    texts: tuple[list[str], ...], order: str
) -> None:
    size, width = (10, 260) if len(texts) == 2 else (7, 170)
    columns = [column(lines, left=50 + width * number) for number, lines in enumerate(texts)]
    strings = [string for lines in columns for string in lines]
    if order == "by row":
        strings = [lines[row] for row in range(8) for lines in columns]
    elif order == "shuffled":
        random.Random(3).shuffle(strings)
    result = read_pdf(pdf(placed([TITLE, *strings], size=size)))
    assert result.document.text == "\n\n".join([TITLE[2], *(" ".join(lines) for lines in texts)])
    assert ("pages put in order by place" in result.repairs) == (order != "by column")


def test_a_table_is_read_row_by_row_with_tabs() -> None:
    rows = [("Name", "City", "Year"), ("Anna Meyer", "Berlin", "1999"), ("John Smith", "London", "2001")]
    strings = [
        (x, 700 - 14 * i, cell) for i, row in enumerate(rows) for x, cell in zip((60, 200, 340), row, strict=True)
    ]
    assert (
        read_pdf(pdf(placed(strings))).document.text
        == "Name\tCity\tYear\n\nAnna Meyer\tBerlin\t1999\n\nJohn Smith\tLondon\t2001"
    )


TURNED = {
    "1 0 0 1": (60, 700, 0, -12),
    "0 1 -1 0": (100, 60, 12, 0),
    "-1 0 0 -1": (500, 100, 0, 12),
    "0 -1 1 0": (500, 700, -12, 0),
}


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("matrix", TURNED)
def test_a_turned_page_is_read_upright(matrix: str, rotation: int) -> None:
    x, y, dx, dy = TURNED[matrix]
    lines = ["The first line of the text here", "and the second line goes on and", "ends here."]
    strings = [(x + dx * i, y + dy * i, line) for i, line in enumerate(lines)]
    result = read_pdf(pdf(placed(strings, matrix=matrix), rotations={0: rotation}))
    assert result.document.text == " ".join(lines)


def test_boxes_are_measured_from_the_top_left_corner_of_the_page_as_it_is_shown() -> None:
    upright = read_pdf(pdf(placed([(60, 700, "Berlin")]))).document.boxes[0]
    turned = read_pdf(pdf(placed([(60, 700, "Berlin")]), rotations={0: 90})).document.boxes[0]
    assert (upright.start, upright.end, upright.page) == (0, 6, 0)
    assert upright.left == pytest.approx(60, abs=1) and upright.top == pytest.approx(91, abs=2)
    assert (turned.left, turned.top) == pytest.approx((800 - upright.bottom, upright.left), abs=0.1)
    assert (turned.right, turned.bottom) == pytest.approx((800 - upright.top, upright.right), abs=0.1)


def test_words_broken_at_line_ends_are_joined_unless_the_document_writes_them_with_a_hyphen() -> None:
    lines = [
        "The information was given at length, and the whole of the infor-",
        "mation was about a well-known author who is said to be well-",
        "known in Berlin and in the city of Saxe-",
        "Coburg.",
    ]
    result = read_pdf(pdf(placed(column(lines))))
    assert result.document.text == (
        "The information was given at length, and the whole of the information was about a well-known author who is "
        "said to be well-known in Berlin and in the city of Saxe-Coburg."
    )
    assert result.repairs == {"hyphens at line ends joined": 1, "hyphens at line ends kept": 2}


def test_a_broken_word_keeps_the_boxes_of_both_halves() -> None:
    lines = ["The quick brown fox jumped over the lazy dog and gave infor-", "mation."]
    document = read_pdf(pdf(placed(column(lines)))).document
    ends = [(document.text[box.start : box.end], box.left > 100) for box in document.boxes[-2:]]
    assert ends == [("infor", True), ("mation.", False)]


def test_running_lines_and_page_numbers_do_not_cut_the_sentence_at_a_page_end() -> None:
    bodies = [
        ["The first page tells of the harbour of Rotterdam and the ships that came from", "Norway and from the"],
        ["coast of Denmark in the spring. They carried timber for the houses of the new", "town and sailed"],
        ["back with cloth."],
    ]
    pages = [
        placed([(60, 780, "History of a Harbour"), *column(lines, top=700), (300, 30, f"{number}")])
        for number, lines in enumerate(bodies, 1)
    ]
    result = read_pdf(pdf(*pages))
    document = result.document
    assert document.text == " ".join(line for body in bodies for line in body)
    assert [document.text[start : start + 5] for start in document.page_starts] == ["The f", "coast", "back "]
    assert document.metadata["running_lines"] == ["History of a Harbour"]
    assert result.repairs == {"running lines set aside": 6}


def test_larger_lines_are_headings_and_open_paragraphs() -> None:
    content = placed([(60, 750, "The Harbour")], size=20) + "\n" + placed(column(LEFT, top=700))
    document = read_pdf(pdf(content)).document
    assert [document.text[span.start : span.end] for span in document.headings] == ["The Harbour"]
    assert document.title == "The Harbour"


@pytest.mark.parametrize(
    ("stated", "title"),
    [("Annual Report", "Annual Report"), ("Microsoft Word - x.doc", "made"), ("untitled", "made"), ("", "made")],
)
def test_the_title_is_what_the_file_states_if_that_is_sane(stated: str, title: str) -> None:
    assert read_pdf(pdf(placed([(60, 700, "Some words here.")]), title=stated)).document.title == title


def test_text_outside_the_page_is_dropped_and_counted() -> None:
    result = read_pdf(pdf(placed([(60, 700, "inside"), (900, 700, "beside")])))
    assert (result.document.text, result.repairs) == ("inside", {"characters outside the page dropped": 6})


def test_letters_printed_twice_to_look_bold_come_once() -> None:
    places = zip((60, 66.7, 74.5, 80.1), "BOLD", strict=True)
    strings = [(x + shift, 700, char) for x, char in places for shift in (0, 0.4)]
    assert read_pdf(pdf(placed(strings))).document.text == "BOLD"


def test_invisible_letters_are_kept_and_named() -> None:
    result = read_pdf(pdf("3 Tr " + placed([(60, 700, "hidden words")])))
    assert result.document.text == "hidden words"
    assert result.warnings == ("11 letters are in the file but not drawn: the text layer of a scan, or hidden text",)


def test_accents_printed_apart_are_put_on_their_letter() -> None:
    result = read_pdf(pdf(placed([(60, 700, "Caf"), (73.9, 700, "e"), (75.0, 700, "\xb4"), (79.5, 700, "teria")])))
    assert (result.document.text, result.repairs) == ("Caféteria", {"accents put on their letter": 1})


def test_glyph_numbers_in_place_of_letters_are_decoded() -> None:
    plain = "inch measure table wood water stone"
    coded = {code: chr(code - 29) for code in range(33, 127) if code - 29 >= 3}
    result = read_pdf(pdf(placed([(60, 700, plain)]), to_unicode={**coded, 32: " "}))
    assert (result.document.text, result.repairs) == (plain, {"letters given as glyph numbers decoded": 30})


def test_a_picture_says_that_it_needs_ocr() -> None:
    result = read_pdf(picture_pdf())
    assert (result.document.text, result.warnings) == ("", ("no text: the pages are pictures, they need OCR",))


def test_an_empty_page_is_not_called_a_picture() -> None:
    assert read_pdf(pdf("")).warnings == ("no text: the pages are empty or damaged",)


def test_a_cut_file_is_mended_or_named_as_damaged() -> None:
    whole = pdf(*(placed(column([f"Page {n} tells of the town of Leiden."])) for n in range(1, 6)))
    outcomes = set()
    for share in (99, 90, 70, 50):
        try:
            outcomes.add("Leiden" in read_pdf(whole[: len(whole) * share // 100]).document.text)
        except DamagedDocument as error:
            assert "nothing was stored for it" in str(error)
    assert outcomes <= {True, False}


def test_a_page_without_text_in_between_has_a_start_and_no_boxes() -> None:
    document = read_pdf(pdf(placed([(60, 700, "one.")]), "", placed([(60, 700, "Three.")]))).document
    assert document.text == "one.\n\nThree."
    assert document.page_starts == (0, 6, 6)
    assert [(box.start, box.page) for box in document.boxes] == [(0, 0), (6, 2)]
    assert isinstance(document.boxes[0], Box)
