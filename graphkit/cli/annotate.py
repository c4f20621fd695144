"""``graphkit annotate``: names and relations of a text, without a store."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from graphkit.cli.methods import chosen_extractors, option_option, terms_option
from graphkit.cli.options import json_option
from graphkit.cli.output import note, write_json, write_json_line, write_table
from graphkit.cli.rows import AnnotationRow, RelationRow, annotation_row
from graphkit.errors import BadRequest
from graphkit.figures.words import relation_words
from graphkit.ingest.base import Source
from graphkit.ingest.chunks import chunk
from graphkit.ingest.worker import Reader
from graphkit.model import Document, DocumentId


@click.command("annotate")
@click.argument("path", metavar="PATH|-")
@click.option("--method", default="regex", metavar="M", show_default=True, help="How to find names and relations.")
@option_option
@terms_option
@click.option("--lines", is_flag=True, help="Take each line of a UTF-8 text as a document of its own.")
@click.option("--jsonl", "as_lines", is_flag=True, help="One JSON document a line on standard output.")
@json_option
def command(
    path: str,
    method: str,
    settings: tuple[str, ...],
    terms: Path | None,
    *,
    lines: bool,
    as_lines: bool,
    as_json: bool,
) -> None:
    """Find names and relations in a file, or in the UTF-8 text on standard input (-).

    Offsets count characters: with --lines those of the line, on standard input those of the text as it came,
    else those of the text that was read from the file. --json prints one document, with --lines a list of them.
    """
    if as_json and as_lines:
        raise BadRequest("Choose --json (one document) or --jsonl (one a line), not both. Nothing was annotated.")
    extractor = chosen_extractors([method], settings, terms)[method]
    found = extractor.extract((document, chunk(document)) for document in _documents(path, lines=lines))
    rows = (annotation_row(extraction.document_id, extraction) for extraction in found)
    if as_json:
        write_json(list(rows) if lines else next(rows))
        return
    for row in rows:
        if as_lines:
            write_json_line(row)
        else:
            _tell(row)


def _documents(path: str, *, lines: bool) -> Iterator[Document]:
    """Documents whose ids are what people call them: the path, and with lines their number."""
    if not lines and path != "-":
        with Reader() as reader:
            read = reader.read(Source.of_file(Path(path))).document
        yield Document(DocumentId(path), read.title, read.text, read.source, language=read.language)
    elif lines:
        for number, line in enumerate(_lines(path), 1):
            yield _plain(f"{path}:{number}", line)
    else:
        yield _plain(path, sys.stdin.buffer.read().decode("utf-8", "replace"))


def _plain(name: str, text: str) -> Document:
    return Document(DocumentId(name), name, text, name)


def _lines(path: str) -> Iterator[str]:
    """Lines of a UTF-8 text without their ends; no other sign than the line feed ends one."""
    if path == "-":
        yield from _split(sys.stdin.buffer)
        return
    try:
        with Path(path).open("rb") as file:
            yield from _split(file)
    except OSError as error:
        raise BadRequest(f"{path} cannot be read: {error.strerror}. Nothing was annotated.") from None


def _split(stream: Iterable[bytes]) -> Iterator[str]:
    for line in stream:
        yield line.removesuffix(b"\n").decode("utf-8", "replace")


def _tell(row: AnnotationRow) -> None:
    for sentence in row["warnings"]:
        note(sentence)
    write_table(
        ("start", "end", "name", "type", "confidence"),
        [(m["start"], m["end"], m["text"], m["type"], m["confidence"]) for m in row["mentions"]],
        empty="No name was found.",
    )
    if row["relations"]:
        write_table(("subject", "predicate", "object", "confidence"), map(_relation, row["relations"]), empty="")


def _relation(row: RelationRow) -> tuple[str, str, str, float]:
    predicate = relation_words(row["stated_as"], negated=row["negated"])
    return (row["subject"]["text"], predicate, row["object"]["text"], row["confidence"])
