"""What goes through the pipes of the worker process, as JSON: the worker reads hostile files, so nothing that it
sends may be able to run code here."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from graphkit import errors
from graphkit.errors import ReadError
from graphkit.ingest.base import ReadResult, Source
from graphkit.ingest.limits import Limits
from graphkit.model import Box, Document, DocumentId, JsonValue, Span

_ERRORS: dict[str, type[ReadError]] = {
    kind.__name__: kind
    for kind in (
        errors.ReadError,
        errors.UnsupportedFormat,
        errors.DamagedDocument,
        errors.PasswordNeeded,
        errors.DocumentTooLarge,
        errors.ReaderStopped,
    )
}


def encode_request(source: Source, limits: Limits) -> bytes:
    """A request; bytes of the source follow it apart."""
    path = str(source.path) if source.path is not None else None
    size = len(source.content) if source.content is not None else None
    request = {"name": source.name, "address": source.address, "path": path, "size": size, "limits": asdict(limits)}
    return json.dumps(request).encode("ascii")


def decode_request(data: bytes) -> tuple[Source, Limits, int | None]:
    """Source (its content still missing), limits, and how many bytes of content follow, if any."""
    request = json.loads(data)
    path = Path(request["path"]) if request["path"] is not None else None
    return Source(request["name"], request["address"], path), Limits(**request["limits"]), request["size"]


def encode_result(result: ReadResult) -> bytes:
    """A result as JSON; headings and boxes as plain rows of numbers."""
    document = result.document
    values = {name: getattr(document, name) for name in _PLAIN_FIELDS} | {
        "page_starts": list(document.page_starts),
        "headings": [[span.start, span.end] for span in document.headings],
        "boxes": [[b.start, b.end, b.page, b.left, b.top, b.right, b.bottom] for b in document.boxes],
        "metadata": dict(document.metadata),
    }
    return json.dumps({"document": values, "repairs": result.repairs, "warnings": list(result.warnings)}).encode(
        "ascii"
    )


def encode_error(error: ReadError) -> bytes:
    """An error as JSON."""
    return json.dumps({"error": type(error).__name__, "message": str(error)}).encode("ascii")


def decode_answer(data: bytes) -> ReadResult:
    """The result in an answer. Raises the ReadError that the answer names, ValueError for any other shape."""
    try:
        answer: dict[str, JsonValue] = json.loads(data)
        if "error" in answer:
            failure: ReadError = _ERRORS[str(answer["error"])](str(answer["message"]))
        else:
            return _result(answer)
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"the answer has a wrong shape ({type(error).__name__})") from error
    raise failure


_PLAIN_FIELDS = ("document_id", "title", "text", "source", "media_type", "language", "content_hash")


def _result(answer: dict[str, JsonValue]) -> ReadResult:
    values = answer["document"]
    repairs, warnings = answer["repairs"], answer["warnings"]
    if not (isinstance(values, dict) and isinstance(repairs, dict) and isinstance(warnings, list)):
        raise TypeError("document, repairs, warnings")
    metadata = values["metadata"]
    language = values["language"]
    document = Document(
        document_id=DocumentId(str(values["document_id"])),
        title=str(values["title"]),
        text=str(values["text"]),
        source=str(values["source"]),
        media_type=str(values["media_type"]),
        language=None if language is None else str(language),
        content_hash=str(values["content_hash"]),
        page_starts=tuple(_integer(start) for start in _list(values["page_starts"])),
        headings=tuple(Span(_integer(start), _integer(end)) for start, end in map(_list, _list(values["headings"]))),
        boxes=tuple(_box(_list(row)) for row in _list(values["boxes"])),
        metadata=metadata if isinstance(metadata, dict) else {},
    )
    return ReadResult(document, {name: _integer(count) for name, count in repairs.items()}, tuple(map(str, warnings)))


def _box(row: list[JsonValue]) -> Box:
    start, end, page, *sides = row
    left, top, right, bottom = map(_number, sides)
    return Box(_integer(start), _integer(end), _integer(page), left, top, right, bottom)


def _list(value: JsonValue) -> list[JsonValue]:
    if not isinstance(value, list):
        raise TypeError("a list was expected")
    return value


def _number(value: JsonValue) -> float:
    if not isinstance(value, int | float):
        raise TypeError("a number was expected")
    return float(value)


def _integer(value: JsonValue) -> int:
    if not isinstance(value, int):
        raise TypeError("a number was expected")
    return value
