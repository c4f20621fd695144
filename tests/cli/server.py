"""The application as a server of its own, for as long as a test needs it."""

from __future__ import annotations

import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

GIVE_UP_S = 180
"""Seconds to wait for an answer; a loaded machine takes a while to read the sample."""


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(words: Sequence[str], port: int, environment: Mapping[str, str], folder: Path) -> Iterator[str]:
    """The address at which a program answers; what it wrote is shown when it does not. It is ended afterwards."""
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryFile() as log:
        server = subprocess.Popen(words, cwd=folder, env=environment, stdout=log, stderr=subprocess.STDOUT)
        try:
            if not answers(f"{address}/_stcore/health", server):
                log.seek(0)
                pytest.fail(f"The application did not start:\n{log.read().decode('utf-8', 'replace')}")
            yield address
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)


def page_at(address: str) -> bytes:
    """What the server sends for an address."""
    with urllib.request.urlopen(address, timeout=30) as page:
        content: bytes = page.read()
    return content


def answers(address: str, server: subprocess.Popen[Any]) -> bool:
    """Whether something answers at the address before the program ends."""
    deadline = time.monotonic() + GIVE_UP_S
    while time.monotonic() < deadline and server.poll() is None:
        try:
            page_at(address)
            return True
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    return False
