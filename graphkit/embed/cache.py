"""Vectors that were made once are not made again."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import numpy as np

from graphkit.embed.base import Embedder, Vectors

MAX_VECTORS = 500_000
"""Vectors kept, newest first: about 900 MB of 384 numbers each."""

_BUSY_MS = 5_000
_LOOKUP = 400  # keys in one query: SQLite allows 999 values in old versions
_FILE = "vectors.sqlite"
_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS vector "
    "(number INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, numbers BLOB NOT NULL) STRICT"
)


class CachedEmbedder:
    """An embedder that remembers its vectors in a file of ``folder``, by content and by the model's name.

    Several threads and processes may share the folder. The cache holds nothing that cannot be made again: a
    damaged file is replaced, and while the file cannot be used, vectors are simply computed.
    """

    def __init__(self, inner: Embedder, folder: Path, *, max_vectors: int = MAX_VECTORS) -> None:
        self._inner = inner
        self._file = folder / _FILE
        self._max_vectors = max_vectors

    @property
    def name(self) -> str:
        """Name of the inner embedder."""
        return self._inner.name

    @property
    def dimension(self) -> int:
        """Numbers in a vector."""
        return self._inner.dimension

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One vector for each text, in their order; only texts that are new go to the inner embedder, once each."""
        keys = [self._key(text) for text in texts]
        known = self._read(sorted(set(keys)))
        fresh = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        if fresh:
            made = dict(zip(fresh, self._inner.embed(list(fresh.values())), strict=True))
            self._write(made)
            known |= made
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, key in enumerate(keys):
            vectors[row] = known[key]
        return vectors

    def _key(self, text: str) -> bytes:
        content = f"{self.name}\0{self.dimension}\0{text}".encode("utf-8", "surrogatepass")
        return hashlib.sha256(content).digest()[:20]

    def _read(self, keys: Sequence[bytes]) -> dict[bytes, Vectors]:
        found: dict[bytes, Vectors] = {}
        try:
            with self._connection() as connection:
                for first in range(0, len(keys), _LOOKUP):
                    part = keys[first : first + _LOOKUP]
                    marks = ",".join("?" * len(part))
                    query = f"SELECT key, numbers FROM vector WHERE key IN ({marks})"  # noqa: S608 - marks only
                    for key, numbers in connection.execute(query, part):
                        vector = np.frombuffer(numbers, dtype="<f4")
                        if vector.shape == (self.dimension,):
                            found[key] = vector
        except sqlite3.DatabaseError as fault:
            self._drop_if_damaged(fault)
        except OSError:
            pass  # no folder can be made there: work without a cache
        return found

    def _write(self, made: dict[bytes, Vectors]) -> None:
        rows = [(key, vector.astype("<f4").tobytes()) for key, vector in made.items()]
        try:
            with self._connection() as connection, connection:
                connection.executemany("INSERT OR REPLACE INTO vector (key, numbers) VALUES (?, ?)", rows)
                connection.execute(
                    "DELETE FROM vector WHERE number <= (SELECT max(number) FROM vector) - ?", (self._max_vectors,)
                )
        except sqlite3.DatabaseError as fault:
            self._drop_if_damaged(fault)
        except OSError:
            pass  # see _read

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self._file, timeout=_BUSY_MS / 1000)) as connection:
            connection.execute("PRAGMA synchronous=OFF")  # a lost cache costs time only
            connection.execute(_SCHEMA)
            yield connection

    def _drop_if_damaged(self, fault: sqlite3.DatabaseError) -> None:
        """Remove a file that is no database; a locked or read-only one is left alone."""
        if not isinstance(fault, sqlite3.OperationalError):
            self._file.unlink(missing_ok=True)
