"""``graphkit ingest`` on several workers: the same result, and refusals in one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.program import Run


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    """A folder with some texts."""
    folder = tmp_path / "texts"
    folder.mkdir()
    for n in range(6):
        (folder / f"{n}.txt").write_text(f"Ann Miller met Bob Stone in Paris on day {n}.", "utf-8")
    return folder


@pytest.mark.usefixtures("store")
def test_workers_change_nothing_in_what_is_stored(run: Run, texts: Path) -> None:
    words = ["ingest", texts, "--method", "regex", "--no-vectors", "--json"]
    one = json.loads(run(*words, "--corpus", "one").out)
    many = json.loads(run(*words, "--corpus", "many", "--workers", 2).out)
    assert (one.pop("seconds") >= 0, many.pop("seconds") >= 0) == (True, True)
    assert many == one
    entities = [run("entities", "--json", "--corpus", name).out for name in ("one", "many")]
    assert entities[0] == entities[1]


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize(
    ("words", "code", "reason"),
    [
        (["--workers", 0], 2, "0 is not in the range"),
        (["--scheduler", "tcp://127.0.0.1:1"], 2, "add --executor dask"),
        (["--executor", "dask", "--scheduler", "tcp://127.0.0.1:1", "--workers", 2], 2, "leave --workers out"),
        (["--executor", "ray"], 2, "'ray' is not one of"),
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_is_stored(
    run: Run, texts: Path, store: Path, words: list[object], code: int, reason: str
) -> None:
    ran = run("ingest", texts, *words)
    assert (ran.code, reason in ran.err) == (code, True), ran.err
    assert not store.exists()


def test_the_number_of_workers_comes_from_the_environment(
    run: Run, texts: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRAPHKIT_WORKERS", "many")
    ran = run("ingest", texts, "--method", "regex", "--no-vectors")
    assert (ran.code, "GRAPHKIT_WORKERS is 'many'" in ran.err) == (2, True)
    assert not store.exists()
    monkeypatch.setenv("GRAPHKIT_WORKERS", "2")
    assert run("ingest", texts, "--method", "regex", "--no-vectors").code == 0
