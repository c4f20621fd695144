"""What was decided about pairs of entities, as a list of rows that only grows: merge, keep apart, undo, redo.

An act (all rows of one ``merge_id``) says of one or more aliases that they are the same as a canonical entity,
or of two entities that they are different. Nothing is ever rewritten: undoing an act marks its rows, and the
mapping from alias to canonical entity is computed anew from the rows that are in force.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from typing import NamedTuple

from graphkit.errors import BadRequest
from graphkit.model import Decision, EntityId, Verdict


@dataclass(frozen=True, slots=True)
class Act:
    """All rows of one ``merge_id``. ``left`` of each row is an alias and ``right`` what it is compared with."""

    merge_id: str
    verdict: Verdict
    who: str
    when: str
    rows: tuple[Decision, ...]
    undone: bool

    @property
    def entities(self) -> frozenset[EntityId]:
        """Every entity that the act names."""
        return frozenset(end for row in self.rows for end in (row.left, row.right))


def merge(
    aliases: Iterable[EntityId],
    canonical: EntityId,
    *,
    who: str,
    when: datetime | None = None,
    threshold: float | None = None,
    scores: Mapping[EntityId, float] | None = None,
    reasons: Mapping[EntityId, tuple[str, ...]] | None = None,
) -> tuple[Decision, ...]:
    """Rows that say: these aliases are the canonical entity. Store them to put them in force.

    Args:
        aliases: Entities merged away; the canonical one among them is passed over.
        canonical: The entity that stands for them all.
        who: Name of the person or rule that decides.
        when: Time of the act; None: now.
        threshold: The line above which the pairs were taken, if there was one.
        scores: Score of each alias, if there was one.
        reasons: Why, in words, for each alias.
    """
    names = sorted(set(aliases) - {canonical})
    if not names:
        raise BadRequest("Nothing to merge: choose at least two entities. Nothing was stored.")
    grounds = {name: _Ground((scores or {}).get(name), tuple((reasons or {}).get(name, ()))) for name in names}
    return _act([(name, canonical) for name in names], "same", who, when, grounds, threshold)


def keep_apart(
    left: EntityId,
    right: EntityId,
    *,
    who: str,
    when: datetime | None = None,
    score: float | None = None,
    reasons: tuple[str, ...] = (),
    verdict: Verdict = "different",
) -> tuple[Decision, ...]:
    """Rows that say: these two are different (or, with ``unsure``, that nobody knows yet)."""
    if left == right:
        raise BadRequest("An entity cannot be kept apart from itself: choose two. Nothing was stored.")
    first, second = sorted((left, right))
    return _act([(first, second)], verdict, who, when, {first: _Ground(score, reasons)})


class _Ground(NamedTuple):
    """Why an alias is, or is not, the other: the score and the reasons in words, if there were any."""

    score: float | None
    reasons: tuple[str, ...]


def _act(
    pairs: Sequence[tuple[EntityId, EntityId]],
    verdict: Verdict,
    who: str,
    when: datetime | None,
    grounds: Mapping[EntityId, _Ground],
    threshold: float | None = None,
) -> tuple[Decision, ...]:
    time = (when or datetime.now(UTC)).astimezone(UTC).isoformat(timespec="microseconds")
    merge_id = _digest(verdict, who, time, *(name for ends in pairs for name in ends))
    return tuple(
        Decision(
            decision_id=_digest(merge_id, left, right),
            merge_id=merge_id,
            left=left,
            right=right,
            verdict=verdict,
            who=who,
            when=time,
            threshold=threshold,
            score=grounds[left].score,
            reasons=grounds[left].reasons,
        )
        for left, right in pairs
    )


def _digest(*parts: str) -> str:
    text = json.dumps(parts)
    return sha256(text.encode()).hexdigest()[:12]


def acts(decisions: Iterable[Decision]) -> tuple[Act, ...]:
    """The rows gathered into acts, oldest first."""
    rows: dict[str, list[Decision]] = {}
    for decision in sorted(decisions, key=lambda d: (d.when, d.merge_id, d.decision_id)):
        rows.setdefault(decision.merge_id, []).append(decision)
    return tuple(
        Act(merge_id, own[0].verdict, own[0].who, own[0].when, tuple(own), all(d.undone for d in own))
        for merge_id, own in rows.items()
    )


def same_as(decisions: Iterable[Decision]) -> dict[EntityId, EntityId]:
    """For each alias of a merge in force, the entity that stands for it, chains followed to their end.

    Later acts win: the canonical entity of the newest merge stands for its whole group, and a pair that was
    later decided to be different is no longer joined by that row.
    """
    rows = list(decisions)
    apart = kept_apart(rows)
    parent: dict[EntityId, EntityId] = {}
    name: dict[EntityId, EntityId] = {}
    for act in acts(rows):
        if act.verdict != "same":
            continue
        for row in act.rows:
            if row.undone or pair(row.left, row.right) in apart:
                continue
            root, other = _root(parent, row.right), _root(parent, row.left)
            parent[other] = root
            name[root] = row.right
    return {one: name[root] for one in sorted(parent) if (root := _root(parent, one)) and one != name[root]}


def _root(parent: dict[EntityId, EntityId], one: EntityId) -> EntityId:
    """The top of an entity's tree; the way there is shortened."""
    top = parent.setdefault(one, one)
    while parent[top] != top:
        top = parent[top]
    while parent[one] != top:
        parent[one], one = top, parent[one]
    return top


def pair(left: EntityId, right: EntityId) -> tuple[EntityId, EntityId]:
    """Two entities whose order does not matter, smaller id first."""
    return (left, right) if left <= right else (right, left)


def kept_apart(decisions: Iterable[Decision]) -> frozenset[tuple[EntityId, EntityId]]:
    """Pairs that are decided to be different, smaller id first. The newest word on a pair counts."""
    return frozenset(ends for ends, verdict in verdicts(decisions).items() if verdict == "different")


def verdicts(decisions: Iterable[Decision]) -> dict[tuple[EntityId, EntityId], Verdict]:
    """The newest verdict in force on each pair, smaller id first."""
    found: dict[tuple[EntityId, EntityId], Verdict] = {}
    for act in acts(decisions):
        for row in act.rows:
            if not row.undone:
                found[pair(row.left, row.right)] = row.verdict
    return found


def undo(decisions: Iterable[Decision], merge_id: str) -> tuple[Decision, ...]:
    """The rows to be stored so that an act is undone; () if it is undone already.

    Raises ``BadRequest`` if there is no such act, or if a later merge builds on it: that one is named, and
    is to be undone first.
    """
    known = acts(decisions)
    act = _find(known, merge_id)
    if act.undone:
        return ()
    later = [other for other in known[known.index(act) + 1 :] if not other.undone and _builds_on(other, act)]
    if later:
        names = ", ".join(other.merge_id for other in reversed(later))
        raise BadRequest(
            f"Merge {merge_id} cannot be undone before the later merges that build on it: undo {names} first. "
            "Nothing was changed."
        )
    return tuple(replace(row, undone=True) for row in act.rows)


def redo(decisions: Iterable[Decision], merge_id: str) -> tuple[Decision, ...]:
    """The rows to be stored so that an undone act is in force again; () if it is in force.

    Raises ``BadRequest`` if there is no such act, or if a later merge in force touches the same entities.
    """
    known = acts(decisions)
    act = _find(known, merge_id)
    if not any(row.undone for row in act.rows):
        return ()
    later = [other for other in known[known.index(act) + 1 :] if not other.undone and _builds_on(other, act)]
    if later:
        names = ", ".join(other.merge_id for other in reversed(later))
        raise BadRequest(
            f"Merge {merge_id} cannot be put in force again under the later merges of its entities: undo {names} "
            "first. Nothing was changed."
        )
    return tuple(replace(row, undone=False) for row in act.rows)


def _find(known: Sequence[Act], merge_id: str) -> Act:
    for act in known:
        if act.merge_id == merge_id:
            return act
    raise BadRequest(f"There is no merge {merge_id!r}. List the decisions to see the ids; nothing was changed.")


def _builds_on(later: Act, act: Act) -> bool:
    """Whether a later merge touches what an earlier merge joined. Verdicts of difference depend on nothing."""
    return later.verdict == act.verdict == "same" and bool(later.entities & act.entities)
