"""Paging: every row once, in order, however small the pages are."""

from __future__ import annotations

import pytest
from made_corpora import put_large, put_story

from graphkit.store import pages
from graphkit.store.inmemory import InMemoryStore


@pytest.fixture
def store() -> InMemoryStore:
    made = InMemoryStore()
    made.ensure_schema()
    return made


def test_documents_come_page_by_page_and_whole(store: InMemoryStore) -> None:
    scope = put_story(store).corpus
    everything = store.documents(scope)
    assert [len(rows) for rows in pages.document_pages(store, scope, page=1)] == [1, 1]
    assert list(pages.all_documents(store, scope)) == everything


def test_entities_of_many_pages_come_once_in_order(store: InMemoryStore, monkeypatch: pytest.MonkeyPatch) -> None:
    scope = put_large(store, 50)
    monkeypatch.setattr(pages, "ENTITIES", 7)
    assert list(pages.all_entities(store, scope)) == store.entities(scope)
