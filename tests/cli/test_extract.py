"""``graphkit extract``: further methods over what is stored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.program import Run

TEXT = "Ada Okafor joined Acme Corp in Geneva."


@pytest.fixture
def stored(store: Path, run: Run, tmp_path: Path) -> None:
    """Two documents, read by one method, whose files are gone."""
    for name in ("one", "two"):
        (tmp_path / f"{name}.txt").write_text(f"{TEXT} {name.title()}.", "utf-8")
    files = [tmp_path / f"{name}.txt" for name in ("one", "two")]
    assert run("ingest", *files, "--method", "regex", "--no-vectors").code == 0
    for file in files:
        file.unlink()


@pytest.mark.usefixtures("stored")
def test_a_further_method_reads_what_is_stored_without_its_files_and_only_once(run: Run) -> None:
    first = run("extract", "cooccurrence", "--json")
    assert first.code == 0, first.err
    assert json.loads(first.out)["documents"] == {"stored": 2, "empty": 0, "failed": 0, "unchanged": 0}
    again = run("extract", "cooccurrence", "regex", "--json")
    assert json.loads(again.out)["documents"] == {"stored": 0, "empty": 0, "failed": 0, "unchanged": 2}
    runs = json.loads(run("runs", "list", "--json").out)
    assert sorted(row["method"] for row in runs) == ["cooccurrence", "regex"]
    assert run("audit").code == 0


@pytest.mark.usefixtures("stored")
def test_other_options_of_a_method_make_another_graph(run: Run) -> None:
    ran = run("extract", "cooccurrence", "--option", "cooccurrence.window_size=7", "--workers", "1")
    assert ran.code == 0, ran.err
    assert "2 stored" in ran.out
    assert '"window_size": 7' in run("runs", "show", "cooccurrence", "--json").out


@pytest.mark.usefixtures("stored")
def test_an_estimate_counts_what_a_method_lacks_and_stores_nothing(run: Run) -> None:
    told = json.loads(run("extract", "regex", "cooccurrence", "--estimate", "--json").out)
    assert [(m["method"], m["documents"]) for m in told["methods"]] == [("regex", 0), ("cooccurrence", 2)]
    assert len(json.loads(run("runs", "list", "--json").out)) == 1


def test_an_empty_corpus_has_nothing_to_read_and_no_store_is_made(store: Path, run: Run) -> None:
    ran = run("extract", "regex")
    assert (ran.code, store.exists()) == (0, False)
    assert "There is no document in this corpus." in ran.out


@pytest.mark.usefixtures("stored")
def test_an_unknown_method_is_refused_and_nothing_changes(run: Run) -> None:
    ran = run("extract", "magic", "--json")
    assert ran.code == 2
    assert json.loads(ran.out)["error"]["code"] == "unknown_method"
    assert len(json.loads(run("runs", "list", "--json").out)) == 1
