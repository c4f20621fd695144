"""Clusters at every line from one pass over the pairs: moving the line cuts a tree and scores nothing.

Pairs are followed from the surest to the weakest, so the clusters at a lower line only go on from those at a higher
one. Each join is a node above the two groups that it joins (single linkage; a maximum spanning forest of the pairs
that nothing contradicts). A line takes the joins above it, and each entity's cluster is its highest node among them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from graphkit.errors import BadRequest
from graphkit.model import Decision, EntityId, Report, silent
from graphkit.resolve.clusters import Cluster, Groups, Question, ranked
from graphkit.resolve.columns import PairColumns
from graphkit.resolve.decisions import same_as, verdicts
from graphkit.resolve.pairs import Pairs, check_threshold


@dataclass(frozen=True, eq=False)
class Dendrogram:
    """All joins of entities, those that decisions made first, then by score.

    ``values`` are the scores of the joins (infinite for decisions), ``parent`` the node above each node: first the
    entities in the order of ``ids``, then the joins; a node without one is its own. ``sizes`` are the entities below
    each join, ``largest`` and ``clusters`` the largest cluster and the number of clusters once it is made.
    ``asked`` are places in ``pairs.scored`` that were not followed, and why.
    """

    pairs: Pairs
    ids: Sequence[EntityId]
    values: NDArray[np.float64]
    parent: NDArray[np.int32]
    sizes: NDArray[np.int32]
    largest: NDArray[np.int32]
    clusters: NDArray[np.int32]
    asked: tuple[tuple[int, str], ...]
    decided: dict[EntityId, EntityId] = field(default_factory=dict, repr=False)
    apart: frozenset[tuple[EntityId, EntityId]] = frozenset()

    def at(self, line: float) -> Cut:
        """The clusters at a line. Raises ``BadRequest`` below the floor of the pairs."""
        threshold = check_threshold(line)
        if threshold < self.pairs.floor:
            raise BadRequest(
                f"Scores were kept from {self.pairs.floor} on, not from {threshold}: find the pairs again."
            )
        return Cut(self, threshold, self._joins(threshold))

    def move(self, old: float, new: float) -> Move:
        """What moving the line would change: merges that come, and merges that go."""
        before, after = self.at(old), self.at(new)
        return Move(old, new, max(after.joined - before.joined, 0), max(before.joined - after.joined, 0))

    def steps(self) -> tuple[Step, ...]:
        """What every line from 1 down to the floor leaves, a hundredth apart, highest first."""
        asked = self.pairs.values[[at for at, _ in self.asked]]
        found = []
        for hundred in range(100, math.ceil(self.pairs.floor * 100 - 1e-9) - 1, -1):
            cut = self.at(hundred / 100)
            questions = int((asked >= cut.threshold).sum())
            found.append(Step(cut.threshold, cut.left, cut.joined, len(cut), cut.largest, questions))
        return tuple(found)

    def _joins(self, line: float) -> int:
        return int(np.searchsorted(-self.values, -line, side="right"))

    @cached_property
    def not_followed(self) -> frozenset[int]:
        """Places in ``pairs.scored`` that became questions."""
        return frozenset(at for at, _ in self.asked)

    @cached_property
    def ends(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Places in ``ids`` of both ends of each pair in ``pairs.scored``."""
        return _ends(self.pairs, {one: at for at, one in enumerate(self.ids)})


@dataclass(frozen=True, slots=True)
class Move:
    """What moving the line from ``old`` to ``new`` does: so many more entities are merged away, or so many fewer."""

    old: float
    new: float
    added: int
    dropped: int

    @property
    def words(self) -> str:
        """The change in words."""
        return f"moving from {self.old:.2f} to {self.new:.2f} adds {self.added:,} merges, drops {self.dropped:,}"


@dataclass(frozen=True, slots=True)
class Step:
    """What one line leaves: entities, those merged away, clusters, members of the largest, pairs for the analyst."""

    threshold: float
    left: int
    merged: int
    clusters: int
    largest: int
    questions: int


@dataclass(frozen=True, eq=False)
class Cut:
    """The clusters at one line. Numbers are read off; a cluster with its names is made when it is looked at."""

    tree: Dendrogram
    threshold: float
    joins: int

    @property
    def joined(self) -> int:
        """Entities that are merged away."""
        return self.joins

    @property
    def left(self) -> int:
        """Entities that are left."""
        return len(self.tree.ids) - self.joins

    @property
    def largest(self) -> int:
        """Members of the largest cluster; 0 if there is none."""
        return int(self.tree.largest[self.joins - 1]) if self.joins else 0

    @cached_property
    def group(self) -> NDArray[np.int32]:
        """The node that stands for the cluster of each entity; an entity alone stands for itself."""
        whole = len(self.tree.ids)
        above = self.tree.parent[: whole + self.joins]
        top = np.where(above < whole + self.joins, above, np.arange(len(above), dtype=np.int32))
        while not np.array_equal(higher := top[top], top):
            top = higher
        return top[:whole]

    @cached_property
    def _ordered(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Entities in clusters, cluster by cluster, largest first; where each cluster begins; its node."""
        whole = len(self.tree.ids)
        inside = np.flatnonzero(self.group >= whole)
        nodes = self.group[inside].astype(np.int64)
        order = np.lexsort((inside, nodes, -self.tree.sizes[nodes - whole]))
        inside, nodes = inside[order], nodes[order]
        starts = np.flatnonzero(np.concatenate([[True], nodes[1:] != nodes[:-1]])) if len(nodes) else nodes
        return inside, starts, nodes[starts]

    def __len__(self) -> int:
        return int(self.tree.clusters[self.joins - 1]) if self.joins else 0

    @property
    def undecided(self) -> int:
        """Clusters that hold more than decisions in force have joined."""
        _, _, nodes = self._ordered
        decisions = int(np.isinf(self.tree.values).sum())
        return int((nodes >= len(self.tree.ids) + decisions).sum())

    def cluster(self, number: int) -> Cluster:
        """A cluster with its names, pairs and canonical member; 0 is the largest, then by the surest last join."""
        inside, starts, nodes = self._ordered
        end = starts[number + 1] if number + 1 < len(starts) else len(inside)
        members = [self.tree.ids[place] for place in inside[starts[number] : end]]
        pairs = self.tree.pairs
        left, right = self.tree.ends
        above = int(np.searchsorted(-pairs.values, -self.threshold, side="right"))
        own = np.flatnonzero((self.group[left[:above]] == nodes[number]) & (self.group[right[:above]] == nodes[number]))
        found = (pairs.scored[at] for at in own.tolist() if at not in self.tree.not_followed)
        rows = tuple(row for row in found if (row.left, row.right) not in self.tree.apart)
        decided = self.tree.decided
        leaders = set(decided.values()) - set(decided)
        return Cluster(
            ranked([pairs.entities[member] for member in members], leaders),
            rows,
            min((row.value for row in rows), default=1.0),
            len({decided.get(member, member) for member in members}) == 1,
        )

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """Pairs above the line that were not followed, surest first."""
        scored, values = self.tree.pairs.scored, self.tree.pairs.values
        return tuple(Question(scored[at], words) for at, words in self.tree.asked if values[at] >= self.threshold)


def dendrogram(pairs: Pairs, decisions: Iterable[Decision] = (), *, report: Report = silent) -> Dendrogram:
    """Join the entities of the pairs down to the floor, following decisions first and similarity second.

    What is found at a line is what ``cluster(pairs.at(line), decisions)`` finds.
    """
    rows = list(decisions)
    known = verdicts(rows)
    decided = {a: c for a, c in same_as(rows).items() if a in pairs.entities and c in pairs.entities}
    ids = list(pairs.entities)
    place = {one: at for at, one in enumerate(ids)}
    groups = Groups(pairs, {ends for ends, verdict in known.items() if verdict == "different"})
    node: dict[EntityId, int] = {}  # of a group, by the id that the group goes by
    joins: list[tuple[float, int, int, int]] = []
    asked: list[tuple[int, str]] = []
    parent = list(range(len(ids)))

    def join(one: EntityId, other: EntityId, value: float) -> None:
        first, second = groups.of(one), groups.of(other)
        if first == second:
            return
        sizes = len(groups.members[first]), len(groups.members[second])
        new = len(parent)
        for group in (first, second):
            parent[node.pop(group, place[group])] = new
        parent.append(new)
        groups.join(one, other)
        node[groups.of(one)] = new
        joins.append((value, sum(sizes), 1 - sum(size > 1 for size in sizes), new))

    for alias, canonical in decided.items():
        join(alias, canonical, np.inf)
    left, right = _ends(pairs, place)
    values = pairs.values.tolist()
    for at, (a, b) in enumerate(zip(left.tolist(), right.tolist(), strict=True)):
        if at % 10_000 == 0:
            report(at, len(values), "joining names")
        one, other = ids[a], ids[b]
        verdict = known.get((one, other)) if known else None
        if verdict == "unsure":
            asked.append((at, "somebody was unsure"))
        elif verdict != "different" and groups.of(one) != groups.of(other):
            words = groups.contradiction(one, other)
            if words:
                asked.append((at, words))
            else:
                join(one, other, values[at])
    sizes = np.array([row[1] for row in joins], np.int32)
    return Dendrogram(
        pairs=pairs,
        ids=ids,
        values=np.array([row[0] for row in joins], np.float64),
        parent=np.array(parent, np.int32),
        sizes=sizes,
        largest=np.maximum.accumulate(sizes) if len(sizes) else sizes,
        clusters=np.cumsum([row[2] for row in joins], dtype=np.int32),
        asked=tuple(asked),
        decided=decided,
        apart=frozenset(ends for ends, verdict in known.items() if verdict == "different"),
    )


def _ends(pairs: Pairs, place: dict[EntityId, int]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    if isinstance(pairs.scored, PairColumns):
        # The pairs of one type still count in the list of all entities; those elsewhere are the end of none.
        own = np.array([place.get(one, -1) for one in pairs.scored.ids], np.int32)
        return own[pairs.scored.left], own[pairs.scored.right]
    left = np.array([place[pair.left] for pair in pairs.scored], np.int32)
    return left, np.array([place[pair.right] for pair in pairs.scored], np.int32)
