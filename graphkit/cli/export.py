"""``graphkit export``: a graph as a file."""

from __future__ import annotations

from pathlib import Path

import click

from graphkit.cli.desk import open_chosen_corpus
from graphkit.cli.options import desk_options, graphs_option, json_option
from graphkit.cli.output import write, write_json


@click.command("export")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@graphs_option
@json_option
@desk_options
def command(file: Path, graphs: tuple[str, ...], *, as_json: bool) -> None:
    """Write the graph, after decisions, to a FILE: .graphml .gexf .json .csv .zip .cypher .html, by its ending."""
    with open_chosen_corpus() as corpus:
        written = corpus.export(file, graphs=graphs or None)
    if as_json:
        write_json({"file": str(written)})
    else:
        write(f"Written: {written}\n")
