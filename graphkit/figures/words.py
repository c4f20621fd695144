"""Counts and edges in words."""

from __future__ import annotations

from graphkit.extract.manner import INTENDING, is_hedged
from graphkit.model import Edge


def counted(number: int, noun: str) -> str:
    """A number with its noun, such as "1 mention" or "2,000 mentions"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def edge_words(edge: Edge) -> str:
    """What an edge says: its predicate, with its denial, or that the two names stand together."""
    return relation_words(edge.predicate, directed=edge.directed, negated=edge.negated)


def relation_words(predicate: str, *, directed: bool = False, negated: bool = False) -> str:
    """A predicate as people read it, with its denial; without one, that two names are related or stand together."""
    words = predicate or ("related to" if directed else "seen together")
    if not negated:
        return words
    first, _, rest = words.partition(" ")
    return f"{first} not {rest}" if rest and is_hedged(words) and first not in INTENDING else f"not {words}"
