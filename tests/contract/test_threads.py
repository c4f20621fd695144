"""Promises to programs that use a store from several threads."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from graphkit.model import DocumentId, Scope
from graphkit.store.base import DocumentRecord, GraphStore
from graphkit.store.inmemory import InMemoryStore

from .conftest import StoreMaker
from .making import record, whole

NAMES = [f"Name{number:02}" for number in range(50)]
THREADS = 8


def document(number: int, version: int) -> DocumentRecord:
    """A document of four of the shared names; the version decides which."""
    names = [NAMES[(number * 7 + step * 11 + version * 13) % 50] for step in range(4)]
    return record(f"d{number:03}", " and ".join(names), *names, weight=0.1)


def test_eight_threads_that_share_names_end_like_one(make_store: StoreMaker, scope: Scope) -> None:
    store, serial = make_store(), make_store()
    start = threading.Barrier(THREADS)

    def work(thread: int) -> None:
        own = range(thread, 80, THREADS)
        start.wait()
        for version in (0, 1):
            for at in range(0, len(own), 5):
                store.upsert(scope, [document(number, version) for number in own[at : at + 5]])
        store.delete_documents(scope, [DocumentId(f"d{number:03}") for number in own[::2]])

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(work, range(THREADS)))
    kept = sorted(number for thread in range(THREADS) for number in range(thread, 80, THREADS)[1::2])
    serial.upsert(scope, [document(number, 1) for number in kept])
    assert whole(store, scope) == whole(serial, scope)
    assert store.audit(scope) == []


def test_threads_that_write_and_delete_the_same_documents_leave_no_stray(store: GraphStore, scope: Scope) -> None:
    def work(thread: int) -> None:
        for turn in range(6):
            batch = [document(number, (thread + turn) % 3) for number in range(10)]
            if thread % 4 == 3:
                store.delete_documents(scope, [one.document.document_id for one in batch])
            else:
                store.upsert(scope, batch)

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(work, range(THREADS)))
    assert store.audit(scope) == []
    store.delete_documents(scope, [row.document_id for row in store.documents(scope)])
    assert store.entities(scope) == []


def test_eight_threads_on_the_same_documents_of_two_corpora_are_exact(store: GraphStore, scope: Scope) -> None:
    scopes = [scope, replace(scope, corpus_id="other")]
    start = threading.Barrier(THREADS)

    def work(thread: int) -> None:
        start.wait()
        for turn in range(8):
            batch = [document(number, (thread + turn) % 3) for number in range(0, 12, 1 + thread % 2)]
            own = scopes[(thread + turn) % 2]
            if (thread + turn) % 3 == 0:
                store.delete_documents(own, [one.document.document_id for one in reversed(batch)])
            else:
                store.upsert(own, batch if turn % 2 else batch[::-1])

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(work, range(THREADS)))
    serial = InMemoryStore()
    for own in scopes:
        assert store.audit(own) == []
        for row in store.documents(own):
            number, version = int(row.document_id[1:]), 0
            while document(number, version).document.text != getattr(store.document(own, row.document_id), "text", ""):
                version += 1
            serial.upsert(own, [document(number, version)])
        assert whole(store, own) == whole(serial, own)


def test_readers_see_whole_batches_only(store: GraphStore, scope: Scope) -> None:
    done = threading.Event()

    def read() -> set[int]:
        seen = set()
        while not done.is_set():
            seen.add(store.stats(scope).documents)
        return seen

    with ThreadPoolExecutor(3) as pool:
        readers = [pool.submit(read) for _ in range(2)]
        try:
            for batch in range(10):
                store.upsert(scope, [document(batch * 10 + number, 0) for number in range(10)])
        finally:
            done.set()
        assert all(count % 10 == 0 for reader in readers for count in reader.result())


def test_a_document_may_be_written_while_edges_are_read(store: GraphStore, scope: Scope) -> None:
    store.upsert(scope, [document(number, 0) for number in range(20)])
    for edge in store.edges(scope):
        store.upsert(scope, [record("new", edge.source)])
    assert store.document(scope, DocumentId("new")) is not None
