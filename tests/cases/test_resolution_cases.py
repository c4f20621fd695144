"""Field cases of resolution: what must become one, what must not, and what must be asked."""

from __future__ import annotations

import pytest

from graphkit.ids import entity_id
from graphkit.model import UNKNOWN, DocumentId, EntityId
from graphkit.resolve.clusters import Clusters, cluster
from graphkit.resolve.homonyms import homonyms
from graphkit.resolve.names import NamedEntity
from graphkit.resolve.pairs import Pairs, find_pairs

STORY, OTHER = DocumentId("story"), DocumentId("other")


def named(name: str, entity_type: str = UNKNOWN, *, documents: tuple[DocumentId, ...] = (STORY,), near: str = ""):
    return NamedEntity(
        entity_id(entity_type, name),
        name,
        entity_type,
        document_ids=frozenset(documents),
        neighbours=frozenset(EntityId(one) for one in near),
    )


def clusters(pairs: Pairs, threshold: float = 0.92) -> list[list[str]]:
    found: Clusters = cluster(pairs.at(threshold))
    return [sorted(pairs.entities[member].name for member in one.members) for one in found.clusters]


def test_case_1_two_banks_of_one_name_are_never_merged_silently():
    algiers = named("First National Bank of Algiers", "ORG", documents=(STORY,), near="ab")
    ohio = named("First National Bank of Ohio", "ORG", documents=(OTHER,), near="cd")
    short = named("First National Bank", "ORG", documents=(STORY, OTHER), near="abcd")
    pairs = find_pairs([algiers, ohio, short])
    assert clusters(pairs) == []
    assert pairs.score_of(algiers.entity_id, ohio.entity_id).value < 0.6
    question = homonyms({short.entity_id: {STORY: algiers.neighbours, OTHER: ohio.neighbours}})
    assert [one.groups for one in question] == [((OTHER,), (STORY,))]


def test_case_1_sure_spellings_without_a_common_neighbour_become_a_question():
    here = named("First National Bank", "ORG", documents=(STORY,), near="ab")
    there = named("First National Bank Ltd.", "ORG", documents=(OTHER,), near="cd")
    (pair,) = find_pairs([here, there]).scored
    assert pair.value == 0.9
    assert pair.score.reasons[-1].words == "other documents and no neighbour in common"
    distinct = [named("Acme Corp", "ORG", near="ab"), named("ACME Corp.", "ORG", documents=(OTHER,), near="cd")]
    assert clusters(find_pairs(distinct)) == [["ACME Corp.", "Acme Corp"]]
    near = named("First National Bank Ltd.", "ORG", documents=(OTHER,), near="ad")
    assert find_pairs([here, near]).scored[0].value == 0.96


def test_case_2_an_acronym_of_four_uploads_is_one_entity_and_needs_no_pair():
    uploads = [named("NATO", "ORG", documents=(DocumentId(day),)) for day in ("mon", "tue", "wed", "thu")]
    assert {one.entity_id for one in uploads} == {"entity:org:nato"}
    assert find_pairs(uploads).scored == ()


@pytest.mark.parametrize("entity_type", ["PERSON", UNKNOWN])
def test_case_4_parts_of_a_name_in_one_story_are_proposed_as_one(entity_type):
    names = ["Sherlock", "Sherlock Holmes", "Mr. Holmes", "Holmes", "Mycroft Holmes"]
    pairs = find_pairs(named(name, entity_type) for name in names)
    if entity_type == "PERSON":
        assert clusters(pairs) == [["Holmes", "Mr. Holmes", "Sherlock", "Sherlock Holmes"]]
    sherlock = pairs.score_of(entity_id(entity_type, "Holmes"), entity_id(entity_type, "Sherlock Holmes"))
    assert sherlock.reasons[-1].words == "part of the name, same document"
    assert (
        pairs.score_of(entity_id(entity_type, "Sherlock Holmes"), entity_id(entity_type, "Mycroft Holmes")).value < 0.6
    )


def test_case_4_an_initial_is_the_only_person_of_its_document_that_it_can_be():
    names = ["O. Rennick", "Oskar Rennick", "J. Smith", "John Smith", "Jane Smith"]
    assert clusters(find_pairs(named(name, "PERSON") for name in names)) == [["O. Rennick", "Oskar Rennick"]]


def test_case_4_parts_of_a_name_in_different_documents_are_not():
    pairs = find_pairs([named("Holmes", "PERSON", documents=(OTHER,)), named("Sherlock Holmes", "PERSON")])
    assert clusters(pairs) == []


@pytest.mark.parametrize("entity_type", ["PERSON", UNKNOWN])
def test_case_4_a_middle_initial_is_the_same_person(entity_type):
    pairs = find_pairs([named("John Doe", entity_type), named("John T. Doe", entity_type)])
    assert clusters(pairs) == [["John Doe", "John T. Doe"]]


@pytest.mark.parametrize(
    ("left", "right", "reason"),
    [
        ("Task 5", "Task 6", "numbers differ: 5 ≠ 6"),
        ("2019", "2020", "numbers differ: 2019 ≠ 2020"),
        ("Section 4.1", "Section 4.2", "numbers differ: 4.1 ≠ 4.2"),
        ("GPT-4", "GPT-4o", "numbers differ: 4 ≠ 4o"),
        ("Henry IV", "Henry V", "numbers differ: 4 ≠ 5"),
        ("3 May", "4 May", "numbers differ: 3 ≠ 4"),
    ],
)
@pytest.mark.parametrize("entity_type", [UNKNOWN, "PERSON", "ORG", "PRODUCT", "DATE"])
def test_case_5_differing_numbers_are_never_merged_and_the_reason_names_them(left, right, reason, entity_type):
    pairs = find_pairs([named(left, entity_type), named(right, entity_type)], floor=0.1)
    assert clusters(pairs, 0.8) == []
    score = pairs.score_of(entity_id(entity_type, left), entity_id(entity_type, right))
    if entity_type == "DATE" and left == "Henry IV":
        assert score.value < 0.6
    else:
        assert reason in [one.words for one in score.reasons]


def test_case_6_different_types_and_empty_fields_match_nothing():
    empty = [NamedEntity(EntityId(""), "", kind, aliases=("", " ")) for kind in ("PERSON", "ORG", "GPE")]
    typed = [NamedEntity(EntityId(kind), "Washington", kind, aliases=("",)) for kind in ("PERSON", "ORG", "GPE")]
    pairs = find_pairs([*empty, *typed])
    assert (pairs.scored, pairs.skipped) == ((), 3)
    assert clusters(pairs) == []
