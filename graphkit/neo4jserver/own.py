"""The server that belongs to the user: started when asked, found again by any later process, data kept."""

from __future__ import annotations

import json
import os
import re
import secrets
import signal
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from platformdirs import user_config_path, user_data_path

from graphkit.errors import BadRequest, LocalServerFailed
from graphkit.model import Report, silent
from graphkit.neo4jserver import container
from graphkit.neo4jserver.jars import VERSION, ensure_jars, jars_folder
from graphkit.neo4jserver.server import START_LIMIT_S, STOP_LIMIT_S, Neo4jServer, free_port

HEAP_MB = 1024
PAGE_CACHE_MB = 256
LEAST = (5, 26)
Runs = Literal["java", "docker"]


@dataclass(frozen=True, slots=True)
class OwnServer:
    """How to reach the user's server, and what runs it. ``pid`` is that of its Java process while it runs."""

    uri: str
    user: str
    password_file: Path
    version: str
    runs_on: Runs
    running: bool
    pid: int | None = None


@dataclass(frozen=True, slots=True)
class _State:
    """What a later process must know."""

    version: str
    port: int
    runs_on: Runs
    pid: int | None


def start(version: str = VERSION, *, docker: bool = False, report: Report = silent) -> OwnServer:
    """Start the user's server, fetching it first if need be; one that runs is left as it is.

    Every line of versions (the number before the first dot) has data of its own, since none reads what a newer
    one wrote. Raises ``BadRequest`` for a version that graphkit does not know how to use, ``LocalServerFailed``
    with what is missing, or when another version runs.
    """
    _check_version(version)
    running = status()
    if running is not None and running.running:
        if (running.version, running.runs_on) != (version, "docker" if docker else "java"):
            raise LocalServerFailed(
                f"Neo4j {running.version} runs already, on {running.runs_on}. Stop it first: graphkit neo4j stop. "
                "Nothing was started."
            )
        return running
    state = _start_container(version, report) if docker else _start_java(version, report)
    _state_file().write_text(json.dumps(asdict(state)), "utf-8")
    report(1, 1, f"Neo4j {version} is ready")
    return _described(state, running=True)


def status() -> OwnServer | None:
    """The user's server, running or not; None if there has never been one."""
    state = _read_state()
    return None if state is None else _described(state, running=_is_running(state))


def stop() -> bool:
    """Stop the user's server; whether one ran. Its data are kept."""
    state = _read_state()
    if state is None or not _is_running(state):
        return False
    if state.runs_on == "docker":
        container.stop()
        return True
    assert state.pid is not None
    os.kill(state.pid, signal.SIGTERM)
    end = time.monotonic() + STOP_LIMIT_S
    while _is_running(state):
        if time.monotonic() > end:
            raise LocalServerFailed(f"Neo4j (process {state.pid}) did not stop in {STOP_LIMIT_S:.0f} s.")
        time.sleep(0.1)
    return True


def _start_java(version: str, report: Report) -> _State:
    lib = ensure_jars(version, report=report)
    server = Neo4jServer(
        _home(version), lib, password=_password(), port=_port(), heap_mb=HEAP_MB, page_cache_mb=PAGE_CACHE_MB
    )
    report(0, 1, f"Starting Neo4j {version}")
    server.start()
    return _State(version, server.port, "java", server.pid)


def _start_container(version: str, report: Report) -> _State:
    state = _State(version, _port(), "docker", None)
    report(0, 1, f"Starting Neo4j {version} in Docker")
    container.start(version, state.port, _password(), heap_mb=HEAP_MB, page_cache_mb=PAGE_CACHE_MB)
    server = Neo4jServer(_home(version), jars_folder(version), port=state.port, password=_password())
    end = time.monotonic() + START_LIMIT_S
    while not server.answers():
        if time.monotonic() > end or not container.is_running():
            tail = container.log_tail()
            container.stop()
            raise LocalServerFailed(f"Neo4j {version} did not start in Docker. The end of its log:\n{tail}")
        time.sleep(0.5)
    return state


def _port() -> int:
    """The port of the time before, since addresses are written into settings and links; another if it is taken."""
    state = _read_state()
    return free_port(state.port if state else 0)


def _check_version(version: str) -> None:
    found = re.fullmatch(r"(\d+)\.(\d+)(?:\.\d+)*", version)
    if not found or (int(found[1]), int(found[2])) < LEAST:
        raise BadRequest(
            f"{version!r} is no version of Neo4j that graphkit can use: 5.26 or newer, such as {VERSION} or 2026.02.2. "
            "Nothing was started."
        )


def _described(state: _State, *, running: bool) -> OwnServer:
    uri = f"bolt://127.0.0.1:{state.port}"
    pid = state.pid if running else None
    return OwnServer(uri, "neo4j", _password_file(), state.version, state.runs_on, running, pid)


def _read_state() -> _State | None:
    try:
        kept = json.loads(_state_file().read_text("utf-8"))
        pid = kept.get("pid")
        runs_on: Runs = "docker" if kept.get("runs_on") == "docker" else "java"
        return _State(str(kept.get("version", VERSION)), int(kept["port"]), runs_on, None if pid is None else int(pid))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _is_running(state: _State) -> bool:
    if state.runs_on == "docker":
        return container.is_running()
    return state.pid is not None and _is_ours(state.pid, _home(state.version))


def _home(version: str) -> Path:
    """Where a line of versions keeps its data."""
    line = version.partition(".")[0]
    return user_data_path("graphkit", appauthor=False) / ("neo4j" if line == "5" else f"neo4j-{line}")


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
    return f"--home-dir={home}".encode() in told.read_bytes().split(b"\0")
