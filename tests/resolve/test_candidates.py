"""Candidates: complete where all pairs are looked at, nearly so above, and honest about what was left out."""

from __future__ import annotations

from graphkit.model import EntityId
from graphkit.resolve.candidates import IndexPairs, candidates
from graphkit.resolve.names import NamedEntity
from resolve.making import entity

FIRST = ["Ada", "Grace", "Alan", "Edsger", "Barbara", "Donald", "Katherine", "Dennis", "Margaret", "Tim"]
LAST = ["Lovelace", "Hopper", "Turing", "Dijkstra", "Liskov", "Knuth", "Johnson", "Ritchie", "Hamilton", "Berners"]


def places(found: IndexPairs) -> list[tuple[int, int]]:
    """The pairs as tuples."""
    return list(zip(found[0].tolist(), found[1].tolist(), strict=True))


def test_variants_are_among_the_candidates_in_both_ways() -> None:
    people = [entity(f"{first} {last}", "PERSON") for first in FIRST for last in LAST]
    variants = [
        entity("Lovelace, Ada", "PERSON"),
        entity("A. Lovelace", "PERSON"),
        entity("GRACE HOPPER", "PERSON"),
        entity("Alan Turign", "PERSON"),
        entity("Edsger Dijkstra Jr.", "PERSON"),
    ]
    wanted = {(0, 100), (0, 101), (11, 102), (22, 103), (33, 104)}
    for exact_names, complete in ((20_000, True), (10, False)):
        found, report = candidates([*people, *variants], exact_names=exact_names)
        assert wanted <= set(places(found))
        assert report.complete is complete
        assert sum(report.passes.values()) == len(places(found)) == report.pairs


def test_a_block_that_is_too_large_is_capped_and_named() -> None:
    namesakes = [NamedEntity(EntityId(f"{index:02}"), "Bank", "ORG") for index in range(80)]
    _, report = candidates(namesakes)
    keys = {"same letters": "bank", "same words": "bank", "sound": "bnk", "rare word": "bank"}
    assert report.capped == (
        "more than 60 names are 'bank' (organisation): the others were compared with each other only",
        *(
            f"80 names share {key!r} (organisation, {way}): only neighbours among them were compared"
            for way, key in keys.items()
        ),
    )


def test_no_names_give_no_candidates() -> None:
    assert places(candidates([])[0]) == []
    assert places(candidates([entity("!!!"), entity("???")])[0]) == []
