"""Embedders behind a server, over the real clients and servers on the loopback."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from models_for_tests import FAST, ModelServer, Reply, closed_url, model_server

from graphkit.embed.base import Embedder
from graphkit.embed.registry import open_embedder
from graphkit.embed.served import BATCH_TEXTS, ServedEmbedder, gemini_embedder, openai_embedder
from graphkit.errors import BadRequest, ModelMissing, ProviderError, ProviderRefused, ProviderUnavailable
from graphkit.llm.gemini import Gemini
from graphkit.llm.openai import OpenAICompatible


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as running:
        yield running


def opened(name: str, url: str) -> ServedEmbedder:
    if name == "gemini":
        return gemini_embedder(Gemini("embed-1", "k", base_url=url, patience=FAST), patience=FAST)
    return openai_embedder(OpenAICompatible("embed-1", base_url=f"{url}/v1"), patience=FAST)


@pytest.mark.parametrize("name", ["gemini", "openai"])
def test_vectors_come_in_the_order_of_the_texts_with_length_one(server, name):
    embedder = opened(name, server.url)
    vectors = embedder.embed(["ab c", "  ", "x"])
    assert isinstance(embedder, Embedder)
    assert embedder.dimension == 3
    expected = np.array([[4, 1, 1], [0, 0, 0], [1, 0, 1]], dtype=float)
    lengths = np.linalg.norm(expected, axis=1, keepdims=True)
    assert np.allclose(vectors, np.divide(expected, lengths, out=np.zeros_like(expected), where=lengths > 0))
    assert embedder.embed([]).shape == (0, 3)


def test_many_texts_are_sent_in_batches_and_gemini_is_asked_in_its_own_way(server):
    opened("gemini", server.url).embed([f"text {i}" for i in range(BATCH_TEXTS + 1)])
    assert [len(body["requests"]) for _, body, _ in server.requests] == [1, BATCH_TEXTS, 1]
    assert server.requests[0][0].endswith("/models/embed-1:batchEmbedContents")


@pytest.mark.parametrize("name", ["gemini", "openai"])
def test_passing_failures_pass_and_others_are_told(server, name):
    server.replies.extend([Reply(503), Reply(429, headers={"Retry-After": "0"})])
    embedder = opened(name, server.url)
    assert embedder.embed(["a"]).shape == (1, 3)
    server.replies.append(Reply(401))
    with pytest.raises(ProviderRefused):
        embedder.embed(["b"])
    with pytest.raises(ProviderUnavailable):
        opened(name, closed_url()).embed(["c"])


def test_a_server_that_changes_its_dimension_is_refused(server):
    embedder = opened("openai", server.url)
    assert embedder.dimension == 3
    body = b'{"object": "list", "model": "m", "data": [{"index": 0, "object": "embedding", "embedding": [1.0, 2.0]}]}'
    server.replies.append(Reply(body=body))
    with pytest.raises(ProviderError, match="3 numbers for each before"):
        embedder.embed(["a"])


def test_they_are_opened_by_name_and_remember_their_vectors(server, monkeypatch, tmp_path):
    monkeypatch.setenv("GRAPHKIT_CACHE", str(tmp_path))
    monkeypatch.setenv("GRAPHKIT_LLM_BASE_URL", f"{server.url}/v1")
    for _ in range(2):
        embedder = open_embedder("openai:nomic")
        assert embedder.name == f"openai nomic at {server.url}/v1"
        assert embedder.embed(["a b"]).shape == (1, 3)
    assert len([body for _, body, _ in server.requests if body["input"] == ["a b"]]) == 1
    monkeypatch.delenv("GEMINI_API_KEY", raising=False)
    monkeypatch.delenv("GOOGLE_API_KEY", raising=False)
    with pytest.raises(ModelMissing):
        open_embedder("gemini:")
    with pytest.raises(BadRequest):
        open_embedder("cohere:x")
