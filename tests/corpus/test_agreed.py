"""An ensemble: what at least some of several methods found."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graphkit.corpus import Corpus, open_corpus
from graphkit.errors import BadRequest
from graphkit.extract.registry import create
from graphkit.ingest.base import Source

TEXT = b"Ann Miller met Bob Stone in Paris. Bob Stone left for the bank in Geneva."
LISTED = ["Bob Stone", "Paris", "bank"]
METHODS = ("regex", "gazetteer")


@pytest.fixture
def corpus() -> Iterator[Corpus]:
    with open_corpus("memory://", "agreed") as opened:
        methods = ["regex", create("gazetteer", terms=LISTED)]
        opened.ingest([Source.of_upload("a.txt", TEXT)], methods=methods, embed=False)
        yield opened


def names(corpus: Corpus, at_least: int) -> list[str]:
    return sorted(entity.name for entity in corpus.view(METHODS, at_least=at_least).top())


def test_one_of_two_is_the_union_and_two_of_two_is_what_both_found(corpus):
    assert names(corpus, 1) == ["Ann Miller", "Bob Stone", "Geneva", "Paris", "bank"]
    assert names(corpus, 2) == ["Bob Stone", "Paris"]


def test_connections_of_what_is_left_out_are_left_out(corpus):
    view = corpus.view(METHODS, at_least=2)
    bob, paris = view.find("Bob Stone").entity_id, view.find("Paris").entity_id
    assert [(edge.source, edge.target) for edge in view.edges] == [(bob, paris)]
    assert view.neighbours([bob]) == list(view.edges)
    assert view.search("Geneva") == []
    assert [entity.entity_id for entity in view.subgraph(limit=10).entities] == [bob, paris]
    assert view.two_hops(bob) == []


def test_each_entity_and_each_mention_tells_who_found_it(corpus):
    view = corpus.view(METHODS, at_least=2)
    bob = view.find("Bob Stone").entity_id
    assert [graph.split(":")[0] for graph in view.found_by(bob)] == ["regex", "gazetteer"]
    assert {evidence.method for evidence in view.mention_evidence(bob)} == {"regex, gazetteer"}


@pytest.mark.parametrize("at_least", [0, 3])
def test_more_than_were_chosen_cannot_agree(corpus, at_least):
    with pytest.raises(BadRequest, match=rf"^Found by at least {at_least} is asked of 2 graphs\."):
        corpus.view(METHODS, at_least=at_least)
