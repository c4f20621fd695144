"""Groups of entities that are one, from pairs above a line, cut where members contradict each other.

Pairs are taken from the surest to the weakest, and a pair joins two groups unless a member of one and a member
of the other are held apart by a decision or a guard, or have each a word of their own. So a chain breaks at its
weakest link, the pair there becomes a question, and the result does not depend on the order of the input.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from graphkit.model import Decision, EntityId
from graphkit.resolve.decisions import pair as ordered
from graphkit.resolve.decisions import same_as, verdicts
from graphkit.resolve.forms import name_form
from graphkit.resolve.names import NamedEntity, kind_of
from graphkit.resolve.pairs import Pair, Pairs
from graphkit.resolve.score import Reason, Score

CHECKED_MEMBERS = 40
"""Members of a group, most mentioned first, whose agreement with those of another group is checked."""
ENDS_DISAGREE = 0.70
"""Two members with words of their own contradict each other below this score (Sherlock and Mycroft Holmes: 0.41)."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """Entities that are one: the canonical one first, the others by id. ``pairs`` joined them, best first.

    ``weakest`` is the lowest score among the pairs, 1 if decisions alone made the cluster. ``decided`` says
    whether decisions in force already join all its members.
    """

    members: tuple[EntityId, ...]
    pairs: tuple[Pair, ...]
    weakest: float
    decided: bool

    @property
    def canonical(self) -> EntityId:
        """The member that stands for all."""
        return self.members[0]

    @property
    def aliases(self) -> tuple[EntityId, ...]:
        """The members merged away."""
        return self.members[1:]


@dataclass(frozen=True, slots=True)
class Question:
    """A pair above the line that was not followed, and why in words. It is for the analyst."""

    pair: Pair
    words: str


@dataclass(frozen=True, slots=True)
class Clusters:
    """All clusters of two or more, largest first, and the pairs that need a person."""

    clusters: tuple[Cluster, ...]
    questions: tuple[Question, ...]
    threshold: float

    @property
    def joined(self) -> int:
        """Number of entities that are merged away."""
        return sum(len(cluster.aliases) for cluster in self.clusters)

    @property
    def largest(self) -> int:
        """Members of the largest cluster; 0 if there is none."""
        return max((len(cluster.members) for cluster in self.clusters), default=0)

    @property
    def mapping(self) -> dict[EntityId, EntityId]:
        """For each alias the canonical entity of its cluster."""
        return {alias: cluster.canonical for cluster in self.clusters for alias in cluster.aliases}


def cluster(pairs: Pairs, decisions: Iterable[Decision] = ()) -> Clusters:
    """Join the entities of the pairs into clusters, following decisions first and similarity second.

    What was decided to be the same is joined, what was decided to be different or unsure is not.
    """
    rows = list(decisions)
    known = verdicts(rows)
    decided = {a: c for a, c in same_as(rows).items() if a in pairs.entities and c in pairs.entities}
    groups = Groups(pairs, {ends for ends, verdict in known.items() if verdict == "different"})
    for alias, canonical in decided.items():
        groups.join(alias, canonical)
    joined: list[Pair] = []
    questions: list[Question] = []
    for row in pairs.rows:
        verdict = known.get((row.left, row.right))
        if verdict == "unsure":
            questions.append(Question(row, "somebody was unsure"))
        elif verdict != "different" and groups.of(row.left) == groups.of(row.right):
            joined.append(row)
        elif verdict != "different":
            contradiction = groups.contradiction(row.left, row.right)
            if contradiction:
                questions.append(Question(row, contradiction))
            else:
                groups.join(row.left, row.right)
                joined.append(row)
    return Clusters(_clusters(groups, pairs, joined, decided), tuple(questions), pairs.threshold)


class Groups:
    """Disjoint sets that know who must not meet."""

    def __init__(self, pairs: Pairs, apart: Iterable[tuple[EntityId, EntityId]]) -> None:
        self._pairs = pairs
        self._apart: dict[EntityId, set[EntityId]] = defaultdict(set)
        for one, other in apart:
            self._apart[one].add(other)
            self._apart[other].add(one)
        self._group: dict[EntityId, EntityId] = {}
        self._faces: dict[EntityId, list[EntityId]] = {}
        self._told = pairs.told
        self.members: dict[EntityId, list[EntityId]] = {}

    def of(self, one: EntityId) -> EntityId:
        if one not in self._group:
            self._group[one] = one
            self.members[one] = self._faces[one] = [one]
        return self._group[one]

    def join(self, left: EntityId, right: EntityId) -> None:
        keep, give = sorted((self.of(left), self.of(right)), key=lambda g: (-len(self.members[g]), g))
        if keep != give:
            self._faces[keep] = self._most_mentioned([*self._faces[keep], *self._faces.pop(give)])
            moved = self.members.pop(give)
            self.members[keep] = [*self.members[keep]] if len(self.members[keep]) == 1 else self.members[keep]
            self.members[keep] += moved
            self._group.update(dict.fromkeys(moved, keep))

    def contradiction(self, left: EntityId, right: EntityId) -> str:
        """Why the groups of two entities must not be joined, in words; nothing if they may."""
        one, other = self.of(left), self.of(right)
        if self._apart:
            few, many = sorted((one, other), key=lambda g: (len(self.members[g]), g))
            apart = [
                ordered(a, b) for a in self.members[few] for b in self._apart.get(a, ()) if self._group.get(b) == many
            ]
            if apart:
                first, second = min(apart)
                return f"{self._name(first)} and {self._name(second)} were decided to be different"
        if len(self.members[one]) + len(self.members[other]) == 2:
            return ""
        sides = sorted((self._faces[one], self._faces[other]), key=min)
        for ends in product(*sides):
            first, second = ordered(*ends)
            words = self._disagreement(first, second)
            if words and (first, second) != ordered(left, right):
                return f"it would join {self._name(first)} and {self._name(second)}: {words}"
        return ""

    def _most_mentioned(self, members: Sequence[EntityId]) -> list[EntityId]:
        """The members whose agreement is checked, one of each name: fifty thousand of one name are one to look at."""
        entities = self._pairs.entities
        faces: dict[tuple[str, str], EntityId] = {}
        for member in sorted(members, key=lambda m: (-entities[m].mentions, m)):
            faces.setdefault((entities[member].name, entities[member].type), member)
        return list(faces.values())[:CHECKED_MEMBERS]

    def _disagreement(self, one: EntityId, other: EntityId) -> str:
        told = self._told.get((one, other))
        if told is None:
            score = self._pairs.score_of(one, other)
            told = self._told[one, other] = next(
                (reason.words for reason in score.reasons if _parts(reason, score)), ""
            )
        return told

    def _name(self, one: EntityId) -> str:
        return f"“{self._pairs.entities[one].name}”"


def _parts(reason: Reason, score: Score) -> bool:
    return reason.rule in score.held_by or (reason.rule == "own words" and score.value < ENDS_DISAGREE)


def _clusters(
    groups: Groups, pairs: Pairs, joined: Sequence[Pair], decided: dict[EntityId, EntityId]
) -> tuple[Cluster, ...]:
    inside: dict[EntityId, list[Pair]] = defaultdict(list)
    for row in joined:
        inside[groups.of(row.left)].append(row)
    leaders = set(decided.values()) - set(decided)
    found = []
    for group, members in groups.members.items():
        if len(members) < 2:
            continue
        order = ranked([pairs.entities[m] for m in members], leaders)
        own = tuple(inside[group])
        roots = {decided.get(member, member) for member in members}
        found.append(Cluster(order, own, min((p.value for p in own), default=1.0), len(roots) == 1))
    return tuple(sorted(found, key=lambda c: (-len(c.members), -c.weakest, c.members)))


def ranked(members: Sequence[NamedEntity], leaders: set[EntityId]) -> tuple[EntityId, ...]:
    """The canonical member first: one that a decision chose; else one that is no mere part of another's name,
    with the most mentions, the most complete name, the smallest id. The others follow by id."""
    cores = {m.entity_id: name_form(m.name, kind_of(m.type)) for m in members}
    words = {entity_id: set(form.core) for entity_id, form in cores.items()}
    largest = max((len(w) for w in words.values()), default=0)

    def rank(member: NamedEntity) -> tuple[bool, bool, int, int, int, EntityId]:
        own = words[member.entity_id]
        part = len(own) == 1 < largest and any(own < other for other in words.values())
        form = cores[member.entity_id]
        return (
            member.entity_id not in leaders,
            part,
            -member.mentions,
            -len(form.words),
            -len(member.name),
            member.entity_id,
        )

    first = min(members, key=rank).entity_id
    return (first, *sorted(m.entity_id for m in members if m.entity_id != first))
