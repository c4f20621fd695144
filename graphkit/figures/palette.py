"""A colour, a shape and a letter for every entity type, so that no type is told by its colour alone.

Colours are those of Okabe and Ito (2008), which people with any form of colour blindness can tell apart. A type
always looks the same, whatever else is on the screen: known types have a fixed row, any other gets its look from
its name.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Literal

from graphkit.ids import type_key

Shape = Literal["dot", "square", "triangle", "diamond", "triangleDown", "star", "hexagon"]

BLUE, ORANGE, GREEN, PINK = "#0072B2", "#E69F00", "#009E73", "#CC79A7"
SKY, RED, YELLOW, GREY = "#56B4E9", "#D55E00", "#F0E442", "#8A94A0"
_COLOURS = (BLUE, ORANGE, GREEN, PINK, SKY, RED, YELLOW)
_SHAPES: tuple[Shape, ...] = ("dot", "square", "triangle", "diamond", "triangleDown", "star", "hexagon")


@dataclass(frozen=True, slots=True)
class Look:
    """How an entity type is drawn."""

    colour: str
    shape: Shape
    letter: str


_KNOWN = {
    "person": Look(BLUE, "dot", "P"),
    "per": Look(BLUE, "dot", "P"),
    "org": Look(ORANGE, "square", "O"),
    "organization": Look(ORANGE, "square", "O"),
    "organisation": Look(ORANGE, "square", "O"),
    "company": Look(ORANGE, "square", "C"),
    "gpe": Look(GREEN, "triangle", "G"),
    "loc": Look(GREEN, "triangleDown", "L"),
    "location": Look(GREEN, "triangleDown", "L"),
    "place": Look(GREEN, "triangleDown", "L"),
    "fac": Look(GREEN, "hexagon", "F"),
    "norp": Look(SKY, "square", "N"),
    "product": Look(RED, "diamond", "R"),
    "event": Look(RED, "star", "E"),
    "work_of_art": Look(PINK, "star", "W"),
    "law": Look(PINK, "hexagon", "J"),
    "language": Look(SKY, "triangle", "A"),
    "date": Look(YELLOW, "diamond", "D"),
    "time": Look(YELLOW, "triangle", "T"),
    "money": Look(PINK, "diamond", "M"),
    "percent": Look(PINK, "triangle", "%"),
    "quantity": Look(SKY, "diamond", "Q"),
    "ordinal": Look(SKY, "star", "#"),
    "cardinal": Look(SKY, "hexagon", "#"),
    "term": Look(SKY, "dot", "T"),
    "unknown": Look(GREY, "dot", "?"),
}
_NO_TYPE = _KNOWN["unknown"]


def look(entity_type: str) -> Look:
    """How entities of this type are drawn; types that differ only in case look the same."""
    if not entity_type.strip():
        return _NO_TYPE
    key = type_key(entity_type)
    known = _KNOWN.get(key)
    if known:
        return known
    number = int.from_bytes(hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()[:4])
    return Look(_COLOURS[number % 7], _SHAPES[number // 7 % 7], key[0].upper())
