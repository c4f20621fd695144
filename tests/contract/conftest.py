"""The stores that must keep the contract: one parameter each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest
from neo4j_for_tests import private_store

from graphkit.model import GraphId, Scope
from graphkit.store.base import GraphStore
from graphkit.store.inmemory import InMemoryStore
from graphkit.store.sqlite import SqliteStore

StoreMaker = Callable[[], GraphStore]


def _memory(folder: Path) -> GraphStore:
    return InMemoryStore()


def _sqlite(folder: Path) -> GraphStore:
    return SqliteStore(folder / "graphkit.db")


def _neo4j(folder: Path) -> GraphStore:
    return cast("GraphStore", private_store())  # it passes every call on


ENGINES: dict[str, Callable[[Path], GraphStore]] = {"memory": _memory, "neo4j": _neo4j, "sqlite": _sqlite}
"""How each engine makes an empty store. Another engine joins here, and nowhere else."""


@pytest.fixture(params=sorted(ENGINES))
def make_store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoreMaker]:
    """Makes empty stores of one engine, which are closed after the test."""
    made: list[GraphStore] = []

    def make() -> GraphStore:
        store = ENGINES[request.param](tmp_path_factory.mktemp("store"))
        store.ensure_schema()
        made.append(store)
        return store

    yield make
    for store in made:
        store.close()


@pytest.fixture
def store(make_store: StoreMaker) -> GraphStore:
    """An empty store."""
    return make_store()


@pytest.fixture
def scope() -> Scope:
    """A graph of a corpus of nobody's."""
    return Scope("news", GraphId("g"))
