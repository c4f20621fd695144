"""What an extraction method must promise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol, runtime_checkable

from graphkit.model import Chunk, Document, Extraction, JsonValue


@runtime_checkable
class Extractor(Protocol):
    """A method that finds mentions and relations, ready to work with one checked configuration.

    Offsets of what it finds count characters of the document's text, and every mention's text equals the
    text at its span. The same document gives the same extraction, on any machine, in any order. A chunk
    that fails is named in ``Extraction.failures``; the other chunks are not touched.
    """

    @property
    def method(self) -> str:
        """Id of the method, such as ``regex``."""

    @property
    def configuration(self) -> Mapping[str, JsonValue]:
        """The complete configuration, defaults filled in: what the graph's identity is made from."""

    @property
    def versions(self) -> Mapping[str, str]:
        """Versions of the code and the models that decide the result."""

    def extract(self, documents: Iterable[tuple[Document, tuple[Chunk, ...]]]) -> Iterator[Extraction]:
        """One extraction for each document, in their order, made lazily so that batches stay small."""
