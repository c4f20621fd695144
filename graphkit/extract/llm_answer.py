"""What a model's answer holds: names and statements, each checked, whatever is wrong with the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from graphkit.extract.name_span import MAX_NAME
from graphkit.llm.parts import parse
from graphkit.model import UNKNOWN
from graphkit.text import is_blank

MAX_PREDICATE = 100
_NAME_LISTS = ("entities", "nodes", "names")
_STATEMENT_LISTS = ("relations", "relationships", "edges", "triples")
_SHOWN = 60


def _visible(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"is {_short(value)} and no text")
    text = " ".join(value.split())
    if is_blank(text):
        raise ValueError("is empty")
    return text


def _type(value: object) -> str:
    return " ".join(value.split())[:MAX_PREDICATE] if isinstance(value, str) and not is_blank(value) else UNKNOWN


def _quote(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""


def _share(value: object) -> float | None:
    is_share = isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= 1
    return float(value) if is_share else None  # type: ignore[arg-type]  # is a number here


def _yes(value: object) -> bool:
    return value is True or (isinstance(value, str) and value.strip().casefold() in {"true", "yes"})


Visible = Annotated[str, BeforeValidator(_visible)]
Type = Annotated[str, BeforeValidator(_type)]


class NamePart(BaseModel):
    """A name as a model gave it."""

    model_config = ConfigDict(frozen=True)
    name: Visible = Field(validation_alias=AliasChoices("name", "entity", "text", "label", "id"), max_length=MAX_NAME)
    type: Type = Field(UNKNOWN, validation_alias=AliasChoices("type", "entity_type", "category"))
    confidence: Annotated[float | None, BeforeValidator(_share)] = None


class StatementPart(BaseModel):
    """A relation as a model gave it."""

    model_config = ConfigDict(frozen=True)
    subject: Visible = Field(validation_alias=AliasChoices("subject", "source", "head", "from"), max_length=MAX_NAME)
    predicate: Visible = Field(
        validation_alias=AliasChoices("predicate", "relation", "relation_type", "type", "label"),
        max_length=MAX_PREDICATE,
    )
    object: Visible = Field(validation_alias=AliasChoices("object", "target", "tail", "to"), max_length=MAX_NAME)
    evidence: Annotated[str, BeforeValidator(_quote)] = ""
    negated: Annotated[bool, BeforeValidator(_yes)] = False
    confidence: Annotated[float | None, BeforeValidator(_share)] = None
    subject_type: Type = Field(UNKNOWN, validation_alias=AliasChoices("subject_type", "head_type", "source_type"))
    object_type: Type = Field(UNKNOWN, validation_alias=AliasChoices("object_type", "tail_type", "target_type"))

    def words(self) -> str:
        """The statement in one line."""
        return f"{self.subject} | {'not ' if self.negated else ''}{self.predicate} | {self.object}"


@dataclass(frozen=True, slots=True)
class Parts:
    """Well-formed parts of one or several answers, each once, and what was dropped, in words."""

    names: tuple[NamePart, ...] = ()
    statements: tuple[StatementPart, ...] = ()
    dropped: tuple[str, ...] = ()

    def __add__(self, other: Parts) -> Parts:
        names = {part.name: part for part in (*other.names, *self.names)}
        order = dict.fromkeys(part.name for part in (*self.names, *other.names))
        statements = dict.fromkeys((*self.statements, *other.statements))
        return Parts(tuple(names[name] for name in order), tuple(statements), (*self.dropped, *other.dropped))


def read_answer(text: str) -> tuple[Parts, bool] | None:
    """The parts of an answer and whether it was whole; None if there is no JSON in it."""
    parsed = parse(text)
    if parsed is None:
        return None
    names: dict[str, NamePart] = {}
    statements: dict[StatementPart, None] = {}
    dropped = list(parsed.repairs)
    for item, is_statement in _items(parsed.value):
        try:
            if is_statement:
                statement = StatementPart.model_validate(item)
                statements[statement] = None
                for name, kind in _typed_ends(statement):
                    names.setdefault(name, NamePart(name=name, type=kind))
            else:
                part = NamePart.model_validate(item)
                names.setdefault(part.name, part)
        except ValidationError as fault:
            dropped.append(_fault(item, fault, "relation" if is_statement else "name"))
    return Parts(tuple(names.values()), tuple(statements), tuple(dropped)), not any("cut" in r for r in parsed.repairs)


def _items(value: object) -> Iterator[tuple[object, bool]]:
    """Parts of an answer, each with whether it should be a statement; shapes other than the one asked for too."""
    if isinstance(value, list):
        for item in value:
            yield from _of_list(item)
    elif isinstance(value, dict):
        known = False
        for keys, is_statement in ((_NAME_LISTS, False), (_STATEMENT_LISTS, True)):
            for key in keys:
                if key in value:
                    known = True
                    yield from _listed(value[key], is_statement=is_statement)
        if not known and value:
            yield from _of_list(value)


def _of_list(item: object) -> Iterator[tuple[object, bool]]:
    if isinstance(item, dict) and any(key in item for key in (*_NAME_LISTS, *_STATEMENT_LISTS)):
        yield from _items(item)
    else:
        yield item, isinstance(item, dict) and bool(item.keys() & {"subject", "source", "head", "from"})


def _listed(value: object, *, is_statement: bool) -> Iterator[tuple[object, bool]]:
    for item in value if isinstance(value, list) else [value]:
        if not is_statement and isinstance(item, str):
            yield {"name": item}, False
        elif is_statement and isinstance(item, list) and len(item) == 3:
            yield dict(zip(("subject", "predicate", "object"), item, strict=True)), True
        else:
            yield item, is_statement


def _typed_ends(statement: StatementPart) -> list[tuple[str, str]]:
    ends = ((statement.subject, statement.subject_type), (statement.object, statement.object_type))
    return [(name, kind) for name, kind in ends if kind != UNKNOWN]


def _fault(item: object, fault: ValidationError, what: str) -> str:
    if not isinstance(item, dict):
        return f"{_short(item)} is no {what}"
    first = fault.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    if first["type"] == "missing":
        return f"a {what} has no {where}: {_short(item)}"
    told = first["msg"].removeprefix("Value error, ")
    return f"the {where} of a {what} {told}" if told.startswith("is ") else f"the {where} of a {what} is too long"


def _short(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= _SHOWN else f"{shown[: _SHOWN - 1]}…"
