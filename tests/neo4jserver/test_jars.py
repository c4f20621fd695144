"""Fetching a server's jars, with a program named mvn on the path in place of Maven."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from graphkit.errors import LocalServerFailed
from graphkit.neo4jserver.jars import ensure_jars, is_complete, jars_folder

FETCHES = """#!/bin/sh
for word in "$@"; do case "$word" in -DoutputDirectory=*) out="${word#-DoutputDirectory=}";; esac; done
echo "$@" >> "$(dirname "$0")/said"
printf one > "$out/one.jar"
sleep 1
if [ -e "$(dirname "$0")/broken" ]; then echo "[ERROR] Could not transfer artifact"; exit 1; fi
printf two > "$out/two.jar"
"""


@pytest.fixture
def maven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "bin"
    folder.mkdir()
    file = folder / "mvn"
    file.write_text(FETCHES)
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("GRAPHKIT_CACHE", str(tmp_path / "cache"))
    return folder


def test_jars_are_fetched_once_and_again_when_one_is_damaged(maven: Path) -> None:
    told: list[tuple[int, int, str]] = []
    folder = ensure_jars("2026.02.2", report=lambda *row: told.append(row))
    assert folder == jars_folder("2026.02.2")
    assert is_complete(folder)
    assert told[0] == (0, 251, "Fetching Neo4j 2026.02.2")
    assert (1, 251, "Fetching Neo4j 2026.02.2") in told
    assert "-Dneo4j.version=2026.02.2" in (maven / "said").read_text()
    assert "--strict-checksums" in (maven / "said").read_text()
    ensure_jars("2026.02.2")
    assert len((maven / "said").read_text().splitlines()) == 1
    (folder / "one.jar").write_text("damaged")
    assert not is_complete(folder)
    ensure_jars("2026.02.2")
    assert is_complete(folder)
    assert (folder / "one.jar").read_text() == "one"


def test_a_fetch_that_broke_off_is_told_kept_and_finished(maven: Path) -> None:
    (maven / "broken").touch()
    with pytest.raises(LocalServerFailed, match=r"Maven could not fetch Neo4j 5\.26\.31: \[ERROR\] Could not transfer"):
        ensure_jars()
    assert (jars_folder() / "one.jar").exists()
    assert not is_complete(jars_folder())
    (maven / "broken").unlink()
    assert is_complete(ensure_jars())


def test_a_fetch_that_is_cancelled_stops_maven(maven: Path) -> None:
    def stop(*_row: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ensure_jars(report=stop)
    assert not is_complete(jars_folder())


def test_without_maven_it_is_said(maven: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(maven.parent))
    with pytest.raises(LocalServerFailed, match="needs Maven"):
        ensure_jars()
