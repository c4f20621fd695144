"""Ranking by meaning: cosines of the question with the stored vectors of passages."""

from __future__ import annotations

from collections.abc import Mapping

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

    Passages behind the first ``limit``, and those without a vector, get the lowest cosine that was read.
    """
    hits = store.search_vectors(scope.corpus, vector, limit=min(limit, len(rows)))
    found = [(rows[key], hit.score) for hit in hits if (key := (hit.document_id, hit.index)) in rows]
    values = np.full(len(rows), min((score for _, score in found), default=0.0))
    if found:
        places, scores = zip(*found, strict=True)
        values[list(places)] = scores
    return values
