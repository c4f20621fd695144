"""The law of all stores: what is there depends on the final documents, not on the way to them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from graphkit.model import Decision, DocumentId, Extraction, GraphId, Mention, Relation, Scope
from graphkit.store.base import DocumentRecord, GraphStore
from graphkit.store.inmemory import InMemoryStore

from .conftest import ENGINES
from .making import record, whole

GRAPHS = [GraphId("g"), GraphId("h")]
SCOPE = Scope("history", GRAPHS[0])
NAMES = ["Acme", "ACME", "acme", "Bob", "Bolt", "東京", "C++"]
DOCUMENTS = [f"d{number}" for number in range(5)]
EXAMPLES = {"neo4j": 5}
"""Histories where 20 would take long: a server is asked some hundred questions after each act."""


@st.composite
def records(draw: st.DrawFn) -> DocumentRecord:
    """A document of few names, so that documents share them, with findings for some of the graphs."""
    names = draw(st.lists(st.sampled_from(NAMES), max_size=4))
    text = "; ".join(names) or "nothing"
    identity, source = draw(st.sampled_from(DOCUMENTS)), draw(st.sampled_from(["s0", "s1", "s2", ""]))
    base = record(identity, text, graph=None, source=source, chunks=2)
    places, at = [], 0
    for name in names:
        places.append((at, at + len(name), name))
        at += len(name) + 2
    kinds = draw(st.lists(st.sampled_from(["ORG", "org", "PERSON"]), min_size=len(names), max_size=len(names)))
    mentions = tuple(Mention(s, e, name, kind, "m") for (s, e, name), kind in zip(places, kinds, strict=True))
    weights = st.sampled_from([0.0, 0.1, 1 / 3, 1.0])
    relations = tuple(
        Relation(left, predicate, right, 0, len(text), "m", 1.0, negated, directed, draw(weights))
        for left in mentions
        for right in mentions
        for predicate, negated, directed in [draw(st.sampled_from([("", False, False), ("owns", True, True)]))]
        if left is not right
    )
    graphs = draw(st.sets(st.sampled_from(GRAPHS)))
    extraction = Extraction(base.document.document_id, "m", mentions, relations)
    return replace(base, extractions=dict.fromkeys(sorted(graphs), extraction))


class Truth:
    """What a corpus holds, told by records alone."""

    def __init__(self) -> None:
        self.records: dict[str, DocumentRecord] = {}
        self.decisions: dict[str, Decision] = {}

    def upsert(self, new: DocumentRecord) -> None:
        identity, source = new.document.document_id, new.document.source
        if source:
            self.records = {
                key: old for key, old in self.records.items() if key == identity or old.document.source != source
            }
        old = self.records.get(identity)
        if old and old.document.text == new.document.text:
            new = replace(new, extractions={**old.extractions, **new.extractions})
        self.records[identity] = new

    def drop_graph(self, graph: GraphId) -> None:
        self.records = {
            key: replace(old, extractions={name: own for name, own in old.extractions.items() if name != graph})
            for key, old in self.records.items()
        }


class History(RuleBasedStateMachine):
    """Random acts on one store, compared with a store that was filled with the final documents at once.

    The other store is always the one in memory: it is quickly made, and all engines must answer alike.
    """

    engine = ""

    @initialize()
    def begin(self) -> None:
        self.folder = TemporaryDirectory()
        self.store, self.truth = ENGINES[self.engine](Path(self.folder.name)), Truth()
        self.store.ensure_schema()

    @rule(batch=st.lists(records(), min_size=1, max_size=4))
    def upsert(self, batch: list[DocumentRecord]) -> None:
        self.store.upsert(SCOPE, batch)
        for new in batch:
            self.truth.upsert(new)

    @rule(ids=st.lists(st.sampled_from(DOCUMENTS), max_size=3))
    def delete(self, ids: list[str]) -> None:
        there = set(ids) & self.truth.records.keys()
        assert self.store.delete_documents(SCOPE, [DocumentId(identity) for identity in ids]) == len(there)
        for identity in there:
            del self.truth.records[identity]

    @rule(graph=st.sampled_from(GRAPHS))
    def clear_graph(self, graph: GraphId) -> None:
        self.store.clear(SCOPE.of_graph(graph))
        self.truth.drop_graph(graph)

    @rule()
    def clear_corpus(self) -> None:
        self.store.clear(SCOPE.corpus)
        self.truth = Truth()

    @rule(number=st.integers(0, 3), undone=st.booleans())
    def decide(self, number: int, undone: bool) -> None:
        one = Decision(f"d{number}", "m", *DOCUMENTS[:2], "same", "ann", f"t{number}", undone=undone)  # type: ignore[arg-type]
        self.store.put_decisions(SCOPE, [one])
        self.truth.decisions[one.decision_id] = one

    @rule()
    def write_again(self) -> None:
        before = self.store.revision(SCOPE)
        self.store.upsert(SCOPE, list(self.truth.records.values()))
        assert self.store.revision(SCOPE) == before

    @invariant()
    def the_audit_finds_nothing(self) -> None:
        assert self.store.audit(SCOPE.corpus) == []

    @invariant()
    def the_way_does_not_matter(self) -> None:
        rebuilt = InMemoryStore()
        rebuilt.upsert(SCOPE, list(self.truth.records.values()))
        rebuilt.put_decisions(SCOPE, list(self.truth.decisions.values()))
        for graph in GRAPHS:
            assert whole(self.store, SCOPE.of_graph(graph)) == whole(rebuilt, SCOPE.of_graph(graph))

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()
            self.folder.cleanup()


@pytest.mark.parametrize("engine", sorted(ENGINES))
def test_what_is_there_depends_on_the_final_documents_only(engine: str) -> None:
    machine = type(f"HistoryOf{engine.title()}", (History,), {"engine": engine})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=EXAMPLES.get(engine, 20),
            stateful_step_count=10,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_two_documents_share_names_and_one_comes_and_goes(store: GraphStore) -> None:
    shared = [
        record("a", "Acme Bolt Carl", "Acme", "Bolt", "Carl"),
        record("b", "Carl Bolt Acme", "Carl", "Bolt", "Acme"),
    ]
    store.upsert(SCOPE, shared)
    first = whole(store, SCOPE)
    for _ in range(3):
        store.delete_documents(SCOPE, [DocumentId("a")])
        assert {
            e.document_id for entity in store.entities(SCOPE) for e in store.mention_evidence(SCOPE, entity.entity_id)
        } == {"b"}
        assert store.audit(SCOPE) == []
        store.upsert(SCOPE, shared[:1])
        assert whole(store, SCOPE) == first


def test_all_engines_answer_alike(tmp_path: Path) -> None:
    answers = []
    for name in sorted(ENGINES):
        (tmp_path / name).mkdir()
        store = ENGINES[name](tmp_path / name)
        store.ensure_schema()
        store.upsert(
            SCOPE, [record(f"d{n}", f"Acme Bolt Name{n % 7} Acme", "Acme", "Bolt", f"Name{n % 7}") for n in range(40)]
        )
        store.delete_documents(SCOPE, [DocumentId("d3")])
        answers.append(whole(store, SCOPE))
        store.close()
    assert all(answer == answers[0] for answer in answers)
