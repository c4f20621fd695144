"""``graphkit runs``: what ran, and what two runs found differently."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.program import Run


@pytest.fixture
def two_runs(run: Run, store: Path, tmp_path: Path) -> Run:
    """A store with the same text read twice: with and without a term of the trade."""
    file = tmp_path / "text.txt"
    file.write_text("Ada Lovelace met Bob Stone at the data lake.", "utf-8")
    run("ingest", file, "--method", "regex", "--no-vectors")
    run("ingest", file, "--method", "regex", "--option", 'regex.domain_terms=["data lake"]', "--no-vectors")
    return run


def both(run: Run) -> tuple[str, str]:
    """The run without and the one with the term."""
    rows = json.loads(run("runs", "list", "--json").out)
    without, with_term = sorted(rows, key=lambda row: len(row["configuration"]["domain_terms"] or []))
    return without["graph_id"], with_term["graph_id"]


def test_the_difference_of_two_runs_has_counts_and_sentences(two_runs: Run) -> None:
    older, newer = both(two_runs)
    told = json.loads(two_runs("runs", "diff", older, newer, "--json").out)
    sentence = "Ada Lovelace met Bob Stone at the data lake."
    assert (told["left"], told["right"]) == (older, newer)
    assert told["documents"] == {"both": 1, "only_left": 0, "only_right": 0}
    assert told["counts"]["mention"] == {"added": 1, "removed": 0, "changed": 0, "same": 2}
    (added,) = [change for change in told["changes"] if change["kind"] == "mention"]
    assert (added["change"], added["before"], added["sentence"], added["sentence_start"]) == (
        "added",
        None,
        sentence,
        0,
    )
    assert (added["after"]["name"], added["after"]["start"]) == ("data lake", sentence.index("data lake"))
    few = json.loads(two_runs("runs", "diff", older, newer, "--limit", 0, "--json").out)
    assert (few["changes"], few["counts"]) == ([], told["counts"])


def test_people_read_the_difference_in_words(two_runs: Run) -> None:
    older, newer = both(two_runs)
    told = two_runs("runs", "diff", newer, older).out
    assert told.startswith(f"From {newer} to {older}, over 1 documents that both have read\n")
    assert "removed" in told
    assert "data lake" in told
    assert "Both runs found the same." in two_runs("runs", "diff", newer, newer).out


def test_a_run_shows_the_first_terms_of_its_list_and_all_as_json(run: Run, store: Path, tmp_path: Path) -> None:
    terms = tmp_path / "terms.csv"
    terms.write_text("name\n" + "".join(f"term{number:03}\n" for number in range(300)), "utf-8")
    (tmp_path / "a.txt").write_text("A term007.", "utf-8")
    run("ingest", tmp_path / "a.txt", "--method", "gazetteer", "--terms", terms, "--no-vectors")
    told = run("runs", "show", "gazetteer").out
    assert "… and 295 more" in told
    assert "term005" not in told
    assert len(json.loads(run("runs", "show", "gazetteer", "--json").out)["configuration"]["terms"]) == 300


def test_a_run_that_is_not_there_is_refused(two_runs: Run) -> None:
    ran = two_runs("runs", "diff", "regex", "nobody")
    assert (ran.code, "There is no graph 'nobody'" in ran.err) == (2, True)
