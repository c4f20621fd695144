"""Documents taken a few at a time: NumPy needs as long for a line as for a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graphkit.model import Chunk, Document

Passages = tuple[Document, tuple[Chunk, ...]]

MAX_DOCUMENTS = 50
MAX_CHARACTERS = 200_000


def batches(documents: Iterable[Passages]) -> Iterator[list[Passages]]:
    """Documents in their order, in lists of few and short ones; a long one stands alone or ends its list."""
    batch: list[Passages] = []
    characters = 0
    for passages in documents:
        batch.append(passages)
        characters += len(passages[0].text)
        if len(batch) >= MAX_DOCUMENTS or characters >= MAX_CHARACTERS:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch
