"""Threads for calls that may be left alone: neither the end of a run nor that of the process waits for them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class CallPool:
    """Runs calls in the order of their submission, so many at a time.

    ``ThreadPoolExecutor`` is joined when Python ends, so one server that does not answer would hold the process for
    as long as a call may take.
    """

    def __init__(self, threads: int) -> None:
        self._most = threads
        self._threads: list[threading.Thread] = []
        self._waiting: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        self._closed = threading.Event()

    def submit(self, call: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Start a call when its turn comes."""
        future: Future[T] = Future()
        self._waiting.put((future, lambda: call(*args, **kwargs)))
        if len(self._threads) < self._most:
            thread = threading.Thread(target=self._work, name=f"graphkit-llm-{len(self._threads)}", daemon=True)
            self._threads.append(thread)
            thread.start()
        return future

    def close(self) -> None:
        """Begin no further call. Those under way are left alone: what they bring is nobody's."""
        self._closed.set()
        for _ in self._threads:
            self._waiting.put(None)

    def _work(self) -> None:
        while (item := self._waiting.get()) is not None:
            future, call = item
            if self._closed.is_set() or not future.set_running_or_notify_cancel():
                future.cancel()
                continue
            try:
                result = call()
            except BaseException as fault:  # noqa: BLE001 - whatever it is belongs to the one who asked
                future.set_exception(fault)
            else:
                future.set_result(result)
