"""Spans of one passage laid in lanes, so that those that overlap stand under each other and stay legible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graphkit.model import Extraction, Mention


@dataclass(frozen=True, slots=True)
class Highlight:
    """A mention inside a passage. Spans of one lane do not overlap; lane 0 holds the outer ones.

    Offsets count characters of the document. ``cut`` says that the mention goes on outside the passage.
    """

    start: int
    end: int
    text: str
    type: str
    lane: int
    cut: bool = False


def highlights(extractions: Mapping[str, Extraction], start: int, end: int) -> dict[str, tuple[Highlight, ...]]:
    """For each method its mentions between two offsets, by start, laid in as few lanes as they need.

    A mention that reaches over the border is cut there.
    """
    return {method: _lanes(extraction.mentions, start, end) for method, extraction in extractions.items()}


def _lanes(mentions: tuple[Mention, ...], start: int, end: int) -> tuple[Highlight, ...]:
    inside = {(m.start, m.end, m.type): m for m in mentions if m.start < end and m.end > start}
    free_from: list[int] = []
    laid = []
    for mention in sorted(inside.values(), key=lambda m: (max(m.start, start), -m.end, m.type)):
        begin, stop = max(mention.start, start), min(mention.end, end)
        lane = next((i for i, free in enumerate(free_from) if free <= begin), len(free_from))
        free_from[lane : lane + 1] = [stop]
        text = mention.text[begin - mention.start : stop - mention.start]
        cut = (begin, stop) != (mention.start, mention.end)
        laid.append(Highlight(begin, stop, text, mention.type, lane, cut))
    return tuple(laid)
