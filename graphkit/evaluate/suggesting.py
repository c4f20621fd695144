"""Which passages to mark: some on which methods agree, some on which they do not, some in which none found a name."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from graphkit.model import Chunk, DocumentId, Extraction

Stratum = Literal["disputed", "agreed", "empty"]
STRATA: tuple[Stratum, ...] = ("disputed", "agreed", "empty")
SUGGESTED = 20
"""Passages that are suggested: an hour's work, and enough to tell methods apart that differ by 15 points."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A passage worth marking, and why: spans found by all methods and spans found by some."""

    document_id: DocumentId
    index: int
    start: int
    end: int
    agreed: int
    disputed: int

    @property
    def stratum(self) -> Stratum:
        """The group of passages that it stands for."""
        return "disputed" if self.disputed > self.agreed else "agreed" if self.agreed + self.disputed else "empty"


def suggestions_in(chunks: Iterable[Chunk], found: Mapping[str, Extraction]) -> list[Suggestion]:
    """The passages of one document with what methods found in them."""
    spans = [{(m.start, m.end) for m in extraction.mentions} for extraction in found.values()]
    told = []
    for chunk in chunks:
        if chunk.status != "stored":
            continue
        inside = [{s for s in own if s[0] >= chunk.start and s[1] <= chunk.end} for own in spans]
        every = set[tuple[int, int]]().union(*inside)
        agreed = len(every.intersection(*inside))
        told.append(Suggestion(chunk.document_id, chunk.index, chunk.start, chunk.end, agreed, len(every) - agreed))
    return told


def suggested(passages: Sequence[Suggestion], count: int = SUGGESTED) -> list[Suggestion]:
    """Passages to mark: strata in turn, in each the documents in turn; the same each time for the same corpus."""
    queues = {stratum: _in_turn([p for p in passages if p.stratum == stratum]) for stratum in STRATA}
    chosen: list[Suggestion] = []
    while len(chosen) < count and any(queues.values()):
        for queue in queues.values():
            if queue and len(chosen) < count:
                chosen.append(queue.pop(0))
    return chosen


def _in_turn(passages: Sequence[Suggestion]) -> list[Suggestion]:
    by_document: dict[DocumentId, list[Suggestion]] = defaultdict(list)
    for passage in sorted(passages, key=_lot):
        by_document[passage.document_id].append(passage)
    rounds = [(at, _lot(passage), passage) for own in by_document.values() for at, passage in enumerate(own)]
    return [passage for _, _, passage in sorted(rounds, key=lambda row: row[:2])]


def _lot(passage: Suggestion) -> str:
    """A lot that falls the same way on every machine."""
    return hashlib.sha256(f"{passage.document_id}|{passage.start}".encode("utf-8", "surrogatepass")).hexdigest()
