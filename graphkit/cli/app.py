"""``graphkit app``: start the application."""

from __future__ import annotations

import os
import subprocess
import sys

import click

from graphkit.cli.options import chosen_store, desk_options
from graphkit.cli.output import write
from graphkit.ui.launch import ADDRESS, DEFAULT_PORT, launch, require_free_port


@click.command("app")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    help="Where the application listens.",
)
@click.option("--demo", is_flag=True, help="Have the sample documents ready.")
@desk_options
def command(port: int, *, demo: bool) -> None:
    """Start the application, to be opened in a browser."""
    require_free_port(port)
    start = launch(port=port, store_uri=chosen_store().uri)
    write(f"graphkit: http://{ADDRESS}:{port} (Ctrl-C stops it)\n")
    if os.name == "posix":
        os.execve(start.arguments[0], start.arguments, start.environment)
    sys.exit(subprocess.run(start.arguments, env=start.environment, check=False).returncode)
