"""Tables of a SQLite store, its versions, and the steps from one version to the next."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from functools import lru_cache

from graphkit.errors import SchemaMismatch

APPLICATION_ID = 0x67726B74
"""Marks the file as one of graphkit's (the letters grkt)."""

Step = tuple[str, ...]
"""Statements that make one version out of the version before; the last one sets ``user_version``."""

VERSION_1: Step = (
    """CREATE TABLE corpus (
        id INTEGER PRIMARY KEY, corpus_id TEXT NOT NULL, user_key TEXT NOT NULL,
        revision INTEGER NOT NULL DEFAULT 0, embedder TEXT NOT NULL DEFAULT '', dimension INTEGER NOT NULL DEFAULT 0,
        UNIQUE (corpus_id, user_key))""",
    """CREATE TABLE graph (
        id INTEGER PRIMARY KEY, corpus INTEGER NOT NULL REFERENCES corpus, graph_id TEXT NOT NULL, run TEXT,
        UNIQUE (corpus, graph_id))""",
    """CREATE TABLE document (
        id INTEGER PRIMARY KEY, corpus INTEGER NOT NULL REFERENCES corpus, document_id TEXT NOT NULL,
        title TEXT NOT NULL, source TEXT NOT NULL, media_type TEXT NOT NULL, language TEXT, content_hash TEXT NOT NULL,
        status TEXT NOT NULL, reason TEXT NOT NULL, characters INTEGER NOT NULL, pages INTEGER NOT NULL,
        chunks INTEGER NOT NULL, chunks_empty INTEGER NOT NULL, chunks_failed INTEGER NOT NULL,
        digest TEXT NOT NULL, text_digest TEXT NOT NULL, UNIQUE (corpus, document_id))""",
    "CREATE UNIQUE INDEX document_source ON document (corpus, source) WHERE source <> ''",
    """CREATE TABLE body (
        document INTEGER PRIMARY KEY REFERENCES document ON DELETE CASCADE,
        origin TEXT NOT NULL, text TEXT NOT NULL, boxes BLOB NOT NULL)""",
    """CREATE TABLE chunk (
        id INTEGER PRIMARY KEY, corpus INTEGER NOT NULL REFERENCES corpus,
        document INTEGER NOT NULL REFERENCES document ON DELETE CASCADE, position INTEGER NOT NULL,
        start INTEGER NOT NULL, stop INTEGER NOT NULL, status TEXT NOT NULL, reason TEXT NOT NULL,
        has_text INTEGER NOT NULL, words INTEGER NOT NULL, UNIQUE (document, position))""",
    "CREATE INDEX chunk_words_of ON chunk (corpus, words)",
    "CREATE VIRTUAL TABLE chunk_text USING fts5 (words, tokenize = \"ascii tokenchars '_'\")",
    "CREATE VIRTUAL TABLE chunk_word USING fts5vocab (chunk_text, instance)",
    """CREATE TABLE vector (
        chunk INTEGER PRIMARY KEY REFERENCES chunk ON DELETE CASCADE,
        corpus INTEGER NOT NULL REFERENCES corpus, numbers BLOB NOT NULL)""",
    "CREATE INDEX vector_of ON vector (corpus)",
    """CREATE TABLE contribution (
        id INTEGER PRIMARY KEY, document INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
        graph INTEGER NOT NULL REFERENCES graph, mentions INTEGER NOT NULL, relations INTEGER NOT NULL,
        record TEXT NOT NULL)""",
    "CREATE UNIQUE INDEX contribution_of ON contribution (document, graph, mentions)",
    "CREATE INDEX contribution_to ON contribution (graph, document, mentions, relations)",
    """CREATE TABLE entity (
        id INTEGER PRIMARY KEY, graph INTEGER NOT NULL REFERENCES graph, entity_id TEXT NOT NULL,
        documents INTEGER NOT NULL, spellings TEXT NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL,
        mentions INTEGER NOT NULL, aliases TEXT NOT NULL, search_key TEXT NOT NULL, type_key TEXT NOT NULL,
        name_key TEXT NOT NULL, UNIQUE (graph, entity_id))""",
    "CREATE INDEX entity_type ON entity (graph, type_key, entity_id)",
    "CREATE INDEX entity_name ON entity (graph, name_key)",
    "CREATE INDEX entity_search ON entity (graph, search_key)",
    "CREATE INDEX entity_rank ON entity (graph, mentions DESC, entity_id)",
    """CREATE TABLE edge (
        source INTEGER NOT NULL REFERENCES entity, target INTEGER NOT NULL REFERENCES entity,
        directed INTEGER NOT NULL, predicate TEXT NOT NULL, negated INTEGER NOT NULL, weight INTEGER NOT NULL,
        documents INTEGER NOT NULL, PRIMARY KEY (source, target, directed, predicate, negated)) WITHOUT ROWID""",
    "CREATE INDEX edge_out ON edge (source, weight DESC, documents)",
    "CREATE INDEX edge_in ON edge (target, weight DESC, documents)",
    """CREATE TABLE mention (
        document INTEGER NOT NULL REFERENCES document ON DELETE CASCADE, graph INTEGER NOT NULL,
        entity INTEGER NOT NULL REFERENCES entity, mentions INTEGER NOT NULL,
        PRIMARY KEY (document, graph, entity)) WITHOUT ROWID""",
    "CREATE INDEX mention_of ON mention (entity, mentions DESC, document)",
    """CREATE TABLE proof (
        source INTEGER NOT NULL, target INTEGER NOT NULL, directed INTEGER NOT NULL, predicate TEXT NOT NULL,
        negated INTEGER NOT NULL, document INTEGER NOT NULL,
        PRIMARY KEY (source, target, directed, predicate, negated, document)) WITHOUT ROWID""",
    """CREATE TABLE decision (
        corpus INTEGER NOT NULL REFERENCES corpus, decision_id TEXT NOT NULL, made TEXT NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (corpus, decision_id)) WITHOUT ROWID""",
    "CREATE INDEX decision_time ON decision (corpus, made, decision_id)",
    "PRAGMA application_id = 1735551860",
    "PRAGMA user_version = 1",
)

STEPS: tuple[Step, ...] = (VERSION_1,)
"""The step at index n makes version n + 1."""


def migrate(connection: sqlite3.Connection, steps: Sequence[Step] = STEPS) -> None:
    """Bring a file to the newest version, each step whole or not at all.

    Raises ``SchemaMismatch`` for a newer file, and for one whose tables another build of graphkit made otherwise.
    A file that is up to date is not written, so a store on a read-only folder can be read.
    """
    while _version(connection, len(steps)) < len(steps):
        connection.execute("BEGIN IMMEDIATE")
        try:
            version = _version(connection, len(steps))  # another process may have been first
            for statement in steps[version] if version < len(steps) else ():
                connection.execute(statement)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
    own = _shape_of(tuple(steps))
    names = {name for name, _ in own}  # what else is there may be the user's
    found = {part for part in _shape(connection) if part[0] in names}
    if other := sorted({name for name, _ in own ^ found}):
        raise SchemaMismatch(_otherwise(f"keeps {', '.join(other)} otherwise"))


def _version(connection: sqlite3.Connection, newest: int) -> int:
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    marked = int(connection.execute("PRAGMA application_id").fetchone()[0]) == APPLICATION_ID
    if not marked and (version or connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()):
        raise SchemaMismatch(
            "The file is a database of another program. Choose another file for the store. Nothing was changed."
        )
    if marked and not version:
        raise SchemaMismatch(_otherwise("names no version"))
    if version > newest:
        raise SchemaMismatch(
            f"The store has version {version}, made by a newer graphkit; this one knows up to {newest}. "
            "Install the newer graphkit, or open another store. Nothing was changed."
        )
    return version


def _otherwise(what: str) -> str:
    return (
        f"The store {what}: another build of graphkit made it. Open it with the graphkit that made it, or ingest the "
        "files into a new store. Nothing was changed."
    )


@lru_cache(maxsize=2)
def _shape_of(steps: tuple[Step, ...]) -> frozenset[tuple[str, str]]:
    """What a file has that was made by these steps."""
    with closing(sqlite3.connect(":memory:")) as made:
        for step in steps:
            for statement in step:
                made.execute(statement)
        return _shape(made)


def _shape(connection: sqlite3.Connection) -> frozenset[tuple[str, str]]:
    """Tables with each of their columns, and indexes; not the tables that the index of words has for itself."""
    rows = connection.execute("""
        SELECT m.name, coalesce(c.name, '') FROM sqlite_master m LEFT JOIN pragma_table_info(m.name) c
        WHERE m.name NOT LIKE 'sqlite^_%' ESCAPE '^' AND m.name NOT LIKE 'chunk^_text^_%' ESCAPE '^'
    """)
    return frozenset((name, column) for name, column in rows)
