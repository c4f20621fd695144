"""``graphkit ingest``: bring files into a corpus."""

from __future__ import annotations

from pathlib import Path

import click

from graphkit.cli.desk import open_chosen_corpus
from graphkit.cli.methods import chosen_extractors, option_option, terms_option
from graphkit.cli.options import desk_options, embedder_option, json_option
from graphkit.cli.output import note, write_json
from graphkit.cli.progress import interruptible
from graphkit.cli.rows import ingest_row
from graphkit.cli.work import exit_code, show_estimate, tell
from graphkit.config import DEFAULT_METHODS, default_workers
from graphkit.errors import BadRequest
from graphkit.ingest.base import Source
from graphkit.ingest.files import find_files
from graphkit.workers.open import EXECUTORS, ExecutorKind, open_workers
from graphkit.workers.processes import MOST_WORKERS


@click.command("ingest")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--method",
    "methods",
    multiple=True,
    metavar="M",
    default=DEFAULT_METHODS,
    show_default=True,
    help="How to find names and relations; repeatable.",
)
@option_option
@terms_option
@click.option(
    "--dedup-threshold",
    type=click.FloatRange(0, 1, min_open=True),
    metavar="T",
    help="Then decide that names scoring at least T are one; can be undone.  [default: decide nothing]",
)
@click.option("--again", is_flag=True, help="Do everything again, also for files that are stored already.")
@click.option("--vectors/--no-vectors", default=True, help="Make vectors, so that questions find meanings.")
@embedder_option
@click.option(
    "--workers",
    type=click.IntRange(1, MOST_WORKERS),
    metavar="N",
    help="Extract in N processes.  [default: GRAPHKIT_WORKERS, else 1; with dask one for each processor]",
)
@click.option(
    "--executor",
    "kind",
    type=click.Choice(EXECUTORS),
    default="local",
    show_default=True,
    help="Where to extract: on this machine, or on a Dask cluster.",
)
@click.option("--scheduler", metavar="ADDRESS", help="Scheduler of the cluster.  [default: a cluster on this machine]")
@click.option("--estimate", "only_estimate", is_flag=True, help="Only tell what it would take; nothing is stored.")
@json_option
@desk_options
@click.pass_context
def command(
    context: click.Context,
    paths: tuple[Path, ...],
    methods: tuple[str, ...],
    settings: tuple[str, ...],
    terms: Path | None,
    dedup_threshold: float | None,
    workers: int | None,
    kind: ExecutorKind,
    scheduler: str | None,
    *,
    again: bool,
    vectors: bool,
    only_estimate: bool,
    as_json: bool,
) -> None:
    """Read files and folders, find names and relations in them, and store what was found.

    A file that is stored already is skipped. A file that cannot be read is named with its reason; the others
    are stored. Ctrl-C stops after the documents at hand; what is stored stays.
    """
    found = find_files(paths)
    if not found:
        raise BadRequest(f"There is no file to read in {', '.join(map(str, paths))}. Nothing was stored.")
    sources = [Source.of_file(file) for file in found]
    extractors = list(chosen_extractors(methods, settings, terms).values())
    if only_estimate:
        show_estimate(sources, extractors, again=again, as_json=as_json)
        return
    if workers is None and kind == "local":
        workers = default_workers()
    with (
        open_workers(workers, kind=kind, scheduler=scheduler) as executor,
        open_chosen_corpus(vectors=vectors, make=True) as corpus,
        interruptible("The ingestion") as report,
    ):
        result = corpus.ingest(
            sources,
            methods=extractors,
            dedup_threshold=dedup_threshold,
            again=again,
            embed=vectors,
            executor=executor,
            report=report,
        )
        if vectors and corpus.embedder_note:
            note(corpus.embedder_note)
    if as_json:
        write_json(ingest_row(result, found.skipped))
    else:
        if found.skipped:
            note(f"Passed over: {', '.join(f'{file.name} ({reason})' for file, reason in found.skipped)}")
        tell(result, empty="No file was read.")
    context.exit(exit_code(result))
