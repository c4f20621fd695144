"""The parts of an answer that are well formed, whatever stands around them or is missing at the end."""

from __future__ import annotations

import json
from dataclasses import dataclass

JsonParts = dict[str, object] | list[object]


@dataclass(frozen=True, slots=True)
class Parsed:
    """An answer as an object or a list; ``repairs`` say what was odd about it."""

    value: JsonParts
    repairs: tuple[str, ...] = ()


def parse(text: str) -> Parsed | None:
    """What an answer holds, or None if there is neither an object nor a list in it.

    Prose and fences around the JSON are passed over; single quotes, trailing commas and the like are repaired
    (``json-repair``); what follows the last complete part of a cut answer is dropped, since half a name is another
    name; lists under a key that is given twice are joined.
    """
    try:
        value = json.loads(text, object_pairs_hook=_joined)
        return Parsed(value) if isinstance(value, dict | list) else None
    except (ValueError, RecursionError):
        pass
    from json_repair import loads  # only for answers that need it

    inner = _json_inside(text)
    if inner is None:
        return None
    whole, was_cut = _without_cut_part(inner)
    repairs = ("the answer was cut; its last part was dropped",) if was_cut else ("the answer was no clean JSON",)
    try:
        value = json.loads(whole, object_pairs_hook=_joined)
    except (ValueError, RecursionError):
        try:
            value = loads(whole, skip_json_loads=True)
        except (ValueError, RecursionError):
            return None
    return Parsed(value, repairs) if isinstance(value, dict | list) else None


def _joined(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made: dict[str, object] = {}
    for key, value in pairs:
        known = made.get(key)
        made[key] = [*known, *value] if isinstance(known, list) and isinstance(value, list) else value
    return made


def _json_inside(text: str) -> str | None:
    """From the first bracket that opens an object, or a list of objects, to the end of the text."""
    starts = [at for at in (text.find("{"), text.find("[")) if at >= 0]
    if not starts:
        return None
    start = min(starts)
    if text[start] == "[":
        rest = text[start + 1 :].lstrip()
        if not rest.startswith(("{", "[", "]")) and "{" in rest:  # prose such as "[see below] {…}"
            start = text.find("{", start)
    return text[start:]


def _without_cut_part(text: str) -> tuple[str, bool]:
    """The text up to the end of its first value; if it ends before, up to its last complete part, closed."""
    stack: list[str] = []
    last: tuple[int, str] | None = None
    in_string = escaped = False
    for at, sign in enumerate(text):
        if in_string:
            if escaped:
                escaped = False
            elif sign == "\\":
                escaped = True
            elif sign == '"':
                in_string = False
        elif sign == '"':
            in_string = True
        elif sign in "{[":
            stack.append("}" if sign == "{" else "]")
        elif sign in "}]" and stack:
            stack.pop()
            if not stack:
                return text[: at + 1], False
            last = at + 1, "".join(reversed(stack))
    if last is None:
        return text[:1] + ("}" if text[0] == "{" else "]"), True
    return text[: last[0]] + last[1], True
