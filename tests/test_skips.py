"""What a build machine may skip: only what lies outside of the repository."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SKIPPING = """
import pytest
from outside import Outside, eval_data

def test_whose_data_lie_elsewhere(): eval_data("no", "such.file")
def test_whose_server_lies_elsewhere(): raise Outside("needs a server")
def test_that_only_speaks_of_shared_neo4j_data(): pytest.skip("shared neo4j")
@pytest.mark.skipif(True, reason="no browser")
def test_without_its_browser(): pass
"""


@pytest.mark.parametrize(("ci", "outcome"), [("true", "1 failed, 2 skipped, 1 error"), ("", "4 skipped")])
def test_a_build_machine_may_lack_what_lies_outside_and_nothing_else(tmp_path: Path, ci: str, outcome: str) -> None:
    for name in ("conftest.py", "outside.py"):
        shutil.copy(Path(__file__).with_name(name), tmp_path)
    (tmp_path / "test_skipping.py").write_text(SKIPPING, "utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-c", os.devnull, "--rootdir", str(tmp_path), str(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, "CI": ci},
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome in ran.stdout, ran.stdout
