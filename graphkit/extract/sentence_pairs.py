"""Names that stand in one sentence, as relations: the weakest statement of a text, and the most frequent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, islice, repeat

from graphkit.extract.bulk import observations
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
    pairs: list[tuple[Mention, Mention]] = []
    proofs: list[Span] = []
    cut = 0
    index, count = 0, len(mentions)
    for sentence in sentences:
        start, end = sentence.start, sentence.end
        while index < count and mentions[index].start < start:
            index += 1
        first_of: dict[str, Mention] = {}
        while index < count and mentions[index].end <= end:
            first_of.setdefault(name_key(mentions[index].text), mentions[index])
            index += 1
        count_here = len(first_of)
        if count_here < 2:
            continue
        if count_here > names or count_here * (count_here - 1) // 2 > limit:
            cut += 1
        pairs += islice(combinations(islice(first_of.values(), names), 2), limit)
        proofs += [sentence] * (len(pairs) - len(proofs))
    relations = observations(
        [subject for subject, _ in pairs],
        [other for _, other in pairs],
        [proof.start for proof in proofs],
        [proof.end for proof in proofs],
        repeat(1.0),
        predicate=PREDICATE,
        method=method,
        confidence=confidence,
    )
    return SentencePairs(relations, cut)


def cut_warning(cut: int, limit: int) -> tuple[str, ...]:
    """What to tell the reader when sentences had more pairs than the limit."""
    if not cut:
        return ()
    which = "One sentence names" if cut == 1 else f"{cut} sentences name"
    return (f"{which} so many things that only the first {limit} pairs were kept (max_pairs_per_sentence).",)
