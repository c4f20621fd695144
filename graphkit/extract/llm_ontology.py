"""Which relations may stand between which types: rules that are checked when they are given, not when they are used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, field_validator

from graphkit.model import UNKNOWN


def key(words: str) -> str:
    """Normal form of a type or a relation: case, blanks, hyphens and low lines make no difference."""
    return " ".join(words.casefold().replace("_", " ").replace("-", " ").split())


def _many(types: object) -> object:
    return (types,) if isinstance(types, str) else types


Types = Annotated[tuple[str, ...], BeforeValidator(_many)]


class OntologyRule(BaseModel):
    """A relation with the types of its ends (empty: any), the name of its inverse, and whether it is symmetric."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    relation: str
    subject: Types = ()
    object: Types = ()
    inverse: str = ""
    symmetric: bool = False

    @field_validator("relation", "inverse")
    @classmethod
    def _one_line(cls, words: str) -> str:
        return " ".join(words.split())


def read_rules(given: object) -> object:
    """Rules as people write them: a list of rules or of (subject type, relation, object type), or a mapping from
    relation to the rest of its rule or to its two types."""
    if isinstance(given, Mapping):
        return tuple(_rule(name, rest) for name, rest in given.items())
    if isinstance(given, Sequence) and not isinstance(given, str):
        return tuple(_triple(rule) for rule in given)
    return given


def _rule(name: object, rest: object) -> object:
    if isinstance(rest, Mapping):
        return {"relation": name, **rest}
    if isinstance(rest, Sequence) and not isinstance(rest, str) and len(rest) == 2:
        return {"relation": name, "subject": rest[0], "object": rest[1]}
    raise ValueError(f"relation_ontology gives {name!r} neither two types nor a rule")


def _triple(rule: object) -> object:
    if isinstance(rule, Sequence) and not isinstance(rule, str):
        if len(rule) != 3:
            raise ValueError(f"relation_ontology holds {rule!r}, which is no (subject type, relation, object type)")
        return {"subject": rule[0], "relation": rule[1], "object": rule[2]}
    return rule


def rule_faults(rules: Sequence[OntologyRule], types: Sequence[str]) -> list[str]:
    """What is wrong with rules over these entity types, each fault in words."""
    faults = []
    known = {key(kind) for kind in types}
    names: dict[str, str] = {}
    for rule in rules:
        if not key(rule.relation):
            faults.append("relation_ontology holds a relation without a name")
            continue
        unknown = [kind for kind in (*rule.subject, *rule.object) if key(kind) not in known]
        if unknown:
            faults.append(
                f"relation_ontology uses {', '.join(map(repr, unknown))} for {rule.relation!r}, "
                f"but entity_types has only {', '.join(types)}"
            )
        if rule.symmetric and rule.inverse:
            faults.append(f"the relation {rule.relation!r} is symmetric, so it cannot have an inverse")
        if rule.symmetric and {*map(key, rule.subject)} != {*map(key, rule.object)}:
            faults.append(f"the relation {rule.relation!r} is symmetric, so both of its ends must have the same types")
        if rule.inverse and key(rule.inverse) == key(rule.relation):
            faults.append(f"the relation {rule.relation!r} is its own inverse; call it symmetric")
        previous = names.get(key(rule.relation))
        if previous == "inverse":
            faults.append(f"{rule.relation!r} is a relation and the inverse of another")
        names[key(rule.relation)] = "relation"
        if rule.inverse:
            if names.get(key(rule.inverse)):
                faults.append(f"{rule.inverse!r} is the inverse of {rule.relation!r} and named by another rule")
            names.setdefault(key(rule.inverse), "inverse")
    return faults


@dataclass(frozen=True, slots=True)
class Judged:
    """A statement as the ontology has it: its predicate, and whether its ends change places."""

    predicate: str
    swapped: bool = False


class Ontology:
    """Rules ready for use. Several rules for one relation allow what any of them allows."""

    def __init__(self, rules: Sequence[OntologyRule]) -> None:
        self._rules: dict[str, list[tuple[OntologyRule, bool]]] = {}
        for rule in rules:
            self._rules.setdefault(key(rule.relation), []).append((rule, False))
            if rule.inverse:
                self._rules.setdefault(key(rule.inverse), []).append((rule, True))

    def __bool__(self) -> bool:
        return bool(self._rules)

    def judge(self, predicate: str, subject_type: str, object_type: str) -> Judged | str:
        """The predicate in the ontology's spelling and direction, or why it is none of its statements."""
        rules = self._rules.get(key(predicate))
        if not rules:
            return f"the ontology has no relation {predicate!r}"
        for rule, inverted in rules:
            ends = (object_type, subject_type) if inverted else (subject_type, object_type)
            if _fits(ends[0], rule.subject) and _fits(ends[1], rule.object):
                return Judged(rule.relation, inverted)
        return f"the ontology allows no {predicate!r} from {subject_type} to {object_type}"

    def is_symmetric(self, predicate: str) -> bool:
        """Whether a relation says the same in both directions."""
        return any(rule.symmetric for rule, _ in self._rules.get(key(predicate), ()))

    def words(self) -> list[str]:
        """A line for each rule, for a prompt."""
        lines = []
        for rules in self._rules.values():
            for rule, inverted in rules:
                if not inverted:
                    ends = ["|".join(types) or "any" for types in (rule.subject, rule.object)]
                    also = " (the same in both directions)" if rule.symmetric else ""
                    lines.append(f"{ends[0]} -> {rule.relation} -> {ends[1]}{also}")
        return lines


def _fits(kind: str, allowed: tuple[str, ...]) -> bool:
    return not allowed or (kind != UNKNOWN and key(kind) in {key(a) for a in allowed})
