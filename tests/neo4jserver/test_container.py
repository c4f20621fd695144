"""The user's server in Docker: what Docker is asked for. A program named docker on the path writes it down."""

from __future__ import annotations

import json
import os
import stat
import sys
from pathlib import Path

import pytest

from graphkit.errors import BadRequest, LocalServerFailed
from graphkit.neo4jserver import container, own
from graphkit.neo4jserver.server import Neo4jServer

RECORDER = f"""#!{sys.executable}
import json, os, pathlib, sys
here = pathlib.Path(__file__).parent
words = sys.argv[1:]
with (here / "said.jsonl").open("a") as file:
    file.write(json.dumps([words, os.environ.get("NEO4J_AUTH", "")]) + "\\n")
running = here / "running"
if words[0] == "run":
    running.touch()
if words[0] in ("stop", "rm"):
    if not running.exists():
        sys.exit("Error response from daemon: No such container: graphkit-neo4j")
    running.unlink()
if words[0] == "ps" and running.exists():
    print("0123456789ab")
if words[0] == "logs":
    print("the server said this")
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user who has never had a server."""
    for variable in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    return tmp_path


@pytest.fixture
def docker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program that writes down what Docker is asked for."""
    folder = tmp_path / "bin"
    folder.mkdir()
    program(folder, RECORDER)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return folder


def program(folder: Path, text: str) -> None:
    file = folder / "docker"
    file.write_text(text)
    file.chmod(file.stat().st_mode | stat.S_IXUSR)


def said(folder: Path) -> list[tuple[list[str], str]]:
    return [(words, auth) for words, auth in map(json.loads, (folder / "said.jsonl").read_text().splitlines())]


def test_it_listens_on_this_machine_only_and_keeps_its_data_in_a_volume() -> None:
    assert container.run_arguments("2026.02.2", 7777, heap_mb=1024, page_cache_mb=256) == [
        "run", "--detach", "--name", "graphkit-neo4j", "--publish", "127.0.0.1:7777:7687",
        "--volume", "graphkit-neo4j-data-2026:/data", "--env", "NEO4J_AUTH",
        "--env", "NEO4J_server_memory_heap_max__size=1024m", "--env", "NEO4J_server_memory_pagecache_size=256m",
        "--env", "NEO4J_dbms_usage__report_enabled=false",
        "--env", "NEO4J_server_bolt_advertised__address=127.0.0.1:7777",
        "neo4j:2026.02.2-community",
    ]  # fmt: skip


@pytest.mark.usefixtures("home")
def test_it_is_started_found_and_stopped(docker: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Neo4jServer, "answers", lambda _server: True)
    server = own.start("2026.02.2", docker=True)
    assert (server.version, server.runs_on, server.running, server.pid) == ("2026.02.2", "docker", True, None)
    password = server.password_file.read_text()
    (run,) = [(words, auth) for words, auth in said(docker) if words[0] == "run"]
    assert run[1] == f"neo4j/{password}"
    assert all(password not in word for words, _ in said(docker) for word in words)
    assert stat.S_IMODE(server.password_file.stat().st_mode) == 0o600
    assert own.status() == server
    assert own.start("2026.02.2", docker=True) == server
    with pytest.raises(LocalServerFailed, match=r"Neo4j 2026\.02\.2 runs already, on docker\. Stop it first"):
        own.start()
    assert own.stop()
    stopped = own.status()
    assert stopped is not None
    assert (stopped.running, stopped.uri) == (False, server.uri)
    assert not own.stop()
    assert [words[0] for words, _ in said(docker)].count("run") == 1


@pytest.mark.usefixtures("home", "docker")
def test_one_that_does_not_come_up_shows_its_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Neo4jServer, "answers", lambda _server: False)
    monkeypatch.setattr(own, "START_LIMIT_S", 0.0)
    with pytest.raises(LocalServerFailed, match="the server said this"):
        own.start(docker=True)
    assert own.status() is None


@pytest.mark.usefixtures("home")
def test_a_docker_that_is_not_there_or_does_not_answer_is_explained(
    docker: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(
        docker, "#!/bin/sh\necho 'Cannot connect to the Docker daemon. Is the docker daemon running?' >&2\nexit 1\n"
    )
    with pytest.raises(LocalServerFailed, match=r"Cannot connect to the Docker daemon.* leave out --docker"):
        own.start(docker=True)
    monkeypatch.setenv("PATH", str(docker.parent))
    with pytest.raises(LocalServerFailed, match="There is no Docker on this machine"):
        own.start(docker=True)
    assert own.status() is None


@pytest.mark.parametrize("version", ["4.4.40", "5.25.1", "latest", "", "5", "5.26.0; rm -rf /", "-x"])
def test_a_version_that_cannot_be_used_is_refused(version: str) -> None:
    with pytest.raises(BadRequest, match="is no version of Neo4j that graphkit can use"):
        own.start(version)
