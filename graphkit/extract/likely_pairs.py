"""Which names of a document probably have to do with each other, by how it names them.

Half of what is related never stands in one sentence, so each pair of names of a document is weighed: by their types,
by how near and how often they stand, by what stands between them, and by whether the document is about one of them.
The weights were learned on articles with marked relations (``benchmarks/train_pair_scorer.py``); the probability is
the confidence of a pair.
"""

from __future__ import annotations

import json
import math
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations

from graphkit.extract.sentence_pairs import name_key
from graphkit.model import Chunk, Mention, Relation, Span
from graphkit.text import fold, sentences, words

PREDICATE = "likely related to"
MOST_NAMES = 60
"""Names of a passage that are paired with each other; of more, those that it names most often."""
_ASSET = "pair_scorer.json"
COARSE = {
    "PERSON": "PER", "PER": "PER", "ORG": "ORG", "NORP": "ORG", "GPE": "LOC", "LOC": "LOC", "FAC": "LOC",
    "DATE": "TIME", "TIME": "TIME", "CARDINAL": "NUM", "ORDINAL": "NUM", "MONEY": "NUM", "PERCENT": "NUM",
    "QUANTITY": "NUM", "NUM": "NUM",
}  # fmt: skip
"""Types of names as the weights know them; all others are MISC."""
_NEVER = frozenset({("TIME", "TIME"), ("LOC", "TIME"), ("ORG", "TIME")})
_LIST = re.compile(r"(?:[\s,;&/]|\b(?:and|or|et|und)\b)*", re.IGNORECASE)
_NEAR = (3, 8, 20, 50)
"""Bounds, in characters by ten, of how far two names stand apart."""
_FAR = 400
"""Characters between two names from which on the words between them tell nothing."""


@dataclass(frozen=True, slots=True)
class NamedThing:
    """A name with its type and all its places, in the order of the text."""

    type: str
    places: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two of the names, by their numbers, with what is known about them, and where they stand nearest."""

    left: int
    right: int
    features: frozenset[str]
    nearest: tuple[Span, Span]


@dataclass(frozen=True, slots=True)
class PairScorer:
    """Weights of features, the bias, and the probability from which a pair is likely."""

    weights: Mapping[str, float]
    bias: float
    threshold: float

    def probability(self, features: frozenset[str]) -> float:
        """That two names with these features are related."""
        logit = self.bias + math.fsum(self.weights[f] for f in features if f in self.weights)
        return 1 / (1 + math.exp(-logit))


@cache
def pair_scorer() -> PairScorer:
    """The scorer that comes with graphkit."""
    data = json.loads(files("graphkit.extract").joinpath("assets", _ASSET).read_text(encoding="utf-8"))
    return PairScorer(
        {str(k): float(v) for k, v in data["weights"].items()}, float(data["bias"]), float(data["threshold"])
    )


def can_relate(left: str, right: str) -> bool:
    """Whether names of two types are ever told to be related: numbers are not, nor times but with people and works."""
    first, second = sorted((COARSE.get(left, "MISC"), COARSE.get(right, "MISC")))
    return "NUM" not in (first, second) and (first, second) not in _NEVER


def likely_by_rule(pair: Pair) -> bool:
    """Whether two names are likely related by rules alone.

    They share a sentence that does not merely list them, or one stands in the opening sentence and the other at most
    two sentences from it.
    """
    if "list" in pair.features:
        return False
    near = pair.features & {"sentences:1", "sentences:2"}
    return "shared" in pair.features or ("opens:1" in pair.features and bool(near))


def pairs(text: str, sentences: Sequence[Span], names: Sequence[NamedThing], *, opening: bool = True) -> Iterator[Pair]:
    """Every pair of names whose types can be related, with its features.

    ``opening``: the first sentence opens a document, so that it tells what the document is about.
    """
    starts = [sentence.start for sentence in sentences]
    if not opening:
        starts.insert(0, -1)
    facts = [_Facts.of(name, starts) for name in names]
    bare = _without(text, names)
    most = max((len(name.places) for name in names), default=0)
    first = min((name.places[0].start for name in names), default=0) if opening else -1
    for i, j in combinations(range(len(names)), 2):
        if can_relate(names[i].type, names[j].type):
            yield _pair(text, bare, i, j, names, facts, most=most, first=first)


@dataclass(frozen=True, slots=True)
class _Facts:
    kind: str
    sentences: tuple[int, ...]

    @classmethod
    def of(cls, name: NamedThing, starts: Sequence[int]) -> _Facts:
        numbers = (max(0, bisect_right(starts, place.start) - 1) for place in name.places)
        return cls(COARSE.get(name.type, "MISC"), tuple(numbers))


def _without(text: str, names: Sequence[NamedThing]) -> str:
    """The text with a comma for every character of a name."""
    left = list(text)
    for name in names:
        for place in name.places:
            left[place.start : place.end] = "," * (place.end - place.start)
    return "".join(left)


def _pair(
    text: str, bare: str, i: int, j: int, names: Sequence[NamedThing], facts: Sequence[_Facts], *, most: int, first: int
) -> Pair:
    left, right = facts[i], facts[j]
    shared = set(left.sentences) & set(right.sentences)
    steps = min(abs(a - b) for a in set(left.sentences) for b in set(right.sentences))
    nearest = min(
        ((a, b) if a.start <= b.start else (b, a) for a in names[i].places for b in names[j].places),
        key=lambda ends: (max(0, ends[1].start - ends[0].end), ends),
    )
    between = text[nearest[0].end : max(nearest[0].end, nearest[1].start)]
    kinds = "-".join(sorted((left.kind, right.kind)))
    order = f"{left.kind}>{right.kind}" if nearest[0] in names[i].places else f"{right.kind}>{left.kind}"
    opens = (0 in left.sentences) + (0 in right.sentences)
    counts = sorted((len(names[i].places), len(names[j].places)))
    near = f"sentences:{min(steps, 4)}"
    found = {
        f"types:{kinds}", near, f"{kinds} {near}", f"opens:{opens}", f"{kinds} opens:{opens}",
        f"shared:{min(len(shared), 4)}", f"{kinds} shared:{min(len(shared), 3)}", f"fewer:{min(counts[0], 4)}",
        f"more:{min(counts[1], 6)}", f"{kinds} more:{min(counts[1], 4)}",
        f"sentences:{min(max(left.sentences[0], right.sentences[0]), 6)} of later",
    }  # fmt: skip
    if shared:
        found |= {"shared", f"apart:{sum(len(between) > 10 * bound for bound in _NEAR)}", f"order:{order}"}
    subject = sum(names[n].places[0].start == first for n in (i, j))
    main = sum(len(names[n].places) == most for n in (i, j))
    found |= {f"first:{subject}", f"{kinds} first:{subject}", f"main:{main}", f"{kinds} main:{main}"}
    if _is_list(bare, shared, names[i], names[j], left, right):
        found.add("list")
    if len(between) <= _FAR and steps == 0:
        inner = [fold(between[span.start : span.end]) for span in words(between)]
        found |= {f"between:{word}" for word in inner[:12]}
        found |= {f"{kinds} between:{' '.join(inner)}"} if len(inner) <= 2 else set()
        found |= {f"mark:{mark}" for mark in "(),;:" if mark in between}
    ours, theirs = ({fold(w) for p in names[n].places for w in text[p.start : p.end].split()} for n in (i, j))
    if {w for w in ours & theirs if len(w) > 3}:
        found |= {"word in common", f"{kinds} word in common"}
    return Pair(i, j, frozenset(found), nearest)


def _is_list(bare: str, shared: set[int], one: NamedThing, other: NamedThing, left: _Facts, right: _Facts) -> bool:
    """Whether two names of one type have only other names, commas and "and" between them wherever they stand."""
    if not shared or left.kind != right.kind:
        return False
    for number in shared:
        ours = [p for p, at in zip(one.places, left.sentences, strict=True) if at == number]
        theirs = [p for p, at in zip(other.places, right.sentences, strict=True) if at == number]
        a, b = min(((a, b) if a < b else (b, a) for a in ours for b in theirs), key=lambda e: e[1].start - e[0].end)
        if not _LIST.fullmatch(bare, a.end, max(a.end, b.start)):
            return False
    return True


def likely_relations(text: str, chunks: Sequence[Chunk], mentions: Sequence[Mention], method: str) -> list[Relation]:
    """An undirected relation for each pair of names of a passage that is likely enough, with its probability.

    ``mentions`` are sorted by offset. The evidence holds the sentences of the two names where
    they stand nearest.
    """
    scorer = pair_scorer()
    found = []
    for chunk in chunks:
        spans = sentences(text, chunk.start, chunk.end)
        by_name: dict[tuple[str, str], list[Mention]] = {}
        for mention in mentions:
            if chunk.start <= mention.start and mention.end <= chunk.end:
                by_name.setdefault((mention.type, name_key(mention.text)), []).append(mention)
        kept = sorted(by_name.values(), key=lambda group: (-len(group), group[0].start))[:MOST_NAMES]
        kept.sort(key=lambda group: group[0].start)
        things = [NamedThing(group[0].type, tuple(Span(m.start, m.end) for m in group)) for group in kept]
        at = {Span(m.start, m.end): m for group in kept for m in group}
        for pair in pairs(text, spans, things, opening=chunk.start == 0) if len(things) > 1 else ():
            probability = scorer.probability(pair.features)
            if probability >= scorer.threshold:
                left, right = (at[place] for place in pair.nearest)
                proof = _proof(spans, left, right)
                confidence = round(probability, 2)
                relation = Relation(left, PREDICATE, right, *proof, method, confidence, directed=False)
                found.append(relation)
    return found


def _proof(spans: Sequence[Span], left: Mention, right: Mention) -> tuple[int, int]:
    """Where the sentences of two mentions begin and end."""
    first = next((s.start for s in spans if s.start <= left.start < s.end), left.start)
    last = next((s.end for s in spans if s.start <= right.start < s.end), right.end)
    return min(first, left.start), max(last, right.end, left.end)
