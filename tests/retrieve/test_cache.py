"""Prepared indexes are kept as long as they are true."""

import gc
import threading
import weakref
from collections.abc import Sequence

import pytest

from graphkit.model import GraphId, Scope
from graphkit.retrieve.cache import MAX_INDEXES, IndexCache
from graphkit.retrieve.index import IndexKey, RetrievalIndex
from graphkit.store.base import GraphStore
from graphkit.store.inmemory import InMemoryStore
from retrieve.making import SCOPE, stored


def test_an_index_is_built_again_only_when_something_changed() -> None:
    made = stored(InMemoryStore())
    cache = IndexCache()
    first = cache.get(made.store, IndexKey(SCOPE, (made.graph_id,), {}))
    assert cache.get(made.store, IndexKey(SCOPE, (made.graph_id,), {})) is first
    made.store.delete_documents(SCOPE, [first.passages[0].document_id])
    second = cache.get(made.store, IndexKey(SCOPE, (made.graph_id,), {}))
    assert len(second.passages) == len(first.passages) - 1
    assert cache.get(made.store, IndexKey(SCOPE, (made.graph_id,), {})) is second


def test_decisions_and_graphs_have_their_own_index() -> None:
    made = stored(InMemoryStore())
    cache = IndexCache()
    entity, other = (row.entity_id for row in made.store.entities(SCOPE.of_graph(made.graph_id))[:2])
    plain = cache.get(made.store, IndexKey(SCOPE, (made.graph_id,), {}))
    assert len(cache.get(made.store, IndexKey(SCOPE, (made.graph_id,), {entity: other})).names) == len(plain.names) - 1
    assert len(cache.get(made.store, IndexKey(SCOPE, (), {})).names) < len(plain.names)
    for number in range(MAX_INDEXES + 1):
        cache.get(made.store, IndexKey(SCOPE, (GraphId(f"none:{number}"),), {}))
    assert cache.get(made.store, IndexKey(SCOPE, (made.graph_id,), {})) is not plain


def test_the_cache_keeps_no_closed_store_alive() -> None:
    cache = IndexCache()
    made = stored(InMemoryStore())
    cache.get(made.store, IndexKey(SCOPE, (made.graph_id,), {}))
    ghost = weakref.ref(made.store)
    del made
    gc.collect()
    assert ghost() is None


def test_an_index_is_built_once_and_nobody_who_wants_another_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    made = stored(InMemoryStore())
    cache = IndexCache()
    begun, go = threading.Event(), threading.Event()
    built: list[Sequence[GraphId]] = []
    build = RetrievalIndex.build

    def slow(store: GraphStore, scope: Scope, graph_ids: Sequence[GraphId], **rest: object) -> RetrievalIndex:
        built.append(graph_ids)
        if graph_ids:
            begun.set()
            assert go.wait(20)
        return build(store, scope, graph_ids)

    monkeypatch.setattr(RetrievalIndex, "build", slow)
    found: list[RetrievalIndex] = []
    key = IndexKey(SCOPE, (made.graph_id,), {})
    threads = [threading.Thread(target=lambda: found.append(cache.get(made.store, key))) for _ in range(2)]
    for thread in threads:
        thread.start()
    assert begun.wait(20)
    assert cache.get(made.store, IndexKey(SCOPE, (), {})).graph_ids == ()
    assert found == []
    go.set()
    for thread in threads:
        thread.join(20)
    assert found[0] is found[1]
    assert built == [(made.graph_id,), ()]
