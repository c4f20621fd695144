"""``graphkit compare``: methods side by side on the same files, without a store."""

from __future__ import annotations

from pathlib import Path

import click

from graphkit.cli.comparison import tell
from graphkit.cli.methods import chosen_extractors, option_option, terms_option
from graphkit.cli.options import json_option
from graphkit.cli.output import note, write_json
from graphkit.cli.progress import interruptible
from graphkit.compare.comparison import compare
from graphkit.config import DEFAULT_METHODS
from graphkit.errors import BadRequest, ReadError
from graphkit.ingest.base import Source
from graphkit.ingest.chunks import chunk
from graphkit.ingest.files import find_files
from graphkit.ingest.worker import Reader
from graphkit.model import Report
from graphkit.runs import Passages, Run


@click.command("compare")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--method",
    "methods",
    multiple=True,
    metavar="M",
    default=DEFAULT_METHODS,
    show_default=True,
    help="A method to compare; give two or more.",
)
@option_option
@terms_option
@json_option
@click.pass_context
def command(
    context: click.Context,
    paths: tuple[Path, ...],
    methods: tuple[str, ...],
    settings: tuple[str, ...],
    terms: Path | None,
    *,
    as_json: bool,
) -> None:
    """Lay side by side what methods find in the same files: names, types, relations, agreement. Nothing is stored."""
    if len(set(methods)) < 2:
        raise BadRequest("Comparing needs at least two methods: --method A --method B. Nothing was read.")
    runs = {name: Run.of(extractor) for name, extractor in chosen_extractors(methods, settings, terms).items()}
    failed: dict[str, str] = {}
    with interruptible("The comparison") as report:
        passages = _read(paths, failed, report)
        comparison = compare({method: list(run.extract(passages)) for method, run in runs.items()})
    for file, reason in failed.items():
        note(f"{file}: {reason}")
    if as_json:
        write_json({**comparison.to_json(), "failed": [{"file": f, "reason": r} for f, r in failed.items()]})
    else:
        tell(comparison)
    context.exit(0 if passages else 1)


def _read(paths: tuple[Path, ...], failed: dict[str, str], report: Report) -> list[Passages]:
    passages: list[Passages] = []
    files = find_files(paths)
    with Reader() as reader:
        for done, file in enumerate(files):
            report(done, len(files), f"Reading {file.name}")
            try:
                document = reader.read(Source.of_file(file)).document
            except ReadError as fault:
                failed[str(file)] = str(fault)
            else:
                passages.append((document, chunk(document)))
    return passages
