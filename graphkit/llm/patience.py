"""How often and how long to wait for a provider that is busy: one gate for all calls, so that all of them slow down."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass

from graphkit.errors import Cancelled


@dataclass(frozen=True, slots=True)
class Patience:
    """Tries of one request, seconds before the second one (doubled each time), and the longest wait."""

    attempts: int = 4
    first_wait_s: float = 1.0
    longest_wait_s: float = 60.0

    def wait_s(self, attempt: int) -> float:
        """Seconds to wait after the attempt of that number, from 1, with a random tenth so that callers part."""
        return min(self.longest_wait_s, self.first_wait_s * 2.0 ** (attempt - 1)) * random.uniform(1.0, 1.1)  # noqa: S311


DEFAULT_PATIENCE = Patience()


class Gate:
    """Lets calls pass one by one: not before a time that a provider asked for, and not more than so many a minute."""

    def __init__(self, per_minute: int | None = None) -> None:
        self._interval = 60.0 / per_minute if per_minute else 0.0
        self._lock = threading.Lock()
        self._closed_until = 0.0
        self._next = 0.0

    def hold(self, seconds: float) -> None:
        """Let nobody pass for that long."""
        with self._lock:
            self._closed_until = max(self._closed_until, time.monotonic() + seconds)

    def wait(self, stop: threading.Event) -> None:
        """Wait for one's turn. Raises ``Cancelled`` when ``stop`` is set."""
        while not stop.is_set():
            with self._lock:
                now = time.monotonic()
                wait = max(self._closed_until, self._next) - now
                if wait <= 0:
                    self._next = now + self._interval
                    return
            stop.wait(wait)
        raise Cancelled("The calls to the language model were cancelled. Answers that came are kept.")
