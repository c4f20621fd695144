"""Writes that a server breaks off: paused, slow, out of time, out of disc. What it acknowledged is whole."""

from __future__ import annotations

import os
import resource
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest
from neo4j import GraphDatabase
from neo4j_for_tests import START_LIMIT_S, new_server

from graphkit.config import GraphConfig
from graphkit.errors import StoreBusy, StoreError, StoreUnavailable
from graphkit.model import Chunk, Document, DocumentId, Extraction, GraphId, Mention, Relation, Scope
from graphkit.neo4jserver.server import Neo4jServer
from graphkit.store.base import DocumentRecord, GraphStore
from graphkit.store.open import open_store

PER_BATCH = 20


def record(number: int) -> DocumentRecord:
    """A document of two names that all share and of one of its own."""
    key, text = DocumentId(f"d{number:05}"), f"Acme met Bolt and Own{number:05}. " + "So it is said. " * 20
    names = ["Acme", "Bolt", f"Own{number:05}"]
    mentions = tuple(Mention(text.index(name), text.index(name) + len(name), name, "ORG") for name in names)
    relations = tuple(Relation(left, "", right, 0, len(text), directed=False) for left, right in pairwise(mentions))
    findings = {GraphId("g"): Extraction(key, "m", mentions, relations)}
    return DocumentRecord(Document(key, "t", text, f"s{number}"), (Chunk(key, 0, 0, len(text)),), findings)


def batch(number: int) -> list[DocumentRecord]:
    """The documents of a batch."""
    return [record(number * PER_BATCH + at) for at in range(PER_BATCH)]


@pytest.fixture(scope="module")
def server() -> Iterator[Neo4jServer]:
    """A server of this module's own, to be hurt."""
    started = new_server()
    try:
        started.start(limit_s=START_LIMIT_S)
        yield started
    finally:
        started.remove()


@pytest.fixture
def store(server: Neo4jServer) -> Iterator[GraphStore]:
    """A store on the server."""
    opened = open_store(GraphConfig(uri=server.uri, timeout_s=30.0))
    yield opened
    opened.close()


def check_whole(store: GraphStore, scope: Scope, acknowledged: list[int], started: int) -> None:
    """Every acknowledged batch is there, of the others at most the last that was started, and all of it."""
    documents = store.documents(scope, limit=100_000)
    stored = {int(row.document_id[1:]) // PER_BATCH for row in documents}
    assert len(documents) == PER_BATCH * len(stored)
    assert set(acknowledged) <= stored <= {*acknowledged, started}
    assert store.audit(scope) == []


def check_resumed(store: GraphStore, scope: Scope, batches: int) -> None:
    """The same batches once more make the whole graph."""
    for number in range(batches):
        store.upsert(scope, batch(number))
    stats = store.stats(scope)
    assert (stats.documents, stats.entities) == (PER_BATCH * batches, PER_BATCH * batches + 2)
    assert store.audit(scope) == []


def until_it_fails(
    store: GraphStore, scope: Scope, most: int, each: Callable[[int], object]
) -> tuple[list[int], int, StoreError]:
    """Numbers of the acknowledged batches, the number of the one that failed, and what was said then."""
    acknowledged: list[int] = []
    for number in range(most):
        each(number)
        try:
            store.upsert(scope, batch(number))
        except StoreError as error:
            return acknowledged, number, error
        acknowledged.append(number)
    raise AssertionError("nothing failed")


@pytest.mark.slow
def test_a_server_paused_in_a_write_is_given_up_and_the_run_resumes(
    server: Neo4jServer, store: GraphStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    scope, pid = Scope("paused", GraphId("g")), server.pid
    assert pid is not None
    store.upsert(scope, batch(0))
    monkeypatch.setattr("graphkit.store.neo4j_connection.WRITE_LIMIT_S", 2.0)
    monkeypatch.setattr("graphkit.store.neo4j_connection.WRITE_WINDOW_S", 1.0)
    stopper = threading.Timer(0.05, os.kill, (pid, signal.SIGSTOP))
    stopper.start()
    try:
        with pytest.raises(StoreUnavailable):
            for number in range(1, 200):
                last = number
                store.upsert(scope, batch(number))
    finally:
        stopper.join()
        os.kill(pid, signal.SIGCONT)
    monkeypatch.undo()
    check_whole(store, scope, list(range(last)), last)
    check_resumed(store, scope, last + 1)


def test_a_slow_server_is_waited_for(server: Neo4jServer, store: GraphStore) -> None:
    scope, pid, done = Scope("slow", GraphId("g")), server.pid, threading.Event()
    assert pid is not None

    def slow_down() -> None:
        while not done.is_set():
            os.kill(pid, signal.SIGSTOP)
            time.sleep(0.1)
            os.kill(pid, signal.SIGCONT)
            time.sleep(0.05)

    slower = threading.Thread(target=slow_down)
    slower.start()
    try:
        check_resumed(store, scope, 5)
    finally:
        done.set()
        slower.join()


def test_a_write_out_of_time_leaves_nothing(
    server: Neo4jServer, store: GraphStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    scope = Scope("out of time", GraphId("g"))
    store.upsert(scope, batch(0))
    monkeypatch.setattr("graphkit.store.neo4j_connection.WRITE_LIMIT_S", 0.5)
    with GraphDatabase.driver(server.uri) as driver, driver.session() as session, session.begin_transaction() as holds:
        holds.run("MATCH (c:GraphkitCorpus) SET c.locked = true").consume()  # so the write waits
        with pytest.raises((StoreBusy, StoreUnavailable)):
            store.upsert(scope, batch(1))
        holds.rollback()
    monkeypatch.undo()
    check_whole(store, scope, [0], 0)
    check_resumed(store, scope, 2)


@pytest.mark.slow
def test_a_full_disc_keeps_acknowledged_batches_whole(server: Neo4jServer, store: GraphStore) -> None:
    scope, pid = Scope("full", GraphId("g")), server.pid
    assert pid is not None
    store.upsert(scope, batch(0))
    largest = max(file.stat().st_size for file in Path(server.home).rglob("*") if file.is_file())
    unlimited = resource.RLIM_INFINITY

    def fill(number: int) -> None:
        if number == 2:  # no file of the server may grow beyond this
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (largest + 200_000, unlimited))

    acknowledged, failed, error = until_it_fails(store, scope, 500, fill)
    assert len(acknowledged) >= 2
    with pytest.raises(StoreUnavailable) as refused:  # the database is stopped, for reads too
        store.stats(scope)
    assert {str(error), str(refused.value)} == {
        f"The server at {server.uri} cannot write its files and has stopped the database; most likely its disc is "
        "full. Free space there, start the server again and repeat the change: it is stored whole or not at all. "
        "What was stored before is kept."
    }
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (unlimited, unlimited))
    server.kill()
    server.start(limit_s=START_LIMIT_S)
    check_whole(store, scope, acknowledged, failed)
    check_resumed(store, scope, failed + 1)


@pytest.mark.slow
def test_threads_on_several_corpora_go_on_when_their_server_is_killed(server: Neo4jServer, store: GraphStore) -> None:
    scopes = [Scope(f"killed {number}", GraphId("g")) for number in range(4)]
    done: dict[Scope, list[int]] = {scope: [] for scope in scopes}

    def work(scope: Scope) -> None:
        for number in range(12):
            while True:
                try:
                    store.upsert(scope, batch(number))
                    break
                except StoreError as error:
                    assert error.retryable, error
            done[scope].append(number)

    with ThreadPoolExecutor(len(scopes)) as pool:
        working = [pool.submit(work, scope) for scope in scopes]
        while sum(map(len, done.values())) < 8:
            time.sleep(0.01)
        server.kill()
        server.start(limit_s=START_LIMIT_S)
        for one in working:
            one.result(240)
    for scope in scopes:
        check_whole(store, scope, list(range(12)), 0)
        check_resumed(store, scope, 12)
