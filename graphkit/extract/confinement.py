"""Work on a document chunk by chunk, so that a failure stays in its chunk and is told with its cause."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from graphkit.errors import GraphkitError
from graphkit.model import Chunk, ChunkFailure

T = TypeVar("T")


def confined(chunks: Iterable[Chunk], work: Callable[[Chunk], T]) -> tuple[list[T], tuple[ChunkFailure, ...]]:
    """Results of ``work`` on each readable chunk, and the chunks on which it failed.

    Chunks that are empty or failed already are passed over. What graphkit raises on purpose (``Cancelled``,
    ``ModelMissing``) concerns the whole work and goes through.
    """
    results: list[T] = []
    failures: list[ChunkFailure] = []
    for chunk in chunks:
        if chunk.status != "stored":
            continue
        try:
            results.append(work(chunk))
        except GraphkitError:
            raise
        except Exception as error:  # noqa: BLE001 - one chunk must not take the others along, whatever its fault
            failures.append(ChunkFailure(chunk.index, reason_of(error)))
    return results, tuple(failures)


def reason_of(error: BaseException) -> str:
    """An exception as the reason of a failure."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
