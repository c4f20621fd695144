"""Pairs of entities with their scores, computed once down to a floor: a threshold only filters them."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import isfinite

from graphkit.errors import BadRequest
from graphkit.model import EntityId, Report, silent
from graphkit.resolve.candidates import CandidateReport, candidates
from graphkit.resolve.context import in_context
from graphkit.resolve.names import NamedEntity
from graphkit.resolve.score import Score, Scorer
from graphkit.resolve.weights import corpus_scorer

FLOOR = 0.6
"""Lowest score that is kept: below it, labelled pairs of the four public sets are one in thirty the same."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two entities and their score; ``left`` is the smaller id."""

    left: EntityId
    right: EntityId
    score: Score

    @property
    def value(self) -> float:
        """The score from 0 to 1."""
        return self.score.value


@dataclass(frozen=True)
class Pairs:
    """All pairs with their scores, best first, then by ids, and a threshold that only filters them.

    ``scored`` are all pairs at or above the floor, ``rows`` those at or above the threshold. ``held`` are pairs
    that would stand among them if a guard did not hold them back. ``skipped`` counts entities that have no
    name or no id: a missing field is no match.
    """

    scored: tuple[Pair, ...]
    held: tuple[Pair, ...]
    entities: Mapping[EntityId, NamedEntity]
    threshold: float
    floor: float
    report: CandidateReport
    skipped: int = 0
    scorer: Scorer = field(default_factory=Scorer, repr=False)

    def at(self, threshold: float) -> Pairs:
        """The pairs at or above a threshold, without scoring anything again.

        Raises ``BadRequest`` below the floor, where pairs were not kept.
        """
        line = check_threshold(threshold)
        if line < self.floor:
            raise BadRequest(f"Scores were kept from {self.floor} on, not from {line}: find the pairs again.")
        return replace(self, threshold=line)

    @cached_property
    def rows(self) -> tuple[Pair, ...]:
        """The pairs at or above the threshold."""
        return self.scored[: bisect_right(self.scored, -self.threshold, key=lambda pair: -pair.value)]

    @cached_property
    def held_by(self) -> dict[str, int]:
        """How many pairs each guard holds back."""
        counts: dict[str, int] = defaultdict(int)
        for pair in self.held:
            for guard in pair.score.held_by:
                counts[guard] += 1
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    def score_of(self, left: EntityId, right: EntityId) -> Score:
        """Score of any two of the entities: the stored one, or made now."""
        first, second = (left, right) if left <= right else (right, left)
        known = self._scores.get((first, second))
        return known if known is not None else score_entities(self.scorer, self.entities[first], self.entities[second])

    @cached_property
    def _scores(self) -> dict[tuple[EntityId, EntityId], Score]:
        return {(pair.left, pair.right): pair.score for pair in (*self.held, *self.scored)}


def find_pairs(
    entities: Iterable[NamedEntity],
    *,
    floor: float = FLOOR,
    scorer: Scorer | None = None,
    ignore_types: bool = False,
    report: Report = silent,
) -> Pairs:
    """Find and score the pairs of entities that may be one, whatever the order in which they come.

    Args:
        entities: What to compare; those without a name or an id are counted and passed over. Of several with one
            id the most mentioned counts.
        floor: Lowest score to keep.
        scorer: The rules with their switches; None: those of ``corpus_scorer``.
        ignore_types: Whether entities of different types are compared too.
        report: Told how many pairs are scored; may raise ``Cancelled``.
    """
    line = check_threshold(floor)
    given = list(entities)
    rules = scorer or corpus_scorer(given)
    if ignore_types:
        rules = replace(rules, guards=rules.guards - {"types"})
    named = sorted((e for e in given if e.entity_id and e.spellings), key=lambda e: (e.mentions, e.name, e.type))
    known = {e.entity_id: e for e in named}
    ordered = [known[entity_id] for entity_id in sorted(known)]
    places, found_by = candidates(ordered, ignore_types=ignore_types, report=report)
    scored: list[Pair] = []
    for done, (a, b) in enumerate(places):
        if done % 1000 == 0:
            report(done, len(places), "scoring pairs of names")
        score = score_entities(rules, ordered[a], ordered[b])
        if score.similarity >= min(line, CONTEXT_FLOOR):
            scored.append(Pair(ordered[a].entity_id, ordered[b].entity_id, score))
    scored = [Pair(p.left, p.right, s) for p, s in zip(scored, in_context(scored, known), strict=True)]
    scored.sort(key=lambda pair: (-pair.value, pair.left, pair.right))
    return Pairs(
        scored=tuple(pair for pair in scored if pair.value >= line),
        held=tuple(pair for pair in scored if pair.value < line <= pair.score.similarity and pair.score.held_by),
        entities=known,
        threshold=line,
        floor=line,
        report=found_by,
        skipped=len(given) - len(named),
        scorer=rules,
    )


CONTEXT_FLOOR = 0.5
"""Score from which on what stands around the names may lift a pair over the floor (Holmes, Sherlock Holmes)."""


def score_entities(scorer: Scorer, left: NamedEntity, right: NamedEntity) -> Score:
    """Score of two entities: of their names, or of two of their aliases if no guard holds the names back.

    The best pair of spellings counts. A guard that holds the two names themselves holds all spellings.
    """
    names = scorer.score(left.name, right.name, left_type=left.type, right_type=right.type)
    if names.held_by or not (left.aliases or right.aliases):
        return names
    best = names
    for one in _spellings(left):
        for other in _spellings(right):
            score = scorer.score(one, other, left_type=left.type, right_type=right.type)
            if not score.held_by and score.value > best.value:
                best = score
    return best


def _spellings(entity: NamedEntity) -> Sequence[str]:
    return entity.spellings[:8]


def check_threshold(threshold: float) -> float:
    """The threshold itself if it lies in (0, 1]; else ``BadRequest``."""
    if not isfinite(threshold) or not 0 < threshold <= 1:
        raise BadRequest(f"The threshold is {threshold}, but must be over 0 and at most 1. Nothing was compared.")
    return threshold
