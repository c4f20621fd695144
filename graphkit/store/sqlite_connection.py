"""Connections to a SQLite file: opening, transactions, and the translation of SQLite's errors.

A connection serves one thread at a time and is then kept for the next. Every read sees one state of the
file; a write takes the write lock when it begins, so it never finds out at its end that it cannot go on.
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from graphkit.errors import (
    SchemaMismatch,
    StoreBusy,
    StoreCorrupt,
    StoreError,
    StoreReadOnly,
    StoreUnavailable,
)

Connection = sqlite3.Connection

WRITE_PATIENCE_S = 60.0
"""Seconds that a write waits for the writers before it, at least."""


def wal_is_safe(version: tuple[int, int, int]) -> bool:
    """Whether this SQLite has the correction of the error that could damage files with a write-ahead log.

    The error was in 3.7.0 to 3.51.2; it is corrected from 3.51.3 on and in 3.50.7 and 3.44.6.
    """
    return version >= (3, 51, 3) or (
        version[:2] in {(3, 50), (3, 44)} and version >= {50: (3, 50, 7), 44: (3, 44, 6)}[version[1]]
    )


class Database:
    """A file and its connections."""

    def __init__(self, path: Path, timeout_s: float) -> None:
        self.path = path
        self._timeout_s = timeout_s
        self._idle: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._process = os.getpid()

    def close(self) -> None:
        """Close the connections that are idle; those at work are closed when their work ends."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    @contextmanager
    def connection(self) -> Iterator[sqlite3.Connection]:
        """A connection outside of any transaction, for the time of the block."""
        try:
            connection = self._take()
            try:
                yield connection
            except BaseException:
                connection.close()
                raise
            self._give_back(connection)
        except sqlite3.Error as error:
            raise translated(error, self.path) from error

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection that sees one state of the file for the time of the block."""
        with self.connection() as connection:
            connection.execute("BEGIN")
            yield connection
            connection.execute("COMMIT")

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A connection whose changes are kept together when the block ends, and dropped together on an error."""
        deadline = time.monotonic() + max(self._timeout_s, WRITE_PATIENCE_S)
        if not self._writing.acquire(timeout=max(self._timeout_s, WRITE_PATIENCE_S)):
            raise StoreBusy(f"Other work is writing to {self.path}. Try again in a moment. Nothing was changed.")
        try:
            with self.connection() as connection:
                _patiently(connection, "BEGIN IMMEDIATE", deadline)
                try:
                    yield connection
                    _patiently(connection, "COMMIT", deadline)
                finally:
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")
        finally:
            self._writing.release()

    def _take(self) -> sqlite3.Connection:
        with self._lock:
            if self._process != os.getpid():  # after a fork the parent's connections must not be touched
                self._process, self._idle = os.getpid(), []
                self._writing = threading.Lock()
            if self._idle:
                return self._idle.pop()
        return self._open()

    def _give_back(self, connection: sqlite3.Connection) -> None:
        with self._lock:
            self._idle.append(connection)

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path, timeout=self._timeout_s, isolation_level=None, check_same_thread=False, cached_statements=256
        )
        try:
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA cache_size = -65536")
            connection.execute("PRAGMA temp_store = MEMORY")
            if wal_is_safe(sqlite3.sqlite_version_info):
                connection.execute("PRAGMA journal_mode = WAL")
            else:
                connection.execute("PRAGMA journal_mode = TRUNCATE")
            connection.execute("PRAGMA synchronous = FULL")
        except BaseException:
            connection.close()
            raise
        return connection


def _patiently(connection: sqlite3.Connection, statement: str, deadline: float) -> None:
    while True:
        try:
            connection.execute(statement)
        except sqlite3.OperationalError as error:
            if not error.sqlite_errorname.startswith("SQLITE_BUSY") or time.monotonic() > deadline:
                raise
        else:
            return


def listed(ids: Iterable[str]) -> str:
    """Ids as the JSON array that a statement takes; SQLite ends a string at a NUL, and no stored id has one."""
    return json.dumps([identity for identity in ids if "\0" not in identity])


def storable(identity: str) -> str:
    """An id as a parameter; one that no store takes becomes empty, which no stored id is."""
    try:
        identity.encode()
    except UnicodeEncodeError:
        return ""
    return identity


def translated(error: sqlite3.Error, path: Path) -> StoreError:
    """The store's error for an error of SQLite: what happened, what to do, what was kept."""
    name = getattr(error, "sqlite_errorname", "")
    kept = "Nothing of this change was stored; what was there before is kept."
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return StoreBusy(f"Another program is writing to {path}. Try again in a moment. {kept}")
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_FORMAT")):
        return StoreCorrupt(
            f"{path} is damaged or no graphkit store ({error}). "
            f"Restore it from a backup, or choose another file. {kept}"
        )
    if name.startswith(("SQLITE_READONLY", "SQLITE_PERM", "SQLITE_AUTH")) or (
        name.startswith("SQLITE_CANTOPEN") and path.exists() and not os.access(path.parent, os.W_OK)
    ):
        return StoreReadOnly(f"{path} or its folder cannot be written. Give yourself write access to both. {kept}")
    if name.startswith("SQLITE_FULL"):
        return StoreUnavailable(f"The disk of {path} is full. Free some space and try again. {kept}")
    if name.startswith("SQLITE_CANTOPEN"):
        return StoreUnavailable(f"{path} cannot be opened. Check that its folder exists and can be read. {kept}")
    if name.startswith(("SQLITE_IOERR", "SQLITE_NOLFS", "SQLITE_NOMEM")):
        return StoreUnavailable(f"{path} could not be read or written ({error}). Check the disk and try again. {kept}")
    if "no such table" in str(error):
        return SchemaMismatch(f"{path} holds no tables of graphkit. Open it by open_store, which makes them. {kept}")
    return StoreError(f"The store {path} could not do this ({error or name}). {kept}")
