"""Bands of scores: what is sure, what is likely, what is open; where they begin depends on the kind of name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from graphkit.resolve.names import Kind, kind_of

Band = Literal["sure", "likely", "open"]

AUTOMATIC = 0.95
"""From here on names are one without a look at them: on the labelled sets 99 to 100 % of such pairs are."""
LIKELY: Mapping[Kind, float] = {
    "person": 0.74,
    "organisation": 0.82,
    "product": 0.84,
    "place": 0.92,
    "date": 0.92,
    "unknown": 0.92,
}
"""Where names are more likely one than not: lines near the best F1 of every labelled set of the kind.

Places, dates and names without a type have no labelled set; they keep the line at which hardly a pair is wrong.
"""


def likely_line(entity_type: str) -> float:
    """The score from which on two names of this type are more likely one than not."""
    return LIKELY[kind_of(entity_type)]


def band_of(value: float, entity_type: str) -> Band:
    """The band of a score: sure from ``AUTOMATIC`` on, likely from the line of the type on, else open."""
    if value >= AUTOMATIC:
        return "sure"
    return "likely" if value >= likely_line(entity_type) else "open"
