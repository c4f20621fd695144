"""From an address to a store."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphkit.config import GraphConfig
from graphkit.errors import BadStoreUri
from graphkit.store.inmemory import InMemoryStore
from graphkit.store.open import open_store
from graphkit.store.sqlite import SqliteStore


@pytest.mark.parametrize(
    ("uri", "file"),
    [
        ("sqlite:///a.db", "work/a.db"),
        ("sqlite:///sub/a.db", "work/sub/a.db"),
        ("sqlite:////{root}/abs/a.db", "abs/a.db"),
        ("sqlite:///~/a.db", "home/a.db"),
        ("a.db", "work/a.db"),
        ("~/b.db", "home/b.db"),
        ("sqlite:///with blank & ü?.db", "work/with blank & ü?.db"),
    ],
)
def test_an_address_names_a_file(uri: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("work", "home"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    store = open_store(GraphConfig(uri=uri.format(root=str(tmp_path).lstrip("/"))))
    assert isinstance(store, SqliteStore)
    assert (tmp_path / file).is_file()
    again = open_store(GraphConfig(uri=store.uri))
    assert again.uri == store.uri
    store.close()
    again.close()


def test_memory_is_a_new_store_at_each_call() -> None:
    first, second = (open_store(GraphConfig(uri="memory://")) for _ in range(2))
    assert isinstance(first, InMemoryStore)
    assert first is not second
    assert first.uri == "memory://"


@pytest.mark.parametrize(
    "uri",
    ["sqlite://a.db", "sqlite:///", "sqlite:///folder/", "sqlite:///:memory:", "memory://a", "mysql://host/db", "://", "sqlite:///."],
)  # fmt: skip
def test_a_bad_address_is_refused_in_words(uri: str) -> None:
    with pytest.raises(BadStoreUri, match=r"Nothing was opened\.$"):
        open_store(GraphConfig(uri=uri))
