"""Options of a run, short enough to be read: a list of a hundred thousand terms is told by its first and its length."""

from __future__ import annotations

from collections.abc import Mapping

from graphkit.model import JsonValue

SHOWN = 5


def shortened(options: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """The same options, of long lists the first values and how many more there are."""
    return {name: _short(value) for name, value in options.items()}


def _short(value: JsonValue) -> JsonValue:
    if isinstance(value, list | tuple) and len(value) > SHOWN + 1:
        return [*value[:SHOWN], f"… and {len(value) - SHOWN:,} more"]
    return value
