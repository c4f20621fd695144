"""The shape that ``graphkit resolve --json`` prints."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from graphkit.model import UNKNOWN, EntityId
from graphkit.resolve.clusters import Clusters
from graphkit.resolve.decisions import Act
from graphkit.resolve.pairs import Pair, Pairs


class NamedRow(TypedDict):
    """An entity by id and name."""

    entity_id: str
    name: str
    type: str


class ReasonRow(TypedDict):
    """One step of a score."""

    rule: str
    points: float
    words: str


class PairRow(TypedDict):
    """Two entities that may be one, with the reasons."""

    left: NamedRow
    right: NamedRow
    score: float
    reasons: list[ReasonRow]


class QuestionRow(PairRow):
    """A pair over the line that was not followed, and why."""

    why: str


class ClusterRow(TypedDict):
    """Entities that are one; ``weakest`` is the lowest score that joins them."""

    canonical: NamedRow
    aliases: list[NamedRow]
    weakest: float
    decided: bool


class ResolutionRow(TypedDict):
    """What resolution proposes; ``applied`` holds the merge ids of what was decided just now."""

    threshold: float
    pairs: list[PairRow]
    clusters: list[ClusterRow]
    questions: list[QuestionRow]
    held: dict[str, int]
    applied: list[str]


def resolution_row(pairs: Pairs, clusters: Clusters, applied: Iterable[Act]) -> ResolutionRow:
    """Pairs at or above the threshold, the clusters that they make, and the questions left."""
    return {
        "threshold": clusters.threshold,
        "pairs": [_pair(pairs, pair) for pair in pairs.rows],
        "clusters": [
            {
                "canonical": _named(pairs, cluster.canonical),
                "aliases": [_named(pairs, alias) for alias in cluster.aliases],
                "weakest": cluster.weakest,
                "decided": cluster.decided,
            }
            for cluster in clusters.clusters
        ],
        "questions": [{**_pair(pairs, question.pair), "why": question.words} for question in clusters.questions],
        "held": pairs.held_by,
        "applied": [act.merge_id for act in applied],
    }


def _pair(pairs: Pairs, pair: Pair) -> PairRow:
    return {
        "left": _named(pairs, pair.left),
        "right": _named(pairs, pair.right),
        "score": pair.value,
        "reasons": [{"rule": r.rule, "points": r.points, "words": r.words} for r in pair.score.reasons],
    }


def _named(pairs: Pairs, entity_id: EntityId) -> NamedRow:
    """An entity that decisions name may be gone by now; its id stands for its name then."""
    known = pairs.entities.get(entity_id)
    if known is None:
        return {"entity_id": entity_id, "name": entity_id, "type": UNKNOWN}
    return {"entity_id": entity_id, "name": known.name, "type": known.type}
