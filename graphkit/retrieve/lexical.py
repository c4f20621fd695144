"""Ranking by words: BM25 over all passages of a corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from graphkit.retrieve.tuning import Tuning


class Bm25:
    """How well passages fit the words of a question (Robertson and Zaragoza 2009).

    Built once from the terms of each passage; ``scores`` then costs as much as the passages that hold a word
    of the question.
    """

    def __init__(self, passages: Iterable[Sequence[str]], tuning: Tuning) -> None:
        self._numbers: dict[str, int] = {}
        words: list[int] = []
        rows: list[int] = []
        counts: list[int] = []
        lengths: list[int] = []
        for row, terms in enumerate(passages):
            lengths.append(len(terms))
            for term, count in Counter(terms).items():
                words.append(self._numbers.setdefault(term, len(self._numbers)))
                rows.append(row)
                counts.append(count)
        order = np.argsort(np.array(words, dtype=np.int32), kind="stable")
        self._rows = np.array(rows, dtype=np.int32)[order]
        self._starts = np.concatenate([[0], np.cumsum(np.bincount(words, minlength=len(self._numbers)))]).astype(
            np.int64
        )
        self.passages = len(lengths)
        self._weights = self._weigh(np.array(counts, dtype=np.float64)[order], np.array(lengths, float), tuning)

    def _weigh(self, counts: NDArray[np.float64], lengths: NDArray[np.float64], tuning: Tuning) -> NDArray[np.float32]:
        """What each word of each passage is worth if the question has it."""
        mean = max(float(lengths.mean()), 1.0) if lengths.size else 1.0
        holders = np.diff(self._starts)
        rarity = np.log(1 + (self.passages - holders + 0.5) / (holders + 0.5))
        shape = tuning.bm25_k1 * (1 - tuning.bm25_b + tuning.bm25_b * lengths[self._rows] / mean)
        saturated = counts * (tuning.bm25_k1 + 1) / (counts + shape)
        weights: NDArray[np.float32] = (saturated * np.repeat(rarity, holders)).astype(np.float32)
        return weights

    def knows(self, term: str) -> bool:
        """Whether any passage has the word."""
        return term in self._numbers

    def scores(self, terms: Iterable[str]) -> NDArray[np.float64]:
        """The score of every passage, 0 for those without a word of the question. A repeated word counts again."""
        scores = np.zeros(self.passages)
        for term, times in Counter(terms).items():
            number = self._numbers.get(term)
            if number is not None:
                part = slice(self._starts[number], self._starts[number + 1])
                scores[self._rows[part]] += times * self._weights[part]
        return scores
