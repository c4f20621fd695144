"""Clusters at every line, cut from one tree: the same as clustering anew, whatever the order of the input."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphkit.errors import BadRequest
from graphkit.model import Decision, EntityId
from graphkit.resolve.clusters import cluster
from graphkit.resolve.decisions import keep_apart, merge
from graphkit.resolve.dendrogram import Cut, dendrogram
from graphkit.resolve.lines import of_type
from graphkit.resolve.names import NamedEntity
from graphkit.resolve.pairs import find_pairs
from resolve.making import entity, minute

STORY = [
    *(entity(name, "PERSON", documents="a") for name in ("Sherlock Holmes", "Sherlock", "Mr. Holmes", "Holmes")),
    entity("Mycroft Holmes", "PERSON", documents="a"),
    *(entity(name, "PERSON", mentions=3) for name in ("John Smith", "Jon Smith", "Smith, John", "J. Smith")),
    *(entity(name, "ORG") for name in ("Hansa", "Hansa AG", "Hansa GmbH", "Hansa Bank AG", "Hansa Bnak AG")),
    *(entity(name, "PRODUCT") for name in ("GPT-3", "GPT-4", "GPT 4", "Neo4j", "Neo 4j")),
]
LINES = (1.0, 0.97, 0.95, 0.92, 0.9, 0.88, 0.85, 0.8, 0.74, 0.7, 0.65, 0.6)


def groups(cut: Cut) -> set[tuple[EntityId, ...]]:
    return {cut.cluster(number).members for number in range(len(cut))}


def decided(*rows: tuple[Decision, ...]) -> list[Decision]:
    return [row for own in rows for row in own]


DECISIONS = decided(
    merge([EntityId("org:hansa gmbh")], EntityId("org:hansa ag"), who="Ada", when=minute(0)),
    keep_apart(EntityId("person:john smith"), EntityId("person:jon smith"), who="Ada", when=minute(1)),
    keep_apart(
        EntityId("person:john smith"), EntityId("person:smith, john"), who="Ada", when=minute(2), verdict="unsure"
    ),
)


@pytest.mark.parametrize("decisions", [[], DECISIONS])
@pytest.mark.parametrize("line", LINES)
def test_a_cut_is_what_clustering_at_that_line_finds(decisions: list[Decision], line: float) -> None:
    pairs = find_pairs(STORY)
    cut, anew = dendrogram(pairs, decisions).at(line), cluster(pairs.at(line), decisions)
    assert {cut.cluster(n) for n in range(len(cut))} == set(anew.clusters)
    assert (cut.joined, cut.largest, len(cut)) == (anew.joined, anew.largest, len(anew.clusters))
    assert cut.questions == anew.questions
    assert cut.left == len(STORY) - anew.joined


def test_the_largest_cluster_stands_first() -> None:
    cut = dendrogram(find_pairs(STORY)).at(0.85)
    sizes = [len(cut.cluster(number).members) for number in range(len(cut))]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == cut.largest


def test_a_move_of_the_line_is_told_before_it_is_made() -> None:
    tree = dendrogram(find_pairs(STORY))
    down, up = tree.move(0.97, 0.9), tree.move(0.9, 0.97)
    assert down.added == up.dropped == tree.at(0.9).joined - tree.at(0.97).joined > 0
    assert down.dropped == up.added == 0
    assert down.words == f"moving from 0.97 to 0.90 adds {down.added} merges, drops 0"


def test_a_line_below_the_floor_is_refused() -> None:
    with pytest.raises(BadRequest, match=r"kept from 0\.6 on"):
        dendrogram(find_pairs(STORY)).at(0.5)


def test_twenty_orders_of_the_same_names_give_the_same_clusters() -> None:
    wanted = [groups(dendrogram(find_pairs(STORY)).at(line)) for line in LINES]
    for seed in range(20):
        shuffled = random.Random(seed).sample(STORY, len(STORY))
        tree = dendrogram(find_pairs(shuffled))
        assert [groups(tree.at(line)) for line in LINES] == wanted


@settings(deadline=None, max_examples=30)
@given(st.lists(st.sampled_from(["A B", "A C", "B C", "A", "A B C", "AB", "Abel C", "A. Bell", "A Bell"]), max_size=8))
def test_no_names_and_few_names_are_joined_alike_by_both_ways(names: list[str]) -> None:
    entities = [NamedEntity(EntityId(f"e{at}"), name, "PERSON") for at, name in enumerate(names)]
    pairs = find_pairs(entities)
    tree = dendrogram(pairs)
    for line in (0.95, 0.8, 0.6):
        assert groups(tree.at(line)) == {one.members for one in cluster(pairs.at(line)).clusters}


def test_the_steps_are_what_clustering_at_each_line_finds() -> None:
    names = ["Sherlock Holmes", "Sherlock", "Mr. Holmes", "Holmes", "Mycroft Holmes", "Ann Miller", "A. Miller"]
    pairs = find_pairs([entity(name, "PERSON", documents="s") for name in names])
    found = dendrogram(pairs).steps()
    assert [step.threshold for step in found] == [hundred / 100 for hundred in range(100, 59, -1)]
    for step in found:
        clusters = cluster(pairs.at(step.threshold))
        assert (step.merged, step.clusters, step.largest, step.left) == (
            clusters.joined,
            len(clusters.clusters),
            clusters.largest,
            len(names) - clusters.joined,
        )
    assert [step.merged for step in found] == sorted(step.merged for step in found)


def test_a_line_tells_how_many_clusters_hold_more_than_was_decided() -> None:
    pairs = find_pairs(STORY)
    for line in LINES:
        whole = cluster(pairs.at(line), DECISIONS)
        assert dendrogram(pairs, DECISIONS).at(line).undecided == sum(not one.decided for one in whole.clusters)


def test_the_pairs_of_one_type_have_a_tree_of_their_own() -> None:
    part = of_type(find_pairs(STORY), "ORG")
    for line in LINES:
        assert groups(dendrogram(part).at(line)) == {one.members for one in cluster(part.at(line)).clusters}
