"""Precision, recall and F1 as programs read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from graphkit.errors import BadRequest
from graphkit.extract.base import Extractor
from graphkit.ingest.chunks import chunk
from graphkit.model import Document, DocumentId, Extraction, Report, silent
from graphkit.runs import Passages, Run


class SharesJson(TypedDict):
    """Precision, recall and F1, each 0 to 1."""

    precision: float
    recall: float
    f1: float


def shares(precision: float, recall: float) -> SharesJson:
    """The two shares with their harmonic mean, rounded to four places."""
    total = precision + recall
    return {
        "precision": round(precision, 4),
        "recall": round(recall, 4),
        "f1": round(2 * precision * recall / total, 4) if total else 0.0,
    }


def counted_shares(right: int, found: int, gold: int) -> SharesJson:
    """Shares of counts; of nothing it is 0."""
    return shares(right / found if found else 0.0, right / gold if gold else 0.0)


def passages_of(texts: Sequence[str]) -> list[Passages]:
    """The texts as documents, whose ids are their numbers."""
    documents = [Document(DocumentId(str(at)), "", text, f"evaluation:{at}") for at, text in enumerate(texts)]
    return [(document, chunk(document) if document.text.strip() else ()) for document in documents]


def extracted(extractor: Extractor, passages: Sequence[Passages], report: Report = silent) -> list[Extraction]:
    """What a method finds in each text. Raises ``BadRequest`` if it fails on all of them."""
    found: list[Extraction] = []
    for extraction in Run.of(extractor).extract(passages):
        report(len(found), len(passages), "Extracting")
        found.append(extraction)
    if found and all(extraction.failures for extraction in found):
        raise BadRequest(f"{extractor.method} failed on every text: {found[0].failures[0].reason}")
    return found
