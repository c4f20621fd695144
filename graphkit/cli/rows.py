"""The shapes that commands print with ``--json``. Programs rely on them: a changed name is a break."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NotRequired, TypedDict

from graphkit.extract.predicate_groups import group_of
from graphkit.model import (
    Argument,
    Edge,
    Entity,
    Evidence,
    Extraction,
    JsonValue,
    Mention,
    Quarantined,
    Relation,
    Wording,
)
from graphkit.outcome import FileStatus, IngestResult
from graphkit.retrieve.json import StepRow
from graphkit.view import Step, View


class SpanRow(TypedDict):
    """A stretch of a text."""

    start: int
    end: int


class NameRow(SpanRow):
    """A name at its place in a text."""

    text: str


class MentionRow(NameRow):
    """A name, its type, and who found it."""

    type: str
    method: str
    confidence: float


class ArgumentRow(NameRow):
    """A further argument of a relation, with the word that leads to it."""

    role: str


class WordingRow(TypedDict):
    """How a text puts a relation. Of what the text itself asserts, ``modality`` is empty and ``source`` None."""

    text: str
    tense: str
    modality: str
    source: ArgumentRow | None
    arguments: list[ArgumentRow]


class RelationRow(TypedDict):
    """A relation between two names of a text, with the stretch that proves it; ``wording`` where a method tells.

    ``stated_as`` is the predicate with what keeps it from being asserted, as edges have it: "may buy". ``group`` is
    the predicate that stands for all that say the same, the other way round if ``turned``.
    """

    subject: NameRow
    predicate: str
    object: NameRow
    evidence: SpanRow
    negated: bool
    confidence: float
    stated_as: str
    group: str
    turned: bool
    wording: WordingRow | None


class QuarantinedRow(TypedDict):
    """Something that a language model said and the text does not show."""

    chunk: int
    kind: str
    what: str
    reason: str


class AnnotationRow(TypedDict):
    """What a method found in one text."""

    document: str
    mentions: list[MentionRow]
    relations: list[RelationRow]
    warnings: list[str]
    quarantined: NotRequired[list[QuarantinedRow]]


class DocumentCounts(TypedDict):
    """How many files ended in which way."""

    stored: int
    empty: int
    failed: int
    unchanged: int


class FileRow(TypedDict):
    """What became of one file."""

    file: str
    status: FileStatus
    reason: str
    document_id: str | None
    chunks: dict[str, int]
    repairs: dict[str, int]
    warnings: list[str]


class SkippedRow(TypedDict):
    """A file of a folder that was passed over, and why."""

    file: str
    reason: str


class IngestRow(TypedDict):
    """What became of all files of one ingestion.

    ``stopped`` is there if something else than a person ended it, ``usage`` if a method cost calls, by its graph.
    """

    documents: DocumentCounts
    files: list[FileRow]
    skipped: list[SkippedRow]
    entities: int
    relations: int
    merges: int
    seconds: float
    cancelled: bool
    stopped: NotRequired[str]
    usage: NotRequired[dict[str, dict[str, JsonValue]]]


class EntityRow(TypedDict):
    """An entity of a view."""

    entity_id: str
    name: str
    type: str
    mentions: int
    documents: int
    aliases: list[str]


class ProofRow(SpanRow):
    """A stretch of a document that proves something."""

    document: str


class EdgeRow(TypedDict):
    """A connection of a view, with the first stretch that proves it."""

    subject: str
    predicate: str
    object: str
    type: str
    negated: bool
    directed: bool
    weight: float
    documents: int
    evidence: ProofRow | None


class WalkRow(StepRow):
    """One step of a walk through the graph; ``backwards`` if it is walked from object to subject."""

    negated: bool
    directed: bool
    backwards: bool


def annotation_row(document: str, extraction: Extraction) -> AnnotationRow:
    """What one method found in one text."""
    failed = [f"Chunk {failure.index} failed: {failure.reason}" for failure in extraction.failures]
    row: AnnotationRow = {
        "document": document,
        "mentions": [mention_row(mention) for mention in extraction.mentions],
        "relations": [relation_row(relation) for relation in extraction.relations],
        "warnings": [*extraction.warnings, *failed],
    }
    if extraction.quarantined:
        row["quarantined"] = [quarantined_row(item) for item in extraction.quarantined]
    return row


def quarantined_row(item: Quarantined) -> QuarantinedRow:
    """What a model said and no text shows."""
    return {"chunk": item.chunk, "kind": item.kind, "what": item.what, "reason": item.reason}


def mention_row(mention: Mention) -> MentionRow:
    """A mention with its span."""
    return {
        "start": mention.start,
        "end": mention.end,
        "text": mention.text,
        "type": mention.type,
        "method": mention.method,
        "confidence": mention.confidence,
    }


def relation_row(relation: Relation) -> RelationRow:
    """A relation with the spans of its names and of its evidence."""
    group = group_of(relation.predicate)
    return {
        "subject": _name(relation.subject),
        "predicate": relation.predicate,
        "object": _name(relation.object),
        "evidence": {"start": relation.start, "end": relation.end},
        "negated": relation.negated,
        "confidence": relation.confidence,
        "stated_as": relation.edge_predicate,
        "group": group.name,
        "turned": group.turned,
        "wording": _wording(relation.wording) if relation.wording else None,
    }


def _wording(wording: Wording) -> WordingRow:
    return {
        "text": wording.text,
        "tense": wording.tense,
        "modality": wording.modality,
        "source": _argument(wording.source) if wording.source else None,
        "arguments": [_argument(argument) for argument in wording.arguments],
    }


def _argument(argument: Argument) -> ArgumentRow:
    return {"start": argument.start, "end": argument.end, "text": argument.text, "role": argument.role}


def ingest_row(result: IngestResult, skipped: Iterable[tuple[Path, str]] = ()) -> IngestRow:
    """Every file with its status, and the sums."""
    row: IngestRow = {
        "documents": {
            "stored": result.count("stored"),
            "empty": result.count("empty"),
            "failed": result.count("failed"),
            "unchanged": result.count("unchanged"),
        },
        "files": [
            {
                "file": file.file,
                "status": file.status,
                "reason": file.reason,
                "document_id": file.document_id,
                "chunks": file.chunks,
                "repairs": file.repairs,
                "warnings": list(file.warnings),
            }
            for file in result.files
        ],
        "skipped": [{"file": str(file), "reason": reason} for file, reason in skipped],
        "entities": result.entities,
        "relations": result.relations,
        "merges": result.merges,
        "seconds": result.seconds,
        "cancelled": result.cancelled,
    }
    if result.stopped:
        row["stopped"] = result.stopped
    if result.usage:
        row["usage"] = {graph: dict(usage) for graph, usage in result.usage.items()}
    return row


def entity_row(entity: Entity) -> EntityRow:
    """An entity with its counts and other spellings."""
    return {
        "entity_id": entity.entity_id,
        "name": entity.name,
        "type": entity.type,
        "mentions": entity.mentions,
        "documents": entity.documents,
        "aliases": list(entity.aliases),
    }


def edge_row(view: View, edge: Edge) -> EdgeRow:
    """A connection in names, with the first stretch of text that proves it."""
    proofs = view.edge_evidence(edge, limit=1)
    return {
        "subject": view.entity(edge.source).name,
        "predicate": edge.predicate,
        "object": view.entity(edge.target).name,
        "type": edge.type,
        "negated": edge.negated,
        "directed": edge.directed,
        "weight": edge.weight,
        "documents": edge.documents,
        "evidence": _proof(proofs[0]) if proofs else None,
    }


def walk_row(view: View, step: Step) -> WalkRow:
    """One step of a walk through a view; the names stand as the edge has them, whichever way it is walked."""
    edge = edge_row(view, step.edge)
    proof = edge["evidence"] or {"document": "", "start": 0, "end": 0}
    return {
        "subject": edge["subject"],
        "predicate": edge["predicate"],
        "object": edge["object"],
        "document": proof["document"],
        "start": proof["start"],
        "end": proof["end"],
        "negated": edge["negated"],
        "directed": edge["directed"],
        "backwards": step.backwards,
    }


def _name(mention: Mention) -> NameRow:
    return {"start": mention.start, "end": mention.end, "text": mention.text}


def _proof(evidence: Evidence) -> ProofRow:
    return {"document": evidence.document_id, "start": evidence.start, "end": evidence.end}
