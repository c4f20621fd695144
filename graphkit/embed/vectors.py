"""Vectors of length 1, whatever a model gives."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphkit.embed.base import Vectors

_TINY = 1e-12
"""A shorter vector has no direction that could be trusted."""


def unit_rows(rows: NDArray[np.floating]) -> Vectors:
    """The rows scaled to length 1; a row that is zero, or holds a NaN or an infinity, becomes all zeros.

    A zero row has cosine 0 with everything, so it is never near and never poisons a ranking.
    """
    sound = np.where(np.isfinite(rows).all(axis=1, keepdims=True), rows, 0.0).astype(np.float64)
    lengths = np.sqrt((sound * sound).sum(axis=1, keepdims=True))
    scaled = np.divide(sound, lengths, out=np.zeros_like(sound), where=lengths > _TINY)
    return np.ascontiguousarray(scaled, dtype=np.float32)
