"""What is particular to the SQLite store: its file, its errors, other processes, damage."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from graphkit.errors import SchemaMismatch, StoreBusy, StoreCorrupt, StoreError, StoreUnavailable
from graphkit.model import GraphId, Scope
from graphkit.store import sqlite_sql
from graphkit.store.sqlite import SqliteStore
from graphkit.store.sqlite_connection import wal_is_safe
from graphkit.store.sqlite_schema import STEPS, migrate
from tests.contract.making import ALICE, BOB, record

SCOPE = Scope("news", GraphId("g"))
ROOT = Path(__file__).parents[2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "graphkit.db"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(path, timeout_s=0.2)
    store.ensure_schema()
    yield store
    store.close()


def run(program: str, *arguments: str) -> subprocess.Popen[str]:
    """Another process with the same graphkit."""
    code = "import sys\nfrom pathlib import Path\nfrom tests.store.test_sqlite import *\n" + textwrap.dedent(program)
    return subprocess.Popen([sys.executable, "-c", code, *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True)


# -- the file --------------------------------------------------------------------------------------


def test_constructing_opens_nothing(path: Path) -> None:
    SqliteStore(path).close()
    assert not path.exists()


def test_a_new_process_finds_what_was_stored(store: SqliteStore, path: Path) -> None:
    store.upsert(SCOPE, [ALICE])
    store.close()
    again = SqliteStore(path)
    again.ensure_schema()
    assert [row.document_id for row in again.documents(SCOPE)] == ["alice"]
    again.close()


def test_missing_folders_are_made(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "graphkit.db"
    store = SqliteStore(path)
    store.ensure_schema()
    store.upsert(SCOPE, [ALICE])
    store.close()
    assert path.is_file()


def test_closing_twice_and_using_again_is_allowed(store: SqliteStore) -> None:
    store.close()
    store.close()
    assert store.documents(SCOPE) == []


def test_a_write_ahead_log_is_used_on_corrected_versions_only() -> None:
    safe = [(3, 51, 3), (3, 52, 0), (4, 0, 0), (3, 50, 7), (3, 44, 6)]
    unsafe = [(3, 40, 1), (3, 44, 5), (3, 45, 0), (3, 50, 6), (3, 51, 2)]
    assert [wal_is_safe(version) for version in safe + unsafe] == [True] * 5 + [False] * 5


def test_no_statement_scans_a_table_of_the_graph(store: SqliteStore, path: Path) -> None:
    allowed = ("json_each", "wanted", "chunk_word", "chunk_text", "corpus", "VIRTUAL TABLE INDEX")
    with sqlite3.connect(path) as db:
        for name, statement in vars(sqlite_sql).items():
            if name.isupper() and not statement.lstrip().startswith("PRAGMA"):
                plan = db.execute("EXPLAIN QUERY PLAN " + statement, [None] * statement.count("?"))
                scans = [row[3] for row in plan if row[3].startswith("SCAN") and not any(a in row[3] for a in allowed)]
                assert scans == [], name
    db.close()


# -- versions --------------------------------------------------------------------------------------


def test_a_newer_store_is_left_alone(store: SqliteStore, path: Path) -> None:
    store.close()
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(SchemaMismatch, match=r"version 99, made by a newer graphkit.*Nothing was changed"):
        SqliteStore(path).ensure_schema()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("ALTER TABLE entity DROP COLUMN aliases", "The store keeps entity otherwise"),
        ("ALTER TABLE edge ADD COLUMN shade TEXT NOT NULL DEFAULT ''", "The store keeps edge otherwise"),
        ("DROP TABLE mention", "The store keeps mention, mention_of otherwise"),
        ("DROP INDEX contribution_of", "The store keeps contribution_of otherwise"),
        ("PRAGMA user_version = 0", "The store names no version"),
    ],
)
def test_a_store_of_another_build_is_not_opened(store: SqliteStore, path: Path, change: str, said: str) -> None:
    store.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute(change)
        db.commit()
    before = path.read_bytes()
    with pytest.raises(SchemaMismatch) as refused:
        SqliteStore(path).ensure_schema()
    assert str(refused.value) == (
        f"{said}: another build of graphkit made it. Open it with the graphkit that made it, or ingest the files into "
        "a new store. Nothing was changed."
    )
    assert path.read_bytes() == before


def test_tables_of_the_users_own_are_no_hindrance(store: SqliteStore, path: Path) -> None:
    store.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE note (text TEXT)")
        db.execute("CREATE INDEX note_of_entity ON entity (name)")
        db.commit()
    store.ensure_schema()
    assert store.corpora() == []


def test_a_database_of_another_program_is_left_alone(path: Path) -> None:
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE song (name TEXT)")
    db.close()
    with pytest.raises(SchemaMismatch, match="another program"):
        SqliteStore(path).ensure_schema()


def test_steps_run_once_and_in_order(path: Path) -> None:
    db = sqlite3.connect(path, isolation_level=None)
    more = (*STEPS, ("CREATE TABLE extra (n INTEGER)", "PRAGMA user_version = 2"))
    migrate(db)
    migrate(db, more)
    migrate(db, more)
    assert db.execute("PRAGMA user_version").fetchone() == (2,)
    assert db.execute("SELECT count(*) FROM extra").fetchone() == (0,)
    db.close()


def test_a_step_that_fails_leaves_the_version_before(path: Path) -> None:
    db = sqlite3.connect(path, isolation_level=None)
    with pytest.raises(sqlite3.OperationalError):
        migrate(db, (*STEPS, ("CREATE TABLE extra (n INTEGER)", "CREATE TABLE extra (n INTEGER)")))
    assert db.execute("PRAGMA user_version").fetchone() == (1,)
    assert db.execute("SELECT 1 FROM sqlite_master WHERE name = 'extra'").fetchone() is None
    db.close()


def test_a_store_without_schema_says_so(path: Path) -> None:
    store = SqliteStore(path)
    with pytest.raises(SchemaMismatch, match="no tables of graphkit"):
        store.documents(SCOPE)
    store.close()


# -- faults ----------------------------------------------------------------------------------------


def test_a_file_that_is_no_database_is_announced(path: Path) -> None:
    path.write_bytes(b"this is a text, not a database " * 100)
    with pytest.raises(StoreCorrupt, match="damaged or no graphkit store"):
        SqliteStore(path).ensure_schema()


def test_a_folder_that_cannot_be_made_is_announced(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreUnavailable, match="cannot be made"):
        SqliteStore(tmp_path / "file" / "graphkit.db").ensure_schema()


def test_a_locked_store_is_busy(store: SqliteStore, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphkit.store.sqlite_connection.WRITE_PATIENCE_S", 0.2)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreBusy, match=r"Try again in a moment\. Nothing of this change was stored"):
        store.upsert(SCOPE, [ALICE])
    with pytest.raises(StoreBusy):
        store.documents(SCOPE)
    other.execute("ROLLBACK")
    other.close()
    store.upsert(SCOPE, [ALICE])
    assert len(store.documents(SCOPE)) == 1


def test_a_full_disk_keeps_what_was_there(store: SqliteStore, path: Path) -> None:
    store.upsert(SCOPE, [ALICE])
    with store._database.connection() as db:
        pages = db.execute("PRAGMA page_count").fetchone()[0]
        db.execute(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(StoreUnavailable) as refused:
        store.upsert(SCOPE, [record("big", "words " * 100_000)])
    assert str(refused.value) == (
        f"The disk of {path} is full. Free some space and try again. "
        "Nothing of this change was stored; what was there before is kept."
    )
    assert [row.document_id for row in store.documents(SCOPE)] == ["alice"]
    assert store.audit(SCOPE) == []


def test_a_store_in_a_folder_that_cannot_be_written_is_read_only() -> None:
    folder = Path(tempfile.mkdtemp())
    try:
        store = SqliteStore(folder / "graphkit.db")
        store.ensure_schema()
        store.upsert(SCOPE, [ALICE])
        store.close()
        folder.chmod(0o555)
        program = """
            from graphkit.errors import StoreReadOnly
            if os.geteuid() == 0:
                os.setuid(65534)  # what root may do says nothing
            store = SqliteStore(Path(sys.argv[1]))
            store.ensure_schema()
            print(len(store.documents(SCOPE)))
            try:
                store.upsert(SCOPE, [BOB])
            except StoreReadOnly as error:
                print(error)
            store.close()
            try:
                SqliteStore(Path(sys.argv[1]).parent / "new" / "graphkit.db").ensure_schema()
            except StoreReadOnly as error:
                print(error)
        """
        out, _ = run(program, str(folder / "graphkit.db")).communicate(timeout=60)
        count, writing, making = out.splitlines()
        assert count == "1"
        assert "cannot be written. Give yourself write access" in writing
        assert "cannot be made, since its parent cannot be written" in making
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


def test_a_failure_inside_a_batch_leaves_nothing_of_it(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    store.upsert(SCOPE, [ALICE])
    before = store.revision(SCOPE)
    monkeypatch.setattr(sqlite_sql, "ADD_PROOF", "INSERT INTO nowhere VALUES (?, ?, ?, ?, ?, ?)")
    with pytest.raises(StoreError):
        store.upsert(SCOPE, [BOB])
    assert ([row.document_id for row in store.documents(SCOPE)], store.revision(SCOPE)) == (["alice"], before)
    assert store.audit(SCOPE) == []


# -- processes -------------------------------------------------------------------------------------

WRITER = """
    store = SqliteStore(Path(sys.argv[1]))
    store.ensure_schema()
    for batch in range(int(sys.argv[3])):
        ids = [f"{sys.argv[2]}-{batch:03}-{number}" for number in range(10)]
        store.upsert(SCOPE, [record(name, "Acme and Bolt", "Acme", "Bolt", weight=0.1) for name in ids])
        print(batch, flush=True)
"""


def test_two_processes_write_at_once(store: SqliteStore, path: Path) -> None:
    writers = [run(WRITER, str(path), name, "15") for name in ("left", "right")]
    for writer in writers:
        writer.communicate(timeout=120)
    assert [writer.returncode for writer in writers] == [0, 0]
    assert store.stats(SCOPE).documents == 300
    assert [(edge.weight, edge.documents) for edge in store.edges(SCOPE)] == [(30.0, 300)]
    assert store.audit(SCOPE) == []


@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
@pytest.mark.parametrize("wait_s", [0.0, 0.005, 0.02])
def test_a_killed_writer_leaves_whole_batches(store: SqliteStore, path: Path, wait_s: float) -> None:
    writer = run(WRITER, str(path), "killed", "1000")
    assert writer.stdout is not None
    for _ in range(3):
        writer.stdout.readline()
    time.sleep(wait_s)
    writer.send_signal(signal.SIGKILL)
    finished = 3 + len(writer.communicate(timeout=60)[0].splitlines())
    documents = store.stats(SCOPE).documents
    assert documents % 10 == 0
    assert documents // 10 in (finished, finished + 1)
    assert store.audit(SCOPE) == []


def test_a_search_sees_vectors_of_another_process(store: SqliteStore, path: Path) -> None:
    one = np.ones((1, 2), np.float32)
    store.upsert(SCOPE, [record("a", "text", vectors=one)], embedder="e")
    assert len(store.search_vectors(SCOPE, one[0])) == 1
    program = """
        store = SqliteStore(Path(sys.argv[1]))
        store.upsert(SCOPE, [record("b", "text", vectors=np.ones((1, 2), np.float32))], embedder="e")
    """
    writer = run(program, str(path))
    writer.communicate(timeout=60)
    assert writer.returncode == 0
    assert len(store.search_vectors(SCOPE, one[0])) == 2


# -- damage ----------------------------------------------------------------------------------------

DAMAGE = {
    "UPDATE entity SET documents = documents + 1 WHERE name = 'Acme'": "entity",
    "UPDATE entity SET name = 'Other' WHERE name = 'Acme'": "entity",
    "UPDATE entity SET search_key = 'other' WHERE name = 'Acme'": "entity",
    "UPDATE edge SET weight = weight + 1 WHERE source = 1": "edge",
    "UPDATE edge SET predicate = 'owns' WHERE source = 1": "edge",
    "DELETE FROM edge WHERE source = 1": "edge",
    "DELETE FROM mention WHERE entity = 1": "mention",
    "UPDATE mention SET mentions = 7 WHERE entity = 1": "mention",
    "DELETE FROM proof WHERE source = 1": "proof",
    "UPDATE proof SET document = document + 97 WHERE source = 1": "proof",
    "DELETE FROM contribution WHERE document = 1": "entity",
    "DELETE FROM entity WHERE id = 1": "reference",
    "UPDATE body SET text = 'changed' WHERE document = 1": "document",
    "DELETE FROM body WHERE document = 1": "document",
    "DELETE FROM chunk WHERE id = 1": "document",
    "UPDATE chunk SET stop = 5 WHERE id = 1": "chunk",
    "DELETE FROM chunk_text WHERE rowid = 1": "chunk",
    "DELETE FROM document WHERE id = 1": "reference",
}


@pytest.mark.parametrize("statement", DAMAGE)
def test_the_audit_finds_planted_faults(store: SqliteStore, path: Path, statement: str) -> None:
    store.upsert(SCOPE, [ALICE, BOB])
    assert store.audit(SCOPE) == []
    store.close()
    db = sqlite3.connect(path)
    with db:
        db.execute(statement)
    db.close()
    assert DAMAGE[statement] in {problem.kind for problem in store.audit(SCOPE)}


def test_a_damaged_page_is_announced(store: SqliteStore, path: Path) -> None:
    store.upsert(SCOPE, [record(f"d{n}", f"Acme Bolt{n}", "Acme", f"Bolt{n}") for n in range(200)])
    store.close()
    content = bytearray(path.read_bytes())
    for start in range(8192, len(content), 4096):
        content[start : start + 64] = b"\xff" * 64
    path.write_bytes(content)
    try:
        problems = [problem.kind for problem in store.audit(SCOPE)]
    except StoreCorrupt as error:
        problems = [str(error)]
    assert problems


OLDER = {"UPDATE contribution SET record = '{}'": "findings", "UPDATE entity SET spellings = '{}'": "counts"}


@pytest.mark.parametrize("statement", OLDER)
def test_what_another_build_wrote_is_named_and_nothing_is_changed(
    store: SqliteStore, path: Path, statement: str
) -> None:
    store.upsert(SCOPE, [ALICE])
    store.close()
    db = sqlite3.connect(path)
    with db:
        db.execute(statement)
    db.close()
    before = store.revision(SCOPE)
    with pytest.raises(SchemaMismatch, match=f"The store holds {OLDER[statement]}"):
        store.delete_documents(SCOPE, [ALICE.document.document_id])
    with pytest.raises(SchemaMismatch, match="in a form that this graphkit does not write"):
        store.audit(SCOPE)
    assert store.revision(SCOPE) == before
