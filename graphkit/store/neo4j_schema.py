"""Constraints and indexes of the Neo4j store, its versions, and the check that they are what they should be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, LiteralString

from graphkit.errors import SchemaMismatch
from graphkit.store import neo4j_indexes as indexes
from graphkit.store.neo4j_connection import Connection, Runner

if TYPE_CHECKING:
    from neo4j import Record

SCHEMA_VERSION = 3
MIGRATED_AT_ONCE = 10_000
"""Rows that one transaction of a migration changes."""
LEAST = (5, 26)
"""Oldest server that is known to work: the long-term version 5.26."""


def ensure(connection: Connection) -> None:
    """Make what is missing; raise ``SchemaMismatch`` for a server too old, a newer store, or foreign objects.

    An object of the same name and another shape makes the server do nothing and say nothing, so what is there
    is compared with what was asked for.
    """
    check_server(connection)
    stored = connection.row(indexes.VERSION)
    if stored is not None and stored["version"] > SCHEMA_VERSION:
        raise SchemaMismatch(
            f"The store at {connection.where} has version {stored['version']}, made by a newer graphkit; this one "
            f"knows up to {SCHEMA_VERSION}. Install the newer graphkit, or use another database. Nothing was changed."
        )
    if stored is not None and stored["version"] == SCHEMA_VERSION and not list(_missing(connection)):
        return
    for _, statement in indexes.CONSTRAINTS.values():
        connection.command(statement)
    for _, _, statement in indexes.INDEXES.values():
        connection.command(statement)
    for name in (*indexes.CONSTRAINTS, *indexes.INDEXES):
        connection.command(indexes.AWAIT_INDEX, name=name)
    wrong = list(_missing(connection))
    if wrong:
        raise SchemaMismatch(
            f"The database at {connection.where} holds objects of graphkit's names in another shape: "
            f"{', '.join(wrong)}. Drop them or use another database. No data was changed."
        )
    for version in range(stored["version"] if stored else SCHEMA_VERSION, SCHEMA_VERSION):
        _migrate(connection, version)
    connection.command(indexes.SET_VERSION, version=SCHEMA_VERSION)


def _migrate(connection: Connection, version: int) -> None:
    """Bring a store of that version to the next one. What broke off in the middle is finished by the next opening."""

    for statement in indexes.MIGRATIONS[version]:

        def some(run: Runner, statement: LiteralString = statement) -> int:
            rows: int = run(statement, limit=MIGRATED_AT_ONCE, escapes=indexes.JSON_ESCAPES)[0]["rows"]
            return rows

        while connection.write(some):
            pass


def check_server(connection: Connection) -> tuple[str, str]:
    """Version and edition of the server; raises ``SchemaMismatch`` for one that is too old."""
    version = edition = "unknown"
    for row in connection.rows(indexes.COMPONENTS):
        if row["name"] == "Neo4j Kernel":
            version, edition = str(row["versions"][0]), str(row["edition"])
            found = re.match(r"(\d+)\.(\d+)", version)
            if found and (int(found[1]), int(found[2])) < LEAST:
                raise SchemaMismatch(
                    f"The server at {connection.where} is Neo4j {version}; graphkit needs 5.26 or newer. "
                    "Nothing was changed."
                )
    return version, edition


def _missing(connection: Connection) -> Iterator[str]:
    constraints = {row["name"]: row for row in connection.rows(indexes.SHOW_CONSTRAINTS)}
    for name, (label, _) in indexes.CONSTRAINTS.items():
        row = constraints.get(name)
        if row is None or (row["labelsOrTypes"], row["properties"]) != ([label], ["uid"]) or not _is_unique(row):
            yield name
    made = {row["name"]: row for row in connection.rows(indexes.SHOW_INDEXES)}
    for name, (label, properties, _) in indexes.INDEXES.items():
        row = made.get(name)
        shape = (row["labelsOrTypes"], row["properties"], row["type"], _analyzer(row)) if row else ()
        kind = indexes.INDEX_KINDS.get(name, "RANGE")
        if shape != ([label], list(properties), kind, indexes.ANALYZERS.get(name)):
            yield name


def _is_unique(row: Record) -> bool:
    return "UNIQUENESS" in row["type"]


def _analyzer(row: Record) -> str | None:
    analyzer: str | None = row["options"]["indexConfig"].get("fulltext.analyzer")
    return analyzer
