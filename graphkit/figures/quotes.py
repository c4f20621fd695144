"""Evidence as quotes: the stretch of text with its names marked, and where it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphkit.corpus import Corpus
from graphkit.figures.highlight import Mark, Piece, pieces
from graphkit.ids import canonical
from graphkit.model import Document, DocumentId, Entity, Evidence
from graphkit.text import sentences, snippet

LONGEST = 420
"""Characters of a sentence that are quoted whole; of a longer one the surroundings of its names."""


@dataclass(frozen=True, slots=True)
class Quote:
    """A passage that proves something: its text in pieces, where it stands, and words about how it was found."""

    document_id: DocumentId
    title: str
    start: int
    end: int
    pieces: tuple[Piece, ...]
    note: str = ""


def quotes(corpus: Corpus, evidence: Sequence[Evidence], entities: Sequence[Entity]) -> list[Quote]:
    """A quote for each piece of evidence, in the given order.

    Args:
        corpus: Where the documents are; each is read once.
        evidence: Mentions, quoted with the sentence around them, or proofs of an edge, quoted as they are.
        entities: What is marked in it: the entity, or both ends of the edge; a mark has the type of the one it names.
    """
    documents = {document_id: corpus.document(document_id) for document_id in {row.document_id for row in evidence}}
    return [_quote(documents[row.document_id], row, entities) for row in evidence]


def _quote(document: Document, row: Evidence, entities: Sequence[Entity]) -> Quote:
    spans = [(mark.start, mark.end) for mark in row.marks] or [(row.start, row.end)]
    is_mention = spans == [(row.start, row.end)]
    start, end = _sentence_around(document.text, row.start, row.end) if is_mention else (row.start, row.end)
    left, right = min(span[0] for span in spans), max(span[1] for span in spans)
    if end - start > LONGEST and right - left < LONGEST:
        text, place = snippet(document.text, left, right, around=120)
        offset = left - place.start
    else:
        text, offset = document.text[start:end], start
    marks = [Mark(a, b, _type_of(document.text[a:b], entities)) for a, b in spans]
    return Quote(
        document.document_id,
        document.title,
        row.start,
        row.end,
        pieces(text, marks, offset=offset),
        _note(document, row),
    )


def _type_of(name: str, entities: Sequence[Entity]) -> str:
    """Type of the entity that is called so; of the last one if none is."""
    key = canonical(name)
    named = (e for e in entities if key in {canonical(spelling) for spelling in (e.name, *e.aliases)})
    return next(named, entities[-1]).type


def _sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The sentence that holds the span, found in the text near it."""
    low, high = max(0, start - 2 * LONGEST), min(len(text), end + 2 * LONGEST)
    around = [span for span in sentences(text, low, high) if span.start < end and span.end > start]
    return (min(around[0].start, start), max(around[-1].end, end)) if around else (start, end)


def _note(document: Document, row: Evidence) -> str:
    page = document.page_of(row.start)
    parts = [f"page {page}"] if page else []
    if row.method:
        parts.append(row.method)
    if row.confidence < 1:
        parts.append(f"{row.confidence:.0%}")
    return " · ".join(parts)
