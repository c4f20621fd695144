"""The server that belongs to the user: started when asked, found again by any later process, data kept."""

from __future__ import annotations

import json
import os
import secrets
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_config_path, user_data_path

from graphkit.errors import LocalServerFailed
from graphkit.model import Report, silent
from graphkit.neo4jserver.jars import VERSION, ensure_jars, jars_folder
from graphkit.neo4jserver.server import STOP_LIMIT_S, Neo4jServer

HEAP_MB = 1024
PAGE_CACHE_MB = 256


@dataclass(frozen=True, slots=True)
class OwnServer:
    """How to reach the user's server. ``pid`` is None while it does not run."""

    uri: str
    user: str
    password_file: Path
    home: Path
    version: str
    pid: int | None


def start(*, report: Report = silent) -> OwnServer:
    """Start the user's server, fetching its jars first if need be; one that runs is left as it is.

    Raises ``LocalServerFailed`` with what is missing.
    """
    running = status()
    if running is not None and running.pid is not None:
        return running
    server = _server(ensure_jars(report=report))
    report(0, 1, f"Starting Neo4j {server.version}")
    server.start()
    _state_file().write_text(json.dumps({"pid": server.pid, "port": server.port}), "utf-8")
    report(1, 1, f"Neo4j {server.version} is ready")
    return _described(server, server.pid)


def status() -> OwnServer | None:
    """The user's server, running or not; None if there has never been one."""
    try:
        state = json.loads(_state_file().read_text("utf-8"))
        server = _server(jars_folder(), port=int(state["port"]))
        pid = int(state["pid"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return _described(server, pid if _is_ours(pid, server.home) else None)


def stop() -> bool:
    """Stop the user's server; whether one ran. Its data are kept."""
    running = status()
    if running is None or running.pid is None:
        return False
    os.kill(running.pid, signal.SIGTERM)
    end = time.monotonic() + STOP_LIMIT_S
    while _is_ours(running.pid, running.home):
        if time.monotonic() > end:
            raise LocalServerFailed(f"Neo4j (process {running.pid}) did not stop in {STOP_LIMIT_S:.0f} s.")
        time.sleep(0.1)
    return True


def _server(lib: Path, port: int = 0) -> Neo4jServer:
    home = user_data_path("graphkit", appauthor=False) / "neo4j"
    return Neo4jServer(home, lib, port=port, password=_password(), heap_mb=HEAP_MB, page_cache_mb=PAGE_CACHE_MB)


def _described(server: Neo4jServer, pid: int | None) -> OwnServer:
    return OwnServer(server.uri, "neo4j", _password_file(), server.home, VERSION, pid)


def _state_file() -> Path:
    return user_data_path("graphkit", appauthor=False, ensure_exists=True) / "neo4j-server.json"


def _password_file() -> Path:
    return user_config_path("graphkit", appauthor=False, ensure_exists=True) / "neo4j-password"


def _password() -> str:
    """The kept password; a new random one, readable by this user only, if there is none."""
    file = _password_file()
    if not file.exists():
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
            out.write(secrets.token_urlsafe(24))
    return file.read_text("utf-8").strip()


def _is_ours(pid: int, home: Path) -> bool:
    """Whether the process is alive and, where the system tells, the server of this folder and no later namesake."""
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, PermissionError):
        return False
    told = Path(f"/proc/{pid}/cmdline")
    if not told.exists():
        return True
    line = told.read_bytes()
    return str(home).encode() in line
