"""``graphkit store``, and what commands do with a store that is not there."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

import graphkit.cli.store as command
from cli.program import Run
from graphkit.errors import Cancelled, StoreBusy

EMPTY_NOTE = "There is no store at {} yet; the first document makes it. Nothing was created.\n"
COUNTS = {"corpora": 1, "documents": 1, "vectors": 0, "runs": 1, "decisions": 0}


@pytest.fixture
def filled(store: Path, run: Run, tmp_path: Path) -> Path:
    """A store with one document."""
    (tmp_path / "engine.txt").write_text("Ada Lovelace met Charles Babbage in London.", "utf-8")
    assert run("ingest", tmp_path / "engine.txt", "--method", "regex", "--no-vectors").code == 0
    return store


def names(folder: Path) -> set[str]:
    """Names of the files of a folder; the empty journals that SQLite keeps beside a store are not counted."""
    return {file.name for file in folder.iterdir() if not file.name.endswith("-journal")}


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["documents", "list", "--json"], []),
        (["entities", "--json"], []),
        (["relations", "--json"], []),
        (["runs", "list", "--json"], []),
        (["decisions", "list", "--json"], []),
        (["audit", "--json"], {"problems": []}),
    ],
)
def test_a_store_that_is_not_there_is_empty_and_stays_away(
    run: Run, store: Path, words: list[str], answer: object
) -> None:
    ran = run(*words)
    assert (ran.code, ran.json, ran.err, names(store.parent)) == (0, answer, EMPTY_NOTE.format(store), set())


def test_doctor_says_that_the_store_is_not_there_and_makes_none(run: Run, store: Path) -> None:
    ran = run("doctor", "--json")
    (row,) = [check for check in json.loads(ran.out)["checks"] if check["part"] == "store"]
    assert row == {
        "part": "store",
        "state": "ok",
        "what": f"{store} is not there yet; the first document makes it.",
    }
    assert not store.exists()


@pytest.mark.parametrize("words", [["check"], ["migrate"], ["backup", "b.db"]])
def test_a_whole_store_that_is_not_there_is_a_bad_request(
    run: Run, store: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.chdir(store.parent)
    ran = run("store", *words, "--json")
    assert (ran.code, ran.err) == (2, f"There is no store at {store}. Name another with --store; nothing was done.\n")
    assert names(store.parent) == set()


def test_a_sound_store_has_no_problems_and_a_wrong_sum_is_exit_code_1(run: Run, filled: Path) -> None:
    ran = run("store", "check", "--json")
    assert (ran.code, ran.json) == (0, {"problems": []})
    assert run("store", "check").out == "Everything holds together.\n"
    with sqlite3.connect(filled) as database:
        database.execute("UPDATE entity SET mentions = mentions + 1 WHERE name = 'London'")
    database.close()
    ran = run("store", "check", "--json")
    (problem,) = json.loads(ran.out)["problems"]
    assert (ran.code, set(problem), problem["corpus"]) == (1, {"corpus", "user", "kind", "what"}, "default")


def test_a_backup_is_a_store_of_its_own(run: Run, filled: Path, tmp_path: Path) -> None:
    before = run("stats", "--json").json
    saved = tmp_path / "saved" / "all.db"
    ran = run("store", "backup", saved, "--json")
    assert (ran.code, ran.json) == (0, COUNTS)
    assert [file.name for file in saved.parent.iterdir()] == ["all.db"]
    assert run("stats", "--store", f"sqlite:///{saved}", "--json").json == before
    again = run("store", "backup", saved)
    assert (again.code, again.err) == (2, f"{saved} is there already. Name a new file; nothing was saved.\n")


@pytest.mark.parametrize(
    ("fault", "code"), [(Cancelled("The backup was stopped."), 130), (StoreBusy("It is busy."), 1)]
)
@pytest.mark.usefixtures("filled")
def test_a_backup_that_does_not_come_to_its_end_leaves_nothing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception, code: int
) -> None:
    """The fault comes when all is written, before the backup is told to be done."""
    copy = command.copy_store

    def interrupted(*given: object, **named: object) -> None:
        copy(*given, **named)  # type: ignore[arg-type]
        raise fault

    monkeypatch.setattr(command, "copy_store", interrupted)
    folder = tmp_path / "saved"
    ran = run("store", "backup", folder / "all.db")
    assert (ran.code, ran.err, list(folder.iterdir())) == (code, f"{fault}\n", [])


def test_a_copy_joins_what_the_other_store_holds(run: Run, filled: Path, tmp_path: Path) -> None:
    first, second = f"sqlite:///{filled}", f"sqlite:///{tmp_path / 'second.db'}"
    (tmp_path / "other.txt").write_text("Mary Somerville wrote in Rome.", "utf-8")
    other = ["--store", second, "--corpus", "other"]
    run("ingest", tmp_path / "other.txt", "--method", "regex", "--no-vectors", *other)
    ran = run("store", "copy", first, second, "--json")
    assert (ran.code, ran.json) == (0, COUNTS)
    assert json.loads(run("stats", "--json", "--store", second).out)["documents"] == 1
    assert json.loads(run("stats", "--json", *other).out)["documents"] == 1
    itself = run("store", "copy", first, first)
    assert (itself.code, itself.err) == (2, f"{first} is both stores. Name two; nothing was copied.\n")


def test_a_copy_of_nothing_makes_nothing(run: Run, tmp_path: Path) -> None:
    missing = tmp_path / "missing.db"
    ran = run("store", "copy", missing, tmp_path / "second.db")
    assert (ran.code, names(tmp_path)) == (2, set())


def test_migrate_says_which_store_is_up_to_date(run: Run, filled: Path) -> None:
    ran = run("store", "migrate", "--json")
    assert (ran.code, ran.json) == (0, {"store": f"sqlite:///{filled}", "corpora": 1})
    assert run("store", "migrate").err == f"sqlite:///{filled} has the version that this graphkit writes.\n"
