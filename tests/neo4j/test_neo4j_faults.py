"""What a real server can do to a store: refuse, stop, be killed in a batch, be paused; each in its own words."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator

import pytest
from neo4j import GraphDatabase
from neo4j_for_tests import START_LIMIT_S, new_server, private_store, shared_server

from graphkit.config import GraphConfig
from graphkit.errors import (
    AuthenticationFailed,
    BadStoreUri,
    SchemaMismatch,
    StoreBusy,
    StoreError,
    StoreReadOnly,
    StoreUnavailable,
)
from graphkit.model import Chunk, Document, DocumentId, Extraction, GraphId, Mention, Relation, Scope
from graphkit.neo4jserver.server import Neo4jServer, free_port
from graphkit.store import neo4j_indexes
from graphkit.store.base import DocumentRecord
from graphkit.store.neo4j import Neo4jStore
from graphkit.store.open import open_store

SCOPE = Scope("faults", GraphId("g"))
PASSWORD = "right-password"


def record(number: int) -> DocumentRecord:
    """A document of two names that all documents share."""
    key, text = DocumentId(f"d{number:05}"), "Acme met Bolt."
    acme, bolt = Mention(0, 4, "Acme", "ORG"), Mention(9, 13, "Bolt", "ORG")
    relation = Relation(acme, "", bolt, 0, len(text), directed=False)
    return DocumentRecord(
        Document(key, "t", text, f"s{number}"),
        (Chunk(key, 0, 0, len(text)),),
        {SCOPE.graph_id: Extraction(key, "m", (acme, bolt), (relation,))},
    )


@pytest.fixture(scope="module")
def guarded() -> Iterator[Neo4jServer]:
    """A server of this module's own, with a password, to be killed and paused."""
    server = new_server(password=PASSWORD)
    try:
        server.start(limit_s=START_LIMIT_S)
        yield server
    finally:
        server.remove()


def config(server: Neo4jServer, **changes: object) -> GraphConfig:
    return GraphConfig.from_env({}, **{"uri": server.uri, "password": PASSWORD, **changes})


@pytest.mark.parametrize(
    ("uri", "says"),
    [
        ("bolt://ann:secret-1@localhost", "Give them apart"),
        ("bolt://", "is no address of a Neo4j server"),
        ("bolt://localhost:7687/films", "GRAPHKIT_NEO4J_DATABASE"),
        ("bolt://localhost:seven", "is no address of a Neo4j server"),
    ],
)
def test_a_bad_address_is_explained_without_its_secret(uri: str, says: str) -> None:
    with pytest.raises(BadStoreUri, match=says) as caught:
        open_store(GraphConfig(uri=uri))
    assert "secret-1" not in str(caught.value)


@pytest.mark.parametrize("host", [f"127.0.0.1:{free_port()}", "no-such-host.invalid:7687"])
def test_nobody_at_the_address_is_told_at_once(host: str) -> None:
    begun = time.monotonic()
    with pytest.raises(StoreUnavailable, match="No Neo4j server answers"):
        open_store(GraphConfig(uri=f"bolt://{host}"))
    assert time.monotonic() - begun < 5


def test_a_wrong_password_and_too_many_of_them_are_told_apart(guarded: Neo4jServer) -> None:
    messages = []
    for _ in range(6):
        with pytest.raises(AuthenticationFailed) as caught:
            open_store(config(guarded, password="wrong-password"))
        messages.append(str(caught.value))
        assert PASSWORD not in messages[-1] and "wrong-password" not in messages[-1]
    assert "refused the user or the password" in messages[0]
    assert "too many wrong passwords" in messages[-1]
    time.sleep(6)
    store = open_store(config(guarded))
    store.close()


def test_a_missing_database_is_named(guarded: Neo4jServer) -> None:
    with pytest.raises(StoreUnavailable, match="no such database"):
        open_store(config(guarded, database="films"))


def test_the_database_may_be_named(guarded: Neo4jServer) -> None:
    store = open_store(config(guarded, database="neo4j"))
    assert store.stats(SCOPE).documents >= 0
    store.close()


def test_the_routing_scheme_works(guarded: Neo4jServer) -> None:
    store = open_store(config(guarded, uri=guarded.uri.replace("bolt", "neo4j")))
    store.upsert(Scope("routed", GraphId("g")), [record(1)])
    assert store.stats(Scope("routed")).documents == 1
    store.close()


def test_a_question_that_takes_too_long_is_stopped_by_the_server(guarded: Neo4jServer) -> None:
    store = Neo4jStore(config(guarded, timeout_s=0.5))
    slow = "UNWIND range(1, 1000000000) AS n WITH n WHERE n % 7 = 8 RETURN count(n) AS n"
    with pytest.raises(StoreBusy, match="took too long"):
        store._connection.rows(slow)
    store.close()


def test_a_write_that_waits_too_long_for_another_is_busy(guarded: Neo4jServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphkit.store.neo4j_connection.WRITE_LIMIT_S", 1.0)
    store = open_store(config(guarded))
    store.upsert(SCOPE, [record(0)])
    with (
        GraphDatabase.driver(guarded.uri, auth=("neo4j", PASSWORD)) as driver,
        driver.session(database="neo4j") as session,
        session.begin_transaction() as transaction,
    ):
        transaction.run("MATCH (c:GraphkitCorpus) SET c.held = true").consume()
        with pytest.raises(StoreBusy):
            store.upsert(SCOPE, [record(1)])
        transaction.rollback()
    assert store.document(SCOPE, DocumentId("d00001")) is None
    store.close()


def test_a_paused_server_is_given_up_and_found_again(guarded: Neo4jServer) -> None:
    store = open_store(config(guarded, timeout_s=1.0))
    assert guarded.pid is not None
    os.kill(guarded.pid, signal.SIGSTOP)
    try:
        begun = time.monotonic()
        with pytest.raises(StoreUnavailable, match="did not answer"):
            store.stats(SCOPE)
        assert time.monotonic() - begun < 8
    finally:
        os.kill(guarded.pid, signal.SIGCONT)
    assert store.stats(SCOPE).documents >= 0
    store.close()


@pytest.mark.slow
def test_a_server_killed_in_the_middle_keeps_whole_batches_only(guarded: Neo4jServer) -> None:
    store = open_store(config(guarded))
    scope = Scope("killed", GraphId("g"))
    acknowledged: list[int] = []
    stopped: list[StoreError] = []
    batches = [[record(batch * 50 + number) for number in range(50)] for batch in range(40)]

    def write() -> None:
        try:
            for number, batch in enumerate(batches):
                store.upsert(scope, batch)
                acknowledged.append(number)
        except StoreError as error:
            stopped.append(error)

    writer = threading.Thread(target=write)
    writer.start()
    end = time.monotonic() + 60
    while len(acknowledged) < 4 and time.monotonic() < end:
        time.sleep(0.01)
    guarded.kill()
    time.sleep(1)
    guarded.start(limit_s=START_LIMIT_S)
    writer.join(240)
    assert not writer.is_alive()
    documents = store.documents(scope, limit=100_000)
    stored = {int(row.document_id[1:]) // 50 for row in documents}
    assert len(documents) == 50 * len(stored)
    assert set(acknowledged) <= stored <= {*acknowledged, len(acknowledged)}
    assert store.audit(scope) == []
    store.upsert(scope, batches[len(acknowledged) % len(batches)])
    assert store.audit(scope) == []
    assert all(isinstance(error, StoreUnavailable) for error in stopped)
    store.close()


@pytest.mark.slow
def test_a_restarted_server_is_found_again_and_one_that_became_read_only_is_not_written(guarded: Neo4jServer) -> None:
    store = open_store(config(guarded))
    store.upsert(SCOPE, [record(0)])
    before = store.stats(SCOPE)
    guarded.stop()
    with pytest.raises(StoreUnavailable):
        store.stats(SCOPE)
    guarded.extra["server.databases.default_to_read_only"] = "true"
    try:
        guarded.start(limit_s=START_LIMIT_S)
        assert store.stats(SCOPE) == before
        with pytest.raises(StoreReadOnly):
            store.upsert(SCOPE, [record(2)])
        other = open_store(config(guarded))
        assert other.document(SCOPE, DocumentId("d00000")) is not None
        other.close()
    finally:
        del guarded.extra["server.databases.default_to_read_only"]
        guarded.stop()
        guarded.start(limit_s=START_LIMIT_S)
    store.close()


def test_a_server_that_is_too_old_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    old = "RETURN 'Neo4j Kernel' AS name, ['4.4.40'] AS versions, 'community' AS edition"
    monkeypatch.setattr(neo4j_indexes, "COMPONENTS", old)
    with pytest.raises(SchemaMismatch, match=r"is Neo4j 4\.4\.40; graphkit needs 5\.26 or newer"):
        open_store(shared_server())


def test_an_index_of_another_shape_is_found(guarded: Neo4jServer) -> None:
    store = open_store(config(guarded))
    with GraphDatabase.driver(guarded.uri, auth=("neo4j", PASSWORD)) as driver:
        driver.execute_query("DROP INDEX graphkit_entity_search")
        driver.execute_query("CREATE INDEX graphkit_entity_search FOR (n:Person) ON (n.name)")
        with pytest.raises(SchemaMismatch, match="graphkit_entity_search"):
            open_store(config(guarded))
        driver.execute_query("DROP INDEX graphkit_entity_search")
    again = open_store(config(guarded))
    again.close()
    store.close()


def test_a_store_of_a_newer_graphkit_is_left_alone(guarded: Neo4jServer) -> None:
    store = open_store(config(guarded))
    with GraphDatabase.driver(guarded.uri, auth=("neo4j", PASSWORD)) as driver:
        driver.execute_query("MATCH (m:GraphkitMeta {uid: 'schema'}) SET m.kept = m.version, m.version = 99")
        with pytest.raises(SchemaMismatch, match="made by a newer graphkit"):
            open_store(config(guarded))
        driver.execute_query("MATCH (m:GraphkitMeta {uid: 'schema'}) SET m.version = m.kept REMOVE m.kept")
    store.close()


def test_foreign_nodes_are_never_touched() -> None:
    store = private_store()
    store.ensure_schema()
    given = shared_server()
    with GraphDatabase.driver(given.uri, auth=(given.user, given.password) if given.password else None) as driver:
        driver.execute_query("CREATE (:Film {uid: 'x', name: 'Alien'})-[:MENTIONS {n: 3}]->(:Entity {name: 'Ripley'})")
        store.upsert(SCOPE, [record(0)])
        assert store.search_entities(SCOPE, "alien") == []
        store.clear(SCOPE.corpus)
        counted = driver.execute_query("MATCH (f:Film)-[m:MENTIONS]->(e:Entity) RETURN f.name, m.n, e.name").records
        assert [tuple(row.values()) for row in counted] == [("Alien", 3, "Ripley")]
        driver.execute_query("MATCH (n:Film|Entity) DETACH DELETE n")
    store.inner.close()
