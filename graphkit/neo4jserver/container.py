"""The user's server as a container: one name, one volume, loopback only. Docker is used only when asked for."""

from __future__ import annotations

import os
import shutil
import subprocess

from graphkit.errors import LocalServerFailed

NAME = "graphkit-neo4j"
VOLUME = "graphkit-neo4j-data"
PULL_LIMIT_S = 1_800.0
ANSWER_LIMIT_S = 60.0


def image(version: str) -> str:
    """The image of a version of the Community edition."""
    return f"neo4j:{version}-community"


def volume(version: str) -> str:
    """The volume with the data of a version: each line of versions has its own, since none reads a newer one's."""
    return f"{VOLUME}-{version.partition('.')[0]}"


def run_arguments(version: str, port: int, *, heap_mb: int, page_cache_mb: int) -> list[str]:
    """What is said to Docker to make and start the container; the password comes from the environment."""
    settings = {
        "NEO4J_server_memory_heap_max__size": f"{heap_mb}m",
        "NEO4J_server_memory_pagecache_size": f"{page_cache_mb}m",
        "NEO4J_dbms_usage__report_enabled": "false",
        "NEO4J_server_bolt_advertised__address": f"127.0.0.1:{port}",
    }
    return [
        *("run", "--detach", "--name", NAME, "--publish", f"127.0.0.1:{port}:7687"),
        *("--volume", f"{volume(version)}:/data", "--env", "NEO4J_AUTH"),
        *(word for name, value in settings.items() for word in ("--env", f"{name}={value}")),
        image(version),
    ]


def start(version: str, port: int, password: str, *, heap_mb: int, page_cache_mb: int) -> None:
    """Make the container anew and start it; its data are in the volume. Raises ``LocalServerFailed``."""
    _docker("rm", "--force", NAME)
    arguments = run_arguments(version, port, heap_mb=heap_mb, page_cache_mb=page_cache_mb)
    _docker(*arguments, limit_s=PULL_LIMIT_S, NEO4J_AUTH=f"neo4j/{password}")


def stop() -> None:
    """Stop the container, if it runs; the volume with its data stays."""
    _docker("stop", "--time", "30", NAME)


def is_running() -> bool:
    """Whether the container runs. A Docker that does not answer runs nothing."""
    try:
        return _docker("ps", "--quiet", "--filter", f"name=^{NAME}$", "--filter", "status=running").strip() != ""
    except LocalServerFailed:
        return False


def log_tail() -> str:
    """The end of what the server in the container said."""
    return _docker("logs", "--tail", "60", NAME)


def _docker(*words: str, limit_s: float = ANSWER_LIMIT_S, **environment: str) -> str:
    docker = shutil.which("docker")
    if docker is None:
        raise LocalServerFailed(
            "There is no Docker on this machine (no program docker). Install it, or leave out --docker to run the "
            "server with Java. Nothing was started."
        )
    try:
        done = subprocess.run(  # noqa: S603
            [docker, *words],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=limit_s,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise LocalServerFailed(
            f"Docker did not answer to {words[0]!r} in {limit_s:.0f} s. See whether it is stopped, then try again."
        ) from None
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines() or ["no message"]
        if words[0] in {"rm", "stop"} and "No such container" in said[-1]:
            return ""
        raise LocalServerFailed(
            f"Docker could not {words[0]} the server: {said[-1][:300]} Start Docker, or leave out --docker to run the "
            "server with Java. Data are kept."
        )
    return done.stdout
