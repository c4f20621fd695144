"""Marking a passage: what the methods propose, what a person adds, and what comes of it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from graphkit.evaluate.gold_set import GoldPassage
from graphkit.evaluate.names import kind_of
from graphkit.model import UNKNOWN, DocumentId, Extraction, Mention

Key = tuple[DocumentId, int, int]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A stretch that may be a name: its kind, who found it, and whether it is taken for right so far."""

    start: int
    end: int
    text: str
    type: str
    found_by: tuple[str, ...] = ()
    right: bool = True

    def as_type(self, kind: str) -> Candidate:
        """The same stretch with another kind."""
        return replace(self, type=kind)


def candidates_in(
    text: str,
    passage: Key,
    found: Mapping[str, Extraction],
    marked: GoldPassage | None,
    added: Sequence[Candidate] = (),
) -> list[Candidate]:
    """All stretches of a passage that some method or somebody takes for a name, by place.

    What is marked already is right; in a passage that is not marked yet, what at least two methods found, or the only
    one there is. The kind is the marked one, or else the commonest that is known.
    """
    kinds: dict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    finders: dict[tuple[int, int], list[str]] = defaultdict(list)
    for method, extraction in found.items():
        for m in extraction.mentions:
            if passage[1] <= m.start and m.end <= passage[2] and method not in finders[m.start, m.end]:
                finders[m.start, m.end].append(method)
                kinds[m.start, m.end][kind_of(m.type)] += 1
    gold = {(m.start, m.end): m.type for m in marked.mentions} if marked else {}
    extra = {(c.start, c.end): c.type for c in added}
    enough = min(2, len(found))
    rows = []
    for start, end in sorted({*finders, *gold, *extra}):
        span = start, end
        if not finders.get(span) and span not in gold and span not in extra:
            continue
        known = [kind for kind, _ in kinds[span].most_common() if kind != UNKNOWN]
        kind = gold.get(span) or extra.get(span) or (known[0] if known else UNKNOWN)
        right = span in gold or span in extra or (marked is None and len(finders.get(span, ())) >= enough)
        rows.append(Candidate(start, end, text[start:end], kind, tuple(finders.get(span, ())), right))
    return rows


def added_names(text: str, passage: Key, name: str, kind: str) -> list[Candidate]:
    """Every place of a name in the passage, as a whole word, exactly as written."""
    pattern = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    return [
        Candidate(match.start(), match.end(), match[0], kind)
        for match in pattern.finditer(text, passage[1], passage[2])
    ]


def marked_passage(text: str, passage: Key, right: Sequence[Candidate]) -> GoldPassage:
    """The passage with the stretches that are right."""
    mentions = tuple(Mention(c.start, c.end, c.text, c.type) for c in sorted(right, key=lambda c: (c.start, c.end)))
    return GoldPassage(passage[0], passage[1], passage[2], text[passage[1] : passage[2]], mentions)
