"""``graphkit store``: check, save, bring up to date and copy whole stores."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import click

from graphkit.cli.options import chosen_store, desk_options, json_option
from graphkit.cli.output import note, write_json, write_table
from graphkit.cli.progress import interruptible
from graphkit.config import GraphConfig
from graphkit.errors import BadRequest
from graphkit.store.base import GraphStore
from graphkit.store.copy import Copied, copy_store
from graphkit.store.open import absent_file, open_store


@click.group("store")
@desk_options
def command() -> None:
    """Check, save, bring up to date and copy a whole store with all its corpora."""


@command.command("check")
@json_option
@desk_options
@click.pass_context
def check_command(context: click.Context, *, as_json: bool) -> None:
    """Compare every stored sum and reference of every corpus. Exit code 1 when something is wrong."""
    with _opened(chosen_store()) as store:
        problems = [
            {"corpus": scope.corpus_id, "user": scope.user_id, **asdict(problem)}
            for scope in store.corpora()
            for problem in store.audit(scope)
        ]
    if as_json:
        write_json({"problems": problems})
    else:
        rows = [(problem["corpus"], problem["kind"], problem["what"]) for problem in problems]
        write_table(("corpus", "kind", "what"), rows, empty="Everything holds together.")
    context.exit(1 if problems else 0)


@command.command("backup")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@json_option
@desk_options
def backup_command(file: Path, *, as_json: bool) -> None:
    """Save all corpora of the store, whatever its engine, in a new SQLite FILE, which is a store itself."""
    if file.exists():
        raise BadRequest(f"{file} is there already. Name a new file; nothing was saved.")
    with _opened(chosen_store()) as source, _whole(file) as target:
        copied = _copied(source, target, "The backup")
    _tell(copied, as_json=as_json)


@command.command("migrate")
@json_option
@desk_options
def migrate_command(*, as_json: bool) -> None:
    """Bring the store up to this version of graphkit, as every opening of it does; each step whole or not at all."""
    with _opened(chosen_store()) as store:
        if as_json:
            write_json({"store": store.uri, "corpora": len(store.corpora())})
        else:
            note(f"{store.uri} has the version that this graphkit writes.")


@command.command("copy")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@json_option
def copy_command(source: str, target: str, *, as_json: bool) -> None:
    """Copy all corpora from one store to another: addresses of any two engines.

    What TO holds beside them stays. User and password of a server come from the environment.
    """
    sides = GraphConfig.from_env(uri=source), GraphConfig.from_env(uri=target)
    with _opened(sides[0]) as read, _opened(sides[1], make=True) as written:
        if read.uri == written.uri:
            raise BadRequest(f"{read.uri} is both stores. Name two; nothing was copied.")
        _tell(_copied(read, written, "The copy"), as_json=as_json)


@contextmanager
def _opened(config: GraphConfig, *, make: bool = False) -> Iterator[GraphStore]:
    """The store; one that is missing is a bad request unless the command may ``make`` it."""
    file = None if make else absent_file(config)
    if file is not None:
        raise BadRequest(f"There is no store at {file}. Name another with --store; nothing was done.")
    store = open_store(config)
    try:
        yield store
    finally:
        store.close()


@contextmanager
def _whole(file: Path) -> Iterator[GraphStore]:
    """A store beside FILE that becomes FILE at the end, and is taken away when the work does not come to it."""
    part = file.with_name(f".{file.name}.part")
    pieces = [part.with_name(part.name + ending) for ending in ("", "-journal", "-wal", "-shm")]
    for piece in pieces:
        piece.unlink(missing_ok=True)
    try:
        with _opened(GraphConfig(uri=str(part)), make=True) as store:
            yield store
        part.rename(file)
    finally:
        for piece in pieces:
            piece.unlink(missing_ok=True)


def _copied(source: GraphStore, target: GraphStore, work: str) -> Copied:
    with interruptible(work) as report:
        return copy_store(source, target, report=report)


def _tell(copied: Copied, *, as_json: bool) -> None:
    if as_json:
        write_json(asdict(copied))
    else:
        note(
            f"Copied {copied.documents:,} documents of {copied.corpora:,} corpora, with {copied.vectors:,} vectors, "
            f"{copied.runs:,} runs and {copied.decisions:,} decisions."
        )
