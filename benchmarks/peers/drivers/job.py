"""The frame of a driver: job in, measurements out, statements of the Neo4j driver counted."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any


class Statements:
    """How many statements went to the server since the last ``take``."""

    def __init__(self) -> None:
        self.sent = 0
        from neo4j import ManagedTransaction, Session, Transaction

        for kind in (Session, Transaction, ManagedTransaction):
            self._count(kind)

    def _count(self, kind: Any) -> None:
        original = kind.run

        def run(this: Any, *given: Any, **named: Any) -> Any:
            self.sent += 1
            return original(this, *given, **named)

        kind.run = run

    def take(self) -> int:
        """The count, which begins anew."""
        sent, self.sent = self.sent, 0
        return sent


def load(documents: Iterable[Any], write: Callable[[Any], object], budget_s: float) -> list[float]:
    """Seconds of each document, until all are written or the time is over."""
    spent: list[float] = []
    until = time.perf_counter() + budget_s
    for document in documents:
        began = time.perf_counter()
        write(document)
        spent.append(time.perf_counter() - began)
        if time.perf_counter() > until:
            break
    return spent


def ask(questions: Iterable[Any], answer: Callable[[Any], Any]) -> dict[str, list[Any]]:
    """Milliseconds and answer of each question."""
    spent, answers = [], []
    for question in questions:
        began = time.perf_counter()
        answers.append(answer(question))
        spent.append((time.perf_counter() - began) * 1000)
    return {"ms": spent, "answers": answers}


def main(work: Callable[[dict[str, Any]], Any]) -> None:
    """Read the job named first, write the answer to the file named second."""
    answer = work(json.loads(Path(sys.argv[1]).read_text("utf-8")))
    Path(sys.argv[2]).write_text(json.dumps(answer), "utf-8")
