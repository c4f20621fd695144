"""Counts and edges in words."""

from __future__ import annotations

from collections.abc import Sequence

from graphkit.extract.manner import INTENDING, is_hedged
from graphkit.extract.predicate_groups import group_of
from graphkit.model import Edge, Entity, Wording
from graphkit.store.names import fits


def counted(number: int, noun: str) -> str:
    """A number with its noun, such as "1 mention" or "2,000 mentions"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def edge_words(edge: Edge) -> str:
    """What an edge says: its predicate, with its denial, or that the two names stand together."""
    return relation_words(edge.predicate, directed=edge.directed, negated=edge.negated)


def group_words(edge: Edge) -> str:
    """What other wordings say the same, such as "same as: work for"; empty for a predicate that stands alone."""
    group = group_of(edge.predicate)
    if not edge.directed or group.name == edge.predicate:
        return ""
    return f"the other way round: {group.name}" if group.turned else f"same as: {group.name}"


def relation_words(predicate: str, *, directed: bool = False, negated: bool = False) -> str:
    """A predicate as people read it, with its denial; without one, that two names are related or stand together."""
    words = predicate or ("related to" if directed else "seen together")
    if not negated:
        return words
    first, _, rest = words.partition(" ")
    return f"{first} not {rest}" if rest and is_hedged(words) and first not in INTENDING else f"not {words}"


def found_words(query: str, found: Sequence[Entity]) -> str:
    """What a search for a name brought: how many fit, that others are near, or that there is none."""
    if not found:
        return "No name fits. Try a part of it."
    if fits(query, (name for entity in found for name in (entity.name, *entity.aliases))):
        return f"{counted(len(found), 'name')} found, best first."
    return "No name is written like this. These are near:"


def said_how(wording: Wording) -> list[str]:
    """What a reader must know of a statement: who is said to say so, that it is only possible, its tense."""
    told = [f"according to {wording.source.text}"] if wording.source else []
    told += [f"not asserted: {wording.modality}"] if wording.modality else []
    told += [f"{wording.tense} tense"] if wording.tense else []
    return told
