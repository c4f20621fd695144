"""Giving up on a server that takes a question and never answers: the driver itself would wait for minutes.

The server keeps the time limit of every query, but one that is paused or cut off keeps nothing. So one thread
looks at the questions that are under way, and drops the connections when one of them is overdue.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(slots=True, eq=False)
class Question:
    """A question under way: when it is overdue, and whether it was given up."""

    due: float
    given_up: bool = False


class Watch:
    """Calls ``give_up`` when a question is overdue. Its thread starts with the first question."""

    def __init__(self, give_up: Callable[[], None]) -> None:
        self._give_up = give_up
        self._asked: set[Question] = set()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._next = float("inf")

    @contextmanager
    def within(self, seconds: float) -> Iterator[Question]:
        """Watch what is done inside; the connections are dropped if it takes longer."""
        question = Question(time.monotonic() + seconds)
        with self._changed:
            self._asked.add(question)
            if self._thread is None:
                self._thread = threading.Thread(target=self._look, name="graphkit-neo4j-watch", daemon=True)
                self._thread.start()
            elif question.due < self._next:
                self._changed.notify()
        try:
            yield question
        finally:
            with self._changed:
                self._asked.discard(question)

    def close(self) -> None:
        """End the thread; the next question starts another."""
        with self._changed:
            self._thread = None
            self._changed.notify()

    def _look(self) -> None:
        me = threading.current_thread()
        while True:
            with self._changed:
                now = time.monotonic()
                overdue = [question for question in self._asked if question.due <= now]
                if not overdue:
                    self._next = min((question.due for question in self._asked), default=float("inf"))
                    self._changed.wait(None if self._next == float("inf") else self._next - now)
                    if self._thread is not me:
                        return
                    continue
                for question in overdue:
                    question.given_up = True
                self._asked.difference_update(overdue)
            self._give_up()
