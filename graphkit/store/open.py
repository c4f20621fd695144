"""From the address of a store to the store."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from graphkit.config import GraphConfig
from graphkit.errors import BadRequest, BadStoreUri
from graphkit.store.base import GraphStore
from graphkit.store.inmemory import InMemoryStore
from graphkit.store.neo4j import Neo4jStore
from graphkit.store.sqlite import SqliteStore

NEO4J_SCHEMES = frozenset({"bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc"})
_KNOWN = "sqlite:///file.db (relative), sqlite:////folder/file.db, sqlite:///~/file.db, memory:// or bolt://host:7687"


def open_store(config: GraphConfig) -> GraphStore:
    """The store at an address, its schema made if it was missing.

    ``sqlite:///name.db`` is relative to the working folder, ``sqlite:////folder/name.db`` absolute,
    ``sqlite:///~/name.db`` in the home folder. An address without ``://`` is a file. ``memory://`` is a new,
    empty store at each call. ``bolt://host:7687`` (or ``neo4j``, each with ``+s`` for TLS and ``+ssc`` for TLS with
    the server's own certificate) is a Neo4j server. Raises ``BadStoreUri``, or what ``ensure_schema`` raises.
    """
    store = _constructed(config)
    store.ensure_schema()
    return store


def neo4j_config(config: GraphConfig) -> GraphConfig:
    """The configuration of a Neo4j server, checked: its address goes into messages, so it may hold no secret.

    Raises ``BadStoreUri`` for an address of another kind, and ``BadRequest`` for a certificate that cannot be read.
    """
    uri = config.uri.strip()
    scheme, _, rest = uri.partition("://")
    if "@" in rest:
        raise BadStoreUri(
            "The address of the server holds a user or a password. Give them apart, in GRAPHKIT_NEO4J_USER and "
            "GRAPHKIT_NEO4J_PASSWORD or on the settings page. Nothing was opened."
        )
    host, mark, path = rest.partition("/")
    if scheme not in NEO4J_SCHEMES or not host or (mark and path) or not _has_port_number(uri):
        raise BadStoreUri(
            f"{uri!r} is no address of a Neo4j server. Write bolt://host:7687, and name the database in "
            "GRAPHKIT_NEO4J_DATABASE. Nothing was opened."
        )
    _require_readable(config)
    return replace(config, uri=uri)


def _require_readable(config: GraphConfig) -> None:
    """Raise ``BadRequest`` if a certificate or key is named that cannot be read, or that would not be used."""
    named = {"ca_file": config.ca_file, "certificate_file": config.certificate_file, "key_file": config.key_file}
    for setting, file in named.items():
        if file and not (Path(file).is_file() and os.access(file, os.R_OK)):
            raise BadRequest(f"{setting} names {file!r}, which is no file that can be read. Nothing was opened.")
    if config.ca_file and not config.uri.partition("://")[0].endswith("+s"):
        raise BadRequest(
            "ca_file is named, but the address does not ask for a checked certificate. Write bolt+s:// or neo4j+s://. "
            "Nothing was opened."
        )
    if config.key_file and not config.certificate_file:
        raise BadRequest("key_file is named without its certificate_file. Name both. Nothing was opened.")


def absent_file(config: GraphConfig) -> Path | None:
    """The file that ``open_store`` would make; None if it is there, or if the store is no file.

    Raises ``BadStoreUri`` for an address that names no file.
    """
    file = _sqlite_file(config.uri.strip())
    return None if file is None or file.exists() else file


def file_of(uri: str) -> Path | None:
    """The file of the store at an address; None if it is no file. Raises ``BadStoreUri``."""
    return _sqlite_file(uri.strip())


def _constructed(config: GraphConfig) -> GraphStore:
    uri = config.uri.strip()
    if file := _sqlite_file(uri):
        return SqliteStore(file, config.timeout_s)
    scheme, _, rest = uri.partition("://")
    if scheme == "memory":
        if rest:
            raise BadStoreUri(f"{uri!r} names something in memory, but there is only memory://. Nothing was opened.")
        return InMemoryStore()
    if scheme in NEO4J_SCHEMES:
        return Neo4jStore(neo4j_config(config))
    raise BadStoreUri(f"{uri!r} is no address of a store. Known: {_KNOWN}. Nothing was opened.")


def _sqlite_file(uri: str) -> Path | None:
    """The file of an SQLite store; None for an address of another kind."""
    scheme, mark, rest = uri.partition("://")
    if not mark:
        return _file(uri, uri)
    if scheme != "sqlite":
        return None
    if not rest.startswith("/"):
        raise BadStoreUri(
            f"{uri!r} has too few slashes. Write sqlite:///file.db for a file in this folder, "
            "sqlite:////folder/file.db for one elsewhere. Nothing was opened."
        )
    return _file(rest[1:], uri)


def _has_port_number(uri: str) -> bool:
    """Whether the port, if there is one, is a number that a port can have."""
    try:
        return urlsplit(uri).port != 0
    except ValueError:
        return False


def _file(name: str, uri: str) -> Path:
    if not name or name.endswith(("/", "\\")) or name == ":memory:" or "\0" in name:
        raise BadStoreUri(f"{uri!r} names no file. Known: {_KNOWN}. Nothing was opened.")
    path = Path(name).expanduser()
    if path.is_dir():
        raise BadStoreUri(f"{path} is a folder. Name a file in it, such as {path / 'graphkit.db'}. Nothing was opened.")
    return path
