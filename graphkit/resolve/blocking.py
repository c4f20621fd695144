"""How much the search for candidates misses, estimated from what people decided."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from graphkit.model import Decision
from graphkit.resolve.columns import PairColumns
from graphkit.resolve.decisions import verdicts
from graphkit.resolve.pairs import Pairs


@dataclass(frozen=True, slots=True)
class BlockingRecall:
    """Of ``decided`` pairs that people call the same and that score at least the floor, ``found`` were candidates."""

    found: int
    decided: int

    @property
    def value(self) -> float | None:
        """The share found; None where nothing was decided."""
        return self.found / self.decided if self.decided else None

    @property
    def words(self) -> str:
        """The estimate in words, with what limits it."""
        if not self.decided:
            return "nothing was decided to be the same, so what is missed cannot be estimated"
        return f"{self.found} of {self.decided} pairs that were decided to be the same are found again"


def blocking_recall(pairs: Pairs, decisions: Iterable[Decision]) -> BlockingRecall:
    """Estimate the recall of candidates. Pairs that score below the floor are the rules' fault, not the search's.

    People mostly decide on what they are shown, so the figure is an upper bound until merges are made by name.
    """
    same = {
        ends
        for ends, verdict in verdicts(decisions).items()
        if verdict == "same" and ends[0] in pairs.entities and ends[1] in pairs.entities
    }
    passing = {ends for ends in same if pairs.score_of(*ends).value >= pairs.floor}
    if isinstance(pairs.scored, PairColumns):
        place = {one: at for at, one in enumerate(pairs.scored.ids)}
        known = set(zip(pairs.scored.left.tolist(), pairs.scored.right.tolist(), strict=True))
        found = sum((place[left], place[right]) in known for left, right in passing)
    else:
        found = len(passing & {(pair.left, pair.right) for pair in pairs.scored})
    return BlockingRecall(found, len(passing))
