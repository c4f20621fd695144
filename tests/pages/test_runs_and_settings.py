"""The pages for runs and settings."""

from __future__ import annotations

import time

import pytest

from graphkit.corpus import Corpus
from graphkit.extract.registry import create
from graphkit.ingest.base import Source
from graphkit.model import Scope
from graphkit.store.base import GraphStore
from graphkit.ui import resources
from pages.conftest import Visit


def test_runs_show_their_configuration_and_can_be_deleted(visit: Visit, desk: GraphStore) -> None:
    app = visit("runs.py", corpus="story")
    assert list(app.dataframe[0].value["method"]) == ["hand"]
    app.button(key="delete_graph").click().run()
    assert desk.runs(Scope("story")) == []
    assert len(desk.documents(Scope("story"))) == 2


def test_two_runs_are_told_apart_by_counts_that_filter_and_rows_with_sentences(visit: Visit, desk: GraphStore) -> None:
    corpus = Corpus(desk, Scope("two"))
    text = Source.of_upload("a.txt", b"Ann Miller saw the data lake.")
    for terms in ([], ["data lake"]):
        corpus.ingest([text], methods=[create("regex", domain_terms=terms)])
    without, with_term = sorted(corpus.runs(), key=lambda run: len(str(run.configuration["domain_terms"])))
    app = visit("runs.py", corpus="two")
    app.selectbox(key="from").set_value(without.graph_id)
    app.selectbox(key="to").set_value(with_term.graph_id).run()
    outcomes = app.button_group(key="outcome_mention")
    assert list(outcomes.options) == ["Added (1)", "Removed (0)", "Changed (0)"]
    outcomes.set_value("added").run()
    table = app.dataframe[-1].value
    assert list(table["sentence"]) == ["Ann Miller saw the data lake."]
    assert list(table.columns)[1:] == ["sentence", "document"]


def test_settings_name_every_variable_and_never_show_a_secret(visit: Visit) -> None:
    app = visit("settings.py")
    table = app.dataframe[0].value
    assert list(table["variable"]) == [
        "GRAPHKIT_STORE_URI",
        "GRAPHKIT_NEO4J_USER",
        "GRAPHKIT_NEO4J_PASSWORD",
        "GRAPHKIT_NEO4J_DATABASE",
        "GRAPHKIT_NEO4J_CA",
        "GRAPHKIT_NEO4J_CERTIFICATE",
        "GRAPHKIT_NEO4J_KEY",
        "GRAPHKIT_NEO4J_KEY_PASSWORD",
        "GRAPHKIT_TIMEOUT_S",
    ]
    assert table.loc[table["setting"] == "password", "value"].item() == "not set"


def test_the_store_can_be_checked(visit: Visit) -> None:
    app = visit("settings.py", corpus="story")
    app.button(key="audit").click().run()
    assert app.success[0].value == "All sums and references hold."


def test_a_corpus_is_deleted_only_by_its_name(visit: Visit, desk: GraphStore) -> None:
    app = visit("settings.py", corpus="story")
    assert app.button(key="clear_corpus").disabled
    app.text_input(key="confirm_clear").set_value("story").run()
    app.button(key="clear_corpus").click().run()
    assert desk.documents(Scope("story")) == []


def test_missing_vectors_are_made_in_the_background(visit: Visit, desk: GraphStore) -> None:
    app = visit("settings.py", corpus="story")
    embedder = resources.corpus().embedder
    if embedder is None:
        pytest.skip("The embedding model is not installed.")
    missing = len(desk.chunks_without_vector(Scope("story"), embedder.name))
    app.button(key="embed_missing").click().run()
    for job in resources.job_runner().jobs():
        while not job.finished:
            time.sleep(0.05)
        assert (job.state, job.result) == ("done", missing)
    assert desk.chunks_without_vector(Scope("story"), embedder.name) == []
    assert "Every passage has its vector." in [text.value for text in app.run().caption]
