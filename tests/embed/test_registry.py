"""Embedders by name, and functions as embedders."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from graphkit.embed.base import Embedder
from graphkit.embed.minilm import MiniLM
from graphkit.embed.registry import CallableEmbedder, embedder_names, open_embedder
from graphkit.errors import BadRequest


def lengths(texts: Sequence[str]) -> list[list[float]]:
    return [[len(text), 1.0] for text in texts]


def test_the_default_is_minilm() -> None:
    assert embedder_names() == ("minilm",)
    assert open_embedder().name == MiniLM().name


def test_an_embedder_remembers_its_vectors_in_the_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHKIT_CACHE", str(tmp_path / "cache"))
    once = open_embedder().embed(["Ada wrote the first program."])
    assert [file.name for file in (tmp_path / "cache").iterdir()] == ["vectors.sqlite"]
    monkeypatch.setattr(MiniLM, "embed", lambda _, texts: pytest.fail(f"embedded again: {texts}"))
    assert open_embedder().embed(["Ada wrote the first program."]).tolist() == once.tolist()


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(BadRequest) as fault:
        open_embedder("gpt")
    assert str(fault.value) == "There is no embedder 'gpt'. Known: minilm. Words and graph still work without one."


def test_a_function_becomes_an_embedder_with_rows_of_length_one() -> None:
    embedder = CallableEmbedder("lengths", 2, lengths)
    assert isinstance(embedder, Embedder)
    assert (embedder.name, embedder.dimension) == ("lengths", 2)
    assert embedder.embed(["", "abc"]).tolist() == [[0.0, 1.0], pytest.approx([3 / 10**0.5, 1 / 10**0.5])]
    assert embedder.embed([]).shape == (0, 2)


def test_case_30_zero_nan_and_infinite_rows_become_zero() -> None:
    embedder = CallableEmbedder("odd", 2, lambda texts: [[0, 0], [np.nan, 1], [np.inf, 1], [3, 4]])
    assert embedder.embed(["a", "b", "c", "d"]).round(6).tolist() == [[0, 0], [0, 0], [0, 0], pytest.approx([0.6, 0.8])]


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (lambda texts: [[1, 2, 3]] * len(texts), r"shape \(2, 3\) for 2 texts, but promised 2 numbers"),
        (lambda texts: [[1, 2]], r"shape \(1, 2\) for 2 texts"),
        (lambda texts: ["one", "two"], "did not give rows of numbers"),
        (lambda texts: [[1], [1, 2]], "did not give rows of numbers"),
    ],
)
def test_another_shape_than_promised_is_refused(function, words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        CallableEmbedder("wrong", 2, function).embed(["a", "b"])


@pytest.mark.parametrize(("name", "dimension"), [("", 2), (" ", 2), ("x", 0)])
def test_an_embedder_without_name_or_dimension_is_refused(name: str, dimension: int) -> None:
    with pytest.raises(BadRequest, match="needs a name and a dimension"):
        CallableEmbedder(name, dimension, lengths)
