"""Answers that were paid for once are not asked for again."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from graphkit.llm.base import Completion, Provider, Request, Usage

MAX_ANSWERS = 200_000
"""Answers kept, newest first: about 200 MB."""
RECENT = 200
"""Answers from which the pace of a model is told."""

_BUSY_MS = 5_000
_FILE = "answers.sqlite"
_SCHEMA = """CREATE TABLE IF NOT EXISTS answer (
    number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, model TEXT NOT NULL, body TEXT NOT NULL, finish TEXT NOT NULL,
    detail TEXT NOT NULL, input_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL, estimated INTEGER NOT NULL,
    guessed_input INTEGER NOT NULL, seconds REAL NOT NULL, at REAL NOT NULL) STRICT"""
_BY_MODEL = "CREATE INDEX IF NOT EXISTS answer_model ON answer (model, number)"
_GET = "SELECT body, finish, detail, input_tokens, output_tokens, estimated FROM answer WHERE key = ?"
_PUT = "INSERT OR REPLACE INTO answer VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_FORGET = "DELETE FROM answer WHERE number <= (SELECT max(number) FROM answer) - ?"
_PACE = """SELECT count(*), avg(seconds), sum(input_tokens), sum(output_tokens), sum(guessed_input) FROM
    (SELECT * FROM answer WHERE model = ? ORDER BY number DESC LIMIT ?)"""


@dataclass(frozen=True, slots=True)
class Pace:
    """What the latest answers of a model took: mean seconds and tokens of one, and real tokens for a guessed one."""

    answers: int
    seconds: float
    output_tokens: float
    input_ratio: float


class Answers:
    """Answers in a file of ``folder``, by provider, model, address and question (instructions, data, schema).

    Several threads and processes may share the folder. The file holds nothing that cannot be asked for again: a
    damaged one is replaced, and while it cannot be used, models are simply asked. It holds text of documents, as
    the store does, and no key.
    """

    def __init__(self, folder: Path, *, max_answers: int = MAX_ANSWERS) -> None:
        self._file = folder / _FILE
        self._max_answers = max_answers

    def get(self, provider: Provider, request: Request) -> Completion | None:
        """The answer that was given before, or None."""
        try:
            with self._connection() as connection:
                row = connection.execute(_GET, (_key(provider, request),)).fetchone()
        except sqlite3.DatabaseError as fault:
            self._drop_if_damaged(fault)
            return None
        except OSError:  # no folder can be made there: work without
            return None
        if row is None:
            return None
        text, finish, detail, inputs, outputs, estimated = row
        return Completion(text, finish, Usage(inputs, outputs, bool(estimated)), detail)

    def put(self, provider: Provider, request: Request, answer: Completion, seconds: float) -> None:
        """Keep an answer with what it took."""
        usage = answer.usage
        row = (
            _key(provider, request), _model(provider), answer.text.encode("utf-8", "replace").decode("utf-8"),
            answer.finish, answer.detail, usage.input_tokens, usage.output_tokens, int(usage.estimated),
            request.estimated_input, seconds, time.time(),
        )  # fmt: skip
        try:
            with self._connection() as connection, connection:
                connection.execute(_PUT, row)
                connection.execute(_FORGET, (self._max_answers,))
        except sqlite3.DatabaseError as fault:
            self._drop_if_damaged(fault)
        except OSError:
            pass  # see get

    def pace(self, provider: Provider) -> Pace | None:
        """What the latest answers of this model took, or None if there are none."""
        try:
            with self._connection() as connection:
                row = connection.execute(_PACE, (_model(provider), RECENT)).fetchone()
        except (sqlite3.DatabaseError, OSError):
            return None
        count, seconds, inputs, outputs, guessed = row
        return Pace(count, seconds, outputs / count, inputs / guessed if guessed else 1.0) if count else None

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self._file, timeout=_BUSY_MS / 1000)) as connection:
            connection.execute("PRAGMA synchronous=OFF")
            connection.execute(_SCHEMA)
            connection.execute(_BY_MODEL)
            yield connection

    def _drop_if_damaged(self, fault: sqlite3.DatabaseError) -> None:
        """Remove a file that is no database; a locked or read-only one is left alone."""
        if not isinstance(fault, sqlite3.OperationalError):
            self._file.unlink(missing_ok=True)


def _model(provider: Provider) -> str:
    return json.dumps([provider.name, provider.model, provider.address])


def _key(provider: Provider, request: Request) -> str:
    return hashlib.sha256(f"{_model(provider)}\n{request.key}".encode()).hexdigest()
