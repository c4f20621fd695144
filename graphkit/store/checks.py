"""What every engine refuses before it writes: one place, so that all engines hold the same things.

Engines differ in what they cannot keep: lone surrogates, numbers that are not finite, integers over 64 bits,
long keys. Here is the smallest common measure. A refusal names what it refuses. A document that cannot be kept is
left out and its batch is stored without it; anything else is refused whole, before anything is written.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from graphkit.errors import BadRequest
from graphkit.model import Decision, Extraction, JsonValue, Scope
from graphkit.store.base import DocumentRecord, Refused, RunRow

MAX_BYTES = 2_000
"""Longest name, type, predicate, id or source in bytes of UTF-8: keys of an index may not be longer."""
MAX_WEIGHT = 1_000_000.0
"""Largest weight of one relation, so that sums in billionths stay within 64 bits."""
MAX_INTEGER = 2**63 - 1
MAX_DEPTH = 50
"""Deepest nesting of metadata."""


class _Impossible(Exception):
    """Something that some engine cannot keep."""


@contextmanager
def _refusing() -> Iterator[None]:
    try:
        yield
    except _Impossible as error:
        raise BadRequest(f"{error}. Correct it and try again. Nothing was stored.") from None


def check_scope(scope: Scope, *, graph: bool = False) -> None:
    """Refuse a scope without corpus, with an empty user, or without graph where one is needed.

    Ids may hold any character but NUL and lone surrogates: engines keep their parts apart.
    """
    if not scope.corpus_id:
        raise BadRequest("The corpus has no name. Give one that is not empty. Nothing was done.")
    if scope.user_id == "":
        raise BadRequest("The user has an empty name. Give None for no user. Nothing was done.")
    if graph and not scope.graph_id:
        raise BadRequest(f"No graph of the corpus {scope.corpus_id!r} is named. Name one. Nothing was done.")
    with _refusing():
        for part in (scope.corpus_id, scope.graph_id, scope.user_id or ""):
            _check_id("The scope", "an id", part)


def check_records(records: Sequence[DocumentRecord], embedder: str) -> tuple[list[DocumentRecord], tuple[Refused, ...]]:
    """Those of the batch that every engine can keep, and the others with the reason.

    Raises ``BadRequest`` for what is wrong with the batch itself: vectors of several lengths or of an unnamed embedder.
    """
    if any(record.vectors is not None for record in records):
        with _refusing():
            _check_embedder("The batch", embedder)
    kept, refused = [], []
    for record in records:
        try:
            _check_record(record)
            kept.append(record)
        except _Impossible as error:
            refused.append(Refused(record.document.document_id, f"{error}. Correct it and store it again."))
    dimensions = {record.vectors.shape[1] for record in kept if record.vectors is not None}
    if len(dimensions) > 1:
        raise BadRequest(f"The vectors of one batch have different lengths: {sorted(dimensions)}. Nothing was stored.")
    return kept, tuple(refused)


def _check_record(record: DocumentRecord) -> None:
    who = f"The document {record.document.document_id!r}"
    _check_document(who, record)
    for graph, extraction in record.extractions.items():
        if not graph:
            raise _Impossible(f"{who} names a graph with an empty id")
        _check_id(who, "the id of a graph", graph)
        _check_extraction(who, record, extraction)
    if record.vectors is not None:
        _check_shape(who, record.vectors, len(record.chunks))


def check_run(run: RunRow) -> None:
    """Refuse a run that cannot be kept as it is."""
    with _refusing():
        who = f"The run {run.graph_id!r}"
        if not run.graph_id:
            raise _Impossible(f"{who} has an empty id")
        _check_id(who, "its id", run.graph_id)
        _check_texts(who, (run.method, run.started, *run.versions, *run.versions.values()))
        _check_json(who, run.configuration)
        _check_json(who, run.usage)
        _check_number(who, run.seconds)


def check_decisions(decisions: Sequence[Decision]) -> None:
    """Refuse decisions that cannot be kept as they are."""
    with _refusing():
        for decision in decisions:
            who = f"The decision {decision.decision_id!r}"
            if not decision.decision_id:
                raise _Impossible(f"{who} has an empty id")
            for key in (decision.decision_id, decision.merge_id, decision.left, decision.right):
                _check_id(who, "an id", key)
            _check_texts(who, (decision.who, decision.when, decision.verdict, *decision.reasons))
            for number in (decision.threshold, decision.score):
                if number is not None:
                    _check_number(who, number)


def _check_document(who: str, record: DocumentRecord) -> None:
    document = record.document
    if not document.document_id:
        raise _Impossible(f"{who} has an empty id")
    _check_id(who, "its id", document.document_id)
    _check_id(who, "its source", document.source)
    _check_texts(
        who, (document.title, document.text, document.media_type, document.language or "", document.content_hash)
    )
    _check_texts(who, (record.reason,))
    _check_json(who, dict(document.metadata))
    numbers = [*document.page_starts, *(end for span in document.headings for end in (span.start, span.end))]
    _check_integers(who, numbers)
    for box in document.boxes:
        _check_integers(who, (box.start, box.end, box.page))
    length, seen = len(document.text), set()
    for chunk in record.chunks:
        if chunk.document_id != document.document_id:
            raise _Impossible(f"{who} has a chunk of another document, {chunk.document_id!r}")
        _check_integers(who, (chunk.index,))
        if chunk.index in seen or chunk.index < 0:
            raise _Impossible(f"{who} has two chunks of the index {chunk.index}, or one below 0")
        if not 0 <= chunk.start <= chunk.end <= length:
            raise _Impossible(f"{who} has a chunk that ends outside its text, {chunk.start} to {chunk.end}")
        seen.add(chunk.index)
        _check_texts(who, (chunk.reason,))


def _check_extraction(who: str, record: DocumentRecord, extraction: Extraction) -> None:
    document, length = record.document, len(record.document.text)
    if extraction.document_id != document.document_id:
        raise _Impossible(f"{who} has findings of another document, {extraction.document_id!r}")
    relations = extraction.relations
    ends = [end for relation in relations for end in (relation.subject, relation.object)]
    mentions = {id(mention): mention for mention in (*extraction.mentions, *ends)}.values()
    _check_keys(who, "a name", {mention.text for mention in mentions})
    _check_keys(who, "a type", {mention.type for mention in mentions})
    _check_keys(who, "a predicate", {relation.predicate for relation in relations})
    for start, end in {(m.start, m.end) for m in mentions} | {(r.start, r.end) for r in relations}:
        if not 0 <= start <= end <= length:
            raise _Impossible(f"{who} has a finding that ends outside its text, {start} to {end}")
    for number in {m.confidence for m in mentions} | {r.confidence for r in relations}:
        _check_number(who, number)
    for weight in {relation.weight for relation in relations}:
        _check_number(who, weight)
        if not 0 <= weight <= MAX_WEIGHT:
            raise _Impossible(f"{who} has a relation of weight {weight}; weights are 0 to {MAX_WEIGHT:,.0f}")
    _check_texts(who, {m.method for m in mentions} | {r.method for r in relations})
    _check_texts(who, (extraction.method, *extraction.warnings, *(f.reason for f in extraction.failures)))
    _check_texts(who, {text for item in extraction.quarantined for text in (item.what, item.reason)})


def check_vectors(who: str, embedder: str, vectors: NDArray[np.float32], rows: int) -> None:
    """Refuse vectors that are not one finite row for each chunk, or whose embedder is not named."""
    with _refusing():
        _check_embedder(who, embedder)
        _check_shape(who, vectors, rows)


def _check_embedder(who: str, embedder: str) -> None:
    if not embedder:
        raise _Impossible(f"{who} has vectors, but does not name the embedder that made them")
    _check_texts(who, (embedder,))


def _check_shape(who: str, vectors: NDArray[np.float32], rows: int) -> None:
    if vectors.ndim != 2 or vectors.shape[0] != rows or not vectors.shape[1]:
        raise _Impossible(f"{who} has vectors of the shape {vectors.shape} for {rows} chunks")
    if not np.isfinite(vectors).all():
        raise _Impossible(f"{who} has a vector with a number that is not finite")


def _check_id(who: str, what: str, text: str) -> None:
    if "\0" in text:
        raise _Impossible(f"{who} has {what} with a NUL in it, {text[:40]!r}")
    _check_key(who, what, text)


def _check_keys(who: str, what: str, texts: Iterable[str]) -> None:
    for text in texts:
        _check_key(who, what, text)


def _check_key(who: str, what: str, text: str) -> None:
    if len(text) <= MAX_BYTES and text.isascii():
        return
    if len(text) * 3 > MAX_BYTES and len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise _Impossible(f"{who} has {what} of more than {MAX_BYTES:,} bytes, {text[:40]!r}…")
    _check_texts(who, (text,))


def _check_texts(who: str, texts: Iterable[str]) -> None:
    for text in texts:
        if not text.isascii():
            try:
                text.encode("utf-8")
            except UnicodeEncodeError as error:
                place = text[max(0, error.start - 10) : error.end + 10]
                raise _Impossible(f"{who} has a text with half a character (a lone surrogate) in {place!r}") from None


def _check_number(who: str, number: float) -> None:
    if not isinstance(number, int | float) or not math.isfinite(number):
        raise _Impossible(f"{who} has the number {number!r}, which is not finite")


def _check_integers(who: str, numbers: Iterable[int]) -> None:
    for number in numbers:
        if abs(number) > MAX_INTEGER:
            raise _Impossible(f"{who} has the integer {number}, which is over 64 bits")


def _check_json(who: str, value: JsonValue, depth: int = 0) -> None:
    if depth > MAX_DEPTH:
        raise _Impossible(f"{who} has metadata nested deeper than {MAX_DEPTH} levels")
    if isinstance(value, str):
        _check_texts(who, (value,))
    elif isinstance(value, dict):
        for key, inner in value.items():
            if not isinstance(key, str):
                raise _Impossible(f"{who} has metadata under {key!r}, which is no text")
            _check_texts(who, (key,))
            _check_json(who, inner, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            _check_json(who, inner, depth + 1)
    elif isinstance(value, int):
        _check_integers(who, (value,))
    elif isinstance(value, float):
        _check_number(who, value)
    elif value is not None:
        raise _Impossible(f"{who} has metadata of the kind {type(value).__name__}, which JSON does not know")
