"""The Neo4j store on a real server of its own: writing and reading 10,000 documents of 5 names.

The reference of writing is a bare ``UNWIND``: the final rows of the same graph, added up beforehand, one
statement for each kind of row and batch, without records, evidence, text search or checks.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import LiteralString

import numpy as np
from neo4j import Driver, GraphDatabase

from benchmarks.rows import Row, skipped
from benchmarks.store import BATCH, DATA, drawn, two_hops
from benchmarks.store import documents as made
from benchmarks.store import fill as filled
from graphkit.config import GraphConfig
from graphkit.errors import GraphkitError, LocalServerFailed
from graphkit.model import DocumentId, Edge, EntityId, GraphId, Scope
from graphkit.neo4jserver.jars import is_complete, jars_folder
from graphkit.neo4jserver.java import find_java
from graphkit.neo4jserver.server import Neo4jServer
from graphkit.store.inmemory import InMemoryStore
from graphkit.store.neo4j import Neo4jStore
from graphkit.store.neo4j_connection import Connection
from graphkit.store.open import open_store

RUNS = 3
SCOPE = Scope("bench", GraphId("g"))
SMALL, FEW = 2_400, 200
DIMENSION, VECTORS = 384, 10_000
START_LIMIT_S = 240.0


def entity(name: str) -> EntityId:
    """Id of a name of the data."""
    return EntityId(f"entity:person:{name.casefold()}")


def needs() -> str:
    """What this machine lacks to run a server; empty when it can."""
    try:
        find_java(17)
    except LocalServerFailed as missing:
        return str(missing)
    return "" if is_complete(jars_folder()) else "the server's jars are missing (graphkit neo4j start fetches them)"


@contextmanager
def server() -> Iterator[Neo4jServer]:
    """A server that lives as long as the measurement."""
    with tempfile.TemporaryDirectory() as folder:
        started = Neo4jServer(Path(folder), jars_folder(), heap_mb=1024, page_cache_mb=256)
        started.start(limit_s=START_LIMIT_S)
        try:
            yield started
        finally:
            started.stop()


@contextmanager
def counted_statements() -> Iterator[Counter[str]]:
    """How many statements are sent, under the key ``sent``."""
    sent: Counter[str] = Counter()
    original = Connection._run

    def counting(*given: object, **named: object) -> object:
        sent["sent"] += 1
        return original(*given, **named)  # type: ignore[arg-type]

    Connection._run = counting  # type: ignore[method-assign,assignment]
    try:
        yield sent
    finally:
        Connection._run = original  # type: ignore[method-assign]


def bare(driver: Driver, names: Sequence[Sequence[str]]) -> float:
    """Documents a second of writing the final rows with ``UNWIND``."""
    texts = [[f"doc-{n:06d}", "In case " + " met ".join(own)] for n, own in enumerate(names)]
    counts = sorted(Counter(name for own in names for name in own).items())
    pairs = Counter((min(p), max(p)) for own in names for p in combinations(own, 2) if p[0] != p[1])
    edges = sorted((a, b, weight) for (a, b), weight in pairs.items())
    mentions = sorted((f"doc-{n:06d}", name, own.count(name)) for n, own in enumerate(names) for name in set(own))
    for label in ("BareDocument", "BareEntity"):
        driver.execute_query(f"CREATE CONSTRAINT IF NOT EXISTS FOR (n:{label}) REQUIRE n.uid IS UNIQUE")
    statements: list[tuple[LiteralString, Sequence[object]]] = [
        ("UNWIND $rows AS r CREATE (:BareDocument {uid: r[0], text: r[1]})", texts),
        ("UNWIND $rows AS r CREATE (:BareEntity {uid: r[0], n: r[1]})", counts),
        (
            "UNWIND $rows AS r MATCH (a:BareEntity {uid: r[0]}) MATCH (b:BareEntity {uid: r[1]}) "
            "CREATE (a)-[:BARE_WITH {weight: r[2]}]->(b)",
            edges,
        ),
        (
            "UNWIND $rows AS r MATCH (d:BareDocument {uid: r[0]}) MATCH (e:BareEntity {uid: r[1]}) "
            "CREATE (d)-[:BARE_NAMES {n: r[2]}]->(e)",
            mentions,
        ),
    ]
    started = time.perf_counter()
    for statement, rows_ in statements:
        for start in range(0, len(rows_), 10 * BATCH):
            driver.execute_query(statement, rows=rows_[start : start + 10 * BATCH], database_="neo4j")
    seconds = time.perf_counter() - started
    for label in ("BareDocument", "BareEntity"):
        with driver.session(database="neo4j") as session:
            session.run(f"MATCH (n:{label}) CALL (n) {{ DETACH DELETE n }} IN TRANSACTIONS OF 1000 ROWS").consume()
    return len(names) / seconds


def timed(work: Callable[[], object]) -> float:
    """Milliseconds of one call."""
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def median_ms(work: Callable[[EntityId], object], entities: Sequence[EntityId]) -> float:
    """Middle of the milliseconds of one call for each entity."""
    return statistics.median(timed(partial(work, one)) for one in entities)


def truth(names: Sequence[Sequence[str]]) -> dict[EntityId, list[tuple[float, EntityId]]]:
    """Neighbours of each name by weight, added up in Python."""
    pairs = Counter(tuple(sorted((entity(a), entity(b)))) for own in names for a, b in combinations(own, 2) if a != b)
    found: dict[EntityId, list[tuple[float, EntityId]]] = {}
    for (a, b), weight in pairs.items():
        found.setdefault(a, []).append((float(weight), b))
        found.setdefault(b, []).append((float(weight), a))
    return found


def check_neighbours(store: Neo4jStore, names: Sequence[Sequence[str]], starts: Sequence[EntityId]) -> None:
    """Raise if the ten heaviest weights of a name are not those of the documents."""
    right = truth(names)
    for start in starts:
        expected = sorted((weight for weight, _ in right[start]), reverse=True)[:10]
        if [edge.weight for edge in store.neighbours(SCOPE, [start], limit=10)] != expected:
            raise AssertionError(f"the neighbours of {start} are wrong")


def ranked_truth(
    right: Mapping[EntityId, Sequence[tuple[float, EntityId]]], start: EntityId
) -> list[tuple[float, EntityId]]:
    """The 20 best names two edges away, added up in Python."""
    near = {there: weight for weight, there in right[start]}
    scores: dict[EntityId, float] = {}
    for middle, weight in near.items():
        for more, there in right[middle]:
            if there != start:
                scores[there] = scores.get(there, 0.0) + weight * more
    return sorted((-score, there) for there, score in scores.items())[:20]


def check_two_hops(store: Neo4jStore, names: Sequence[Sequence[str]], starts: Sequence[EntityId]) -> None:
    """Raise if what lies two edges away is not what the documents say."""
    right = truth(names)
    for start in starts:
        found = [(-one.score, one.entity_id) for one in store.two_hops(SCOPE, start, limit=20)]
        if found != ranked_truth(right, start):
            raise AssertionError(f"what lies two edges away from {start} is wrong")


def check_documents(store: Neo4jStore, names: Sequence[Sequence[str]], triples: Iterable[Sequence[EntityId]]) -> None:
    """Raise if the ten largest numbers of mentions of one of three names are not those of the documents."""
    counts: dict[EntityId, list[int]] = {}
    for own in names:
        for name, count in Counter(own).items():
            counts.setdefault(entity(name), []).append(count)
    for triple in triples:
        found: dict[EntityId, list[int]] = {}
        for row in store.mention_counts(SCOPE, triple, limit=10):
            found.setdefault(row.entity_id, []).append(row.mentions)
        if any(found[one] != sorted(counts[one], reverse=True)[:10] for one in triple):
            raise AssertionError(f"the documents of {', '.join(triple)} are wrong")


def misspelled(name: str) -> str:
    """A name with two neighbouring letters changed in place."""
    return name[0] + name[2] + name[1] + name[3:]


def fought_over(store: Neo4jStore, names: list[list[str]], threads: int = 8) -> tuple[int, int]:
    """Differences from a store of the final documents, and errors to the callers.

    Threads write the same 400 documents, each in its own order, then half of them delete and half change these.
    """
    scope, records = Scope("fought over", SCOPE.graph_id), made(names, 0, 400)
    changed = [replace(record, document=replace(record.document, title="changed")) for record in records]
    errors: list[GraphkitError] = []

    def act(number: int, phase: int) -> None:
        order = np.random.default_rng(number).permutation(len(records))
        for start in range(0, len(order), 50):
            part = [int(at) for at in order[start : start + 50]]
            try:
                if phase and number % 2:
                    store.delete_documents(scope, [records[at].document.document_id for at in part])
                else:
                    store.upsert(scope, [(changed if phase else records)[at] for at in part])
            except GraphkitError as error:
                errors.append(error)

    for phase in (0, 1):
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(partial(act, phase=phase), range(threads)))
    left = {row.document_id for row in store.documents(scope, limit=1_000)}
    right = InMemoryStore()
    right.upsert(scope, [record for record in changed if record.document.document_id in left])
    wrong = set(store.entities(scope, limit=10**6)) ^ set(right.entities(scope, limit=10**6))
    edges = set(store.edges(scope)) ^ set(right.edges(scope))
    faults = store.audit(scope)
    store.clear(scope.corpus)
    return len(wrong) + len(edges) + len(faults), len(errors)


def recall(store: Neo4jStore, scope: Scope, count: int, seed: int) -> tuple[float, float]:
    """Recall of the ten nearest of 20 questions, and the middle of their milliseconds."""
    random = np.random.default_rng(seed)
    centres = random.normal(size=(200, DIMENSION))
    own = (centres[random.integers(200, size=count)] + 0.3 * random.normal(size=(count, DIMENSION))).astype(np.float32)
    names = [["Name"] for _ in range(count)]
    records = made(names, 0, count)
    for start in range(0, count, BATCH):
        store.upsert(scope, records[start : start + BATCH])
        keys = [(record.document.document_id, 0) for record in records[start : start + BATCH]]
        store.put_vectors(scope, "bench", keys, own[start : start + BATCH])
    unit = own / np.linalg.norm(own, axis=1, keepdims=True)
    hit, spent = 0, []
    for question in (centres[random.integers(200, size=20)]).astype(np.float32):
        best = {f"doc-{row:06d}" for row in np.argsort(-(unit @ question))[:10]}
        began = time.perf_counter()
        found = store.search_vectors(scope, question, limit=10)
        spent.append((time.perf_counter() - began) * 1000)
        hit += len(best & {one.document_id for one in found})
    return hit / 200, statistics.median(spent[1:])


class Figures:
    """The single measurements of each figure, by its name."""

    def __init__(self) -> None:
        self.of: dict[str, list[float]] = {}

    def add(self, name: str, value: float) -> None:
        """Take down one measurement."""
        self.of.setdefault(name, []).append(value)


def measure(store: Neo4jStore, driver: Driver, names: list[list[str]], figures: Figures) -> None:
    """One round: bare rows, the store, its reads, then empty again."""
    figures.add("bare", bare(driver, names))
    seconds: list[float] = []
    with counted_statements() as sent:
        for start in range(0, len(names), BATCH):
            batch = made(names, start, start + BATCH)
            seconds.append(timed(partial(store.upsert, SCOPE, batch)) / 1000)
    figures.add("load", len(names) / sum(seconds))
    figures.add("flat", statistics.median(seconds[:3]) / statistics.median(seconds[-3:]))
    figures.add("statements", sent["sent"] / len(names))
    starts = [entity(own[0]) for own in names[-FEW:]]
    check_neighbours(store, names, starts[:50])
    figures.add("ten", median_ms(lambda one: store.neighbours(SCOPE, [one], limit=10), starts))
    check_two_hops(store, names, starts[:20])
    figures.add("hops", median_ms(lambda one: store.two_hops(SCOPE, one, limit=20), starts))
    figures.add("loop", median_ms(partial(two_hops, store), starts))  # type: ignore[arg-type]
    triples = {entity(own[0]): [entity(name) for name in own[:3]] for own in names[-FEW:]}
    check_documents(store, names, list(triples.values())[:50])
    figures.add("three", median_ms(lambda one: store.mention_counts(SCOPE, triples[one], limit=10), list(triples)))
    pairs = {entity(own[0]): (entity(own[0]), entity(own[1])) for own in names[-FEW:] if own[0] != own[1]}

    def behind(one: EntityId) -> object:
        left, right = sorted(pairs[one])
        return store.edge_evidence(SCOPE, Edge(left, "CO_OCCURS_WITH", "", right, 1.0, 1), limit=5)

    figures.add("pair", median_ms(behind, list(pairs)))
    began = time.perf_counter()
    count = sum(1 for _ in store.edges(SCOPE))
    figures.add("edges", (time.perf_counter() - began) * 200_000 / count)
    wrong = {entity(own[0]): misspelled(own[0]) for own in names[-FEW:]}
    figures.add("near", median_ms(lambda one: store.search_entities(SCOPE, wrong[one]), starts))
    again = made(names, 0, 100)
    figures.add("again", timed(partial(store.upsert, SCOPE, again)) / 1000)
    ids = [DocumentId(record.document.document_id) for record in again]
    figures.add("delete", timed(partial(store.delete_documents, SCOPE, ids)) / 1000)
    store.clear(SCOPE.corpus)


def one_more(store: Neo4jStore, names: list[list[str]], figures: Figures) -> None:
    """Single documents into a graph of 2,400."""
    filled(store, names[:SMALL])  # type: ignore[arg-type]
    for number in range(SMALL, SMALL + 30):
        (record,) = made(names, number, number + 1)
        figures.add("one", timed(partial(store.upsert, SCOPE, [record])))
    store.clear(SCOPE.corpus)


def rows() -> list[Row]:
    """Figures of writing, reading and searching, each with its target."""
    if missing := needs():
        return [skipped("the Neo4j store", missing)]
    names, figures = drawn(), Figures()
    with server() as running, GraphDatabase.driver(running.uri) as driver:
        store = open_store(GraphConfig(uri=running.uri, timeout_s=60.0))
        assert isinstance(store, Neo4jStore)
        for _ in range(2):  # the server compiles its code while it works
            filled(store, names[:2_000])  # type: ignore[arg-type]
            for own in names[:200]:
                two_hops(store, entity(own[0]))  # type: ignore[arg-type]
            store.clear(SCOPE.corpus)
        bare(driver, names[:2_000])
        for _ in range(RUNS):
            measure(store, driver, names, figures)
        one_more(store, names, figures)
        for _ in range(RUNS):
            wrong, errors = fought_over(store, names)
            figures.add("wrong", wrong)
            figures.add("errors", errors)
        indexed = Neo4jStore(GraphConfig(uri=running.uri, timeout_s=60.0), vector_bytes=0)
        for name, count in (("all", VECTORS), ("scope", VECTORS // 100)):
            for way, searched in (("memory", store), ("index", indexed)):
                found, spent = recall(searched, Scope(f"{way}, {name}"), count, 7)
                figures.add(f"recall {way} {name}", found)
                figures.add(f"ms {way} {name}", spent)
        indexed.close()
        store.close()
    return table(figures.of)


def table(of: dict[str, list[float]]) -> list[Row]:
    """The measurements as rows."""
    return [
        Row(
            figure="documents written a second",
            ours=of["load"],
            unit="1/s",
            target=">= 600, and half of the reference",
            reference=of["bare"],
            reference_name="bare UNWIND of the final rows",
            data=DATA,
            note="ours writes records, evidence, text search and exact sums; the reference only the final rows",
        ),
        Row(figure="rate of the last batches over that of the first", ours=of["flat"], target=">= 0.9", data=DATA),
        Row(figure="statements a document", ours=of["statements"], target="<= 0.05", data=DATA),
        Row(figure="one document into a graph of 2,400", ours=of["one"], unit="ms", target="<= 15", data=DATA),
        Row(
            figure="ten heaviest neighbours, median of 200 names",
            ours=of["ten"],
            unit="ms",
            target="<= 4",
            data=DATA,
            note="their weights are compared with sums over the documents",
        ),
        Row(figure="documents of three names, median of 200", ours=of["three"], unit="ms", target="<= 4", data=DATA),
        Row(
            figure="two hops from a name, ranked, hubs included, median of 200 names",
            ours=of["hops"],
            unit="ms",
            target="<= 20",
            reference=of["loop"],
            reference_name="25 edges a name, two questions",
            data=DATA,
            note="names as frequent as in the texts, all edges at both steps, 20 best compared with sums in Python",
        ),
        Row(figure="sentences behind a pair, median of 200", ours=of["pair"], unit="ms", target="<= 4", data=DATA),
        Row(figure="200,000 edges to the client, from the rate", ours=of["edges"], unit="s", target="<= 3", data=DATA),
        Row(figure="100 equal documents written again", ours=of["again"], unit="s", data=DATA),
        Row(figure="100 documents deleted", ours=of["delete"], unit="s", data=DATA),
        Row(
            figure="names near a misspelled one, median of 200",
            ours=of["near"],
            unit="ms",
            data="9,600 names",
            note="two letters changed places",
        ),
        Row(
            figure="differences after 8 threads wrote and deleted the same 400 documents",
            ours=of["wrong"],
            target="<= 0",
            data=DATA,
            note="entities, edges and the audit against a store of the final documents; "
            f"{sum(of['errors']):.0f} errors to the callers",
        ),
        *(_recall_row(of, name, way) for name in WHERE for way in HOW),
    ]


WHERE = {"all": "of 10,000 vectors", "scope": "in a corpus of 1 %"}
HOW = {"memory": "exact in memory", "index": "by the server's index, scored again"}


def _recall_row(of: dict[str, list[float]], name: str, way: str) -> Row:
    return Row(
        figure=f"recall of the ten nearest {WHERE[name]}, {HOW[way]}",
        ours=of[f"recall {way} {name}"],
        target=">= 0.99",
        data="384 numbers, 200 clusters",
        note=f"{of[f'ms {way} {name}'][0]:.1f} ms a question",
    )
