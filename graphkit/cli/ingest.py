"""``graphkit ingest``: bring files into a corpus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from graphkit.cli.desk import open_chosen_corpus
from graphkit.cli.methods import chosen_extractors, option_option, terms_option
from graphkit.cli.options import desk_options, json_option
from graphkit.cli.output import note, write, write_json, write_table
from graphkit.cli.progress import interruptible
from graphkit.cli.rows import ingest_row
from graphkit.config import DEFAULT_METHODS, default_workers
from graphkit.errors import BadRequest
from graphkit.estimate import estimate
from graphkit.extract.base import Extractor
from graphkit.ingest.base import Source
from graphkit.ingest.files import Files, find_files
from graphkit.llm.meter import usage_words
from graphkit.outcome import IngestResult
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
        _estimate(sources, extractors, again=again, as_json=as_json)
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
        _tell(result, found)
    context.exit(_exit_code(result))


def _estimate(sources: Sequence[Source], extractors: Sequence[Extractor], *, again: bool, as_json: bool) -> None:
    with open_chosen_corpus(make=True) as corpus, interruptible("The estimate") as report:
        expected = estimate(sources, extractors, store=corpus.store, scope=corpus.scope, again=again, report=report)
    if as_json:
        write_json(asdict(expected))
        return
    write(f"{expected.words()}\n\n")
    write_table(
        ("method", "documents", "passages", "seconds", "calls", "kept", "tokens in", "tokens out", "cost", ""),
        [
            (
                m.method,
                m.documents,
                m.passages,
                m.seconds,
                m.calls,
                m.kept,
                m.input_tokens,
                m.output_tokens,
                m.money,
                m.note,
            )
            for m in expected.methods
        ],
        empty="There is nothing to do.",
    )


def _tell(result: IngestResult, found: Files) -> None:
    if found.skipped:
        note(f"Passed over: {', '.join(f'{file.name} ({reason})' for file, reason in found.skipped)}")
    rows = [(file.file, file.status, file.reason) for file in result.files if file.status != "cancelled"]
    write_table(("file", "status", "reason"), rows, empty="No file was read.")
    counts = ", ".join(
        f"{result.count(status)} {status}"
        for status in ("stored", "unchanged", "empty", "failed", "cancelled")
        if result.count(status)
    )
    write(f"\n{counts}; {result.entities:,} entities, {result.relations:,} relations, {result.seconds:.1f} s\n")
    for graph, usage in result.usage.items():
        write(f"{graph}: {usage_words(usage)}\n")


def _exit_code(result: IngestResult) -> int:
    """Failed means that no file could be used; one bad file among good ones is told and no failure."""
    if result.stopped:
        note(result.stopped)
    if result.cancelled:
        kept = result.count("stored") + result.count("unchanged") + result.count("empty")
        note(f"Stopped. {kept} of {len(result.files)} files are stored and kept; the same command does the rest.")
        return 1 if result.stopped else 130
    return 1 if result.count("failed") == len(result.files) else 0
