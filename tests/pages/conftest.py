"""Pages run without a browser, over a temporary store with the corpora of ``made_corpora``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from made_corpora import put_hostile, put_large, put_story
from streamlit.testing.v1 import AppTest

from graphkit.config import GraphConfig
from graphkit.store.base import GraphStore
from graphkit.store.open import open_store
from graphkit.ui import resources
from graphkit.ui.location import pages_folder

ENTRY = Path(resources.__file__).with_name("entry.py")
Visit = Callable[..., AppTest]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GraphStore]:
    """The store that the pages see: corpora ``story``, ``hostile`` and ``large``; ``default`` is empty."""
    uri = f"sqlite:///{tmp_path / 'graphkit.db'}"
    monkeypatch.setenv("GRAPHKIT_STORE_URI", uri)
    resources.release()
    store = open_store(GraphConfig(uri=uri))
    put_story(store)
    put_hostile(store)
    put_large(store, 120)
    yield store
    store.close()
    resources.release()


@pytest.fixture
def visit(desk: GraphStore) -> Visit:
    """Opens a page by its file: ``visit("graph.py", corpus="story", entity=…)``; a fault fails the test."""

    def open_(file: str, **parameters: str | list[str]) -> AppTest:
        app = AppTest.from_file(str(ENTRY), default_timeout=60)
        for name, value in parameters.items():
            app.query_params[name] = value
        app.run()
        if file != "home.py":
            app.switch_page(str(pages_folder() / file))
            for name, value in parameters.items():
                app.query_params[name] = value
            app.run()
        assert not app.exception, app.exception
        return app

    return open_
