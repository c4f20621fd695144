"""Corpora over real stores, filled through the real readers with small texts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from graphkit.corpus import Corpus
from graphkit.ingest.base import Source
from graphkit.model import Scope
from graphkit.store.sqlite import SqliteStore


@pytest.fixture
def corpus(tmp_path: Path) -> Iterator[Corpus]:
    """An empty corpus in a store of its own, without an embedder."""
    store = SqliteStore(tmp_path / "graphkit.db")
    store.ensure_schema()
    yield Corpus(store, Scope("news"))
    store.close()


def text(name: str, content: str) -> Source:
    """A text file that was uploaded."""
    return Source.of_upload(f"{name}.txt", content.encode())
