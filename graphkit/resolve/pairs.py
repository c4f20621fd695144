"""Pairs of entities with their scores, computed once down to a floor: a threshold only filters them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from graphkit.errors import BadRequest
from graphkit.model import EntityId, Report, silent
from graphkit.resolve.candidates import CandidateReport, candidates, name_forms
from graphkit.resolve.columns import Pair, PairColumns
from graphkit.resolve.context import in_context
from graphkit.resolve.forms import NameForm
from graphkit.resolve.guards import GUARDS
from graphkit.resolve.names import NamedEntity, is_unknown, kind_of
from graphkit.resolve.score import Score, Scorer
from graphkit.resolve.weights import scorer_of

FLOOR = 0.6
"""Lowest score that is kept: below it, labelled pairs of the four public sets are one in thirty the same."""


@dataclass(frozen=True)
class Pairs:
    """All pairs with their scores, best first, then by ids, and a threshold that only filters them.

    ``scored`` are all pairs at or above the floor, ``rows`` those at or above the threshold. ``held`` are pairs
    that would stand among them if a guard did not hold them back. ``skipped`` counts entities that have no
    name or no id: a missing field is no match.
    """

    scored: Sequence[Pair]
    held: Sequence[Pair]
    entities: Mapping[EntityId, NamedEntity]
    threshold: float
    floor: float
    report: CandidateReport
    skipped: int = 0
    scorer: Scorer = field(default_factory=Scorer, repr=False)
    told: dict[tuple[EntityId, EntityId], str] = field(default_factory=dict, repr=False, compare=False)
    """How two entities contradict each other, in words or empty, once somebody asked: the same at every line, so
    another line or a further decision costs no second comparison."""

    def at(self, threshold: float) -> Pairs:
        """The pairs at or above a threshold, without scoring anything again.

        Raises ``BadRequest`` below the floor, where pairs were not kept.
        """
        line = check_threshold(threshold)
        if line < self.floor:
            raise BadRequest(f"Scores were kept from {self.floor} on, not from {line}: find the pairs again.")
        return replace(self, threshold=line)

    @cached_property
    def values(self) -> NDArray[np.float64]:
        """The scores of all pairs at or above the floor, best first."""
        if isinstance(self.scored, PairColumns):
            return self.scored.values
        return np.array([pair.value for pair in self.scored], np.float64)

    @cached_property
    def rows(self) -> Sequence[Pair]:
        """The pairs at or above the threshold."""
        return self.scored[: int(np.searchsorted(-self.values, -self.threshold, side="right"))]

    @cached_property
    def held_by(self) -> dict[str, int]:
        """How many pairs each guard holds back."""
        if isinstance(self.held, PairColumns):
            counts = Counter(guard for rules in self.held.rules for guard in set(rules) & GUARDS)
        else:
            counts = Counter(guard for pair in self.held for guard in pair.score.held_by)
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    def score_of(self, left: EntityId, right: EntityId) -> Score:
        """Score of any two of the entities: the stored one, or made now."""
        first, second = (left, right) if left <= right else (right, left)
        known = self._changed.get((first, second))
        return known if known is not None else score_entities(self.scorer, self.entities[first], self.entities[second])

    @cached_property
    def _changed(self) -> dict[tuple[EntityId, EntityId], Score]:
        """The scores that what stands around the names has changed; all others are made again from the names."""
        found = {}
        for rows in (self.held, self.scored):
            if isinstance(rows, PairColumns):
                found.update({(rows.ids[a], rows.ids[b]): score for (a, b), score in rows.changed.items()})
            else:
                found.update({(pair.left, pair.right): pair.score for pair in rows})
        return found


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
    named = sorted((e for e in given if e.entity_id and e.spellings), key=lambda e: (e.mentions, e.name, e.type))
    known = {e.entity_id: e for e in named}
    ordered = [known[entity_id] for entity_id in sorted(known)]
    forms = [name_forms(entity) for entity in ordered]
    rules = scorer or scorer_of(own[0] for own in forms)
    if ignore_types:
        rules = replace(rules, guards=rules.guards - {"types"})
    places, found_by = candidates(ordered, ignore_types=ignore_types, forms=forms.__getitem__, report=report)
    scored, held = _scored(rules, ordered, forms, places, line, report)
    return Pairs(
        scored=scored,
        held=held,
        entities=known,
        threshold=line,
        floor=line,
        report=found_by,
        skipped=len(given) - len(named),
        scorer=rules,
    )


def _scored(
    rules: Scorer,
    entities: Sequence[NamedEntity],
    forms: Sequence[Sequence[NameForm]],
    places: tuple[NDArray[np.int64], NDArray[np.int64]],
    floor: float,
    report: Report,
) -> tuple[PairColumns, PairColumns]:
    """The pairs at or above the floor, and those that a guard keeps below it, both best first."""

    def rate(one: int, other: int) -> Score:
        left, right = entities[one], entities[other]
        if left.aliases or right.aliases or is_unknown(left.type) != is_unknown(right.type):
            return score_entities(rules, left, right)
        if kind_of(left.type) != kind_of(right.type):
            return score_entities(rules, left, right)
        return rules.score_forms(forms[one], forms[other], left.type, right.type)

    keep = min(floor, CONTEXT_FLOOR)
    combinations: dict[tuple[str, ...], tuple[str, ...]] = {}
    rows: list[tuple[int, int, float, float, tuple[str, ...], bool]] = []
    changed: dict[tuple[int, int], Score] = {}
    for done, (one, other) in enumerate(zip(places[0].tolist(), places[1].tolist(), strict=True)):
        if done % 1000 == 0:
            report(done, len(places[0]), "scoring pairs of names")
        score = rate(one, other)
        if score.similarity >= keep:
            names = tuple(reason.rule for reason in score.reasons)
            names = combinations.setdefault(names, names)
            rows.append((one, other, score.value, score.similarity, names, bool(score.held_by)))
    for at, score in in_context([(row[0], row[1]) for row in rows], rate, entities):
        one, other = rows[at][:2]
        changed[one, other] = score
        rules_of = tuple(reason.rule for reason in score.reasons)
        rows[at] = (one, other, score.value, score.similarity, rules_of, bool(score.held_by))
    rows.sort(key=lambda row: (-row[2], row[0], row[1]))
    ids = [entity.entity_id for entity in entities]

    def columns(chosen: Sequence[tuple[int, int, float, float, tuple[str, ...], bool]]) -> PairColumns:
        combined = np.empty(len(chosen), object)
        combined[:] = [row[4] for row in chosen]
        return PairColumns(
            ids,
            np.array([row[0] for row in chosen], np.int32),
            np.array([row[1] for row in chosen], np.int32),
            np.array([row[2] for row in chosen], np.float64),
            combined,
            rate,
            changed,
        )

    return (
        columns([row for row in rows if row[2] >= floor]),
        columns([row for row in rows if row[2] < floor <= row[3] and row[5]]),
    )


__all__ = ["FLOOR", "Pair", "Pairs", "check_threshold", "find_pairs", "score_entities"]
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
