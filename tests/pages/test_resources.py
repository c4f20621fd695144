"""What all sessions share: one store, swapped whole."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from made_corpora import put_story

from graphkit.config import GraphConfig
from graphkit.errors import BadRequest
from graphkit.store.base import GraphStore
from graphkit.store.open import open_store
from graphkit.ui import resources


def other_store(folder: Path) -> GraphConfig:
    """A second store whose corpus ``story`` has the revision of the first and other content."""
    config = GraphConfig(uri=f"sqlite:///{folder / 'other.db'}")
    store = open_store(config)
    put_story(store)
    store.close()
    return config


def test_another_store_shows_its_own_corpora(desk: GraphStore, tmp_path: Path) -> None:
    here = resources.corpus()
    assert here is resources.corpus()
    resources.connect(other_store(tmp_path))
    assert resources.corpus() is not here
    assert resources.store().uri.endswith("other.db")
    assert resources.store_config().uri.endswith("other.db")
    resources.connect(None)
    assert resources.store().uri == desk.uri


def test_the_store_that_was_left_is_closed_last(
    desk: GraphStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left, config = resources.store(), other_store(tmp_path)
    in_use_at_closing = []
    with monkeypatch.context() as watched:
        watched.setattr(type(left), "close", lambda closed: in_use_at_closing.append((closed, resources.store().uri)))
        resources.connect(config)
    left.close()
    assert in_use_at_closing == [(left, config.uri)]


def test_a_store_that_cannot_be_opened_leaves_the_one_at_hand(desk: GraphStore) -> None:
    here = resources.store()
    with pytest.raises(BadRequest):
        resources.connect(GraphConfig(uri="carrier-pigeon://loft"))
    assert resources.store() is here
    assert here.corpora()


def test_store_and_configuration_change_together(desk: GraphStore, tmp_path: Path) -> None:
    configs = [other_store(tmp_path), GraphConfig(uri=desk.uri)]
    threads = [threading.Thread(target=resources.connect, args=(config,)) for config in configs * 4]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert resources.store().uri == resources.store_config().uri
    assert resources.store().corpora()
