"""Names that stand in one sentence, as relations: the weakest statement of a text, and the most frequent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, combinations, islice

import numpy as np

from graphkit.columns import MentionColumns, ObservationColumns
from graphkit.ids import canonical
from graphkit.model import Mention, Relation, Span

PREDICATE = "co-occurs with"

name_key = lru_cache(maxsize=1 << 16)(canonical)
"""``canonical`` with a memory: most mentions repeat a name."""


@dataclass(frozen=True, slots=True)
class SentencePairs:
    """The pairs of a stretch of text, and how many sentences had more pairs than the limit."""

    relations: tuple[Relation, ...]
    cut_sentences: int


@dataclass(slots=True)
class Pairs:
    """Pairs of mentions by their indexes, with the sentence in which each stands; more can be added."""

    limit: int
    """Most pairs of a sentence."""
    names: int = 1_000
    """Most names of a sentence that are paired."""
    ends: list[tuple[int, int]] = field(default_factory=list)
    proofs: list[tuple[int, int, int]] = field(default_factory=list)
    """The sentences, each with the number of its pairs."""
    cut_sentences: int = 0

    def add(
        self, mentions: Sequence[tuple[int, int, str, float]], sentences: Iterable[tuple[int, int]], *, first: int = 0
    ) -> None:
        """Pair the names of each sentence, each pair once. Both are sorted by offset; ``first`` is the first index.

        A mention is its span, its name and its confidence.
        """
        index, count = 0, len(mentions)
        for begin, stop in sentences:
            while index < count and mentions[index][0] < begin:
                index += 1
            first_of: dict[str, int] = {}
            while index < count and mentions[index][1] <= stop:
                first_of.setdefault(name_key(mentions[index][2]), first + index)
                index += 1
            here = len(first_of)
            if here < 2:
                continue
            if here == 2:
                self.ends.append(tuple(first_of.values()))  # type: ignore[arg-type]  # two
                self.proofs.append((begin, stop, 1))
                continue
            if here > self.names or here * (here - 1) // 2 > self.limit:
                self.cut_sentences += 1
            before = len(self.ends)
            self.ends += islice(combinations(islice(first_of.values(), self.names), 2), self.limit)
            self.proofs.append((begin, stop, len(self.ends) - before))

    def each_proof(self) -> Iterator[tuple[int, int]]:
        """The sentence of each pair."""
        return ((begin, stop) for begin, stop, number in self.proofs for _ in range(number))

    def columns(self, mentions: MentionColumns, confidence: float) -> ObservationColumns:
        """The pairs as relations."""
        ends = np.fromiter(chain.from_iterable(self.ends), np.int64, 2 * len(self.ends))
        proofs = np.fromiter(chain.from_iterable(self.proofs), np.int64, 3 * len(self.proofs))
        start, end = np.repeat(proofs[::3], proofs[2::3]), np.repeat(proofs[1::3], proofs[2::3])
        return ObservationColumns(
            mentions, ends[::2], ends[1::2], start, end, predicate=PREDICATE, confidence=confidence
        )


def sentence_pairs(
    mentions: Sequence[Mention],
    sentences: Sequence[Span],
    *,
    method: str,
    confidence: float,
    limit: int,
    names: int = 1_000,
) -> SentencePairs:
    """Each pair of different names in each sentence, once; the sentence is the evidence.

    ``mentions`` and ``sentences`` are sorted by offset. At most ``limit`` pairs among the first
    ``names`` names of a sentence. Subject is the mention that comes first.
    """
    pairs = Pairs(limit, names)
    pairs.add(
        [(m.start, m.end, m.text, m.confidence) for m in mentions], [(span.start, span.end) for span in sentences]
    )
    relations = tuple(
        Relation(mentions[left], PREDICATE, mentions[right], begin, stop, method, confidence, directed=False)
        for (left, right), (begin, stop) in zip(pairs.ends, pairs.each_proof(), strict=True)
    )
    return SentencePairs(relations, pairs.cut_sentences)


def cut_warning(cut: int, limit: int) -> tuple[str, ...]:
    """What to tell the reader when sentences had more pairs than the limit."""
    if not cut:
        return ()
    which = "One sentence names" if cut == 1 else f"{cut} sentences name"
    return (f"{which} so many things that only the first {limit} pairs were kept (max_pairs_per_sentence).",)
