"""Names in, canonical names out: resolution of a plain list, for those who have no graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from graphkit.config import DEFAULT_DEDUP_THRESHOLD
from graphkit.model import UNKNOWN, EntityId
from graphkit.resolve.clusters import cluster
from graphkit.resolve.names import NamedEntity
from graphkit.resolve.pairs import FLOOR, check_threshold, find_pairs


class EntityDeduplicator:
    """Groups names that mean one thing.

    Args:
        threshold: Score from which on two names are one, over 0 and at most 1.
        entity_type: Type of all the names; persons, for example, may have initials.
    """

    def __init__(self, threshold: float = DEFAULT_DEDUP_THRESHOLD, *, entity_type: str = UNKNOWN) -> None:
        self.threshold = check_threshold(threshold)
        self.entity_type = entity_type

    def resolve(self, names: Iterable[str]) -> dict[str, str]:
        """For each name the one that stands for it: the most frequent, then the most complete of its group."""
        counts = Counter(names)
        entities = [NamedEntity(EntityId(name), name, self.entity_type, count) for name, count in counts.items()]
        pairs = find_pairs(entities, floor=min(FLOOR, self.threshold))
        same = cluster(pairs.at(self.threshold)).mapping
        return {name: same.get(EntityId(name), name) for name in counts}
