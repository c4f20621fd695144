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

    The next call is taken up when the one before has said that it has ``begun``, or has ended: so what a budget
    allows goes to the first ones.

    ``ThreadPoolExecutor`` is joined when Python ends, so one server that does not answer would hold the process for
    as long as a call may take.
    """

    def __init__(self, threads: int) -> None:
        self._most = threads
        self._threads: list[threading.Thread] = []
        self._waiting: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        self._closed = threading.Event()
        self._turn = threading.Lock()
        self._holder: int | None = None

    def submit(self, call: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Start a call when its turn comes."""
        future: Future[T] = Future()
        self._waiting.put((future, lambda: call(*args, **kwargs)))
        if len(self._threads) < self._most:
            thread = threading.Thread(target=self._work, name=f"graphkit-llm-{len(self._threads)}", daemon=True)
            self._threads.append(thread)
            thread.start()
        return future

    def begun(self) -> None:
        """Let the next call be taken up; said by a call when it may no longer be refused. Saying it again is fine."""
        if self._holder == threading.get_ident():
            self._holder = None
            self._turn.release()

    def close(self) -> None:
        """Begin no further call. Those under way are left alone: what they bring is nobody's."""
        self._closed.set()
        for _ in self._threads:
            self._waiting.put(None)

    def _work(self) -> None:
        while True:
            self._turn.acquire()  # given back by ``begun``
            self._holder = threading.get_ident()
            try:
                item = self._waiting.get()
                if item is None:
                    return
                self._run(*item)
            finally:
                self.begun()

    def _run(self, future: Future[Any], call: Callable[[], Any]) -> None:
        if self._closed.is_set() or not future.set_running_or_notify_cancel():
            future.cancel()
            return
        try:
            result = call()
        except BaseException as fault:  # noqa: BLE001 - whatever it is belongs to the one who asked
            future.set_exception(fault)
        else:
            future.set_result(result)
