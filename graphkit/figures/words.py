"""Counts and edges in words."""

from __future__ import annotations

from graphkit.model import Edge


def counted(number: int, noun: str) -> str:
    """A number with its noun, such as "1 mention" or "2,000 mentions"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def edge_words(edge: Edge) -> str:
    """What an edge says: its predicate, with its denial, or that the two names stand together."""
    words = edge.predicate or ("related to" if edge.directed else "seen together")
    return f"not: {words}" if edge.negated else words
