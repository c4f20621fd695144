"""``graphkit embed``: the vectors that an ingestion left out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from models_for_tests import model_server

from cli.program import Run


@pytest.mark.usefixtures("store")
def test_vectors_that_are_missing_are_made_once(run: Run, tmp_path: Path) -> None:
    (tmp_path / "engine.txt").write_text("Ada Lovelace met Charles Babbage in London.", "utf-8")
    run("ingest", tmp_path / "engine.txt", "--method", "regex", "--no-vectors")
    assert json.loads(run("stats", "--json").out)["vectors"] == 0
    assert json.loads(run("embed", "--json").out) == {"made": 1, "vectors": 1}
    assert json.loads(run("embed", "--json").out) == {"made": 0, "vectors": 1}
    ran = run("embed")
    assert (ran.code, ran.out, ran.err) == (0, "Every passage has its vector.\n", "")


def test_a_store_that_is_not_there_has_nothing_to_embed(run: Run, store: Path) -> None:
    ran = run("embed", "--json")
    assert (ran.code, ran.json, store.exists()) == (0, {"made": 0, "vectors": 0}, False)


@pytest.mark.usefixtures("store")
def test_a_served_model_makes_the_vectors_that_are_asked_for_by_name_or_by_the_environment(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "engine.txt").write_text("Ada Lovelace met Charles Babbage in London.", "utf-8")
    with model_server() as server:
        monkeypatch.setenv("GRAPHKIT_LLM_BASE_URL", f"{server.url}/v1")
        ran = run("ingest", tmp_path / "engine.txt", "--method", "regex", "--embedder", "openai:small", "--json")
        assert ran.code == 0, ran.err
        assert json.loads(run("embed", "--embedder", "openai:small", "--json").out) == {"made": 0, "vectors": 1}
        monkeypatch.setenv("GRAPHKIT_EMBEDDER", "openai:small")
        assert json.loads(run("embed", "--json").out) == {"made": 0, "vectors": 1}
        found = json.loads(run("query", "Babbage", "--mode", "vector", "--json").out)
        assert len(found["results"]) == 1
        assert {path for path, _, _ in server.requests} == {"/v1/embeddings"}
    refused = run("embed", "--embedder", "word2vec")
    assert (refused.code, "There is no embedder 'word2vec'" in refused.err) == (2, True)
