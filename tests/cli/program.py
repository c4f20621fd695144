"""The program as a process of its own, and what a command leaves behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> object:
        """Standard output as the one JSON document that it must be."""
        return json.loads(self.out)


Run = Callable[..., Ran]
"""Runs a command in this process: its words in, what it left out."""


def program(*words: object, stdin: bytes = b"", **environment: str) -> Ran:
    """Run a command as a process of its own; its streams are read as UTF-8."""
    ran = subprocess.run(
        [sys.executable, "-m", "graphkit", *map(str, words)],
        input=stdin,
        capture_output=True,
        env={**os.environ, **environment},
        timeout=120,
        check=False,
    )
    return Ran(ran.returncode, ran.stdout.decode("utf-8"), ran.stderr.decode("utf-8"))
