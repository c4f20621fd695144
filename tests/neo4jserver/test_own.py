"""The user's own server on the Java of this machine: started once, found again, stopped, its data kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.program import Ran, program
from neo4j import GraphDatabase
from neo4j_for_tests import new_server

from graphkit.neo4jserver.jars import VERSION, jars_folder


@pytest.mark.slow
def test_a_server_is_started_found_stopped_and_has_its_data_again(tmp_path: Path) -> None:
    new_server().remove()  # skips where there can be none
    user = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(tmp_path))

    def run(*words: str) -> Ran:
        return program("neo4j", *words, **user)

    try:
        first = run("start", "--json")
        server = json.loads(first.out)
        assert server["uri"].startswith("bolt://127.0.0.1:")
        assert (server["version"], server["runs_on"], server["running"]) == (VERSION, "java", True)
        password = Path(server["password_file"]).read_text()
        assert password not in first.out + first.err
        assert f"export GRAPHKIT_STORE_URI={server['uri']}" in first.err
        assert json.loads(run("status", "--json").out) == server
        assert json.loads(run("start", "--json").out) == server
        other = run("start", "--version", "2026.02.2")
        assert (other.code, other.err) == (
            1,
            f"Neo4j {VERSION} runs already, on java. Stop it first: graphkit neo4j stop. Nothing was started.\n",
        )
        with GraphDatabase.driver(server["uri"], auth=(server["user"], password)) as driver:
            driver.execute_query("CREATE (:Kept)", database_="neo4j")
        assert json.loads(run("stop", "--json").out) == {"stopped": True}
        assert json.loads(run("stop", "--json").out) == {"stopped": False}
        again = json.loads(run("start", "--json").out)
        assert again["uri"] == server["uri"]
        with GraphDatabase.driver(again["uri"], auth=(server["user"], password)) as driver:
            assert driver.execute_query("MATCH (n:Kept) RETURN count(n) AS n", database_="neo4j").records[0]["n"] == 1
    finally:
        run("stop")
    stopped = json.loads(run("status", "--json").out)
    assert (stopped["running"], stopped["pid"]) == (False, None)


def test_jars_are_kept_by_version() -> None:
    assert jars_folder("2026.02.2").parent.name == "neo4j-2026.02.2"
