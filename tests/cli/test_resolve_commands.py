"""Resolution by command: proposed, decided, undone, carried to another corpus; and comparing methods."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.program import Run

TEXTS = {
    "a.txt": "T.C. Antony met Ada Lovelace. Acme Corp paid.\n",
    "b.txt": "TC Antony met Charles Babbage. ACME Corp. paid GPT-3 and GPT-4.\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two texts that spell two names in two ways."""
    here = tmp_path / "texts"
    here.mkdir()
    for name, text in TEXTS.items():
        (here / name).write_text(text, "utf-8")
    return here


@pytest.fixture
def _filled(store: Path, run: Run, folder: Path) -> None:
    ran = run("ingest", folder, "--method", "regex", "--no-vectors")
    assert ran.code == 0, ran.err


def names(run: Run) -> set[str]:
    return {row["name"] for row in json.loads(run("entities", "--json").out)}


@pytest.mark.usefixtures("_filled")
def test_what_is_proposed_is_stored_only_when_applied_and_undone_exactly(run: Run) -> None:
    before = run("entities", "--json").out
    proposed = json.loads(run("resolve", "--json").out)
    assert set(proposed) == {"threshold", "pairs", "clusters", "questions", "held", "applied"}
    assert (proposed["threshold"], proposed["applied"]) == (0.92, [])
    merged = [{c["canonical"]["name"], *(a["name"] for a in c["aliases"])} for c in proposed["clusters"]]
    assert {"T.C. Antony", "TC Antony"} in merged
    assert not [group for group in merged if {"GPT-3", "GPT-4"} & group]
    assert set(proposed["pairs"][0]) == {"left", "right", "score", "reasons"}
    assert run("entities", "--json").out == before

    applied = json.loads(run("resolve", "--apply", "--json").out)["applied"]
    assert len(applied) == len(merged)
    assert len(names(run) & {"T.C. Antony", "TC Antony"}) == 1
    for merge_id in applied:
        assert all(row["undone"] for row in json.loads(run("resolve", "undo", merge_id, "--json").out))
    assert run("entities", "--json").out == before
    for merge_id in applied:
        run("resolve", "redo", merge_id)
    assert len(names(run) & {"T.C. Antony", "TC Antony"}) == 1


@pytest.mark.usefixtures("_filled")
def test_decisions_by_hand_are_kept_and_carried_to_another_corpus(run: Run, folder: Path, tmp_path: Path) -> None:
    assert run("resolve", "apart", "T.C. Antony", "TC Antony", "--who", "ada").code == 0
    assert run("resolve", "merge", "Ada Lovelace", "Charles Babbage").code == 0
    assert "Charles Babbage" not in names(run)
    table = tmp_path / "decisions.csv"
    assert run("decisions", "export", table, "--json").json == {"file": str(table), "decisions": 2}
    run("ingest", folder, "--method", "regex", "--no-vectors", "--corpus", "other")
    assert run("decisions", "import", table, "--json", "--corpus", "other").json == {"decisions": 2}
    mine, theirs = run("decisions", "list", "--json"), run("decisions", "list", "--json", "--corpus", "other")
    assert mine.json == theirs.json
    assert [(row["verdict"], row["who"]) for row in json.loads(mine.out)] == [
        ("different", "ada"),
        ("same", "command line"),
    ]


@pytest.mark.usefixtures("store")
def test_ingest_can_resolve_at_once(run: Run, folder: Path) -> None:
    ran = run("ingest", folder, "--method", "regex", "--no-vectors", "--dedup-threshold", 0.92, "--json")
    told = json.loads(ran.out)
    assert told["merges"] >= 1
    assert len(names(run) & {"T.C. Antony", "TC Antony"}) == 1


@pytest.mark.usefixtures("_filled")
def test_an_unknown_merge_is_a_bad_request(run: Run) -> None:
    ran = run("resolve", "undo", "nothing", "--json")
    assert (ran.code, json.loads(ran.out)["status"]) == (2, "failed")


def test_methods_are_compared_without_a_store(run: Run, folder: Path) -> None:
    ran = run("compare", folder, "--method", "regex", "--method", "cooccurrence", "--json")
    told = json.loads(ran.out)
    assert ran.code == 0
    assert told["methods"] == ["regex", "cooccurrence"]
    assert (told["documents"], told["failed"]) == (2, [])
    assert len(told["agreement"]) == 1
    for words, part in (
        (["--method", "regex"], "at least two methods"),
        (["--method", "regex", "--method", "x"], "'x'"),
    ):
        refused = run("compare", folder, *words)
        assert (refused.code, part in refused.err) == (2, True)


def test_labelled_pairs_are_scored(run: Run, tmp_path: Path) -> None:
    pairs, scores = tmp_path / "pairs.csv", tmp_path / "scores.csv"
    pairs.write_text("type,name1,name2,label\nPerson,T.C. Antony,TC Antony,1\nAny,GPT-3,GPT-4,0\n", "utf-8")
    told = json.loads(run("eval", "resolve", pairs, "--threshold", 0.9, "--scores", scores, "--json").out)
    assert set(told) == {"pairs", "matches", "at_threshold", "best", "seconds"}
    assert told["at_threshold"] == {"threshold": 0.9, "precision": 1.0, "recall": 1.0, "f1": 1.0}
    assert scores.read_text("utf-8").split("\n")[0].strip("\ufeff\r") == "name1,name2,label,score,reasons"


def test_passages_are_ranked_for_questions_with_gold(run: Run, tmp_path: Path) -> None:
    passages, questions, ranked = tmp_path / "c.jsonl", tmp_path / "q.jsonl", tmp_path / "r.jsonl"
    passages.write_text(
        '{"id": "p1", "title": "Ada Lovelace", "text": "Ada Lovelace wrote notes."}\n'
        '{"id": "p2", "title": "Paris", "text": "Paris is the capital of France."}\n',
        "utf-8",
    )
    questions.write_text('{"id": "q1", "question": "Who wrote notes?", "gold": ["p1"], "answer": null}\n', "utf-8")
    words = ["--corpus", passages, "--questions", questions, "--mode", "lexical", "--k", 1, "--method", "regex"]
    ran = run("eval", "retrieval", *words, "--no-vectors", "--ranked", ranked, "--json")
    told = json.loads(ran.out)
    assert (told["passages"], told["questions"], told["modes"]["lexical"]["recall@1"]) == (2, 1, 1.0)
    assert json.loads(ranked.read_text("utf-8"))["ranked"]["lexical"][0] == "p1"


@pytest.mark.usefixtures("store")
def test_names_that_may_be_several_things_are_listed(run: Run, tmp_path: Path) -> None:
    assert run("resolve", "homonyms").out == "No name is in doubt.\n"
    for name, text in {
        "algiers.txt": "First National Bank paid Karim Haddad. First National Bank met Yacine Ouali.\n",
        "ohio.txt": "First National Bank hired Tom Webber. First National Bank sued Ann Calloway.\n",
    }.items():
        (tmp_path / name).write_text(text, "utf-8")
        assert run("ingest", tmp_path / name, "--method", "regex", "--no-vectors").code == 0
    (row,) = json.loads(run("resolve", "homonyms", "--json").out)
    assert set(row) == {"entity_id", "name", "groups", "why"}
    assert (row["name"], [len(group) for group in row["groups"]]) == ("First National Bank", [1, 1])
    assert "First National Bank" in run("resolve", "homonyms").out
