"""The configuration of a method: a pydantic model, its faults in one sentence, its options as rows for a form."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from graphkit.errors import BadRequest
from graphkit.model import JsonValue

OptionType = Literal["boolean", "integer", "number", "text", "list"]

_TYPES: dict[str, OptionType] = {
    "boolean": "boolean",
    "integer": "integer",
    "number": "number",
    "string": "text",
    "array": "list",
}


class Configuration(BaseModel):
    """Base of every configuration: frozen, unknown options refused, each field with default and description.

    A field with ``exclude=True`` is checked and otherwise passed over: an option that programs may give, but that
    changes nothing in what is found. It is no part of the identity and stands in no form.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    def as_json(self) -> dict[str, JsonValue]:
        """All options that matter with their values, defaults filled in: the identity of what they lead to."""
        values: dict[str, JsonValue] = json.loads(self.model_dump_json())
        return values


C = TypeVar("C", bound=Configuration)


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a method, as a form or ``--help`` needs it. Bounds are inclusive; None means unbounded."""

    name: str
    type: OptionType
    default: JsonValue
    help: str
    minimum: float | None = None
    maximum: float | None = None


def options_of(model: type[Configuration]) -> tuple[Option, ...]:
    """The options of a configuration in the order of its fields."""
    properties: dict[str, dict[str, JsonValue]] = model.model_json_schema()["properties"]
    return tuple(_option(name, schema) for name, schema in properties.items() if not model.model_fields[name].exclude)


def _option(name: str, schema: Mapping[str, JsonValue]) -> Option:
    alternatives = schema.get("anyOf")
    kinds = [k for k in alternatives if isinstance(k, dict)] if isinstance(alternatives, list) else [schema]
    kind = next((k for k in kinds if k.get("type") != "null"), schema)
    return Option(
        name=name,
        type=_TYPES[str(kind["type"])],
        default=schema.get("default"),
        help=str(schema.get("description", "")),
        minimum=_number(kind.get("minimum")),
        maximum=_number(kind.get("maximum")),
    )


def _number(value: JsonValue) -> float | None:
    return float(value) if isinstance(value, int | float) else None


def checked(model: type[C], options: Mapping[str, object], method: str) -> C:
    """The configuration made of ``options``; ``BadRequest`` names all of their faults in one sentence."""
    try:
        return model.model_validate(dict(options))
    except ValidationError as error:
        faults = "; ".join(_fault(model, f["loc"], f["type"], f["msg"], f["input"]) for f in error.errors())
    raise BadRequest(f"The options of the method {method!r} are wrong: {faults}. Nothing was extracted.")


def _fault(model: type[Configuration], loc: tuple[int | str, ...], kind: str, message: str, given: object) -> str:
    name = ".".join(str(part) for part in loc)
    if kind == "extra_forbidden":
        return f"there is no option {name!r} (known: {', '.join(sorted(model.model_fields))})"
    if kind == "value_error":
        return message.removeprefix("Value error, ")
    shown = repr(given) if len(repr(given)) <= 60 else f"{repr(given)[:60]}…"
    said = message.removeprefix("Input should be ")
    return f"{name} is {shown}, but should be {said}"
