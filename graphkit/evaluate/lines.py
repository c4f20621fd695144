"""Labelled files of JSON lines."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from graphkit.errors import BadRequest
from graphkit.model import JsonValue

_T = TypeVar("_T")


def read_lines(path: Path, make: Callable[[JsonValue], _T | None], shape: str) -> list[_T]:
    """What ``make`` makes of each line. Raises ``BadRequest`` that names the first lines of which it made None."""
    try:
        lines = path.read_text("utf-8-sig").split("\n")  # other line separators may stand inside a text
    except (OSError, UnicodeDecodeError) as error:
        raise BadRequest(f"{path} cannot be read as JSON lines in UTF-8: {error}.") from None
    found: list[_T] = []
    faults: list[str] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            item = make(json.loads(line))
        except json.JSONDecodeError:
            item = None
        if item is None:
            faults.append(str(number))
        else:
            found.append(item)
    if faults or not found:
        where = f"on line {', '.join(faults[:10])}" if faults else "at all"
        raise BadRequest(f"{path} has no {shape} {where}. Nothing was computed.")
    return found
