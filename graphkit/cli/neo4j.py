"""``graphkit neo4j``: a Neo4j server of one's own on this machine."""

from __future__ import annotations

from typing import TypedDict

import click

from graphkit.cli.foreign import browse_command, labels_command
from graphkit.cli.options import json_option
from graphkit.cli.output import note, write_facts, write_json
from graphkit.cli.progress import interruptible
from graphkit.neo4jserver.jars import VERSION
from graphkit.neo4jserver.own import OwnServer, start, status, stop


class ServerRow(TypedDict):
    """The server; ``pid`` is null while it does not run, and in Docker."""

    uri: str
    user: str
    password_file: str
    version: str
    runs_on: str
    running: bool
    pid: int | None


@click.group("neo4j")
def command() -> None:
    """Run a Neo4j server of your own, or look at what another one holds."""


command.add_command(labels_command)
command.add_command(browse_command)


@command.command("start")
@click.option("--version", default=VERSION, show_default=True, help="Which Neo4j: 5.26 or newer, such as 2026.02.2.")
@click.option("--docker", is_flag=True, help="Run it in Docker, not on the Java of this machine.")
@json_option
def start_command(version: str, *, docker: bool, as_json: bool) -> None:
    """Start the server, fetching it first if need be (about 120 MB, by Maven). It needs Java 17, from 2025 on 21."""
    with interruptible("Starting the server") as report:
        server = start(version, docker=docker, report=report)
    _tell(server, as_json=as_json)
    note(
        f"Use it: export GRAPHKIT_STORE_URI={server.uri} GRAPHKIT_NEO4J_USER={server.user} "
        f'GRAPHKIT_NEO4J_PASSWORD="$(cat {server.password_file})"'
    )


@command.command("status")
@json_option
def status_command(*, as_json: bool) -> None:
    """Show the server's address and whether it runs."""
    _tell(status(), as_json=as_json)


@command.command("stop")
@json_option
def stop_command(*, as_json: bool) -> None:
    """Stop the server. Its data are kept."""
    stopped = stop()
    if as_json:
        write_json({"stopped": stopped})
    else:
        note("Stopped; the data are kept." if stopped else "No server ran.")


def _tell(server: OwnServer | None, *, as_json: bool) -> None:
    row = _row(server) if server else None
    if as_json:
        write_json(row)
    elif row is None:
        note("There is no server yet. Start one: graphkit neo4j start")
    else:
        where = "in Docker" if row["runs_on"] == "docker" else f"process {row['pid']}"
        facts = {"address": row["uri"], "user": row["user"], "password in": row["password_file"]}
        state = f"running, {where}" if row["running"] else "stopped"
        write_facts({**facts, "version": row["version"], "state": state})


def _row(server: OwnServer) -> ServerRow:
    return {
        "uri": server.uri,
        "user": server.user,
        "password_file": str(server.password_file),
        "version": server.version,
        "runs_on": server.runs_on,
        "running": server.running,
        "pid": server.pid,
    }
