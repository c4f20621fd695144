"""What people ran into when they gave their files to such systems."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from graphkit.ingest.base import Source
from graphkit.ingest.chunks import chunk
from graphkit.ingest.read import read
from graphkit.ingest.worker import Reader
from tests.ingest.making import column, pdf, picture_pdf, placed


def test_case_22_ligatures_of_any_kind_are_found_by_their_plain_spelling_and_counted() -> None:
    codes = {code: chr(code) for code in range(32, 127)} | {1: "\0", 2: "\ufb00", 3: "\ue003"}
    line = "The P\x01zer o\x01ce made di\x02erent and e\x03cient plans."
    result = read(Source.of_upload("a.pdf", pdf(placed([(60, 700, line)]), to_unicode=codes)))
    assert result.document.text == "The Pfizer office made different and efficient plans."
    assert result.repairs["ligatures spelled out"] >= 3


def test_case_22_colours_of_a_terminal_are_no_ligatures() -> None:
    result = read(Source.of_upload("log.txt", b"Jane\x1b[31m Roe met Bob in Paris\x02. The of\0ce of Acme\0 Corp."))
    assert result.document.text == "Jane Roe met Bob in Paris. The office of Acme Corp."
    assert dict(result.repairs) == {"ligatures spelled out": 1}


@pytest.mark.parametrize("name", ["a.txt", "a.pdf", "a.docx", "a.html", "a.csv", "a.md", "a.eml"])
@pytest.mark.parametrize(
    "content",
    [b"", b" \n\t \r\n", b"\xef\xbb\xbf\n"],
    ids=["0 bytes", "blanks", "mark only"],
)
def test_case_25_a_file_of_nothing_says_that_there_is_no_text(name: str, content: bytes) -> None:
    result = read(Source.of_upload(name, content))
    assert result.document.text == ""
    assert result.warnings[0].startswith("no text: the file")
    assert chunk(result.document) == ()


def test_case_25_signs_without_width_are_no_text() -> None:
    assert read(Source.of_upload("a.txt", " \n\u200b".encode())).document.text == ""


def test_case_25_a_picture_needs_ocr() -> None:
    result = read(Source.of_upload("scan.pdf", picture_pdf()))
    assert (result.document.text, result.warnings) == ("", ("no text: the pages are pictures, they need OCR",))


def test_case_25_of_ten_pages_one_bad_the_nine_others_are_used() -> None:
    pages = [placed(column([f"Page {number} tells of the town of Leiden and of its people."])) for number in range(10)]
    content = pdf(*pages)
    broken = content.replace(b"\n13 0 obj\n<<", b"\n13 0 obj\n((")
    result = read(Source.of_upload("ten.pdf", broken))
    found = [number for number in range(10) if f"Page {number} tells" in result.document.text]
    assert found == [0, 1, 2, 3, 5, 6, 7, 8, 9]
    assert result.warnings == ("page 5 cannot be read; the others are used",)
    assert len(result.document.page_starts) == 10


def test_case_26_millions_of_characters_keep_their_offsets() -> None:
    text = "A paragraph of plain words that tells of nothing in particular, again and again.\n\n" * 71_000
    text += "At the end stood Zebedee Quill."
    with Reader() as reader:
        document = reader.read(Source.of_upload("long.txt", text.encode())).document
    assert len(document.text) == len(text) > 5_800_000
    chunks = chunk(document)
    place = text.index("Zebedee Quill")
    assert chunks[-1].start <= place < chunks[-1].end == len(text)
    assert max(c.end - c.start for c in chunks) <= 1000


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("所有人生来自由，在尊严和权利上一律平等。他们赋有理性和良心，应以兄弟精神相对待。", "zh"),
        ("모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.", "ko"),
        ("يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق. وقد وهبوا عقلًا وضميرًا وعليهم أن يعامل بعضهم بعضًا.", "ar"),
        ("Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом.", "ru"),
        ("Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft begabt.", "de"),
    ],
)
def test_case_27_the_language_of_a_text_is_known_and_its_words_are_as_written(text: str, language: str) -> None:
    document = read(Source.of_upload("a.txt", text.encode())).document
    assert (document.text, document.language) == (text, language)


def test_case_20_reading_does_not_depend_on_the_locale(tmp_path: Path) -> None:
    path = tmp_path / "żółw 東京.txt"
    path.write_text("Zażółć gęślą jaźń, 東京, القاهرة, 🐢", encoding="utf-8")
    program = (
        "import sys; from pathlib import Path; from graphkit.ingest.base import Source\n"
        "from graphkit.ingest.worker import Reader\n"
        "with Reader() as reader:\n"
        "    document = reader.read(Source.of_file(next(Path(sys.argv[1]).iterdir()))).document\n"
        "sys.stdout.buffer.write((document.title + '|' + document.text).encode('utf-8', 'replace'))"
    )
    environment = {"LC_ALL": "C", "PATH": "/usr/bin:/bin"}
    command = [sys.executable, "-c", program, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, env=environment, check=True)
    assert done.stdout.decode() == "żółw 東京|Zażółć gęślą jaźń, 東京, القاهرة, 🐢"


HOSTILE = ["B-Roll & Filming", "Anna's", "<img src=x onerror=alert(1)>", "=cmd()", "[x](javascript:alert(1))"]


@pytest.mark.parametrize("name", HOSTILE)
def test_case_21_hostile_names_stay_what_they_are_in_text_and_title(name: str) -> None:
    document = read(Source.of_upload(f"{name.replace('/', '')}.txt", f"We met {name} there.".encode())).document
    assert document.text == f"We met {name} there."
    assert document.title == name.replace("/", "")
