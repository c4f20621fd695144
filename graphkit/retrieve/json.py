"""An answer as JSON. Programs rely on these names: a changed one is a break."""

from __future__ import annotations

from typing import TypedDict

from graphkit.retrieve.base import Answer, FoundBy, Hit, Mode, PathStep


class StepRow(TypedDict):
    """One step of a path, with the stretch that proves it."""

    subject: str
    predicate: str
    object: str
    document: str
    start: int
    end: int


class HitRow(TypedDict):
    """A passage that answers a question."""

    rank: int
    document: str
    title: str
    chunk: int
    start: int
    end: int
    text: str
    source: FoundBy
    ranks: dict[str, int | None]
    score: float
    path: list[StepRow]
    why: str


class OverlapRow(TypedDict):
    """How far words or vectors and the graph agree."""

    vector_only: int
    graph_only: int
    both: int
    jaccard: float


class AnswerRow(TypedDict):
    """All that a question brought."""

    question: str
    mode: Mode
    results: list[HitRow]
    overlap: OverlapRow
    notes: list[str]


def answer_row(answer: Answer) -> AnswerRow:
    """An answer with every hit, its ranks and its path."""
    return {
        "question": answer.question,
        "mode": answer.mode,
        "results": [hit_row(hit) for hit in answer.hits],
        "overlap": {
            "vector_only": answer.overlap.vector_only,
            "graph_only": answer.overlap.graph_only,
            "both": answer.overlap.both,
            "jaccard": answer.overlap.jaccard,
        },
        "notes": list(answer.notes),
    }


def hit_row(hit: Hit) -> HitRow:
    """A hit; its rank in a list that does not have it is null."""
    return {
        "rank": hit.rank,
        "document": hit.document_id,
        "title": hit.title,
        "chunk": hit.chunk,
        "start": hit.start,
        "end": hit.end,
        "text": hit.text,
        "source": hit.source,
        "ranks": {
            "lexical": hit.ranks.get("lexical"),
            "vector": hit.ranks.get("vector"),
            "graph": hit.ranks.get("graph"),
        },
        "score": hit.score,
        "path": [_step(step) for step in hit.path],
        "why": hit.why,
    }


def _step(step: PathStep) -> StepRow:
    return {
        "subject": step.subject,
        "predicate": step.predicate,
        "object": step.object,
        "document": step.document_id,
        "start": step.start,
        "end": step.end,
    }
