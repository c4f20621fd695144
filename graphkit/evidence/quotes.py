"""Evidence as quotes: the stretch of text with its names marked, and where it stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from graphkit.corpus import Corpus
from graphkit.figures.highlight import Mark, Piece, pieces
from graphkit.figures.words import said_how
from graphkit.ids import canonical
from graphkit.model import Document, DocumentId, Entity, Evidence, Span
from graphkit.retrieve.base import Hit
from graphkit.text import sentence_around, snippet
from graphkit.view import View

LONGEST = 420
"""Characters of a sentence that are quoted whole; of a longer one the surroundings of its names."""


@dataclass(frozen=True, slots=True)
class Quote:
    """A passage that proves something: its text in pieces, where it stands, and words about how it was found.

    ``evidence`` counts what it quotes: a sentence that mentions a name twice is quoted once.
    """

    document_id: DocumentId
    title: str
    start: int
    end: int
    pieces: tuple[Piece, ...]
    note: str = ""
    evidence: int = 1

    @property
    def text(self) -> str:
        """What is quoted."""
        return "".join(piece.text for piece in self.pieces)


@dataclass(slots=True)
class _Passage:
    """A stretch of a document with all evidence that is quoted by it."""

    document: Document
    start: int
    end: int
    rows: list[Evidence]

    @property
    def spans(self) -> list[Span]:
        """The names in it, by place."""
        return sorted({span for row in self.rows for span in (row.marks or (Span(row.start, row.end),))})


def quotes(corpus: Corpus, evidence: Sequence[Evidence], entities: Sequence[Entity]) -> list[Quote]:
    """A quote for each passage that holds evidence, in the order of the first evidence in it.

    Args:
        corpus: Where the documents are; each is read once.
        evidence: Mentions, quoted with the sentence around them, or proofs of an edge, quoted as they are.
        entities: What is marked in it: the entity, or both ends of the edge; a mark has the type of the one it names.
    """
    documents = {document_id: corpus.document(document_id) for document_id in {row.document_id for row in evidence}}
    passages: dict[tuple[DocumentId, int, int], _Passage] = {}
    for row in evidence:
        document = documents[row.document_id]
        start, end = _stretch(document.text, row)
        passages.setdefault((row.document_id, start, end), _Passage(document, start, end, [])).rows.append(row)
    return [_quote(passage, entities) for passage in passages.values()]


def quote_of_hit(hit: Hit, view: View, *, length: int | None = None) -> Quote:
    """The passage that answers a question, with the names marked through which it was found.

    A passage of more than ``length`` characters is cut after a whole word; None: it is quoted whole.
    """
    text = hit.text if length is None or len(hit.text) <= length else hit.text[:length].rsplit(" ", 1)[0] + " …"
    entities = [
        view.entities[entity_id] for entity_id in map(view.canonical, hit.entities) if entity_id in view.entities
    ]
    return Quote(hit.document_id, hit.title, hit.start, hit.end, pieces(text, _name_marks(text, entities)))


def place_quote(corpus: Corpus, place: tuple[DocumentId, int, int], *, note: str = "") -> Quote:
    """The sentence around a stretch of a document, with the stretch marked."""
    document_id, start, end = place
    document = corpus.document(document_id)
    span = sentence_around(document.text, start, end, reach=2 * LONGEST)
    text = document.text[span.start : span.end]
    marks = [Mark(start, end)] if end - start < len(text) else []
    return Quote(document_id, document.title, start, end, pieces(text, marks, offset=span.start), note)


def _name_marks(text: str, entities: Sequence[Entity]) -> list[Mark]:
    return [
        Mark(match.start(), match.end(), entity.type, entity.name)
        for entity in entities
        for name in (entity.name, *entity.aliases)
        for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE)
    ]


def _quote(passage: _Passage, entities: Sequence[Entity]) -> Quote:
    document, first, spans = passage.document, passage.rows[0], passage.spans
    text, offset = document.text[passage.start : passage.end], passage.start
    if len(text) > LONGEST and spans[-1].end - spans[0].start < LONGEST:
        text, place = snippet(document.text, spans[0].start, spans[-1].end, around=120)
        offset = spans[0].start - place.start
    marks = [Mark(span.start, span.end, _type_of(document.text[span.start : span.end], entities)) for span in spans]
    shown = pieces(text, marks, offset=offset)
    return Quote(
        document.document_id, document.title, first.start, first.end, shown, _note(document, first), len(passage.rows)
    )


def _stretch(text: str, row: Evidence) -> tuple[int, int]:
    """What is quoted: a proof as it is, a mere mention with the sentence that holds it, found in the text near it."""
    if row.marks and row.marks != (Span(row.start, row.end),):
        return row.start, row.end
    span = sentence_around(text, row.start, row.end, reach=2 * LONGEST)
    return span.start, span.end


def _type_of(name: str, entities: Sequence[Entity]) -> str:
    """Type of the entity that is called so; of the last one if none is."""
    key = canonical(name)
    named = (e for e in entities if key in {canonical(spelling) for spelling in (e.name, *e.aliases)})
    return next(named, entities[-1]).type


def _note(document: Document, row: Evidence) -> str:
    page = document.page_of(row.start)
    parts = [f"page {page}"] if page else []
    parts += said_how(row.wording) if row.wording else []
    if row.method:
        parts.append(row.method)
    if row.confidence < 1:
        parts.append(f"{row.confidence:.0%}")
    return " · ".join(parts)
