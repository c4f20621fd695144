"""``graphkit runs``: which methods worked on the corpus, and what each made."""

from __future__ import annotations

from dataclasses import asdict

import click

from graphkit.cli.desk import open_chosen_corpus
from graphkit.cli.listing import write_listing
from graphkit.cli.options import desk_options, json_option
from graphkit.cli.output import note, write, write_facts, write_json, write_table
from graphkit.cli.rows import quarantined_row
from graphkit.compare.difference import DEFAULT_LIMIT, KINDS, OUTCOMES, RunDifference
from graphkit.figures.shortened import shortened
from graphkit.llm.meter import usage_words

COLUMNS = ("started", "seconds", "documents", "mentions", "entities", "edges")


@click.group("runs")
@desk_options
def command() -> None:
    """List, show and compare runs: one method and configuration over the corpus each, with its graph."""


@command.command("list")
@json_option
@desk_options
def list_command(*, as_json: bool) -> None:
    """List all runs, the newest first."""
    with open_chosen_corpus() as corpus:
        rows = corpus.runs()
    write_listing(
        rows,
        {"graph": "graph_id", **{name: name for name in COLUMNS}},
        as_json=as_json,
        empty="No method has run. Bring documents in: graphkit ingest PATH",
    )


@command.command("show")
@click.argument("graph", metavar="ID|METHOD")
@json_option
@desk_options
def show_command(graph: str, *, as_json: bool) -> None:
    """Show the configuration and the versions behind one run; of long lists the first values, with --json all."""
    with open_chosen_corpus() as corpus:
        (wanted,) = corpus.graphs([graph])
        row = asdict(next(run for run in corpus.runs() if run.graph_id == wanted))
    if as_json:
        write_json(row)
        return
    configuration, versions = row.pop("configuration"), row.pop("versions")
    usage = row.pop("usage")
    if usage:
        row["used"] = usage_words(usage)
    options = {f"option {name}": value for name, value in shortened(configuration).items()}
    write_facts({**row, **options, **{f"version of {name}": value for name, value in versions.items()}})


@command.command("quarantine")
@click.argument("graph", metavar="ID|METHOD")
@json_option
@desk_options
def quarantine_command(graph: str, *, as_json: bool) -> None:
    """List what the language model of a run said and no text shows. None of it is in the graph."""
    with open_chosen_corpus() as corpus:
        found = corpus.quarantine(graph)
    if as_json:
        write_json([{"document": document, **quarantined_row(item)} for document, item in found])
        return
    write_table(
        ("document", "chunk", "kind", "what", "reason"),
        [(document, item.chunk, item.kind, item.what, item.reason) for document, item in found],
        empty="Nothing is in quarantine: the texts show all that the model said.",
    )


@command.command("diff")
@click.argument("left", metavar="A")
@click.argument("right", metavar="B")
@click.option(
    "--limit",
    type=click.IntRange(0),
    default=DEFAULT_LIMIT,
    show_default=True,
    help="Changes of each kind to show; the counts are always of all.",
)
@json_option
@desk_options
def diff_command(left: str, right: str, limit: int, *, as_json: bool) -> None:
    """Show what run B (id or method) found otherwise than run A: added, removed, changed, with its sentences."""
    with open_chosen_corpus() as corpus:
        (old,), (new,) = corpus.graphs([left]), corpus.graphs([right])
        found = corpus.difference(old, new, limit=limit)
    if as_json:
        write_json({"left": old, "right": new, **found.to_json()})
        return
    _tell(found, old, new)


def _tell(found: RunDifference, old: str, new: str) -> None:
    write(f"From {old} to {new}, over {found.documents:,} documents that both have read\n")
    if found.only_left or found.only_right:
        note(f"Left out: {found.only_left:,} documents only {old} has read, {found.only_right:,} only {new} has.")
    write("\n")
    counts = [(f"{kind}s" if kind != "entity" else "entities", *found.counts[kind].values()) for kind in KINDS]
    write_table(("", *OUTCOMES), counts, empty="")
    write("\n")
    write_table(
        ("kind", "change", "before", "after", "document", "at", "sentence"),
        [
            (
                change.kind,
                change.outcome,
                change.before.words if change.before else "",
                change.after.words if change.after else "",
                change.document_id,
                change.fact.start,
                change.sentence,
            )
            for change in found.changes
        ],
        empty="Both runs found the same.",
    )
