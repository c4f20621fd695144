"""What became of the files of an ingestion, one by one and in all."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from graphkit.ingest.base import ReadResult, Source
from graphkit.model import DocumentId, GraphId
from graphkit.runs import Usage
from graphkit.store.base import DocumentRecord, DocumentRow

FileStatus = Literal["stored", "empty", "failed", "unchanged", "cancelled"]


@dataclass(frozen=True, slots=True)
class FileResult:
    """What became of one file. ``chunks`` counts its chunks by status."""

    file: str
    status: FileStatus
    reason: str = ""
    document_id: DocumentId | None = None
    chunks: dict[str, int] = field(default_factory=lambda: {"stored": 0, "empty": 0, "failed": 0})
    repairs: dict[str, int] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IngestResult:
    """What became of all files; ``entities`` and ``relations`` count the graphs that were written.

    ``merges`` counts the groups of names that were joined afterwards. ``stopped`` says why it ended early if nobody
    cancelled it: a budget was spent, a provider of a language model went away. ``usage`` tells by graph what a method
    that costs money has used.
    """

    files: tuple[FileResult, ...]
    graphs: tuple[GraphId, ...]
    entities: int
    relations: int
    seconds: float
    cancelled: bool = False
    merges: int = 0
    stopped: str = ""
    usage: dict[GraphId, Usage] = field(default_factory=dict)

    def count(self, status: FileStatus) -> int:
        """Number of files with that status."""
        return sum(file.status == status for file in self.files)


def chunk_counts(row: DocumentRow | None) -> dict[str, int]:
    """Chunks of a stored document by status; zeros for one that is not there."""
    if row is None:
        return {"stored": 0, "empty": 0, "failed": 0}
    return {
        "stored": row.chunks - row.chunks_empty - row.chunks_failed,
        "empty": row.chunks_empty,
        "failed": row.chunks_failed,
    }


def file_result(source: Source, read: ReadResult, record: DocumentRecord) -> FileResult:
    """What became of a file whose document was stored."""
    counts = {"stored": 0, "empty": 0, "failed": 0}
    for part in record.chunks:
        counts[part.status] += 1
    warnings = tuple(
        dict.fromkeys([*read.warnings, *(text for found in record.extractions.values() for text in found.warnings)])
    )
    return FileResult(
        source.name,
        record.status,
        record.reason,
        record.document.document_id,
        counts,
        dict(read.repairs),
        warnings,
    )
