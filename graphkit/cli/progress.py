"""How far long work is, told to people, and how they stop it."""

from __future__ import annotations

import shutil
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from graphkit.cli.output import plain
from graphkit.errors import Cancelled

_REDRAW_S = 0.1


class Progress:
    """Draws how far the work is, in one line of a terminal; silent when standard error is no terminal."""

    def __init__(self) -> None:
        self._drawn = 0
        self._next = 0.0
        self._visible = sys.stderr.isatty()

    def show(self, done: int, total: int, what: str) -> None:
        """Draw, at most ten times a second."""
        now = time.monotonic()
        if not self._visible or (now < self._next and done < total):
            return
        self._next = now + _REDRAW_S
        filled = 20 * done // total if total else 0
        line = f"[{'=' * filled:<20}] {done:,} of {total:,}  {plain(what)}"
        self._draw(line[: shutil.get_terminal_size().columns - 1])

    def clear(self) -> None:
        """Take the line away."""
        if self._drawn:
            self._draw("")

    def _draw(self, line: str) -> None:
        sys.stderr.write(f"\r{line:<{self._drawn}}" + ("" if line else "\r"))
        sys.stderr.flush()
        self._drawn = len(line)


class Reporter:
    """The library's ``Report``: shows progress, and raises ``Cancelled`` once somebody pressed Ctrl-C."""

    def __init__(self, work: str) -> None:
        self._work = work
        self._stopping = False
        self.progress = Progress()

    def __call__(self, done: int, total: int, what: str) -> None:
        """Take down how far the work is."""
        if self._stopping:
            raise Cancelled(f"{self._work} was stopped at {done:,} of {total:,}. What is stored is kept.")
        self.progress.show(done, total, what)

    def stop(self, _signal: int, _frame: FrameType | None) -> None:
        """Handle the first Ctrl-C: stop at the next report. The second one stops at once."""
        if self._stopping:
            raise KeyboardInterrupt
        self._stopping = True
        self.progress.clear()
        sys.stderr.write("Stopping after the documents at hand; Ctrl-C again stops at once.\n")
        sys.stderr.flush()


@contextmanager
def interruptible(work: str) -> Iterator[Reporter]:
    """A report for long work that Ctrl-C stops where nothing is half done."""
    reporter = Reporter(work)
    before = signal.signal(signal.SIGINT, reporter.stop)
    try:
        yield reporter
    finally:
        signal.signal(signal.SIGINT, before)
        reporter.progress.clear()
