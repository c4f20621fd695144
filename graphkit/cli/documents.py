"""``graphkit documents``: what is stored of each document."""

from __future__ import annotations

from dataclasses import asdict

import click

from graphkit.cli.desk import open_chosen_corpus
from graphkit.cli.listing import write_listing
from graphkit.cli.options import desk_options, json_option
from graphkit.cli.output import note, write, write_facts, write_json, write_table
from graphkit.errors import UnknownDocument
from graphkit.model import DocumentId

COLUMNS = ("title", "status", "characters", "chunks", "mentions", "reason")


@click.group("documents")
@desk_options
def command() -> None:
    """List, show and delete documents."""


@command.command("list")
@json_option
@desk_options
def list_command(*, as_json: bool) -> None:
    """List all documents with their status."""
    with open_chosen_corpus() as corpus:
        rows = corpus.documents()
    write_listing(
        rows,
        {"id": "document_id", **{name: name for name in COLUMNS}},
        as_json=as_json,
        empty="There is no document. Bring some in: graphkit ingest PATH",
    )


@command.command("show")
@click.argument("document_id", metavar="ID")
@json_option
@desk_options
def show_command(document_id: str, *, as_json: bool) -> None:
    """Show what is known of one document: origin, status, chunks, and what each graph found in it."""
    key = DocumentId(document_id)
    with open_chosen_corpus() as corpus:
        document = corpus.document(key)
        row = corpus.row(key)
        chunks = [asdict(chunk) for chunk in corpus.chunks(key)]
        found = {
            graph: {"mentions": len(extraction.mentions), "relations": len(extraction.relations)}
            for graph, extraction in corpus.extractions(key).items()
        }
    if as_json:
        write_json({**asdict(row), "metadata": dict(document.metadata), "chunk_list": chunks, "found": found})
        return
    write_facts({**asdict(row), "graphs": ", ".join(row.graphs), **document.metadata})
    write("\n")
    write_table(
        ("graph", "mentions", "relations"),
        [(graph, counts["mentions"], counts["relations"]) for graph, counts in found.items()],
        empty="No graph holds anything of this document.",
    )


@command.command("text")
@click.argument("document_id", metavar="ID")
@desk_options
def text_command(document_id: str) -> None:
    """Print the stored text of a document and nothing else; all offsets count its characters."""
    with open_chosen_corpus() as corpus:
        write(corpus.document(DocumentId(document_id)).text)


@command.command("delete")
@click.argument("document_ids", metavar="ID...", nargs=-1, required=True)
@json_option
@desk_options
def delete_command(document_ids: tuple[str, ...], *, as_json: bool) -> None:
    """Delete documents with everything that only they say. Decisions are kept."""
    wanted = list(dict.fromkeys(map(DocumentId, document_ids)))
    with open_chosen_corpus() as corpus:
        deleted = corpus.delete(wanted)
    if not deleted:
        raise UnknownDocument(f"None of these documents is in the corpus: {', '.join(wanted)}. Nothing was deleted.")
    if as_json:
        write_json({"deleted": deleted, "unknown": len(wanted) - deleted})
        return
    write(f"Deleted {deleted} document{'s' if deleted > 1 else ''}.\n")
    if deleted < len(wanted):
        note(f"{len(wanted) - deleted} of the {len(wanted)} ids were not in the corpus.")
