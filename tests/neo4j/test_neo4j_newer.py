"""The newest line of Neo4j keeps the promises of the store too: the contract's core, on a server of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from neo4j_for_tests import START_LIMIT_S, new_server

NEWER = "2026.02.2"
TESTS = Path(__file__).parents[1]
CORE = ("contract/test_graph.py", "contract/test_search.py", "neo4j/test_foreign.py")


@pytest.mark.slow
def test_the_core_of_the_contract_holds_on_a_newer_server() -> None:
    server = new_server(version=NEWER)
    try:
        server.start(limit_s=START_LIMIT_S)
        words = [
            "-m",
            "pytest",
            "-q",
            "-k",
            "neo4j or foreign",
            "-p",
            "no:cacheprovider",
            *(str(TESTS / f) for f in CORE),
        ]
        done = subprocess.run(
            [sys.executable, *words],
            cwd=TESTS.parent,
            env={**os.environ, "GRAPHKIT_NEO4J_URI": server.uri},
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        assert done.returncode == 0, done.stdout[-6000:]
    finally:
        server.remove()
