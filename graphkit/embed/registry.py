"""Embedders by name, and any function as an embedder."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from graphkit.config import DEFAULT_EMBEDDER, cache_folder
from graphkit.embed.base import Embedder, Vectors
from graphkit.embed.cache import CachedEmbedder
from graphkit.embed.minilm import MiniLM
from graphkit.embed.served import open_served_embedder
from graphkit.embed.vectors import unit_rows
from graphkit.errors import BadRequest

_EMBEDDERS: dict[str, Callable[[], Embedder]] = {DEFAULT_EMBEDDER: MiniLM}

EmbeddingFunction = Callable[[Sequence[str]], "NDArray[np.floating] | Sequence[Sequence[float]]"]


def embedder_names() -> tuple[str, ...]:
    """Names that ``open_embedder`` knows, sorted."""
    return tuple(sorted(_EMBEDDERS))


def open_embedder(name: str = DEFAULT_EMBEDDER) -> Embedder:
    """The embedder of that name; ``ModelMissing`` if its model is not installed. Nothing is downloaded.

    ``gemini:MODEL`` and ``openai:MODEL`` are served by others (``graphkit.embed.served``): texts are sent there.

    Its vectors are remembered in ``graphkit.config.cache_folder()``, so that no text is embedded twice.
    """
    if ":" in name:
        return CachedEmbedder(open_served_embedder(name), cache_folder())
    if name not in _EMBEDDERS:
        raise BadRequest(
            f"There is no embedder {name!r}. Known: {', '.join(embedder_names())}. "
            "Words and graph still work without one."
        )
    return CachedEmbedder(_EMBEDDERS[name](), cache_folder())


class CallableEmbedder:
    """An embedder made of a function from texts to rows of numbers, such as a call to a service.

    ``name`` must change with the model, since vectors are compared and cached by it. Rows are scaled to
    length 1; rows of zeros or with a NaN become zeros. What the function raises passes through.
    """

    def __init__(self, name: str, dimension: int, function: EmbeddingFunction) -> None:
        if not name.strip() or dimension < 1:
            raise BadRequest(
                f"An embedder needs a name and a dimension over 0, not {name!r} and {dimension}. Nothing was made."
            )
        self._name = name
        self._dimension = dimension
        self._function = function

    @property
    def name(self) -> str:
        """Name and version of the model."""
        return self._name

    @property
    def dimension(self) -> int:
        """Numbers in a vector."""
        return self._dimension

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One vector for each text, in their order; ``BadRequest`` if the function gives another shape."""
        if not texts:
            return np.zeros((0, self._dimension), dtype=np.float32)
        try:
            rows = np.asarray(self._function(texts), dtype=np.float64)
        except (TypeError, ValueError) as fault:
            raise BadRequest(
                f"The embedder {self._name!r} did not give rows of numbers ({fault}). No vector was stored."
            ) from fault
        if rows.shape != (len(texts), self._dimension):
            raise BadRequest(
                f"The embedder {self._name!r} gave an array of shape {rows.shape} for {len(texts)} texts, but promised "
                f"{self._dimension} numbers for each. No vector was stored."
            )
        return unit_rows(rows)
