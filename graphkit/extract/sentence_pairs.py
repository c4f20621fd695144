"""Names that stand in one sentence, as relations: the weakest statement of a text, and the most frequent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, combinations, islice

import numpy as np

from graphkit.columns import Ints, MentionColumns, ObservationColumns
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
    """Pairs of mentions by their indexes, kept as the sentences that they stand in; more can be added."""

    limit: int
    """Most pairs of a sentence."""
    names: int = 1_000
    """Most names of a sentence that are paired."""
    members: list[int] = field(default_factory=list)
    """The first mention of each name of each sentence: each is paired with those after it."""
    sentences: list[tuple[int, int, int]] = field(default_factory=list)
    """Beginning, end, and number of members."""
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
            if here > self.names or here * (here - 1) // 2 > self.limit:
                self.cut_sentences += 1
            self.members += islice(first_of.values(), self.names)
            self.sentences.append((begin, stop, min(here, self.names)))

    def each(self) -> Iterator[tuple[int, int, tuple[int, int]]]:
        """Both mentions of each pair, and its sentence."""
        members = iter(self.members)
        for begin, stop, number in self.sentences:
            for left, right in islice(combinations(tuple(islice(members, number)), 2), self.limit):
                yield left, right, (begin, stop)


@dataclass(frozen=True, slots=True)
class PairColumns:
    """The pairs of several documents: both mentions, the sentence, and where the pairs of each document begin."""

    left: Ints
    right: Ints
    start: Ints
    end: Ints
    first: list[int]

    @classmethod
    def of(cls, documents: Sequence[Pairs]) -> PairColumns:
        """The pairs in columns; the documents have the same limit."""
        members = np.fromiter(chain.from_iterable(pairs.members for pairs in documents), np.int64)
        sentences = list(chain.from_iterable(pairs.sentences for pairs in documents))
        begin, stop, size = np.array(sentences, dtype=np.int64).reshape(-1, 3).T
        limit = documents[0].limit if documents else 0
        number = np.minimum(size * (size - 1) // 2, limit)
        first_pair, first_member = np.cumsum(number) - number, np.cumsum(size) - size
        left = np.empty(int(number.sum()), dtype=np.int64)
        right = np.empty_like(left)
        for names in np.unique(size).tolist():
            alike = np.flatnonzero(size == names)
            one, other = _combinations(names, limit)
            places = first_pair[alike, None] + np.arange(len(one))
            left[places] = members[first_member[alike, None] + one]
            right[places] = members[first_member[alike, None] + other]
        until = np.cumsum([0, *(len(pairs.sentences) for pairs in documents)])
        first = np.append(first_pair, len(left))[until].tolist()
        return cls(left, right, np.repeat(begin, number), np.repeat(stop, number), first)

    def relations(self, document: int, mentions: MentionColumns, confidence: float) -> ObservationColumns:
        """The pairs of one document as relations between its mentions."""
        own = slice(self.first[document], self.first[document + 1])
        return ObservationColumns(
            mentions,
            self.left[own],
            self.right[own],
            self.start[own],
            self.end[own],
            predicate=PREDICATE,
            confidence=confidence,
        )


@lru_cache(maxsize=256)
def _combinations(names: int, limit: int) -> tuple[Ints, Ints]:
    """The first pairs of so many names, in their order."""
    one, other = np.array(list(islice(combinations(range(names), 2), limit)), dtype=np.int64).T
    return one, other


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
        for left, right, (begin, stop) in pairs.each()
    )
    return SentencePairs(relations, pairs.cut_sentences)


def cut_warning(cut: int, limit: int) -> tuple[str, ...]:
    """What to tell the reader when sentences had more pairs than the limit."""
    if not cut:
        return ()
    which = "One sentence names" if cut == 1 else f"{cut} sentences name"
    return (f"{which} so many things that only the first {limit} pairs were kept (max_pairs_per_sentence).",)
