"""What stands around two names: the same document, the same neighbours. It changes what similarity alone says."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from graphkit.model import EntityId
from graphkit.resolve.forms import expand, name_form
from graphkit.resolve.given_names import GIVEN_NAMES
from graphkit.resolve.lexicon import GENERIC_WORDS, PLACES, STRONG_TITLES
from graphkit.resolve.names import Kind, NamedEntity, is_unknown, kind_of
from graphkit.resolve.score import Reason, Score

PART_IN_DOCUMENT = 0.93  # Holmes and Sherlock Holmes in one story
PART_OF_SEVERAL = 0.80  # Holmes where Sherlock Holmes and Mycroft Holmes both live
PART_ELSEWHERE = 0.88  # Acme and Acme Rockets in one report
FAR_APART = 0.90  # First National Bank, twice, with no neighbour in common
CLEARLY_MORE = 1.5
"""How much better supported than the next a full name must be to take the short form for itself."""
ENOUGH_NEIGHBOURS = 2
"""Neighbours on each side from which on having none in common says something."""

Entities = Mapping[EntityId, NamedEntity]


class Part(NamedTuple):
    """A short form and the whole name that holds it; ``personal`` if they are names of people."""

    short: EntityId
    whole: EntityId
    personal: bool


def in_context(
    pairs: Sequence[tuple[int, int]], score: Callable[[int, int], Score], entities: Sequence[NamedEntity]
) -> Iterator[tuple[int, Score]]:
    """The pairs whose score changes after a look at documents and neighbours: place among the pairs, new score.

    Args:
        pairs: Two places in ``entities`` each.
        score: The score of the entities at two places, by their names alone.
        entities: What is compared.
    """
    families = _families(entities) if any(kind_of(entity.type) == "unknown" for entity in entities) else frozenset()
    parts = [_part(entities[one], entities[other], families) for one, other in pairs]
    known = {
        e.entity_id: e for p, ends in zip(parts, pairs, strict=True) if p for end in ends for e in (entities[end],)
    }
    wholes = _support(parts, known)
    for at, (part, (one, other)) in enumerate(zip(parts, pairs, strict=True)):
        left, right = entities[one], entities[other]
        if part is None and not _may_be_far_apart(left, right):
            continue
        by_name = score(one, other)
        found = _with_neighbours(_with_part(by_name, part, wholes, known), left, right)
        if found != by_name:
            yield at, found


def _part(left: NamedEntity, right: NamedEntity, families: frozenset[str]) -> Part | None:
    """The short form and the whole, if one name is part of the other and both stand in one document."""
    if left.document_ids.isdisjoint(right.document_ids):
        return None
    kind = _kind(left, right, families)
    a, b = name_form(left.name, kind).core, name_form(right.name, kind).core
    if not a or not b or any(word.isdigit() for word in set(a) ^ set(b)):
        return None
    if _is_part(a, b, kind):
        return Part(left.entity_id, right.entity_id, kind == "person")
    return Part(right.entity_id, left.entity_id, kind == "person") if _is_part(b, a, kind) else None


def _is_part(short: tuple[str, ...], whole: tuple[str, ...], kind: Kind) -> bool:
    """Whether all words of the first name are in the second, or stand for its words in their order as initials."""
    if set(short) < set(whole):
        return True
    if kind != "person" or len(short) != len(whole) or short == whole:
        return False
    pairs = zip(short, whole, strict=True)
    return short[-1] == whole[-1] and all(a == b or (len(a) == 1 and b.startswith(a)) for a, b in pairs)


def _kind(left: NamedEntity, right: NamedEntity, families: frozenset[str]) -> Kind:
    kind = kind_of(right.type if is_unknown(left.type) else left.type)
    if kind == "unknown" and any(_looks_personal(entity.name, families) for entity in (left, right)):
        return "person"
    return kind


def _looks_personal(name: str, families: frozenset[str]) -> bool:
    """Whether a name without a type is a person's: a title, a given name, a family name that has had a title."""
    form = name_form(name, "person")
    if not 1 <= len(form.core) <= 4:
        return False
    return bool(form.titles & STRONG_TITLES) or form.core[0] in GIVEN_NAMES or form.core[-1] in families


def _families(entities: Iterable[NamedEntity]) -> frozenset[str]:
    """Last words of the names that have a title like Mr. before them."""
    forms = (name_form(entity.name, "person") for entity in entities)
    return frozenset(form.core[-1] for form in forms if form.titles & STRONG_TITLES and form.core)


def _support(parts: Sequence[Part | None], entities: Entities) -> dict[EntityId, dict[EntityId, int]]:
    """For each short form, the whole names that hold it, and how often each is mentioned with its sure short forms."""
    wholes: dict[EntityId, set[EntityId]] = defaultdict(set)
    for part in parts:
        if part is not None:
            wholes[part.short].add(part.whole)
    sure: dict[EntityId, int] = defaultdict(int)
    for short, holders in wholes.items():
        if len(holders) == 1:
            sure[next(iter(holders))] += entities[short].mentions
    return {
        short: {whole: entities[whole].mentions + sure[whole] for whole in holders} for short, holders in wholes.items()
    }


def _with_part(
    score: Score,
    part: Part | None,
    wholes: Mapping[EntityId, Mapping[EntityId, int]],
    entities: Entities,
) -> Score:
    if part is None or score.held_by:
        return score
    short, whole, personal = part
    if not personal:
        return _lifted(score, PART_ELSEWHERE, "part of the name, same document") if score.value >= 0.7 else score
    support = wholes[short]
    rivals = {other: count for other, count in support.items() if not _nested(whole, other, entities)}
    best_rival = max(rivals.values(), default=0)
    if support[whole] >= CLEARLY_MORE * best_rival:
        return _lifted(score, PART_IN_DOCUMENT, "part of the name, same document")
    names = ", ".join(sorted(entities[other].name for other in {whole, *rivals}))
    return _lifted(score, PART_OF_SEVERAL, f"part of several names in the same document: {names}")


def _nested(whole: EntityId, other: EntityId, entities: Entities) -> bool:
    """Whether two full names hold each other, so that they are no rivals (John Doe, John T. Doe)."""
    a = set(name_form(entities[whole].name, "person").core)
    b = set(name_form(entities[other].name, "person").core)
    return a <= b or b <= a


def _lifted(score: Score, value: float, words: str) -> Score:
    """The score raised to a value, with the reason; one that is higher already stays."""
    if score.value >= value:
        return score
    reason = Reason("same document", round(value - score.value, 4), words)
    return replace(score, value=value, reasons=(*score.reasons, reason), similarity=max(score.similarity, value))


def _with_neighbours(score: Score, left: NamedEntity, right: NamedEntity) -> Score:
    """Lower a sure score to a question if a name of common words stands in other documents among other names.

    Both must be well connected. A name with a word of its own (Tarnholm Shipping) means one thing anywhere.
    """
    if score.value <= FAR_APART or not _may_be_far_apart(left, right) or not (is_generic(left) or is_generic(right)):
        return score
    reason = Reason("neighbours", round(FAR_APART - score.value, 4), "other documents and no neighbour in common")
    return replace(score, value=FAR_APART, reasons=(*score.reasons, reason))


def _may_be_far_apart(left: NamedEntity, right: NamedEntity) -> bool:
    if min(len(left.neighbours), len(right.neighbours)) < ENOUGH_NEIGHBOURS:
        return False
    return left.document_ids.isdisjoint(right.document_ids) and left.neighbours.isdisjoint(right.neighbours)


def is_generic(entity: NamedEntity) -> bool:
    """Whether a name is made of common words and places only, so that many things bear it (First National Bank)."""
    core = name_form(entity.name, kind_of(entity.type)).core
    return all(word in GENERIC_WORDS or word in PLACES for word in map(expand, core))
