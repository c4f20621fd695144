"""``graphkit annotate``: mentions and relations of a text, without a store."""

from __future__ import annotations

import json
from pathlib import Path

from cli.program import Run, program

LINES = "Acme Corp hired Jane Roe.\n\nMüller traf 東京 und Zoë in Zürich.\r\nJane Roe\u2028left Acme Corp.\n"


def test_each_line_is_a_document_with_offsets_of_its_own(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    file.write_bytes(LINES.encode("utf-8"))
    ran = run("annotate", file, "--lines", "--jsonl", "--method", "regex")
    rows = [json.loads(line) for line in ran.out.split("\n")[:-1]]
    lines = LINES.split("\n")[:-1]
    assert [row["document"] for row in rows] == [f"{file}:{number}" for number in range(1, 5)]
    for line, row in zip(lines, rows, strict=True):
        assert set(row) == {"document", "mentions", "relations", "warnings"}
        for mention in row["mentions"]:
            assert set(mention) == {"start", "end", "text", "type", "method", "confidence"}
            assert line[mention["start"] : mention["end"]] == mention["text"]
    assert [mention["text"] for mention in rows[0]["mentions"]] == ["Acme Corp", "Jane Roe"]
    assert rows[1] == {"document": f"{file}:2", "mentions": [], "relations": [], "warnings": []}


def test_standard_input_is_read_as_utf_8_whatever_the_locale() -> None:
    text = "Zoë Müller lives in Zürich."
    for locale in ("C", "C.UTF-8", "POSIX"):
        ran = program("annotate", "-", "--jsonl", stdin=text.encode(), LC_ALL=locale, PYTHONIOENCODING="ascii")
        row = json.loads(ran.out)
        assert (ran.code, ran.err, row["document"]) == (0, "", "-")
        assert [mention["text"] for mention in row["mentions"]] == ["Zoë Müller", "Zürich"]


def test_a_file_of_any_format_is_read(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<html><body><p>Ada Lovelace met <b>Charles Babbage</b>.</p></body></html>", "utf-8")
    row = json.loads(run("annotate", page, "--jsonl").out)
    assert [mention["text"] for mention in row["mentions"]] == ["Ada Lovelace", "Charles Babbage"]


def test_people_get_a_table(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "text.txt"
    file.write_text("Ada Lovelace smiled.", "utf-8")
    assert run("annotate", file).out.split("\n")[0].split() == ["start", "end", "name", "type", "confidence"]


def test_options_of_a_method_are_given_by_name(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "text.txt"
    file.write_text("We keep it in a data lake.", "utf-8")
    ran = run("annotate", file, "--jsonl", "--option", 'regex.domain_terms=["data lake"]')
    assert [mention["text"] for mention in json.loads(ran.out)["mentions"]] == ["data lake"]
    for option, part in (("x", "M.NAME=VALUE"), ("ner.x=1", "--method ner"), ("regex.nothing=1", "'nothing'")):
        refused = run("annotate", file, "--option", option)
        assert (refused.code, part in refused.err) == (2, True)


def test_one_json_document_holds_the_annotation_or_a_list_of_them(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "text.txt"
    file.write_text("Ada Lovelace smiled.\nBob Stone left.\n", "utf-8")
    whole = json.loads(run("annotate", file, "--json").out)
    assert [mention["text"] for mention in whole["mentions"]] == ["Ada Lovelace", "Bob Stone"]
    rows = json.loads(run("annotate", file, "--json", "--lines").out)
    assert [row["document"] for row in rows] == [f"{file}:1", f"{file}:2"]
    both = run("annotate", file, "--json", "--jsonl")
    assert (both.code, "not both" in both.err) == (2, True)
