"""``graphkit runs``: which methods worked on the corpus, and what each made."""

from __future__ import annotations

from dataclasses import asdict

import click

from graphkit.cli.comparison import tell
from graphkit.cli.desk import open_chosen_corpus
from graphkit.cli.options import desk_options, json_option
from graphkit.cli.output import write_facts, write_json, write_table


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
    if as_json:
        write_json([asdict(row) for row in rows])
        return
    write_table(
        ("graph", "started", "seconds", "documents", "mentions", "entities", "edges"),
        [(r.graph_id, r.started, r.seconds, r.documents, r.mentions, r.entities, r.edges) for r in rows],
        empty="No method has run. Bring documents in: graphkit ingest PATH",
    )


@command.command("show")
@click.argument("graph", metavar="ID|METHOD")
@json_option
@desk_options
def show_command(graph: str, *, as_json: bool) -> None:
    """Show the configuration and the versions behind one run."""
    with open_chosen_corpus() as corpus:
        (wanted,) = corpus.graphs([graph])
        row = asdict(next(run for run in corpus.runs() if run.graph_id == wanted))
    if as_json:
        write_json(row)
        return
    configuration, versions = row.pop("configuration"), row.pop("versions")
    options = {f"option {name}": value for name, value in configuration.items()}
    write_facts({**row, **options, **{f"version of {name}": value for name, value in versions.items()}})


@command.command("diff")
@click.argument("left", metavar="A")
@click.argument("right", metavar="B")
@json_option
@desk_options
def diff_command(left: str, right: str, *, as_json: bool) -> None:
    """Show what two runs (ids or methods) found differently in the same documents."""
    with open_chosen_corpus() as corpus:
        comparison = corpus.compare([left, right])
    if as_json:
        write_json(comparison.to_json())
    else:
        tell(comparison)
