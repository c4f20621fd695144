"""Entities of several graphs become one."""

from __future__ import annotations

from graphkit.joining import larger
from graphkit.model import Entity, EntityId


def test_a_typed_name_stands_for_its_untyped_namesake() -> None:
    untyped = Entity(EntityId("entity:unknown:who"), "WHO", "UNKNOWN", mentions=5, documents=2)
    typed = Entity(EntityId("entity:org:who"), "W.H.O.", "ORG", mentions=2, documents=3)
    joined = Entity(EntityId("entity:org:who"), "W.H.O.", "ORG", mentions=5, documents=3, aliases=("WHO",))
    assert larger(untyped, typed) == joined
    assert larger(typed, untyped) == joined
