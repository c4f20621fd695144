"""Ranking by meaning: cosines of the question with the stored vectors of passages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from graphkit.model import DocumentId, Scope
from graphkit.store.base import GraphStore


def cosines(
    store: GraphStore,
    scope: Scope,
    rows: Mapping[tuple[DocumentId, int], int],
    vector: NDArray[np.float32],
    *,
    limit: int,
) -> NDArray[np.float64]:
    """Cosine of the vector with every passage, by row.

    Only the best ``limit`` are read. All others get one value, which leaves mean and deviation about as they are;
    passages without a vector get it too.
    """
    hits = store.search_vectors(scope.corpus, vector, limit=min(limit, len(rows)))
    found = [(rows[key], hit.score) for hit in hits if (key := (hit.document_id, hit.index)) in rows]
    if not found:
        return np.zeros(len(rows))
    places, scores = zip(*found, strict=True)
    values = np.full(len(rows), expected_below(scores, len(rows)) if len(found) == limit else scores[-1])
    values[list(places)] = scores
    return values


def expected_below(scores: Sequence[float], count: int) -> float:
    """Mean of the values behind the best ``scores`` of ``count`` values, taken as normally distributed.

    Two quantiles that are known, the last score and that at a quarter, tell the distribution.
    """
    normal = NormalDist()
    quarter = len(scores) // 4
    if len(scores) >= count or quarter < 1 or scores[quarter - 1] <= scores[-1]:
        return scores[-1]
    lower, upper = normal.inv_cdf(1 - len(scores) / count), normal.inv_cdf(1 - quarter / count)
    deviation = (scores[quarter - 1] - scores[-1]) / (upper - lower)
    mean = scores[-1] - lower * deviation
    return min(mean - deviation * normal.pdf(lower) / normal.cdf(lower), scores[-1])
