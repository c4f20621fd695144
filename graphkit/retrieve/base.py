"""What a question brings back: hits with their ranks, their path and the reason in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from graphkit.model import DocumentId, EntityId

Mode = Literal["lexical", "vector", "graph", "hybrid"]
MODES: tuple[Mode, ...] = ("lexical", "vector", "graph", "hybrid")
FoundBy = Literal["vector", "graph", "both"]
Way = Literal["lexical", "vector", "graph"]
WAYS: tuple[Way, ...] = ("lexical", "vector", "graph")


@dataclass(frozen=True, slots=True)
class PathStep:
    """One edge of a path, with the stretch of text that proves it."""

    subject: str
    predicate: str
    object: str
    document_id: DocumentId
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that answers. ``ranks`` holds its place, from 1, in each list that has it.

    ``source`` is ``vector`` if only words or vectors brought it, ``graph`` if only the graph did, else
    ``both``. ``entities`` are the names in it through which the graph reached it.
    """

    rank: int
    document_id: DocumentId
    title: str
    chunk: int
    start: int
    end: int
    text: str
    source: FoundBy
    ranks: dict[Way, int]
    score: float
    path: tuple[PathStep, ...]
    entities: tuple[EntityId, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Overlap:
    """How far the two ways agree on the hits shown: counts, and the share of both in all (0 to 1)."""

    vector_only: int
    graph_only: int
    both: int
    jaccard: float


@dataclass(frozen=True, slots=True)
class Answer:
    """All that a question brought. ``lists`` holds each single ranking beside the one asked for.

    ``notes`` say in words what could not be used and why (no vectors, no name of the question known).
    """

    question: str
    mode: Mode
    hits: tuple[Hit, ...]
    overlap: Overlap
    lists: dict[Mode, tuple[Hit, ...]]
    entities: tuple[EntityId, ...]
    notes: tuple[str, ...] = ()
