"""Finding a Java that is new enough."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from graphkit.errors import LocalServerFailed
from graphkit.neo4jserver import java
from graphkit.neo4jserver.java import find_java, java_version, least_java


def fake(folder: Path, version: str) -> Path:
    """A program that says what a Java of that version says."""
    folder.mkdir(parents=True)
    file = folder / "java"
    file.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\" 2026-01-01' >&2\n")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return file


@pytest.mark.parametrize(("neo4j", "least"), [("5.26.31", 17), ("2025.01.0", 21), ("2026.02.2", 21)])
def test_every_line_of_versions_has_its_least_java(neo4j: str, least: int) -> None:
    assert least_java(neo4j) == least


def test_the_first_that_is_new_enough_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = fake(tmp_path / "bin", "17.0.9"), fake(tmp_path / "home" / "bin", "25")
    monkeypatch.setattr(java, "_KEPT", ())
    monkeypatch.delenv("GRAPHKIT_JAVA", raising=False)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert find_java(17) == new
    monkeypatch.setenv("GRAPHKIT_JAVA", str(old))
    assert (find_java(17), find_java(21)) == (old, new)
    monkeypatch.delenv("JAVA_HOME")
    with pytest.raises(LocalServerFailed, match=r"needs Java 21 or newer\. Found: .*java is version 17\."):
        find_java(21)
    assert java_version(tmp_path / "none") == 0


def test_javas_that_the_system_keeps_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = fake(tmp_path / "jvm" / "java-25" / "bin", "25.0.1")
    monkeypatch.delenv("GRAPHKIT_JAVA", raising=False)
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(java, "_KEPT", (str(tmp_path / "jvm/*/bin/java").lstrip("/"),))
    assert find_java(21) == kept
