"""``graphkit neo4j``: what it says where no server has ever been. Starting one is proved beside the server itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.program import Run


def test_without_a_server_status_is_empty_and_stopping_changes_nothing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    assert run("neo4j", "status", "--json").json is None
    assert run("neo4j", "status").err == "There is no server yet. Start one: graphkit neo4j start\n"
    assert run("neo4j", "stop", "--json").json == {"stopped": False}
