"""The page that decides which names are one."""

from __future__ import annotations

import pytest

from graphkit.corpus import Corpus
from graphkit.ingest.base import Source
from graphkit.model import Scope
from graphkit.store.base import GraphStore
from pages.conftest import Visit

TEXTS = (b"Robert Grenholt spoke for ACME Corp. at noon.", b"R. Grenholt left Acme Corp early.")


@pytest.fixture
def names(desk: GraphStore) -> Corpus:
    """A corpus in which two things have two names each."""
    corpus = Corpus(desk, Scope("names"))
    files = [Source.of_upload(f"{at}.txt", text) for at, text in enumerate(TEXTS)]
    corpus.ingest(files, methods=["regex"])
    return corpus


def test_a_cluster_is_joined_and_the_join_is_undone(visit: Visit, names: Corpus) -> None:
    app = visit("resolve.py", corpus="names")
    before = len(names.view().entities)
    app.button(key="apply").click().run()
    assert not app.exception
    acts = names.resolution.acts()
    assert [act.verdict for act in acts] == ["same"] * len(acts) != []
    assert len(names.view().entities) < before
    for act in reversed(acts):
        app.button(key=f"undo_{act.merge_id}").click().run()
    assert len(names.view().entities) == before


def test_moving_the_line_changes_what_would_be_joined_and_decides_nothing(visit: Visit, names: Corpus) -> None:
    app = visit("resolve.py", corpus="names")
    counts = []
    for line in (1.0, 0.6):
        app.slider(key="line").set_value(line).run()
        counts.append(next(metric.value for metric in app.metric if metric.label == "Left"))
    assert int(counts[0]) > int(counts[1])
    assert names.resolution.acts() == ()


def test_a_pair_called_different_is_joined_at_no_line(visit: Visit, names: Corpus) -> None:
    app = visit("resolve.py", corpus="names")
    pair = names.resolution.pairs().scored[0]
    app.button(key=f"different_{pair.left}_{pair.right}").click().run()
    assert not app.exception
    app.slider(key="line").set_value(0.6).run()
    assert {pair.left, pair.right} <= set(names.view().entities)
    assert names.resolution.acts()[0].verdict == "different"


def test_a_pair_left_open_is_remembered_and_not_joined(visit: Visit, names: Corpus) -> None:
    app = visit("resolve.py", corpus="names")
    pair = names.resolution.pairs().scored[0]
    app.button(key=f"unsure_{pair.left}_{pair.right}").click().run()
    assert not app.exception
    assert [act.verdict for act in names.resolution.acts()] == ["unsure"]
    assert {pair.left, pair.right} <= set(names.view().entities)
