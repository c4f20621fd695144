"""The mentions of several methods inside one passage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphkit.model import Extraction, Mention


@dataclass(frozen=True, slots=True)
class Highlight:
    """A mention inside a passage. Offsets count characters of the document.

    ``cut`` says that the mention goes on outside the passage.
    """

    start: int
    end: int
    text: str
    type: str
    cut: bool = False


def highlights(extractions: Mapping[str, Extraction], start: int, end: int) -> dict[str, tuple[Highlight, ...]]:
    """For each method its mentions between two offsets, by start, of several at one start the longest first.

    A mention that reaches over the border is cut there. What a method found twice stands there once.
    """
    return {method: _inside(extraction.mentions, start, end) for method, extraction in extractions.items()}


def _inside(mentions: Sequence[Mention], start: int, end: int) -> tuple[Highlight, ...]:
    inside = {(m.start, m.end, m.type): m for m in mentions if m.start < end and m.end > start}
    ordered = sorted(inside.values(), key=lambda m: (max(m.start, start), -m.end, m.type))
    return tuple(_highlight(mention, max(mention.start, start), min(mention.end, end)) for mention in ordered)


def _highlight(mention: Mention, start: int, end: int) -> Highlight:
    text = mention.text[start - mention.start : end - mention.start]
    return Highlight(start, end, text, mention.type, cut=(start, end) != (mention.start, mention.end))
