"""The graph that the walk goes over: passages and names, and which passage is about or mentions which name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ABOUT, IN_TITLE, MENTIONED, BEGINS = 1, 2, 4, 8
"""What connects a passage and a name: its title or heading is the name, has it inside; its text has it, begins with it.

They add up."""

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class NameGraph:
    """Connections of passages and names, sorted by passage and name.

    ``by_name`` is the order of the same connections by name. ``holders``, ``documents`` and ``rarity`` hold a value
    for each name: in how many passages and documents it is, and how rare that makes it. ``followed`` tells of each
    connection how much of what a passage has goes on to the name; it adds up to 1 a passage, or 0.
    """

    passages: int
    names: int
    passage: Ints
    name: Ints
    kind: Ints
    by_name: Ints
    name_starts: NDArray[np.int64]
    passage_starts: NDArray[np.int64]
    holders: Ints
    documents: Ints
    rarity: Floats
    followed: Floats

    @classmethod
    def of(cls, document_of: Sequence[int], names: int, kinds: dict[tuple[int, int], int]) -> NameGraph:
        """The graph of the connections ``(passage, name) -> kind``; ``document_of`` numbers each passage's document."""
        passages = len(document_of)
        keys = np.array(list(kinds), dtype=np.int32).reshape(-1, 2)
        values = np.fromiter(kinds.values(), dtype=np.int32, count=len(kinds))
        order = np.lexsort((keys[:, 1], keys[:, 0]))
        passage, name, kind = keys[order, 0], keys[order, 1], values[order]
        holders = np.bincount(name, minlength=names).astype(np.int32)
        documents = _distinct(name, np.array(document_of, dtype=np.int64)[passage], names)
        rarity = np.log((passages + 1) / (holders + 0.5))
        return cls(
            passages=passages,
            names=names,
            passage=passage,
            name=name,
            kind=kind,
            by_name=np.argsort(name, kind="stable").astype(np.int32),
            name_starts=np.concatenate([[0], np.cumsum(holders, dtype=np.int64)]),
            passage_starts=np.concatenate([[0], np.cumsum(np.bincount(passage, minlength=passages))]).astype(np.int64),
            holders=holders,
            documents=documents,
            rarity=rarity,
            followed=_followed(passage, name, kind, holders, documents, rarity, passages),
        )

    @property
    def edges(self) -> int:
        """Connections."""
        return len(self.passage)

    def of_passage(self, passage: int) -> slice:
        """Where the connections of a passage stand."""
        return slice(int(self.passage_starts[passage]), int(self.passage_starts[passage + 1]))

    def of_name(self, name: int) -> Ints:
        """Numbers of the connections of a name."""
        return self.by_name[self.name_starts[name] : self.name_starts[name + 1]]

    def around(self, passages: Iterable[int], names: Iterable[int], *, limit: int) -> Ints:
        """Connections within two steps of the seeds, the rarest names first, at most about ``limit``.

        From each seed passage to its names, from all names to their passages, and to the names of those.
        """
        reached = set(names)
        for passage in passages:
            reached.update(self.name[self.of_passage(passage)].tolist())
        near: set[int] = set(passages)
        taken = 0
        for name in sorted(reached, key=lambda number: (self.holders[number], number)):
            held = self.passage[self.of_name(name)]
            taken += int((self.passage_starts[held + 1] - self.passage_starts[held]).sum())
            near.update(held.tolist())
            if taken > limit:
                break
        parts = [np.arange(self.passage_starts[row], self.passage_starts[row + 1]) for row in sorted(near)]
        return np.concatenate(parts).astype(np.int32) if parts else np.zeros(0, dtype=np.int32)


def _followed(
    passage: Ints, name: Ints, kind: Ints, holders: Ints, documents: Ints, rarity: Floats, passages: int
) -> Floats:
    """From a passage the walk follows its names that other passages have too, the rarer the more.

    It does not follow names inside a longer title, nor a title that only its own document has.
    """
    in_text = kind & MENTIONED > 0
    leads_on = (holders[name] > 1) & (kind != IN_TITLE) & (in_text | (documents[name] > 1))
    weights = np.where(leads_on, rarity[name], 0.0)
    sums = np.bincount(passage, weights=weights, minlength=passages)
    shares: Floats = weights / np.where(sums > 0, sums, 1.0)[passage]
    return shares


def _distinct(name: Ints, document: NDArray[np.int64], names: int) -> Ints:
    """In how many documents each name is."""
    pairs = np.unique(np.stack([name.astype(np.int64), document], axis=1), axis=0)
    return np.bincount(pairs[:, 0], minlength=names).astype(np.int32)
