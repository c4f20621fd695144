"""How well a method finds names, against names that people marked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import TypedDict

from graphkit.compare.agreement import against_gold
from graphkit.evaluate.lines import read_lines
from graphkit.evaluate.shares import SharesJson, counted_shares, extracted, passages_of, shares
from graphkit.extract.base import Extractor
from graphkit.model import UNKNOWN, DocumentId, Extraction, JsonValue, Mention, Report, silent
from graphkit.text import words

COARSE = {
    "PER": "PER PERSON WRITER POLITICIAN SCIENTIST MUSICALARTIST RESEARCHER",
    "ORG": "ORG ORGANISATION ORGANIZATION BAND POLITICALPARTY UNIVERSITY CORPORATION GROUP COMPANY",
    "LOC": "LOC LOCATION COUNTRY GPE FAC",
}
"""Types of methods and of labelled files that are one of the kinds in which types are compared; all others are MISC."""
_KINDS = {name: kind for kind, names in COARSE.items() for name in names.split()}


@dataclass(frozen=True, slots=True)
class GoldNames:
    """A text and the names that people marked in it, each with its kind (PER, ORG, LOC, MISC; UNKNOWN: any)."""

    text: str
    mentions: tuple[Mention, ...]


class NamesJson(TypedDict):
    """``graphkit eval ner --json``.

    ``strict`` counts names whose span and kind are right, ``untyped`` those whose span is, ``names`` the different
    names of a text without regard to case, ``by_type`` is ``strict`` for each kind. Reading a first text, which
    loads a model, is no part of ``words_per_second``.
    """

    method: str
    items: int
    strict: SharesJson
    untyped: SharesJson
    names: SharesJson
    by_type: dict[str, SharesJson]
    words_per_second: float


def evaluate_names(path: Path, extractor: Extractor, *, report: Report = silent) -> NamesJson:
    """Find the names in every text of a file and compare them with its own.

    Args:
        path: JSON lines ``{"text", "entities": [{"start", "end", "type", "coarse"}]}``; offsets count characters.
        extractor: The method.
        report: Called for each text.

    Raises:
        BadRequest: The file cannot be read, lines of it make no sense, or the method fails on every text.
    """
    items = read_names(path)
    passages = passages_of([item.text for item in items])
    extracted(extractor, passages[:1])
    started = perf_counter()
    found = [_with_kinds(extraction) for extraction in extracted(extractor, passages, report)]
    seconds = perf_counter() - started
    gold = {DocumentId(str(at)): item.mentions for at, item in enumerate(items)}
    return {
        "method": extractor.method,
        "items": len(items),
        "strict": _spans(found, gold),
        "untyped": _spans(found, {document: tuple(map(_untyped, own)) for document, own in gold.items()}),
        "names": _names(found, items),
        "by_type": {kind: _of_kind(found, gold, kind) for kind in sorted(_all_kinds(found, items))},
        "words_per_second": round(sum(len(words(item.text)) for item in items) / max(seconds, 1e-9), 1),
    }


def read_names(path: Path) -> list[GoldNames]:
    """Texts of a file of JSON lines with their names. Raises ``BadRequest`` that names lines that make no sense."""
    return read_lines(path, _gold, "{text, entities: [{start, end, type}]}")


def kind_of(label: str) -> str:
    """PER, ORG, LOC or MISC for a type of a method or a file; UNKNOWN stays."""
    return label if label == UNKNOWN else _KINDS.get(label.strip().upper(), "MISC")


def _gold(row: JsonValue) -> GoldNames | None:
    if not isinstance(row, dict):
        return None
    text, entities = row.get("text"), row.get("entities")
    if not isinstance(text, str) or not isinstance(entities, list):
        return None
    mentions = [_mention(text, entity) for entity in entities]
    known = tuple(mention for mention in mentions if mention is not None)
    return GoldNames(text, known) if len(known) == len(mentions) else None


def _mention(text: str, row: JsonValue) -> Mention | None:
    if not isinstance(row, dict):
        return None
    start, end, label = row.get("start"), row.get("end"), row.get("coarse") or row.get("type") or UNKNOWN
    if not (
        isinstance(start, int) and isinstance(end, int) and isinstance(label, str) and 0 <= start < end <= len(text)
    ):
        return None
    return Mention(start, end, text[start:end], label if label == "PER" else kind_of(label))


def _with_kinds(extraction: Extraction) -> Extraction:
    return replace(extraction, mentions=tuple(replace(m, type=kind_of(m.type)) for m in extraction.mentions))


def _untyped(mention: Mention) -> Mention:
    return replace(mention, type=UNKNOWN)


def _spans(found: Iterable[Extraction], gold: dict[DocumentId, tuple[Mention, ...]]) -> SharesJson:
    figures = against_gold(found, gold)
    return shares(figures.precision, figures.recall)


def _names(found: Sequence[Extraction], items: Sequence[GoldNames]) -> SharesJson:
    right = ours = theirs = 0
    for extraction, item in zip(found, items, strict=True):
        a, b = ({m.text.casefold() for m in mentions} for mentions in (extraction.mentions, item.mentions))
        right, ours, theirs = right + len(a & b), ours + len(a), theirs + len(b)
    return counted_shares(right, ours, theirs)


def _of_kind(found: Iterable[Extraction], gold: dict[DocumentId, tuple[Mention, ...]], kind: str) -> SharesJson:
    ours = [replace(e, mentions=tuple(m for m in e.mentions if m.type == kind)) for e in found]
    return _spans(ours, {document: tuple(m for m in own if m.type == kind) for document, own in gold.items()})


def _all_kinds(found: Iterable[Extraction], items: Iterable[GoldNames]) -> set[str]:
    return {m.type for extraction in found for m in extraction.mentions} | {m.type for i in items for m in i.mentions}
