"""A real Neo4j for tests: one throwaway server for the whole run, started when the first test asks for it.

``GRAPHKIT_NEO4J_URI`` uses a given server instead (with ``GRAPHKIT_NEO4J_USER`` and ``GRAPHKIT_NEO4J_PASSWORD``).
Without Java or the jars, tests skip; with ``GRAPHKIT_REQUIRE_NEO4J`` set they fail. Stores of tests share the
server: each keeps its corpora under names of its own.
"""

from __future__ import annotations

import atexit
import itertools
import os
import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from outside import Outside

from graphkit.config import GraphConfig
from graphkit.errors import LocalServerFailed
from graphkit.model import Scope
from graphkit.neo4jserver.jars import VERSION, is_complete, jars_folder
from graphkit.neo4jserver.java import find_java, least_java
from graphkit.neo4jserver.server import Neo4jServer
from graphkit.store.neo4j import Neo4jStore

START_LIMIT_S = 240.0
"""A server is ready in six seconds on a quiet machine, in a minute on a busy one."""
_numbers = itertools.count()
_run = f"t{os.getpid()}"


def new_server(*, version: str = VERSION, password: str = "", scheme: str = "bolt", **extra: str) -> Neo4jServer:
    """A server in a temporary folder, not started. Skips, or fails where a server is required, if it cannot be.

    One of another version than graphkit's own is required only where its jars are there.
    """
    lib = jars_folder(version)
    try:
        find_java(least_java(version))
        if not is_complete(lib):
            raise LocalServerFailed(f"There are no jars of Neo4j in {lib}: graphkit neo4j start fetches them.")
    except LocalServerFailed as error:
        if os.environ.get("GRAPHKIT_REQUIRE_NEO4J") and (version == VERSION or is_complete(lib)):
            pytest.fail(f"A Neo4j server is required here: {error}", pytrace=False)
        raise Outside(f"needs a Neo4j server: {error}") from None
    home = Path(tempfile.mkdtemp(prefix="graphkit-neo4j-"))
    return Neo4jServer(home, lib, password=password, brief=True, scheme=scheme, extra=extra)


@cache
def _shared() -> GraphConfig:
    if os.environ.get("GRAPHKIT_NEO4J_URI"):
        return GraphConfig.from_env(uri=os.environ["GRAPHKIT_NEO4J_URI"], timeout_s=30.0)
    server = new_server()
    atexit.register(server.remove)
    server.start(limit_s=START_LIMIT_S)
    return GraphConfig(uri=server.uri, timeout_s=30.0)


def shared_server() -> GraphConfig:
    """How to reach the server that all tests share; a busy machine gets more time than analysts do."""
    return _shared()


class PrivateStore:
    """A store whose corpora no other store of the run meets: their names get a beginning that is its own."""

    def __init__(self, store: Neo4jStore) -> None:
        self.inner = store
        self._mine = f"{_run}-{next(_numbers)} "

    def __getattr__(self, name: str) -> object:
        found = getattr(self.inner, name)
        if not callable(found):
            return found
        return lambda *given, **named: found(*map(self._moved, given), **named)

    def _moved(self, given: object) -> object:
        if isinstance(given, Scope) and given.corpus_id:
            return replace(given, corpus_id=self._mine + given.corpus_id)
        return given

    def corpora(self) -> list[Scope]:
        """Scopes of its own corpora."""
        return [
            replace(scope, corpus_id=scope.corpus_id.removeprefix(self._mine))
            for scope in self.inner.corpora()
            if scope.corpus_id.startswith(self._mine)
        ]


def private_store(config: GraphConfig | None = None) -> PrivateStore:
    """An empty store on the shared server; what the server has to say against a statement is an error."""
    return PrivateStore(Neo4jStore(config or shared_server(), strict=True))
