"""A batch of documents made ready for writing: checked, folded to one record a document, packed, digested.

All of this happens before an engine opens a transaction, so what is refused leaves no trace and a
transaction that runs again does not repeat the work.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

import numpy as np

from graphkit.model import Box, Chunk, Document, DocumentId, GraphId, JsonValue, Span
from graphkit.store.base import DocumentRecord, Refused
from graphkit.store.checks import check_records
from graphkit.store.contribution import Record

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document ready to be written.

    ``digest`` stands for all that is stored of the document and its chunks, ``text_digest`` for its text, and
    ``lines`` are the records of its contributions: equal strings mean that nothing changed.
    """

    record: DocumentRecord
    origin: str
    boxes: bytes
    digest: str
    text_digest: str
    lines: dict[GraphId, str]
    records: dict[GraphId, Record]

    @property
    def document(self) -> Document:
        """The document itself."""
        return self.record.document


@dataclass(frozen=True, slots=True)
class Batch:
    """Documents to write, and ids of those to remove before, since the batch itself replaced them or their text."""

    documents: tuple[Prepared, ...]
    replaced: frozenset[DocumentId]
    first: dict[DocumentId, int]
    """Place of the first record of each document."""
    claims: dict[str, tuple[int, DocumentId]]
    """Place and document of the first record that names each source."""
    refused: tuple[Refused, ...]
    """Documents that cannot be kept and are not in the batch."""

    @property
    def sources(self) -> list[str]:
        """Sources that the records name, sorted."""
        return sorted(self.claims)

    def replaces(self, stored: DocumentId, source: str) -> bool:
        """Whether a stored document goes because another one claims its source before it is written itself."""
        place, claimant = self.claims.get(source, (0, stored))
        return claimant != stored and (stored not in self.first or place < self.first[stored])

    @property
    def dimension(self) -> int:
        """Numbers in each vector of the batch, 0 if it has none."""
        given = (p.record.vectors for p in self.documents)
        return next((int(vectors.shape[1]) for vectors in given if vectors is not None and len(vectors)), 0)


def prepare(records: Sequence[DocumentRecord], embedder: str) -> Batch:
    """Check a batch and make it ready; it means the same as its records stored one after the other."""
    records, refused = check_records(records, embedder)
    latest: dict[DocumentId, DocumentRecord] = {}
    holder: dict[str, DocumentId] = {}
    replaced: set[DocumentId] = set()
    for record in records:
        document = record.document
        before = holder.get(document.source, document.document_id) if document.source else document.document_id
        if before in latest and before != document.document_id and latest[before].document.source == document.source:
            del latest[before]
            replaced.add(before)
        holder[document.source] = document.document_id
        earlier = latest.get(document.document_id)
        if earlier is not None and earlier.document.text != document.text:
            replaced.add(document.document_id)
        latest[document.document_id] = _after(earlier, record)
    documents = [_prepared(record) for record in latest.values()]
    documents.sort(key=lambda prepared: prepared.document.document_id)
    first: dict[DocumentId, int] = {}
    claims: dict[str, tuple[int, DocumentId]] = {}
    for place, record in enumerate(records):
        first.setdefault(record.document.document_id, place)
        if record.document.source:
            claims.setdefault(record.document.source, (place, record.document.document_id))
    return Batch(tuple(documents), frozenset(replaced), first, claims, refused)


def _after(earlier: DocumentRecord | None, later: DocumentRecord) -> DocumentRecord:
    if earlier is None or earlier.document.text != later.document.text:
        return later
    vectors = later.vectors
    if vectors is None and earlier.chunks == later.chunks:
        vectors = earlier.vectors
    return replace(later, extractions={**earlier.extractions, **later.extractions}, vectors=vectors)


def _prepared(record: DocumentRecord) -> Prepared:
    document = record.document
    records = {graph: Record.of(extraction) for graph, extraction in sorted(record.extractions.items())}
    origin, boxes = pack_origin(document), pack_boxes(document.boxes)
    text_digest = digest_of_text(document.text)
    header = [
        document.title, document.source, document.media_type, document.language, document.content_hash, origin,
        record.status, record.reason, text_digest,
        [(c.index, c.start, c.end, c.status, c.reason) for c in record.chunks],
    ]  # fmt: skip
    digest = blake2b(json.dumps(header).encode(), digest_size=16)
    digest.update(boxes)
    return Prepared(
        record,
        origin,
        boxes,
        digest.hexdigest(),
        text_digest,
        {graph: made.json() for graph, made in records.items()},
        records,
    )


def digest_of_text(text: str) -> str:
    """Digest that stands for a text."""
    return blake2b(text.encode(), digest_size=16).hexdigest()


def pack_origin(document: Document) -> str:
    """Page starts, headings and metadata of a document in one line of JSON."""
    content = [list(document.page_starts), [(h.start, h.end) for h in document.headings], dict(document.metadata)]
    return _encode(content)


def unpack_origin(line: str) -> tuple[tuple[int, ...], tuple[Span, ...], dict[str, JsonValue]]:
    """Page starts, headings and metadata from their line."""
    pages, headings, metadata = json.loads(line)
    return tuple(pages), tuple(Span(start, end) for start, end in headings), metadata


def pack_boxes(boxes: Sequence[Box]) -> bytes:
    """The boxes of a document's words, compressed: columns of 64-bit integers, then of 64-bit floats."""
    if not boxes:
        return b""
    places = np.array([(b.start, b.end, b.page) for b in boxes], dtype="<i8").T
    sides = np.array([(b.left, b.top, b.right, b.bottom) for b in boxes], dtype="<f8").T
    return zlib.compress(places.tobytes() + sides.tobytes(), 1)


def unpack_boxes(packed: bytes) -> tuple[Box, ...]:
    """The boxes that ``pack_boxes`` packed."""
    if not packed:
        return ()
    raw = zlib.decompress(packed)
    count = len(raw) // 56
    places = np.frombuffer(raw[: count * 24], dtype="<i8").reshape(3, count)
    sides = np.frombuffer(raw[count * 24 :], dtype="<f8").reshape(4, count)
    return tuple(Box(*row) for row in zip(*places.tolist(), *sides.tolist(), strict=True))


def chunk_text(document: Document, chunk: Chunk) -> str:
    """The text of a chunk."""
    return document.text[chunk.start : chunk.end]


def has_text(text: str) -> bool:
    """Whether there is anything to read in a chunk's text."""
    return not text.isspace() and text != ""
