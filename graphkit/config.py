"""What can be set, each thing in one place: its name, default, environment variable and meaning.

The settings page, ``graphkit doctor``, ``--help`` and the manual are made from these fields. Values are read
from the environment when ``from_env`` is called, never at import.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path

from platformdirs import user_cache_path, user_data_path

from graphkit.errors import BadRequest

DEFAULT_CORPUS = "default"
DEFAULT_METHODS = ("regex", "ner")
DEFAULT_EMBEDDER = "minilm"
DEFAULT_DEDUP_THRESHOLD = 0.92


def default_store_uri() -> str:
    """Address of the store that is used when none is named: a file in the user's data folder."""
    return f"sqlite:///{user_data_path('graphkit', appauthor=False) / 'graphkit.db'}"


def cache_folder() -> Path:
    """Folder for what can be made again: vectors, jars, models. ``GRAPHKIT_CACHE`` overrides it."""
    return Path(os.environ.get("GRAPHKIT_CACHE") or user_cache_path("graphkit", appauthor=False))


def default_embedder() -> str:
    """Name of the embedder that is used unless another one is named: ``GRAPHKIT_EMBEDDER``, else the built-in one."""
    return os.environ.get("GRAPHKIT_EMBEDDER", "").strip() or DEFAULT_EMBEDDER


def default_workers() -> int:
    """Processes that extract on this machine unless somebody says otherwise: ``GRAPHKIT_WORKERS``, else 1."""
    raw = os.environ.get("GRAPHKIT_WORKERS") or "1"
    if not raw.isdecimal() or int(raw) < 1:
        raise BadRequest(f"GRAPHKIT_WORKERS is {raw!r}, but must be a whole number from 1 on. Nothing was done.")
    return int(raw)


def _setting(default: object, variable: str, meaning: str, *, secret: bool = False) -> object:
    return field(default=default, repr=not secret, metadata={"variable": variable, "help": meaning, "secret": secret})


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting as people see it; ``value`` is None when it is not set, and never that of a secret."""

    name: str
    value: str | None
    variable: str
    meaning: str


@dataclass(frozen=True, kw_only=True)
class GraphConfig:
    """Where graphs are stored and how the store is reached."""

    uri: str = field(
        default_factory=default_store_uri,
        metadata={
            "variable": "GRAPHKIT_STORE_URI",
            "help": "address of the store: sqlite:///file, memory://, bolt://host or neo4j://host",
            "secret": False,
        },
    )
    user: str = _setting("neo4j", "GRAPHKIT_NEO4J_USER", "user of the Neo4j server")  # type: ignore[assignment]
    password: str = _setting("", "GRAPHKIT_NEO4J_PASSWORD", "password of the Neo4j server", secret=True)  # type: ignore[assignment]
    database: str | None = _setting(None, "GRAPHKIT_NEO4J_DATABASE", "database on the Neo4j server")  # type: ignore[assignment]
    ca_file: str | None = _setting(  # type: ignore[assignment]
        None, "GRAPHKIT_NEO4J_CA", "certificates that a +s address trusts, a PEM file; else those of the system"
    )
    certificate_file: str | None = _setting(  # type: ignore[assignment]
        None, "GRAPHKIT_NEO4J_CERTIFICATE", "certificate that proves us to the Neo4j server, a PEM file"
    )
    key_file: str | None = _setting(  # type: ignore[assignment]
        None, "GRAPHKIT_NEO4J_KEY", "private key of that certificate, a PEM file, if it is not in the same"
    )
    key_password: str = _setting("", "GRAPHKIT_NEO4J_KEY_PASSWORD", "password of that key", secret=True)  # type: ignore[assignment]
    timeout_s: float = _setting(5.0, "GRAPHKIT_TIMEOUT_S", "seconds a read may take before it gives up")  # type: ignore[assignment]

    def __post_init__(self) -> None:
        faults = []
        if not self.uri.strip():
            faults.append("the store's address (uri) is empty")
        if not self.timeout_s > 0:
            faults.append(f"timeout_s is {self.timeout_s}, but must be over 0 seconds")
        if faults:
            raise BadRequest(f"The configuration of the store is wrong: {'; '.join(faults)}. Nothing was opened.")

    def rows(self) -> list[Setting]:
        """All settings in order, with their variables and meanings."""
        return [
            Setting(
                item.name,
                _shown(getattr(self, item.name), secret=item.metadata["secret"]),
                item.metadata["variable"],
                item.metadata["help"],
            )
            for item in fields(self)
        ]

    @classmethod
    def from_env(cls, environment: Mapping[str, str] | None = None, **given: object) -> GraphConfig:
        """Configuration from the environment; arguments that are not None go before it."""
        env = os.environ if environment is None else environment
        values: dict[str, object] = {}
        for item in fields(cls):
            raw = env.get(item.metadata["variable"], "")
            if raw:
                values[item.name] = _number(item.metadata["variable"], raw) if item.type == "float" else raw
        values |= {name: value for name, value in given.items() if value is not None}
        return cls(**values)  # type: ignore[arg-type]


def _shown(value: object, *, secret: bool) -> str | None:
    if secret:
        return "set, not shown" if value else None
    return None if value is None else str(value)


def _number(variable: str, raw: str) -> float:
    try:
        return float(raw)
    except ValueError:
        raise BadRequest(f"{variable} is {raw!r}, but must be a number. Nothing was opened.") from None
