"""What an embedder must promise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
"""Shape (texts, dimension), each row of length 1 (or 0 for a text of no words)."""


@runtime_checkable
class Embedder(Protocol):
    """Turns texts into vectors whose dot product tells how near their meanings are."""

    @property
    def name(self) -> str:
        """Name and version of the model: vectors of different names are never compared."""

    @property
    def dimension(self) -> int:
        """Numbers in a vector."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One vector for each text, in their order, the same whatever texts stand beside it."""
