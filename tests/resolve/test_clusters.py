"""Clusters: chains followed, cut where their ends contradict each other, the same in any order."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from graphkit.model import Decision, EntityId
from graphkit.resolve.clusters import Clusters, cluster
from graphkit.resolve.decisions import keep_apart, merge
from graphkit.resolve.names import NamedEntity
from graphkit.resolve.pairs import find_pairs
from resolve.making import entity, minute

SMITHS = [
    entity("John Smith", "PERSON", mentions=9),
    entity("Jon Smith", "PERSON", mentions=2),
    entity("Smith, John", "PERSON"),
    entity("John Paul Smith", "PERSON"),
]
HANSA = [entity("Hansa", "ORG", mentions=3), entity("Hansa AG", "ORG"), entity("Hansa GmbH", "ORG", mentions=2)]


def members(found: Clusters) -> list[tuple[str, ...]]:
    return [one.members for one in found.clusters]


def clusters(entities: list[NamedEntity], threshold: float = 0.92, decisions: tuple[Decision, ...] = ()) -> Clusters:
    return cluster(find_pairs(entities).at(threshold), decisions)


def test_the_most_mentioned_member_stands_first() -> None:
    assert members(clusters(SMITHS)) == [
        ("person:john smith", "person:john paul smith", "person:jon smith", "person:smith, john")
    ]
    assert clusters(SMITHS).mapping == {
        "person:john paul smith": "person:john smith",
        "person:jon smith": "person:john smith",
        "person:smith, john": "person:john smith",
    }


def test_a_mere_part_of_a_name_does_not_stand_for_the_whole() -> None:
    story = [
        entity("Holmes", "PERSON", mentions=50, documents="a"),
        entity("Sherlock Holmes", "PERSON", mentions=5, documents="a"),
    ]
    assert members(clusters(story)) == [("person:sherlock holmes", "person:holmes")]


def test_a_chain_whose_ends_contradict_each_other_becomes_a_question() -> None:
    found = clusters(HANSA)
    assert members(found) == [("org:hansa", "org:hansa ag")]
    assert [(q.pair.left, q.pair.right, q.words) for q in found.questions] == [
        (
            "org:hansa",
            "org:hansa gmbh",
            "it would join “Hansa AG” and “Hansa GmbH”: legal forms differ: ag ≠ gmbh",
        )
    ]


def test_what_was_decided_to_be_different_cuts_the_chain() -> None:
    apart = keep_apart(EntityId("person:john smith"), EntityId("person:jon smith"), who="Ada", when=minute(0))
    found = clusters(SMITHS, decisions=apart)
    assert members(found) == [("person:john smith", "person:john paul smith", "person:smith, john")]
    assert [q.words for q in found.questions] == [
        "“John Smith” and “Jon Smith” were decided to be different",
    ] * len(found.questions)


def test_what_was_decided_to_be_the_same_is_joined_whatever_the_score() -> None:
    same = merge([EntityId("org:hansa gmbh")], EntityId("org:hansa ag"), who="Ada", when=minute(0))
    found = clusters(HANSA[1:], decisions=same)
    assert [(one.members, one.decided, one.weakest) for one in found.clusters] == [
        (("org:hansa ag", "org:hansa gmbh"), True, 1.0)
    ]


def test_what_somebody_is_unsure_about_stays_a_question() -> None:
    unsure = keep_apart(
        EntityId("person:john smith"), EntityId("person:smith, john"), who="Ada", when=minute(0), verdict="unsure"
    )
    assert [q.words for q in clusters([SMITHS[0], SMITHS[2]], decisions=unsure).questions] == ["somebody was unsure"]


def test_moving_the_line_only_joins_or_parts() -> None:
    pairs = find_pairs([*SMITHS, *HANSA])
    sizes = [sum(len(one.members) for one in cluster(pairs.at(line)).clusters) for line in (0.99, 0.95, 0.9, 0.8)]
    assert sizes == sorted(sizes)


@settings(deadline=None)
@given(st.permutations([*SMITHS, *HANSA, entity("J. Smith", "PERSON"), entity("Hansa Bank AG", "ORG")]))
def test_the_order_of_entities_changes_no_cluster(shuffled: list[NamedEntity]) -> None:
    ordered = sorted(shuffled, key=lambda one: one.entity_id)
    assert clusters(shuffled, 0.85) == clusters(ordered, 0.85)
