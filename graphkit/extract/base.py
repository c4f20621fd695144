"""What an extraction method must promise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from graphkit.model import Chunk, Document, Extraction, JsonValue

Tick = Callable[[str], None]
"""Told what is going on, some times a second. It raises ``Cancelled`` to stop the work."""


def unwatched(what: str) -> None:
    """Tell nobody."""


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


@runtime_checkable
class Watchable(Protocol):
    """A second promise of methods that need minutes for one document: they can be watched, and stopped within it."""

    def extract_watched(
        self, documents: Iterable[tuple[Document, tuple[Chunk, ...]]], tick: Tick
    ) -> Iterator[Extraction]:
        """As ``extract``; what ``tick`` raises ends the work and passes through."""


@runtime_checkable
class Spending(Protocol):
    """A third promise of methods that cost money: they tell what was spent since they were made."""

    def spending(self) -> Mapping[str, JsonValue]:
        """Counts by name: calls, tokens, money (None: unknown), and whatever else was counted."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a run that asks others will take. ``kept`` answers are there already; ``cost`` is None if unknown."""

    calls: int
    kept: int
    input_tokens: int
    output_tokens: int
    cost: float | None
    currency: str
    seconds: float
    note: str = ""


@runtime_checkable
class Forecasting(Protocol):
    """A fourth promise, of the same methods: they tell before a run what it will take."""

    def forecast(self, documents: Iterable[tuple[Document, tuple[Chunk, ...]]]) -> Forecast:
        """What reading these documents will take. Nobody is asked."""


@runtime_checkable
class ListsNames(Protocol):
    """An extractor that knows beforehand which of its names mean the same."""

    def listed_names(self) -> Mapping[str, tuple[str, tuple[str, ...]]]:
        """For each name: its type, and its other names and forms."""
