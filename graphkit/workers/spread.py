"""Documents spread over an executor: each is extracted once, and what was found comes back in their order."""

from __future__ import annotations

import os
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass
from time import perf_counter

from graphkit.errors import WorkerLost, WorkersUnavailable
from graphkit.extract.base import Tick
from graphkit.model import Extraction, GraphId
from graphkit.runs import Passages, Run
from graphkit.workers.tasks import Recipe, extract, recipe_of

Found = tuple[list[Extraction], float]
"""What was found in some documents, and the seconds that it took."""
TASK_CHARACTERS = 20_000
"""Short documents travel together up to this size: a parser reads a few dozen passages faster than one by one."""
_AHEAD = 2
"""Tasks that wait for each worker, so that none is idle while results are stored."""
_LOOK_S = 0.2
"""Seconds between two looks whether somebody cancelled."""


@dataclass(slots=True)
class _Task:
    recipe: Recipe
    group: Sequence[Passages]
    future: Future[Found]


class Spread:
    """Hands documents to an executor (None: extracts here and now, when asked for the results).

    ``seconds`` adds up for each run how long its extraction took, on all workers together.
    """

    def __init__(self, executor: Executor | None) -> None:
        self._executor = executor
        self._width = _width(executor)
        self._recipes: dict[str, Recipe | None] = {}
        self.seconds: defaultdict[GraphId, float] = defaultdict(float)
        self._open: deque[Future[Found]] = deque()

    @property
    def full(self) -> bool:
        """Whether there is enough to do, so that results should be taken before more is handed out."""
        self._open = deque(future for future in self._open if not future.done())
        return self._executor is None or len(self._open) >= _AHEAD * self._width

    @property
    def reach(self) -> int:
        """Batches that may wait for their results, so that one slow document fills no memory with finished ones."""
        return 0 if self._executor is None else _AHEAD * self._width

    def submit(self, run: Run, passages: Sequence[Passages]) -> Callable[[Tick], Iterator[Extraction]]:
        """Start to extract. What is returned gives one extraction a document, in order; it calls back while waiting.

        The callback may raise to stop. A document that kills its worker again and again has failed with that reason.
        Raises ``WorkersUnavailable`` when the executor broke or its workers cannot do the work.
        """
        recipe = self._recipe(run)
        executor = self._executor
        if recipe is None or executor is None:
            return lambda waiting: self._timed(run, passages, waiting)
        tasks = [self._task(executor, recipe, group) for group in _groups(passages)]
        return lambda waiting: (found for task in tasks for found in self._settled(executor, run, task, waiting))

    def _timed(self, run: Run, passages: Sequence[Passages], waiting: Tick) -> Iterator[Extraction]:
        began = perf_counter()
        for extraction in run.extract(passages, waiting):
            self.seconds[run.graph_id] += perf_counter() - began
            yield extraction
            began = perf_counter()

    def cancel(self) -> None:
        """Take back what has not begun."""
        for future in self._open:
            future.cancel()

    def _recipe(self, run: Run) -> Recipe | None:
        if self._executor is None:
            return None
        if run.graph_id not in self._recipes:
            self._recipes[run.graph_id] = recipe_of(run)
        return self._recipes[run.graph_id]

    def _task(self, executor: Executor, recipe: Recipe, group: Sequence[Passages]) -> _Task:
        try:
            future = executor.submit(extract, recipe, group)
        except (BrokenExecutor, RuntimeError) as error:
            raise _broken(error) from error
        self._open.append(future)
        return _Task(recipe, group, future)

    def _settled(self, executor: Executor, run: Run, task: _Task, waiting: Tick) -> Iterator[Extraction]:
        try:
            found, seconds = _result(task.future, waiting)
        except WorkerLost as lost:
            if len(task.group) == 1:
                yield run.failed(task.group[0], lost)
                return
            alone = [self._task(executor, task.recipe, [passages]) for passages in task.group]
            for one in alone:
                yield from self._settled(executor, run, one, waiting)
        except (BrokenExecutor, CancelledError, ImportError) as error:
            raise _broken(error) from error
        else:
            self.seconds[run.graph_id] += seconds
            yield from found


def _result(future: Future[Found], waiting: Tick) -> Found:
    while True:
        try:
            return future.result(_LOOK_S)
        except NotYet:
            if future.done():  # just now, or the work itself raised it
                return future.result()
            waiting("")


def _groups(passages: Sequence[Passages]) -> Iterator[list[Passages]]:
    group: list[Passages] = []
    size = 0
    for one in passages:
        length = len(one[0].text)
        if group and size + length > TASK_CHARACTERS:
            yield group
            group, size = [], 0
        group.append(one)
        size += length
    if group:
        yield group


def _width(executor: Executor | None) -> int:
    told = getattr(executor, "width", None) or getattr(executor, "_max_workers", None)
    return told if isinstance(told, int) else os.cpu_count() or 1


def _broken(error: BaseException) -> WorkersUnavailable:
    return WorkersUnavailable(
        f"The workers cannot go on ({type(error).__name__}: {error}). What is stored is kept; start the work again."
    )
