"""Writing and reading a store: 10,000 documents of 5 names, drawn by Zipf's law from 20,000, ten pairs each.

The reference of writing is bare SQLite: the final rows of the same graph, added up beforehand, in as few
tables and indexes as the same questions need, and without text search, evidence or records.
"""

from __future__ import annotations

import sqlite3
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import combinations
from pathlib import Path

import numpy as np

from benchmarks.rows import Row
from graphkit.model import Chunk, Document, DocumentId, EntityId, Extraction, GraphId, Mention, Relation, Scope
from graphkit.store.base import DocumentRecord
from graphkit.store.sqlite import SqliteStore

DOCUMENTS, NAMES, PER_DOCUMENT, BATCH, RUNS = 10_000, 20_000, 5, 1_000, 3
DATA = "10,000 documents, 50,000 mentions, 100,000 pairs of 20,000 names by Zipf's law"
SCOPE = Scope("bench", GraphId("g"))


def drawn(seed: int = 1) -> list[list[str]]:
    """The names of each document, the same for a seed on every machine."""
    random = np.random.default_rng(seed)
    chances = 1 / np.arange(1, NAMES + 1)
    chances /= chances.sum()
    numbers = random.choice(NAMES, size=(DOCUMENTS, PER_DOCUMENT), p=chances)
    return [[f"Name{number:05d}" for number in row] for row in numbers.tolist()]


def documents(names: list[list[str]], start: int, end: int) -> list[DocumentRecord]:
    """The documents from ``start`` to ``end``, made anew, as they would come from a reader."""
    return [_document(number, names[number]) for number in range(start, end)]


def _document(number: int, names: list[str]) -> DocumentRecord:
    key = DocumentId(f"doc-{number:06d}")
    text = f"In case {number} " + " met ".join(names) + "."
    mentions, at = [], 0
    for name in names:
        at = text.index(name, at)
        mentions.append(Mention(at, at + len(name), name, "PERSON", "bench"))
        at += len(name)
    relations = tuple(
        Relation(left, "", right, 0, len(text), "bench", directed=False) for left, right in combinations(mentions, 2)
    )
    document = Document(key, f"Case {number}", text, f"bench:{number}")
    return DocumentRecord(
        document, (Chunk(key, 0, 0, len(text)),), {SCOPE.graph_id: Extraction(key, "bench", tuple(mentions), relations)}
    )


def fill(store: SqliteStore, names: list[list[str]]) -> float:
    """Store the documents in batches; seconds spent in the store."""
    seconds = 0.0
    for start in range(0, len(names), BATCH):
        batch = documents(names, start, min(start + BATCH, len(names)))
        seconds += _seconds(partial(store.upsert, SCOPE, batch))
    return seconds


def two_hops(store: SqliteStore, entity: EntityId) -> dict[EntityId, float]:
    """Names two edges away, weighed by the product of the weights: 25 edges at each step."""
    near = {_other(edge.source, edge.target, entity): edge.weight for edge in store.neighbours(SCOPE, [entity])}
    scores: dict[EntityId, float] = {}
    for edge in store.neighbours(SCOPE, list(near)):
        for end in {edge.source, edge.target} & near.keys():
            far = _other(edge.source, edge.target, end)
            if far != entity:
                scores[far] = scores.get(far, 0.0) + near[end] * edge.weight
    return scores


def _other(source: EntityId, target: EntityId, one: EntityId) -> EntityId:
    return target if source == one else source


@contextmanager
def _store() -> Iterator[SqliteStore]:
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "bench.db")
        store.ensure_schema()
        try:
            yield store
        finally:
            store.close()


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _median_ms(work: Callable[[EntityId], object], entities: list[EntityId]) -> float:
    return statistics.median(_seconds(partial(work, entity)) for entity in entities) * 1000


def _bare(names: list[list[str]]) -> float:
    """Documents a second of bare SQLite writing the final rows."""
    mentions = [(f"doc-{number:06d}", name) for number, own in enumerate(names) for name in set(own)]
    entities = Counter(name for own in names for name in own)
    edges = Counter((min(p), max(p)) for own in names for p in combinations(own, 2) if p[0] != p[1])
    texts = [(record.document.document_id, record.document.text) for record in documents(names, 0, len(names))]
    with tempfile.TemporaryDirectory() as folder:
        db = sqlite3.connect(Path(folder) / "bare.db")
        db.executescript("""
            PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = FULL;
            CREATE TABLE document (id TEXT PRIMARY KEY, text TEXT);
            CREATE TABLE entity (id TEXT PRIMARY KEY, n INTEGER);
            CREATE TABLE edge (a TEXT, b TEXT, w REAL, PRIMARY KEY (a, b)) WITHOUT ROWID;
            CREATE INDEX edge_back ON edge (b, a);
            CREATE TABLE mention (d TEXT, e TEXT, PRIMARY KEY (e, d)) WITHOUT ROWID;
        """)
        started = time.perf_counter()
        for start in range(0, len(texts), BATCH):
            with db:
                db.executemany("INSERT INTO document VALUES (?, ?)", texts[start : start + BATCH])
        with db:
            db.executemany("INSERT INTO entity VALUES (?, ?)", entities.items())
            db.executemany("INSERT INTO edge VALUES (?, ?, ?)", [(a, b, w) for (a, b), w in edges.items()])
            db.executemany("INSERT INTO mention VALUES (?, ?)", mentions)
        seconds = time.perf_counter() - started
        db.close()
    return len(names) / seconds


def rows() -> list[Row]:
    """Documents a second, milliseconds of two hops, seconds of 100 deletions."""
    names = drawn()
    starts = [EntityId(f"entity:person:{own[0].casefold()}") for own in names[-200:]]
    rates: list[float] = []
    bare, hops, evidence, again, deletions = (list(rates) for _ in range(5))
    for _ in range(RUNS):
        bare.append(_bare(names))
        with _store() as store:
            rates.append(len(names) / fill(store, names))
            hops.append(_median_ms(partial(two_hops, store), starts))
            evidence.append(_median_ms(partial(store.mention_evidence, SCOPE), starts))
            gone = documents(names, 0, 100)
            again.append(_seconds(partial(store.upsert, SCOPE, gone)))
            ids = [record.document.document_id for record in gone]
            deletions.append(_seconds(partial(store.delete_documents, SCOPE, ids)))
    return [
        Row(
            figure="documents written a second",
            ours=rates,
            unit="1/s",
            target=">= 2,000",
            reference=bare,
            reference_name="bare SQLite",
            data=DATA,
            note="ours writes records, evidence, text search and exact sums; the reference only the final rows",
        ),
        Row(
            figure="two hops from a name, median of 200 names",
            ours=hops,
            unit="ms",
            target="< 5",
            data=DATA,
            note="names as frequent as in the texts, 25 edges of each name at both steps",
        ),
        Row(figure="evidence of a name, up to 100 mentions, median of 200", ours=evidence, unit="ms", data=DATA),
        Row(figure="100 equal documents written again", ours=again, unit="s", data=DATA),
        Row(figure="100 documents deleted", ours=deletions, unit="s", target="< 0.2", data=DATA),
    ]


if __name__ == "__main__":
    for row in rows():
        print(row)
