"""Downloads of the drawn part of a graph."""

from __future__ import annotations

import json

from made_corpora import put_story

from graphkit.corpus import Corpus
from graphkit.model import Scope
from graphkit.store.inmemory import InMemoryStore
from graphkit.ui.graph_downloads import exported


def test_a_download_holds_what_is_drawn_and_nothing_else() -> None:
    store = InMemoryStore()
    put_story(store)
    view = Corpus(store, Scope("story")).view()
    shown = view.subgraph(limit=2)
    told = json.loads(exported(shown, view, ".json"))
    assert {node["id"] for node in told["nodes"]} == {entity.entity_id for entity in shown.entities}
    assert len(view.entities) > 2 == len(shown.entities)
