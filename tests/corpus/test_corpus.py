"""The working desk: what it keeps between questions, and when it reads again."""

from __future__ import annotations

import pytest
from made_corpora import GRAPH, put_story

from graphkit import corpus as module
from graphkit.corpus import Corpus
from graphkit.model import EntityId
from graphkit.resolve.decisions import merge
from graphkit.store.inmemory import InMemoryStore

ADA, MENABREA = EntityId("entity:person:ada_lovelace"), EntityId("entity:person:luigi_menabrea")


@pytest.fixture
def story() -> Corpus:
    store = InMemoryStore()
    store.ensure_schema()
    return Corpus(store, put_story(store))


def test_a_decision_changes_the_view_after_decisions_and_keeps_the_one_before(story: Corpus) -> None:
    before, after = story.view(decided=False), story.view()
    story.resolution.merge([MENABREA], ADA, who="tester")
    assert story.view(decided=False) is before
    assert story.view() is not after
    assert story.view().entity(MENABREA).entity_id == ADA
    assert before.entity(MENABREA).entity_id == MENABREA


def test_what_somebody_else_wrote_is_read_again(story: Corpus) -> None:
    before = story.view(decided=False)
    story.store.put_decisions(story.scope, merge([MENABREA], ADA, who="somebody else"))
    story.resolution.keep_apart(ADA, EntityId("entity:org:acme_press"), who="tester")
    assert story.view(decided=False) is not before


def test_only_the_latest_views_are_kept(story: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    first, other = story.view([GRAPH]), story.view([GRAPH], decided=False)
    assert story.view([GRAPH]) is first
    monkeypatch.setattr(module, "MAX_VIEWS", 1)
    story.view([])
    assert story.view([GRAPH], decided=False) is not other


def test_a_comparison_is_kept_until_the_corpus_changes(story: Corpus) -> None:
    first = story.compare([GRAPH])
    assert story.compare([GRAPH]) is first
    assert story.compare([GRAPH], names={GRAPH: "by hand"}).methods == ("by hand",)
    story.delete([story.documents()[0].document_id])
    assert story.compare([GRAPH]).documents == first.documents - 1


def test_types_and_most_mentioned_names_are_the_same_whether_the_store_or_the_view_counts(story: Corpus) -> None:
    lazy = story.view()
    types, top = lazy.types(), lazy.top(3)
    assert len(lazy.entities) == 6
    assert (list(lazy.types().items()), lazy.top(3)) == (list(types.items()), top)
