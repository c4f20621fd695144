"""Exact nearest neighbours among vectors: the same rows in the same order on every engine."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphkit.errors import BadRequest, EmbedderMismatch


def unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Rows scaled to length 1; rows of zeros stay."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    scaled = np.zeros_like(vectors)
    np.divide(vectors, lengths, out=scaled, where=lengths > 0)
    return scaled


def nearest(matrix: NDArray[np.float32], vector: NDArray[np.float32], limit: int) -> list[tuple[int, float]]:
    """Rows of a matrix of unit vectors by cosine with the vector, best first, equals in the matrix's order.

    Cosines are rounded to six digits, the precision of float32. Rows of zeros, which have no direction, are
    left out, and a vector of zeros finds nothing.
    """
    length = float(np.linalg.norm(vector))
    if not length or not len(matrix) or limit < 1:
        return []
    scores = np.round(matrix @ (vector / np.float32(length)), 6)
    still = np.flatnonzero(scores == 0)
    scores[still[~matrix[still].any(axis=1)]] = -np.inf
    rows = np.arange(len(scores))
    if limit < len(scores):
        rows = np.flatnonzero(scores >= np.partition(scores, len(scores) - limit)[len(scores) - limit])
    ordered = rows[np.argsort(-scores[rows], kind="stable")][:limit]
    return [(int(row), round(float(scores[row]), 6)) for row in ordered if np.isfinite(scores[row])]


def checked_query(vector: NDArray[np.float32], stored: tuple[str, int]) -> NDArray[np.float32]:
    """A question's vector as float32, or the reason why it cannot be compared with what is stored."""
    name, dimension = stored
    flat = np.asarray(vector, dtype=np.float32).reshape(-1)
    if flat.shape[0] != dimension:
        raise EmbedderMismatch(
            f"The question's vector has {flat.shape[0]} numbers, but the stored ones, made by {name}, have "
            f"{dimension}. Embed the corpus again, or search words and the graph only. Nothing was changed."
        )
    if not np.isfinite(flat).all():
        raise BadRequest("The question's vector holds a number that is not finite. Nothing was searched.")
    return flat
