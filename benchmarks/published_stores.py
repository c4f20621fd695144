"""Published packages on the same Neo4j server: the same documents, one a call, and the same questions.

Every package writes as many documents as it can within a minute, 1,000 at most, and is then asked; ours writes as many.
An answer counts as right by a truth computed from the documents it has: the ten heaviest neighbours by their weights,
the documents of three names by how many they hold, the documents of a pair by their set.
"""

from __future__ import annotations

import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from neo4j import Driver, GraphDatabase

from benchmarks.neo4j import entity, needs, server
from benchmarks.peers.environment import PEERS, VERSIONS, PeerMissing, drive
from benchmarks.rows import Row, skipped
from benchmarks.store import documents as made
from benchmarks.store import drawn
from graphkit.config import GraphConfig
from graphkit.model import DocumentId, Edge, GraphId, Scope
from graphkit.store.base import GraphStore
from graphkit.store.hops import two_hops
from graphkit.store.open import open_store

WRITTEN, ASKED, BUDGET_S, FEW = 1_000, 30, 60.0, 100
SCOPE = Scope("published", GraphId("g"))
LETTERS = str.maketrans("0123456789", "abcdefghij")
DATA = "documents of 5 names by Zipf's law from 20,000"
QUESTIONS = {
    "neighbours": "ten neighbours of a name",
    "two_hops": "names two hops away",
    "documents_of": "documents of three names",
    "pair": "documents of a pair",
}


def lettered(names: Sequence[Sequence[str]]) -> list[list[str]]:
    """The names once a document, without digits, which not every package reads as part of a name."""
    return [[name.translate(LETTERS) for name in dict.fromkeys(own)] for own in names]


class Truth:
    """What is right, added up in Python over the documents that were written."""

    def __init__(self, names: Sequence[Sequence[str]]) -> None:
        self.weights: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.holding: defaultdict[str, set[str]] = defaultdict(set)
        for number, own in enumerate(names):
            for name in own:
                self.holding[name.casefold()].add(f"doc-{number:06d}")
            for left, right in combinations(sorted({name.casefold() for name in own}), 2):
                self.weights[left][right] += 1
                self.weights[right][left] += 1

    def neighbours(self, name: str, answer: Sequence[str]) -> bool:
        """Whether the answer holds the ten largest numbers of common documents."""
        weights = self.weights[name.casefold()]
        best = sorted(weights.values(), reverse=True)[:10]
        return [weights.get(one.casefold(), 0) for one in answer] == best

    def documents_of(self, names: Sequence[str], answer: Sequence[str]) -> bool:
        """Whether the answer lists ten documents with the most of the names, most first."""
        held = Counter(key for name in {name.casefold() for name in names} for key in self.holding[name])
        return [held.get(key, 0) for key in answer] == sorted(held.values(), reverse=True)[:10]

    def pair(self, names: Sequence[str], answer: Sequence[str]) -> bool:
        """Whether the answer names up to five documents that hold both."""
        both = self.holding[names[0].casefold()] & self.holding[names[1].casefold()]
        return len(set(answer)) == min(5, len(both)) and set(answer) <= both

    def two_hops(self, name: str, answer: Sequence[str]) -> bool:
        """Whether the first of the answer is a name with the largest sum of products of weights over two steps."""
        start, scores = name.casefold(), Counter[str]()
        for middle, weight in self.weights[start].items():
            for far, more in self.weights[middle].items():
                if far != start:
                    scores[far] += weight * more
        first = answer[0].casefold() if answer else ""
        return bool(scores) and scores.get(first, 0) == max(scores.values())


def job(uri: str, names: Sequence[Sequence[str]]) -> dict[str, Any]:
    """What a driver is told: documents, and questions about the first hundred of them."""
    texts = [[f"doc-{n:06d}", f"Case {n}", "Then " + " met ".join(own) + "."] for n, own in enumerate(names)]
    asked = [own for own in names[:FEW] if len(own) > 1][:ASKED]
    return {
        "uri": uri,
        "documents": texts,
        "budget_s": BUDGET_S,
        "names": [own[0] for own in asked],
        "triples": [own[:3] for own in asked],
        "pairs": [own[:2] for own in asked],
    }


def timed(questions: Sequence[Any], answer: Callable[[Any], Any]) -> dict[str, list[Any]]:
    """Milliseconds and answer of each question."""
    spent, answers = [], []
    for question in questions:
        began = time.perf_counter()
        answers.append(answer(question))
        spent.append((time.perf_counter() - began) * 1000)
    return {"ms": spent, "answers": answers}


def ours(store: GraphStore, given: dict[str, Any], names: Sequence[Sequence[str]]) -> dict[str, Any]:
    """The same work through graphkit's store, one document a call."""
    seconds = []
    for number in range(len(names)):
        batch = made(names, number, number + 1)  # type: ignore[arg-type]
        began = time.perf_counter()
        store.upsert(SCOPE, batch)
        seconds.append(time.perf_counter() - began)

    def near(name: str) -> list[str]:
        one = entity(name)
        edges = store.neighbours(SCOPE, [one], limit=10)
        return [(edge.target if edge.source == one else edge.source).rsplit(":", 1)[1] for edge in edges]

    def far(name: str) -> list[str]:
        return [one.entity_id.rsplit(":", 1)[1] for one in two_hops(store, SCOPE, entity(name), limit=20)]

    def holding(three: Sequence[str]) -> list[DocumentId]:
        counts: Counter[DocumentId] = Counter()
        for found in store.mention_counts(SCOPE, [entity(name) for name in dict.fromkeys(three)]):
            counts[found.document_id] += 1
        return [key for key, _ in counts.most_common(10)]

    def both(pair: Sequence[str]) -> list[DocumentId]:
        left, right = sorted(entity(name) for name in pair)
        proofs = store.edge_evidence(SCOPE, Edge(left, "CO_OCCURS_WITH", "", right, 1.0, 1), limit=5)
        return [proof.document_id for proof in proofs]

    return {
        "seconds": seconds,
        "neighbours": timed(given["names"], near),
        "two_hops": timed(given["names"], far),
        "documents_of": timed(given["triples"], holding),
        "pair": timed(given["pairs"], both),
    }


def empty(driver: Driver) -> None:
    """Leave nothing of a package behind: nodes, constraints, indexes."""
    with driver.session(database="neo4j") as session:
        session.run("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 1000 ROWS").consume()
        for name in [row["name"] for row in session.run("SHOW CONSTRAINTS YIELD name")]:
            session.run(f"DROP CONSTRAINT `{name}`").consume()
        for name in [row["name"] for row in session.run("SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP'")]:
            session.run(f"DROP INDEX `{name}`").consume()


def compared(peer: str, theirs: dict[str, Any], own: dict[str, Any], names: Sequence[Sequence[str]]) -> list[Row]:
    """One table row for the writing and one for each question the package can answer."""
    count = len(theirs["seconds"])
    last = min(FEW, count // 2)
    rows = [
        Row(
            figure=f"documents a second, one a call, the last {last} of {count:,}",
            ours=[1 / statistics.median(own["seconds"][count - last : count])],
            reference=[1 / statistics.median(theirs["seconds"][-last:])],
            reference_name=VERSIONS[peer],
            unit="1/s",
            target=">= 20 times" if peer != "biblicus" else "",
            data=DATA,
            note=f"theirs falls from {1 / statistics.median(theirs['seconds'][:last]):.1f} for the first {last} "
            f"and sends {theirs['statements'] / count:.1f} statements a document",
        )
    ]
    truth = Truth(names[:count])
    given = job("", names)
    asked = {"neighbours": given["names"], "two_hops": given["names"], "documents_of": given["triples"]}
    asked["pair"] = given["pairs"]
    for key, words in QUESTIONS.items():
        if key not in theirs:
            continue
        check = getattr(truth, key)
        right = {
            side: sum(check(*pair) for pair in zip(asked[key], answers[key]["answers"], strict=False))
            for side, answers in (("ours", own), ("theirs", theirs))
        }
        rows.append(
            Row(
                figure=f"{words}, {count:,} documents",
                ours=own[key]["ms"],
                reference=theirs[key]["ms"],
                reference_name=VERSIONS[peer],
                unit="ms",
                data=DATA,
                note=f"right answers: ours {right['ours']} of {len(own[key]['answers'])}, "
                f"theirs {right['theirs']} of {len(theirs[key]['answers'])}",
            )
        )
    return rows


def rows() -> list[Row]:
    """Each package beside ours, on one server, one after another."""
    if missing := needs():
        return [skipped("published packages on Neo4j", missing)]
    names = lettered(drawn()[:WRITTEN])
    found: list[Row] = []
    with server() as running, GraphDatabase.driver(running.uri) as driver:
        given = job(running.uri, names)
        store = open_store(GraphConfig(uri=running.uri, timeout_s=60.0))
        for _ in range(2):  # the server compiles its code while it works
            ours(store, given, names)
            store.clear(SCOPE.corpus)
        own_of: dict[int, dict[str, Any]] = {}
        for peer in PEERS:
            empty(driver)
            try:
                theirs = drive(peer, f"{peer}_neo4j", given)
            except PeerMissing as why:
                found.append(skipped(VERSIONS[peer], str(why)))
                continue
            empty(driver)
            count = len(theirs["seconds"])
            if count not in own_of:
                store.ensure_schema()
                own_of[count] = ours(store, given, names[:count])
            found += compared(peer, theirs, own_of[count], names)
        store.close()
    return found
