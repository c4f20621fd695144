"""A program under measurement: its seconds, its memory with that of its children, its output."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

POLL_S = 0.02


@dataclass(frozen=True, slots=True)
class Measured:
    """How a program ran. ``peak_bytes`` sums the resident memory of the whole tree of processes, shared pages twice."""

    code: int
    out: str
    seconds: float
    peak_bytes: int


def measured(
    words: Sequence[str], *, environment: Mapping[str, str] | None = None, folder: Path | None = None
) -> Measured:
    """Run a program to its end and watch it; its standard error goes where ours goes."""
    with tempfile.TemporaryFile() as out:
        started = time.perf_counter()
        child = subprocess.Popen(words, stdout=out, env={**os.environ, **(environment or {})}, cwd=folder)
        peak = 0
        tree = psutil.Process(child.pid)
        try:
            while child.poll() is None:
                peak = max(peak, _resident(tree))
                time.sleep(POLL_S)
        finally:
            child.kill()
        seconds = time.perf_counter() - started
        out.seek(0)
        return Measured(child.returncode, out.read().decode("utf-8"), seconds, peak)


def _resident(tree: psutil.Process) -> int:
    total = 0
    for process in (tree, *_children(tree)):
        try:
            total += process.memory_info().rss
        except psutil.Error:  # it ended while we looked
            continue
    return total


def _children(tree: psutil.Process) -> list[psutil.Process]:
    try:
        return tree.children(recursive=True)
    except psutil.Error:
        return []
