"""Names near what was typed: edits, scripts, and what is kept at hand."""

from __future__ import annotations

import random

import pytest

from graphkit.model import EntityId
from graphkit.store.names import fits
from graphkit.store.near_names import NearNames, NearNamesCache, NearQuery
from graphkit.store.neo4j_read import fulltext_query


@pytest.mark.parametrize(
    ("query", "name", "edits"),
    [
        ("jonh smyht", "john smyth", 2),
        ("jon", "john", None),  # three letters must be there as they are
        ("joh", "john smyth", 0),
        ("smiht", "smith", 1),
        ("smxxth", "smith", 2),
        ("smxxxth", "smith", None),
        ("moskva", "москва", 0),
        ("лавлейс", "lavleys", 1),
        ("++", "c++", None),
        ("", "john", None),
        ("word " * 1000, "words", 0),
    ],
)
def test_every_word_of_a_query_must_be_near_a_word_of_the_name(query: str, name: str, edits: int | None) -> None:
    assert NearQuery.of(query).distance(name) == edits


def test_many_names_are_searched_as_one_after_another() -> None:
    chance = random.Random(1)
    words = ["".join(chance.choices("abcdé", k=chance.randint(3, 7))) for _ in range(200)]
    names = {EntityId(f"e{n:03}"): " ".join(chance.choices(words, k=2)) for n in range(300)}
    index = NearNames(((-1, identity), name) for identity, name in names.items())
    for _ in range(50):
        query = NearQuery.of("".join(chance.choices("abcde", k=5)))
        expected = {(-1, i): edits for i, name in names.items() if (edits := query.distance(name)) is not None}
        assert index.candidates(query) == expected
        assert (
            index.nearest(query, 3) == [i for _, (_, i) in sorted((edits, key) for key, edits in expected.items())][:3]
        )


def test_names_are_read_once_for_a_revision_and_few_graphs_are_kept() -> None:
    cache, reads = NearNamesCache(), list[int]()

    def of(graph: int, revision: int) -> NearNames:
        def read() -> list[tuple[tuple[int, EntityId], str]]:
            reads.append(graph)
            return [((-1, EntityId("e")), "john")]

        return cache.of(graph, revision, read)

    assert of(1, 1) is of(1, 1)
    of(1, 2)
    for graph in range(2, 6):
        of(graph, 1)
    of(1, 2)
    assert reads == [1, 1, 2, 3, 4, 5, 1]


def test_what_was_found_fits_or_is_near() -> None:
    assert fits("smyth", ["John Smyth"])
    assert fits("ZOE", ["Other", "Zoë"])
    assert not fits("smyht", ["John Smyth"])
    assert not fits("smyth", [])


def test_a_question_to_the_index_holds_letters_and_digits_only() -> None:
    assert fulltext_query("ab12", NearQuery.of("O'Reily (x) AND")) == (
        "graph:ab12 AND (search_key:o* OR search_key:o'reily~2) AND "
        "(search_key:reily* OR search_key:reily~1 OR search_key:o'reily~2 OR search_key:reily'x~2) AND "
        "(search_key:x* OR search_key:reily'x~2 OR search_key:x'and~1) AND (search_key:and* OR search_key:x'and~1)"
    )
    assert fulltext_query("ab12", NearQuery.of("!?")) == ""
