"""``graphkit app``: start the application."""

from __future__ import annotations

import os
import subprocess
import sys
from urllib.parse import urlencode

import click

from graphkit.cli.desk import open_chosen_corpus
from graphkit.cli.options import chosen_corpus, chosen_store, desk_options
from graphkit.cli.output import note, write
from graphkit.cli.progress import interruptible
from graphkit.config import DEFAULT_CORPUS
from graphkit.errors import BadRequest
from graphkit.ui.launch import ADDRESS, DEFAULT_PORT, launch, require_free_port
from graphkit.ui.sample import load_sample


@click.command("app")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    help="Where the application listens.",
)
@click.option("--demo", is_flag=True, help="Have the sample documents in the corpus if it is empty.")
@desk_options
def command(port: int, *, demo: bool) -> None:
    """Start the application, to be opened in a browser."""
    require_free_port(port)
    if demo and chosen_store().uri.strip().startswith("memory://"):
        raise BadRequest(
            "A store in memory cannot be filled before the application starts. Leave out --demo and load the sample "
            "on its first page, or name a file as the store. Nothing was started."
        )
    if demo:
        _have_sample()
    start = launch(port=port, store_uri=chosen_store().uri)
    write(f"graphkit: {_address(port, chosen_corpus())} (Ctrl-C stops it)\n")
    if os.name == "posix":
        os.execve(start.arguments[0], start.arguments, start.environment)
    sys.exit(subprocess.run(start.arguments, env=start.environment, check=False).returncode)


def _address(port: int, corpus: str) -> str:
    """Where the corpus is shown."""
    query = "" if corpus == DEFAULT_CORPUS else f"/?{urlencode({'corpus': corpus})}"
    return f"http://{ADDRESS}:{port}{query}"


def _have_sample() -> None:
    """Load the sample documents into the corpus if it is empty; documents of somebody's own stay by themselves."""
    with open_chosen_corpus(vectors=True, make=True) as corpus, interruptible("Loading the sample") as report:
        if not corpus.documents():
            note("Loading the sample documents, once ...")
            load_sample(corpus, report)
