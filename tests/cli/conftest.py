"""The program, run in this process, over a store of the test's own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cli.program import Ran, Run
from graphkit.cli.main import main


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh store that all commands of the test use."""
    file = tmp_path / "store.db"
    monkeypatch.setenv("GRAPHKIT_STORE_URI", f"sqlite:///{file}")
    return file


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in this process."""
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)

    def run(*words: object) -> Ran:
        capsys.readouterr()
        code = main([str(word) for word in words])
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run
