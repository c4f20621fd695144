"""The resolve page in a browser: a key decides, clusters join and come apart again, a member is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from browser.conftest import Open, Server, idle
from graphkit.config import GraphConfig
from graphkit.corpus import Corpus
from graphkit.ingest.base import Source
from graphkit.model import Scope
from graphkit.store.open import open_store

TEXT = b"Robert Grenholt spoke for ACME Corp. at noon. R. Grenholt left Acme Corp early. Dr. Robert Grenholt came."


@pytest.fixture
def names(server: Server, request: pytest.FixtureRequest) -> Iterator[Corpus]:
    """A corpus of its own for each test, in which two things have several names each."""
    store = open_store(GraphConfig(uri=server.store_uri))
    corpus = Corpus(store, Scope(request.node.name))
    corpus.ingest([Source.of_upload("a.txt", TEXT)], methods=["regex"])
    yield corpus
    store.close()


def test_a_key_decides_the_pair_that_is_open_and_goes_on_to_the_next(names: Corpus, open_page: Open) -> None:
    first = names.resolution.pairs().scored[0]
    page = open_page(f"/resolve?corpus={names.scope.corpus_id}&line=0.6&pair={first.left}~{first.right}")
    expect(page.get_by_role("button", name="Different")).to_be_visible()
    page.keyboard.press("d")
    expect(page.get_by_text("decided to be different").first).to_be_visible()
    idle(page)
    (act,) = names.resolution.acts()
    assert (act.verdict, act.entities) == ("different", frozenset((first.left, first.right)))
    assert f"{first.left}~{first.right}".replace(":", "%3A") not in page.url


def test_clusters_are_joined_and_each_join_is_undone_by_name(names: Corpus, open_page: Open) -> None:
    before = len(names.view().entities)
    page = open_page(f"/resolve?corpus={names.scope.corpus_id}&tab=Decisions")
    page.get_by_role("button", name=re.compile(r"^Join \d+ clusters?$")).click()
    expect(page.get_by_role("button", name="Undo").first).to_be_visible()
    idle(page)
    acts = names.resolution.acts()
    assert acts
    assert len(names.view().entities) < before
    for left in range(len(acts), 0, -1):
        expect(page.get_by_role("button", name="Undo")).to_have_count(left)
        page.get_by_role("button", name="Undo").first.click()
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    idle(page)
    assert len(names.view().entities) == before


def test_a_member_that_is_unticked_is_kept_apart(names: Corpus, open_page: Open) -> None:
    page = open_page(f"/resolve?corpus={names.scope.corpus_id}&tab=Clusters")
    expect(page.get_by_role("button", name=re.compile(r"^Join \d+$"))).to_be_visible()
    members = page.locator("[class*=st-key-cluster_card] [data-testid=stCheckbox] label")
    members.locator("visible=true").and_(page.locator("label:not([data-disabled=true])")).last.click()
    page.get_by_role("button", name="keep 1 apart").click()
    expect(page.get_by_text("decided.").first).to_be_visible()
    idle(page)
    assert "different" in {act.verdict for act in names.resolution.acts()}
