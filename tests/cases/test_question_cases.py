"""Field cases of questions: no input fails, and vectors that do not fit are announced and left out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from retrieve.making import SCOPE, Made, stored

from graphkit.embed.base import Embedder
from graphkit.embed.registry import CallableEmbedder, open_embedder
from graphkit.retrieve.base import Answer
from graphkit.retrieve.cache import IndexCache
from graphkit.retrieve.search import answer
from graphkit.store.base import GraphStore
from graphkit.store.inmemory import InMemoryStore
from graphkit.store.sqlite import SqliteStore

MINILM = open_embedder()
QUESTIONS = (
    "root causes/solutions?",
    "C++ AND (x) OR",
    '"open quote',
    "a~",
    "*",
    ":",
    "NOT",
    "-",
    "?!.,;",
    "word " * 1000,
    "🙂🙃",
    "",
    " ",
    "\x00",
    "東京",
    "Orvane Bridge",
    "the",
    "\ud800 lone",
)


@pytest.fixture(params=["memory", "sqlite"])
def made(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Made]:
    store: GraphStore = InMemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "made.db")
    yield stored(store, embedder=MINILM)
    store.close()


def ask(made: Made, question: str, embedder: Embedder | None) -> Answer:
    return answer(
        question, store=made.store, scope=SCOPE, graph_ids=[made.graph_id], embedder=embedder, indexes=IndexCache()
    )


@pytest.mark.parametrize("embedder", [MINILM, None], ids=["vectors", "no vectors"])
def test_case_10_no_question_fails(made: Made, embedder: Embedder | None) -> None:
    for question in QUESTIONS:
        assert all(hit.text for hit in ask(made, question, embedder).hits)


def test_case_30_an_embedder_of_another_size_is_announced_and_left_out(made: Made) -> None:
    larger = CallableEmbedder("larger", 768, lambda texts: [[1.0] * 768 for _ in texts])
    found = ask(made, "Where was the designer of the Orvane Bridge born?", larger)
    assert [hit.title for hit in found.hits[:2]] == ["Orvane Bridge", "Ilsa Marrow"]
    assert found.notes == (
        "The stored vectors were made by all-MiniLM-L6-v2-onnx-int8 (384 numbers), not by larger (768 numbers): words "
        "and graph only. Embed the corpus again to search by meaning.",
    )


@pytest.mark.parametrize("number", [0.0, np.nan, np.inf])
def test_case_30_vectors_without_direction_count_as_no_vectors(made: Made, number: float) -> None:
    odd = CallableEmbedder(MINILM.name, 384, lambda texts: [[number] * 384 for _ in texts])
    assert odd.embed(["a"]).tolist() == [[0.0] * 384]
    question = "When was the Orvane Bridge opened?"
    assert [hit.title for hit in ask(made, question, odd).hits] == [hit.title for hit in ask(made, question, None).hits]
