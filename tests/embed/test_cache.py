"""Vectors that were made once are not made again."""

import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphkit.embed.base import Embedder
from graphkit.embed.cache import CachedEmbedder
from graphkit.embed.registry import CallableEmbedder


class Counting:
    """A function from texts to rows that remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, texts: Sequence[str]) -> list[list[float]]:
        self.asked.extend(texts)
        return [[len(text), sum(map(ord, text)) % 97 + 1] for text in texts]


def cached(folder: Path, function: Counting, name: str = "counting", **options: int) -> CachedEmbedder:
    return CachedEmbedder(CallableEmbedder(name, 2, function), folder, **options)


def test_each_text_is_embedded_once_over_processes_and_batches(tmp_path: Path) -> None:
    first = Counting()
    vectors = cached(tmp_path / "new", first).embed(["a", "b", "a"])
    again = Counting()
    embedder = cached(tmp_path / "new", again)
    assert np.array_equal(embedder.embed(["a", "b", "a"]), vectors)
    embedder.embed(["b", "c"])
    assert (first.asked, again.asked) == (["a", "b"], ["c"])
    assert isinstance(embedder, Embedder)
    assert (embedder.name, embedder.dimension) == ("counting", 2)


def test_another_model_has_other_vectors(tmp_path: Path) -> None:
    function = Counting()
    cached(tmp_path, function, "one").embed(["a"])
    cached(tmp_path, function, "two").embed(["a"])
    assert function.asked == ["a", "a"]


@given(st.lists(st.text(max_size=8), max_size=8))
def test_the_cache_changes_no_vector(tmp_path_factory: pytest.TempPathFactory, texts: list[str]) -> None:
    function = Counting()
    plain = CallableEmbedder("counting", 2, function).embed(texts)
    embedder = cached(tmp_path_factory.getbasetemp() / "shared", function)
    assert np.array_equal(embedder.embed(texts), plain)
    assert np.array_equal(embedder.embed(texts), plain)


def test_more_keys_than_one_query_takes_are_found(tmp_path: Path) -> None:
    texts = [str(number) for number in range(1500)]
    cached(tmp_path, Counting()).embed(texts)
    again = Counting()
    cached(tmp_path, again).embed(texts)
    assert again.asked == []


def test_the_oldest_vectors_go_when_the_cache_is_full(tmp_path: Path) -> None:
    cached(tmp_path, Counting(), max_vectors=3).embed(["a", "b", "c", "d"])
    again = Counting()
    cached(tmp_path, again, max_vectors=3).embed(["a", "b", "c", "d"])
    assert again.asked == ["a"]


def test_a_damaged_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "vectors.sqlite").write_bytes(b"this is no database" * 100)
    function = Counting()
    cached(tmp_path, function).embed(["a"])
    cached(tmp_path, function).embed(["a"])
    assert function.asked == ["a"]


def test_a_folder_that_cannot_be_made_means_no_cache(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    function = Counting()
    assert cached(tmp_path / "file" / "folder", function).embed(["a"]).shape == (1, 2)


def test_vectors_of_another_length_in_the_file_are_not_used(tmp_path: Path) -> None:
    embedder = cached(tmp_path, Counting())
    expected = embedder.embed(["a"])
    with sqlite3.connect(tmp_path / "vectors.sqlite") as connection:
        connection.execute("UPDATE vector SET numbers = x'00000000'")
    connection.close()
    assert np.array_equal(embedder.embed(["a"]), expected)


def test_threads_share_a_folder(tmp_path: Path) -> None:
    texts = [str(number) for number in range(40)]
    expected = CallableEmbedder("counting", 2, Counting()).embed(texts)
    with ThreadPoolExecutor(4) as pool:
        for vectors in pool.map(lambda _: cached(tmp_path, Counting()).embed(texts), range(8)):
            assert np.array_equal(vectors, expected)
