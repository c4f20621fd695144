"""What is found between names that are given, so that finding names does not blur the figure of relations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypedDict

from graphkit.evaluate.shares import SharesJson, counted_shares, passages_of
from graphkit.extract.base import Extractor
from graphkit.extract.dependency import DependencyExtractor
from graphkit.extract.likely_pairs import COARSE, NamedThing, Pair, likely_by_rule, pair_scorer, pairs
from graphkit.model import Mention, Span
from graphkit.text import sentences

_AS_MODELS_SAY = {"PER": "PERSON", "LOC": "GPE", "TIME": "DATE", "NUM": "CARDINAL"}
"""Types of labelled files as methods know them."""
NamePair = frozenset[int]


@dataclass(frozen=True, slots=True)
class MarkedNames:
    """A name with its type and all its places."""

    type: str
    places: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class NamedGold:
    """A text with its names, and which pairs of them, by number, are related."""

    text: str
    names: tuple[MarkedNames, ...]
    pairs: frozenset[NamePair]


class GivenNamesJson(TypedDict):
    """Related pairs that are found when all names are given.

    ``same_sentence`` relates all names of a sentence. ``likely_by_rule`` and ``likely`` are the two ways in which
    graphkit takes names for probably related. ``stated`` is what the method states between names that are no times
    and no numbers; None if it takes no given names.
    """

    same_sentence: SharesJson
    likely_by_rule: SharesJson
    likely: SharesJson
    stated: SharesJson | None


def given_names(items: Sequence[NamedGold], extractor: Extractor) -> GivenNamesJson:
    """The figures of all ways to relate given names."""
    spans = [sentences(item.text, 0, len(item.text)) for item in items]
    weighed = [list(pairs(i.text, s, [_thing(name) for name in i.names])) for i, s in zip(items, spans, strict=True)]
    scorer = pair_scorer()

    def chosen(wanted: Callable[[Pair], bool]) -> list[set[NamePair]]:
        return [{frozenset((p.left, p.right)) for p in rows if wanted(p)} for rows in weighed]

    together = [_together(item, rows) for item, rows in zip(items, spans, strict=True)]
    likely = chosen(lambda pair: scorer.probability(pair.features) >= scorer.threshold)
    stated = stated_pairs(items, extractor) if isinstance(extractor, DependencyExtractor) else None
    return {
        "same_sentence": _shares(items, together),
        "likely_by_rule": _shares(items, chosen(likely_by_rule)),
        "likely": _shares(items, likely),
        "stated": _shares(items, stated) if stated is not None else None,
    }


def stated_pairs(items: Sequence[NamedGold], extractor: DependencyExtractor) -> list[set[NamePair]]:
    """The pairs of given names between which the method states anything, without times and numbers."""
    numbers: list[dict[int, int]] = []
    mentions: list[list[Mention]] = []
    for item in items:
        number: dict[int, int] = {}
        for at, name in enumerate(item.names):
            for place in name.places:
                number.setdefault(place.start, at)
        numbers.append(number)
        ends = {place.start: place.end for name in item.names for place in name.places[::-1]}
        mentions.append(
            [
                Mention(start, ends[start], item.text[start : ends[start]], _said(item.names[number[start]].type))
                for start in sorted(number)
            ]
        )
    found: list[set[NamePair]] = []
    related = extractor.relate(passages_of([item.text for item in items]), mentions)
    for item, number, extraction in zip(items, numbers, related, strict=True):
        ends_of = ((number[r.subject.start], number[r.object.start]) for r in extraction.relations if r.directed)
        found.append({frozenset(p) for p in ends_of if p[0] != p[1] and all(_is_thing(item.names[n]) for n in p)})
    return found


def _together(item: NamedGold, spans: Iterable[Span]) -> set[NamePair]:
    found: set[NamePair] = set()
    for span in spans:
        inside = [
            at for at, name in enumerate(item.names) if any(span.start <= p.start < span.end for p in name.places)
        ]
        found |= {frozenset(pair) for pair in combinations(inside, 2)}
    return found


def _shares(items: Sequence[NamedGold], found: Sequence[set[NamePair]]) -> SharesJson:
    right = sum(len(item.pairs & pairs_here) for item, pairs_here in zip(items, found, strict=True))
    return counted_shares(right, sum(map(len, found)), sum(len(item.pairs) for item in items))


def _thing(name: MarkedNames) -> NamedThing:
    return NamedThing(name.type, tuple(sorted(name.places)))


def _said(kind: str) -> str:
    return _AS_MODELS_SAY.get(kind, kind)


def _is_thing(name: MarkedNames) -> bool:
    return COARSE.get(name.type, "MISC") not in {"TIME", "NUM"}
