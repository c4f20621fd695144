"""Names that are hardly names: nothing breaks, nothing is joined by accident, thousands of copies are one."""

from __future__ import annotations

from math import inf, nan

import pytest

from graphkit.errors import BadRequest
from graphkit.model import EntityId
from graphkit.resolve.dendrogram import dendrogram
from graphkit.resolve.names import NamedEntity
from graphkit.resolve.pairs import find_pairs

ODD = [
    "",
    " ",
    "\u200b",
    "a",
    "B",
    "!",
    "?!",
    "...",
    "\x00",
    "\ud800",
    "\udfff x",
    "\u202eabc",
    "\u2066",
    "1",
    "x" * 10_000,
]


def named(names: list[str], kind: str = "ORG") -> list[NamedEntity]:
    return [NamedEntity(EntityId(f"e{at:05}"), name, kind) for at, name in enumerate(names)]


def test_odd_names_are_no_match_for_each_other() -> None:
    pairs = find_pairs(named(ODD))
    assert list(pairs.scored) == []
    assert pairs.skipped == 2


def test_the_same_odd_name_twice_is_one() -> None:
    pairs = find_pairs(named(["a\x00b", "A B", "\u202eabc", "abc", "x" * 10_000, "X" * 10_000]))
    assert [(pair.left, pair.right, pair.value) for pair in pairs.scored] == [
        ("e00000", "e00001", 1.0),
        ("e00002", "e00003", 1.0),
    ]


@pytest.mark.parametrize("line", [nan, inf, 0, -1, 1.5])
def test_a_line_that_is_none_is_refused(line: float) -> None:
    pairs = find_pairs(named(["Acme", "Acme Ltd"]))
    for ask in (pairs.at, dendrogram(pairs).at):
        with pytest.raises(BadRequest, match="must be over 0 and at most 1"):
            ask(line)


@pytest.mark.slow
def test_fifty_thousand_copies_of_one_name_are_one_cluster() -> None:
    pairs = find_pairs(named(["Acme Corp"] * 50_000))
    cut = dendrogram(pairs).at(0.92)
    assert (cut.joined, cut.largest, len(cut)) == (49_999, 50_000, 1)
    assert "50000 names share 'acme' (organisation, rare word): only neighbours among them were compared" in (
        pairs.report.capped
    )
