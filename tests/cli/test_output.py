"""What reaches the terminal or the pipe."""

from __future__ import annotations

import json

import pytest

from graphkit.cli.output import plain, speak_utf8, write_json, write_table


def test_a_table_aligns_wide_signs_and_puts_numbers_right(capsys: pytest.CaptureFixture[str]) -> None:
    write_table(("name", "n"), [("東京", 5), ("Ada", 12), ("e\u0301", 1)], empty="nothing")
    assert capsys.readouterr().out == "name   n\n東京   5\nAda   12\ne\u0301      1\n"


def test_a_table_without_rows_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    write_table(("name",), [], empty="There is nothing.")
    assert capsys.readouterr().out == "There is nothing.\n"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\tb\nc", "a b c"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\x00\x9b", "\\x00\\x9b"),
        ("file\u202egpj.exe", "file\\u202egpj.exe"),
        ("=cmd() <img src=x onerror=alert(1)>", "=cmd() <img src=x onerror=alert(1)>"),
    ],
)
def test_names_cannot_steer_a_terminal(text: str, shown: str) -> None:
    assert plain(text) == shown


def test_json_keeps_every_script_and_survives_a_lone_surrogate(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    speak_utf8()
    write_json({"names": ["東京", "🙂", "\ud800"]})
    assert json.loads(capfdbinary.readouterr().out.decode("utf-8")) == {"names": ["東京", "🙂", "\ud800"]}
