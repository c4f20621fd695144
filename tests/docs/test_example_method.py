"""The example package of ``docs/example-method``: installed as anybody would, found by its entry point, and run."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "docs" / "example-method"


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("example")
    source = shutil.copytree(EXAMPLE, folder / "source")  # building writes beside the sources
    options = ["--no-deps", "--no-index", "--no-build-isolation", "--quiet", "--target", str(folder / "site")]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, str(source)], check=True, timeout=300)
    return folder / "site"


def graphkit(target: Path, *arguments: str, text: str = "") -> str:
    run = subprocess.run(
        [sys.executable, "-m", "graphkit", *arguments],
        env=os.environ | {"PYTHONPATH": str(target)},
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return run.stdout


def test_a_method_of_another_package_is_known_by_its_entry_point_and_runs(target: Path) -> None:
    (line,) = graphkit(
        target, "annotate", "-", "--method", "hashtags", "--jsonl", text="We like #graphs and #text a lot. #a"
    ).splitlines()
    found = json.loads(line)
    assert [(m["text"], m["type"], m["method"]) for m in found["mentions"]] == [
        ("#graphs", "TAG", "hashtags"),
        ("#text", "TAG", "hashtags"),
    ]
    assert [(r["subject"]["text"], r["predicate"], r["object"]["text"]) for r in found["relations"]] == [
        ("#graphs", "tagged with", "#text")
    ]


def test_its_options_are_checked_and_listed_like_those_of_graphkit(target: Path) -> None:
    out = graphkit(
        target, "annotate", "-", "--method", "hashtags", "--option", "hashtags.min_length=7", text="#a #graphs"
    )
    assert "#graphs" in out
    assert "#a" not in out
    assert "hashtags" in graphkit(target, "doctor")
