"""What a command writes: JSON, lines and tables on standard output; notes on standard error.

Standard output is UTF-8 whatever the locale says. A lone surrogate is written as ``\\udXXX``, which is what
JSON calls it too, so no text can break a document.
"""

from __future__ import annotations

import io
import json
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

_HARMFUL = {c: f"\\x{c:02x}" for c in (*range(32), *range(0x7F, 0xA0)) if chr(c) not in "\t\n\r"}
_HARMFUL |= {c: f"\\u{c:04x}" for c in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}


def speak_utf8() -> None:
    """Make standard output and standard error write UTF-8, line ends as they are."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def plain(text: str) -> str:
    """Text for one line of a terminal: blanks joined; signs that steer a terminal or turn the reading order escaped."""
    return " ".join(text.split()).translate(_HARMFUL)


def write(text: str) -> None:
    """Write text to standard output, exactly as it is."""
    sys.stdout.write(text)
    sys.stdout.flush()


def write_json(document: object) -> None:
    """Write one JSON document."""
    write(json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2) + "\n")


def write_json_line(document: object) -> None:
    """Write one line that is a JSON document."""
    write(json.dumps(document, ensure_ascii=False, allow_nan=False) + "\n")


def write_table(columns: Sequence[str], rows: Iterable[Sequence[object]], *, empty: str) -> None:
    """Write rows under their column names; numbers stand right. ``empty`` is said when there is no row."""
    cells = [[_cell(value) for value in row] for row in rows]
    if not cells:
        write(f"{empty}\n")
        return
    right = [all(map(_is_number, column)) for column in zip(*cells, strict=True)]
    widths = [max(map(_width, column)) for column in zip(columns, *cells, strict=True)]
    lines = [list(columns), *cells]
    write("".join(_line(line, widths, right) for line in lines))


def write_facts(facts: Mapping[str, object]) -> None:
    """Write names with their values, one a line."""
    width = max(map(len, facts), default=0)
    write("".join(f"{name:<{width}}  {_cell(value)}\n" for name, value in facts.items()))


def note(sentence: str) -> None:
    """Say something to a person, on standard error."""
    sys.stderr.write(f"{plain(sentence)}\n")
    sys.stderr.flush()


def _cell(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.3f}".rstrip("0").rstrip(".") if isinstance(value, float) else plain(str(value))


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).lstrip("-").isdigit()


def _width(text: str) -> int:
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    parts = []
    for text, width, is_right in zip(cells, widths, right, strict=True):
        blanks = " " * (width - _width(text))
        parts.append(blanks + text if is_right else text + blanks)
    return "  ".join(parts).rstrip() + "\n"
