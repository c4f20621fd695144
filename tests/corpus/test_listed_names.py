"""What a list of terms calls the same is one entity after the ingestion, with undo that is remembered."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graphkit.corpus import Corpus, open_corpus
from graphkit.extract.registry import create
from graphkit.ingest.base import Source
from graphkit.model import Decision

TEXT = b"The WHO met two banks. The World Health Organization left the bank."
TERMS = [
    {"name": "World Health Organization", "type": "ORG"},
    {"name": "WHO", "same_as": "World Health Organization"},
    {"name": "bank", "forms": ["banks"]},
    {"name": "river", "forms": ["rivers"]},
]


@pytest.fixture
def corpus() -> Iterator[Corpus]:
    with open_corpus("memory://", "listed") as opened:
        ingest(opened)
        yield opened


def ingest(corpus: Corpus) -> None:
    corpus.ingest([Source.of_upload("a.txt", TEXT)], methods=[create("gazetteer", terms=TERMS)], embed=False)


def names(corpus: Corpus) -> list[tuple[str, int]]:
    return sorted((entity.name, entity.mentions) for entity in corpus.view().top())


def in_force(decisions: list[Decision]) -> int:
    return sum(not row.undone for row in decisions)


def test_forms_and_other_names_are_one_entity_by_a_decision_with_its_reason(corpus):
    assert names(corpus) == [("World Health Organization", 2), ("bank", 2)]
    rows = {(row.left, row.right): (row.who, row.reasons) for row in corpus.resolution.decisions()}
    assert rows == {
        ("entity:org:who", "entity:org:world_health_organization"): (
            "list of terms",
            ("the list of terms says that these are World Health Organization",),
        ),
        ("entity:unknown:banks", "entity:unknown:bank"): (
            "list of terms",
            ("the list of terms says that these are bank",),
        ),
    }


def test_what_was_undone_is_not_decided_again(corpus):
    corpus.resolution.undo(corpus.resolution.acts()[0].merge_id)
    ingest(corpus)
    assert in_force(corpus.resolution.decisions()) == 1
