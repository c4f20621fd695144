"""How good each method is on the passages of a gold set, with intervals that say how sure a small set is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from graphkit.compare.agreement import Figures, against_gold, wilson
from graphkit.evaluate.gold_set import GoldPassage
from graphkit.evaluate.names import kind_of
from graphkit.model import UNKNOWN, DocumentId, Extraction, Mention

Match = Literal["span and type", "span", "overlapping span"]
MATCHES: tuple[Match, ...] = ("span and type", "span", "overlapping span")
ALL_TYPES = "all"


@dataclass(frozen=True, slots=True)
class GoldFigures:
    """Figures of one method for one type (or all) under one way to match.

    All intervals are Wilson's 95 %, in which names count as independent of each other; that of F1 comes from the share
    of names in both among those that were found or are right.
    """

    method: str
    type: str
    match: Match
    figures: Figures
    f1_interval: tuple[float, float]


def gold_figures(
    gold: Sequence[GoldPassage], found: Mapping[str, Mapping[DocumentId, Extraction]]
) -> tuple[GoldFigures, ...]:
    """Figures of each method: for all types under each way to match, then for each type by span and type.

    Types are compared as kinds (PER, ORG, LOC, MISC); a gold name of the kind UNKNOWN accepts every type. A name that
    reaches over the border of a passage is left out. A document that a method has not read counts as read in vain.
    """
    rows: list[GoldFigures] = []
    right = {_key(passage): passage.mentions for passage in gold}
    for method, by_document in found.items():
        ours = [_inside(passage, by_document.get(passage.document_id)) for passage in gold]
        rows += [_figures(method, ALL_TYPES, match, ours, right) for match in MATCHES]
        kinds = {m.type for e in ours for m in e.mentions} | {m.type for own in right.values() for m in own}
        for kind in sorted(kinds - {UNKNOWN}):
            only = [replace(e, mentions=tuple(m for m in e.mentions if m.type == kind)) for e in ours]
            wanted = {key: tuple(m for m in own if m.type == kind) for key, own in right.items()}
            rows.append(_figures(method, kind, "span and type", only, wanted))
    return tuple(rows)


def _key(passage: GoldPassage) -> DocumentId:
    return DocumentId(f"{passage.document_id}:{passage.start}:{passage.end}")


def _inside(passage: GoldPassage, extraction: Extraction | None) -> Extraction:
    mentions = [] if extraction is None else extraction.mentions
    within = {
        (m.start, m.end): replace(m, type=kind_of(m.type))
        for m in mentions
        if m.start >= passage.start and m.end <= passage.end
    }
    return Extraction(_key(passage), "", tuple(within.values()))


def _figures(
    method: str,
    kind: str,
    match: Match,
    found: Sequence[Extraction],
    gold: Mapping[DocumentId, tuple[Mention, ...]],
) -> GoldFigures:
    tolerant = match == "overlapping span"
    if match == "span":
        gold = {key: tuple(replace(m, type=UNKNOWN) for m in own) for key, own in gold.items()}
    figures = against_gold(found, gold, tolerant=tolerant)
    return GoldFigures(method, kind, match, figures, _f1_interval(figures))


def _f1_interval(figures: Figures) -> tuple[float, float]:
    """From the share of names that are in both among those in either, whose share s makes F1 = 2 s / (1 + s)."""
    low, high = wilson(figures.right, figures.found + figures.gold - figures.right)
    return 2 * low / (1 + low), 2 * high / (1 + high)
