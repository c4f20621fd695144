"""The rankings of a question: by words, by meaning, by the walk, and all of them in one.

Words and meaning belong inside the walk, as the passages where it starts and as the weight of those where it
may end; mixed in afterwards, or joined by rank, they lose half of what the walk gains.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphkit.retrieve.graph import Floats
from graphkit.retrieve.index import RetrievalIndex
from graphkit.retrieve.names import NameMatch, names_in_question, without_names
from graphkit.retrieve.tuning import Tuning
from graphkit.retrieve.walk import BestPaths, Seeds, best_paths, flow, pagerank
from graphkit.retrieve.words import terms, tokens

_NEVER = 1e-12
"""Stands for a value of zero in a logarithm."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question as search sees it: its words, its names, and what is left without the names."""

    text: str
    words: tuple[str, ...]
    names: tuple[NameMatch, ...]
    masked: str

    @classmethod
    def of(cls, text: str, index: RetrievalIndex) -> Question:
        """Read a question with the eyes of a corpus."""
        names = tuple(names_in_question(index.gazetteer, text, proper=index.proper))
        return cls(text, tuple(terms(tokens(text))), names, without_names(text, names))

    def numbers(self) -> list[int]:
        """The names, each once, in the order of the question."""
        return list(dict.fromkeys(match.name for match in self.names))


@dataclass(frozen=True, slots=True)
class Meaning:
    """Cosines of every passage with the question, and with the question without its names."""

    question: Floats
    masked: Floats


@dataclass(frozen=True, slots=True)
class Ranking:
    """Rows of passages, best first, and the score of every passage by row."""

    rows: tuple[int, ...]
    scores: Floats


@dataclass(frozen=True, slots=True)
class Rankings:
    """All rankings of a question. ``words`` joins words and meaning; ``paths`` explain the graph's ranking."""

    lexical: Ranking
    vector: Ranking
    words: Ranking
    graph: Ranking
    hybrid: Ranking
    paths: BestPaths | None


def rank(
    index: RetrievalIndex, question: Question, meaning: Meaning | None, allowed: NDArray[np.bool_], *, depth: int
) -> Rankings:
    """Rank the allowed passages by all ways, ``depth`` rows each; no path leads over others."""
    tuning = index.tuning
    by_words = index.words.scores(question.words)
    lexical = _ranking(by_words, allowed & (by_words > 0), depth)
    nothing = np.zeros(len(allowed))
    vector = _ranking(meaning.question, allowed & (meaning.question != 0), depth) if meaning else Ranking((), nothing)
    near = _near(by_words, meaning, allowed)
    words = _ranking(near, allowed & _touched(by_words, meaning), depth)
    walked = _walk(index, question, meaning, near, by_words, allowed)
    if walked is None:
        return Rankings(lexical, vector, words, Ranking((), nothing), words, None)
    scores, paths = walked
    graph = _ranking(scores, allowed & (paths.reached > 0), depth)
    touched = allowed & _touched(by_words, meaning)
    if not _asks_something(index, question):
        plain = _ranking(_plain(by_words, meaning, allowed, tuning), touched, depth)
        rest = [row for row in graph.rows if row not in plain.rows]
        return Rankings(lexical, vector, words, graph, Ranking((*plain.rows, *rest)[:depth], plain.scores), paths)
    joined = _ranking(scores, touched | (allowed & (paths.values > 0)), depth)
    hybrid = _guard(joined, words.rows[: tuning.guarded], tuning.guard_depth)
    return Rankings(lexical, vector, words, graph, hybrid, paths)


def _asks_something(index: RetrievalIndex, question: Question) -> bool:
    """The gate: whether the walk has something to look for, a known word beside the names or a second name."""
    return len(question.numbers()) > 1 or any(index.words.knows(term) for term in terms(tokens(question.masked)))


def _plain(by_words: Floats, meaning: Meaning | None, allowed: NDArray[np.bool_], tuning: Tuning) -> Floats:
    """Words first and some meaning: the ranking of a question that is a name or a few loose words."""
    by_meaning = tuning.plain_vector_share * _z(meaning.question, allowed) if meaning else 0.0
    ranked: Floats = _z(by_words, allowed) + by_meaning
    return ranked


def _touched(by_words: Floats, meaning: Meaning | None) -> NDArray[np.bool_]:
    """Passages of which words or meaning say anything at all."""
    touched: NDArray[np.bool_] = by_words > 0
    return touched | (meaning.question != 0) if meaning else touched


def _near(by_words: Floats, meaning: Meaning | None, allowed: NDArray[np.bool_]) -> Floats:
    """How near passages are to the question by words and meaning together, in standard deviations."""
    parts = [_z(by_words, allowed)] + ([_z(meaning.question, allowed)] if meaning else [])
    mean: Floats = np.mean(parts, axis=0)
    return mean


def _walk(
    index: RetrievalIndex,
    question: Question,
    meaning: Meaning | None,
    near: Floats,
    by_words: Floats,
    allowed: NDArray[np.bool_],
) -> tuple[Floats, BestPaths] | None:
    """Scores of the walk and its best paths; None if there is nothing to start from."""
    tuning, graph = index.tuning, index.graph
    seeds = _seeds(index, question, near, meaning, allowed & _touched(by_words, meaning))
    if not graph.edges or not (seeds.names.any() or seeds.passages.any()):
        return None
    use = allowed[graph.passage]
    if graph.edges > tuning.max_edges:
        close = graph.around(
            np.flatnonzero(seeds.passages).tolist(), np.flatnonzero(seeds.names).tolist(), limit=tuning.max_edges
        )
        within = np.zeros(graph.edges, dtype=np.bool_)
        within[close] = True
        use = use & within
    target = _z(meaning.masked, allowed) if meaning else np.zeros(graph.passages)
    ways = flow(graph, target, seeds, use, tuning)
    paths = best_paths(ways, seeds, tuning)
    return np.log(pagerank(ways, seeds, tuning) + _NEVER) + np.log(paths.values + _NEVER), paths


def _seeds(
    index: RetrievalIndex, question: Question, near: Floats, meaning: Meaning | None, allowed: NDArray[np.bool_]
) -> Seeds:
    """Where the walk starts: half on names, half on the nearest passages; all on passages if there is no name."""
    tuning, graph = index.tuning, index.graph
    passages, names = np.zeros(graph.passages), np.zeros(graph.names)
    best = _best(near, allowed, tuning.seeds)
    if best.size:
        passages[best] = _softmax(near[best] / tuning.passage_temperature)
    asked = question.numbers()
    if asked:
        names[asked] = graph.rarity[asked] / graph.rarity[asked].sum()
    close, origins = _names_nearby(index, meaning, allowed)
    share = tuning.question_name_share if asked and close.any() else float(bool(asked))
    names = share * names + (1 - share) * close
    if names.any() and passages.any():
        names, passages = tuning.name_half * names, (1 - tuning.name_half) * passages
    return Seeds(passages, names, {name: row for name, row in origins.items() if name not in asked})


def _names_nearby(
    index: RetrievalIndex, meaning: Meaning | None, allowed: NDArray[np.bool_]
) -> tuple[Floats, dict[int, int]]:
    """Weights of the names in the passages nearest by meaning, the rarer the heavier, and where each was read."""
    tuning, graph = index.tuning, index.graph
    weights = np.zeros(graph.names)
    origins: dict[int, int] = {}
    nearest = _best(meaning.question, allowed, tuning.seeds) if meaning else np.zeros(0, dtype=np.int64)
    if meaning is None or not nearest.size:
        return weights, origins
    shares = _softmax(meaning.question[nearest] / tuning.nearby_temperature)
    for row, share in zip(nearest.tolist(), shares.tolist(), strict=True):
        held = graph.name[graph.of_passage(row)]
        if held.size:
            weights[held] += share * graph.rarity[held] / graph.rarity[held].sum()
            for name in held.tolist():
                origins.setdefault(name, row)
    total = weights.sum()
    return (weights / total if total else weights), origins


def _guard(ranking: Ranking, guarded: Sequence[int], depth: int) -> Ranking:
    """The ranking with the guarded rows among its first ``depth``: they push out the last others there."""
    head, tail = ranking.rows[:depth], ranking.rows[depth:]
    late = [row for row in guarded if row not in head]
    too_many = max(len(head) + len(late) - depth, 0)
    others = [row for row in head if row not in guarded]
    pushed = others[len(others) - too_many :]
    kept = [row for row in head if row not in pushed]
    return Ranking((*kept, *late, *pushed, *(row for row in tail if row not in late)), ranking.scores)


def _z(values: Floats, allowed: NDArray[np.bool_]) -> Floats:
    """Values in standard deviations from the mean of the allowed passages."""
    chosen = values[allowed]
    deviation = chosen.std() if chosen.size else 0.0
    if deviation < _NEVER:
        return np.zeros_like(values)
    scaled: Floats = (values - chosen.mean()) / deviation
    return scaled


def _softmax(values: Floats) -> Floats:
    powers = np.exp(values - values.max())
    scaled: Floats = powers / powers.sum()
    return scaled


def _best(values: Floats, allowed: NDArray[np.bool_], count: int) -> NDArray[np.int64]:
    """Rows of the largest values, best first, of equals the earlier."""
    rows = np.flatnonzero(allowed)
    if len(rows) > 4 * count:
        border = np.partition(values[rows], len(rows) - count)[len(rows) - count]
        rows = rows[values[rows] >= border]
    order = np.lexsort((rows, -values[rows]))
    return rows[order[:count]]


def _ranking(values: Floats, allowed: NDArray[np.bool_], depth: int) -> Ranking:
    return Ranking(tuple(_best(values, allowed, depth).tolist()), values)
