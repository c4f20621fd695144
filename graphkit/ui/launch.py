"""How the application is started: the command line and environment of its server. It imports no Streamlit."""

from __future__ import annotations

import json
import os
import socket
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from graphkit.errors import PortInUse
from graphkit.ui.location import application_folder

ADDRESS = "127.0.0.1"
DEFAULT_PORT = 8501


@dataclass(frozen=True, slots=True)
class Launch:
    """What to run, for ``subprocess`` or ``os.execve``."""

    arguments: tuple[str, ...]
    environment: dict[str, str]


def launch(
    *, port: int = DEFAULT_PORT, store_uri: str | None = None, environment: Mapping[str, str] | None = None
) -> Launch:
    """The server's command line and environment.

    All values of ``.streamlit/config.toml`` are given as options, so neither the current folder nor the user's own
    Streamlit settings change how the application behaves.
    """
    folder = application_folder()
    options = dict(config_options(folder / ".streamlit" / "config.toml"))
    options |= {"server.port": [str(port)], "server.address": [ADDRESS], "server.fileWatcherType": ["none"]}
    flags = [f"--{name}={value}" for name, values in options.items() for value in values]
    variables = dict(os.environ if environment is None else environment)
    if store_uri is not None:
        variables["GRAPHKIT_STORE_URI"] = store_uri
    return Launch((sys.executable, "-P", "-m", "graphkit.ui.serve", "run", str(folder / "app.py"), *flags), variables)


def config_options(file: Path) -> Iterator[tuple[str, list[str]]]:
    """Options of a Streamlit configuration file, each with its dotted name and one value or several."""
    return _flatten(tomllib.loads(file.read_text("utf-8")), "")


def _flatten(table: Mapping[str, object], prefix: str) -> Iterator[tuple[str, list[str]]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flatten(value, f"{prefix}{name}.")
        elif isinstance(value, list) and prefix.startswith("theme."):  # Streamlit reads these from one JSON text
            yield prefix + name, [json.dumps(value)]
        else:
            yield prefix + name, [_word(item) for item in (value if isinstance(value, list) else [value])]


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def require_free_port(port: int, address: str = ADDRESS) -> None:
    """Raise ``PortInUse`` if another program listens on the port."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError:
            raise PortInUse(
                f"Port {port} is used by another program. Choose another one with --port. Nothing was started."
            ) from None
