"""The passage: what search finds, a chunk with the title that it stands under."""

from __future__ import annotations

from dataclasses import dataclass

from graphkit.model import Chunk, Document, DocumentId


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk of a document as search sees it."""

    document_id: DocumentId
    chunk: int
    start: int
    end: int
    title: str
    heading: str = ""

    @property
    def key(self) -> tuple[DocumentId, int]:
        """Document and chunk."""
        return self.document_id, self.chunk


def passages_of(document: Document, chunks: list[Chunk]) -> list[Passage]:
    """The passages of a document: its chunks that have text, each under the last heading at or before its start."""
    found = []
    for chunk in chunks:
        if chunk.status == "empty" or not document.text[chunk.start : chunk.end].strip():
            continue
        above = [span for span in document.headings if span.start <= chunk.start]
        heading = document.text[above[-1].start : above[-1].end].strip() if above else ""
        found.append(Passage(document.document_id, chunk.index, chunk.start, chunk.end, document.title, heading))
    return found
