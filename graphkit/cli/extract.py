"""``graphkit extract``: let methods read the documents that are stored, without their files."""

from __future__ import annotations

from pathlib import Path

import click

from graphkit.cli.desk import open_chosen_corpus
from graphkit.cli.methods import chosen_extractors, option_option, terms_option
from graphkit.cli.options import desk_options, json_option
from graphkit.cli.output import write_json
from graphkit.cli.progress import interruptible
from graphkit.cli.rows import ingest_row
from graphkit.cli.work import exit_code, show_estimate, tell
from graphkit.config import default_workers
from graphkit.workers.open import open_workers
from graphkit.workers.processes import MOST_WORKERS


@click.command("extract")
@click.argument("methods", nargs=-1, required=True, metavar="METHOD...")
@option_option
@terms_option
@click.option("--again", is_flag=True, help="Read everything again, also what a method has read already.")
@click.option(
    "--workers",
    type=click.IntRange(1, MOST_WORKERS),
    metavar="N",
    help="Extract in N processes.  [default: GRAPHKIT_WORKERS, else 1]",
)
@click.option("--estimate", "only_estimate", is_flag=True, help="Only tell what it would take; nothing is stored.")
@json_option
@desk_options
@click.pass_context
def command(
    context: click.Context,
    methods: tuple[str, ...],
    settings: tuple[str, ...],
    terms: Path | None,
    workers: int | None,
    *,
    again: bool,
    only_estimate: bool,
    as_json: bool,
) -> None:
    """Find names and relations in the documents that are stored, with further methods or other options.

    No file is read again. A document that a method has read already is left alone. Ctrl-C stops after the documents
    at hand; what is stored stays, and the same command does the rest.
    """
    extractors = list(chosen_extractors(methods, settings, terms).values())
    if only_estimate:
        show_estimate(None, extractors, again=again, as_json=as_json)
        return
    with (
        open_workers(workers or default_workers()) as executor,
        open_chosen_corpus() as corpus,
        interruptible("The extraction") as report,
    ):
        result = corpus.extract(methods=extractors, again=again, executor=executor, report=report)
    if as_json:
        write_json(ingest_row(result))
    else:
        tell(result, empty="There is no document in this corpus.")
    context.exit(exit_code(result))
