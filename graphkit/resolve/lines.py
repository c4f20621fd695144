"""Lines for types: the pairs of one type, and pairs above a line that each type has for itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from graphkit.model import EntityId
from graphkit.resolve.columns import Pair, ends_of, kept
from graphkit.resolve.pairs import Pairs, check_threshold


def types_of(pairs: Pairs) -> dict[str, int]:
    """How many pairs have an end of each type, most first, then by name; types without a pair are absent."""
    counts = Counter(kind for rows in (pairs.scored, pairs.held) for ends in _types(pairs, rows) for kind in set(ends))
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def of_type(pairs: Pairs, kind: str) -> Pairs:
    """The pairs with an end of this type, and the entities of this type and those that they are compared with."""
    scored = kept(pairs.scored, [kind in ends for ends in _types(pairs, pairs.scored)])
    held = kept(pairs.held, [kind in ends for ends in _types(pairs, pairs.held)])
    ends = {end for rows in (scored, held) for left, right, _ in ends_of(rows) for end in (left, right)}
    entities = {name: e for name, e in pairs.entities.items() if e.type == kind or name in ends}
    return replace(pairs, scored=scored, held=held, entities=entities)


def above(pairs: Pairs, line: float, lines: Mapping[str, float]) -> Pairs:
    """The pairs above their line: that of their type, the higher one of two, or else ``line``.

    Raises ``BadRequest`` for a line that is none, or that lies below the floor.
    """
    if not lines:
        return pairs.at(line)
    lowest = min(line, *(check_threshold(own) for own in lines.values()))
    part = pairs.at(lowest)
    wanted = [max((lines[k] for k in ends if k in lines), default=line) for ends in _types(pairs, pairs.scored)]
    mask = [value >= own for (_, _, value), own in zip(ends_of(pairs.scored), wanted, strict=True)]
    return replace(part, scored=kept(pairs.scored, mask))


def near(
    pairs: Pairs, line: float, *, passed: Collection[tuple[EntityId, EntityId]] = (), count: int = 10
) -> tuple[tuple[Pair, ...], tuple[Pair, ...]]:
    """The pairs just above and just below a line, nearest first, without those that are passed over, smaller id first.

    A score on the line is above it.
    """
    border = sum(value >= line for _, _, value in ends_of(pairs.scored))

    def first(places: Iterable[int]) -> tuple[Pair, ...]:
        rows = (pairs.scored[at] for at in places)
        return tuple(islice((row for row in rows if (row.left, row.right) not in passed), count))

    return first(range(border - 1, -1, -1)), first(range(border, len(pairs.scored)))


def _types(pairs: Pairs, rows: Sequence[Pair]) -> Iterator[tuple[str, str]]:
    known = pairs.entities
    return ((known[left].type, known[right].type) for left, right, _ in ends_of(rows))
