"""Worker processes on this machine, as an executor that survives the death of any of them.

``concurrent.futures.ProcessPoolExecutor`` runs the caller's main program again in every worker, which inside a
web server is the web page, and when one worker dies it gives up all tasks without telling which one was at
fault. Here a worker is a plain interpreter with a pipe, watched by a thread of its own: a death costs one task
one more try, in a new worker.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from queue import LifoQueue
from typing import ParamSpec, TypeVar

from graphkit.errors import BadRequest, Cancelled, WorkerLost

P = ParamSpec("P")
T = TypeVar("T")

TRIES = 3
"""Workers that may die over one task before it is given up: one death may be bad luck, three are the task's fault."""
MOST_WORKERS = 256

_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from graphkit.workers.processes import serve; serve(int(sys.argv[2]))"
)


class WorkerProcesses(Executor):
    """Runs functions that can be pickled in ``workers`` processes. Each starts with its first task and stays warm.

    Close it, or use it in a ``with`` block, to end the processes. A task whose worker dies is tried again in a new
    one; after ``TRIES`` deaths its future raises ``WorkerLost``. Raises ``BadRequest`` for less than one worker.
    """

    def __init__(self, workers: int) -> None:
        if not 1 <= workers <= MOST_WORKERS:
            raise BadRequest(f"There can be 1 to {MOST_WORKERS} workers, not {workers}. Nothing was started.")
        self.width = workers
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="graphkit-worker")
        self._workers = [_Worker() for _ in range(workers)]
        self._idle: LifoQueue[_Worker] = LifoQueue()
        for worker in self._workers:
            self._idle.put(worker)

    @property
    def process_ids(self) -> list[int]:
        """Ids of the processes that run now."""
        return [worker.process.pid for worker in self._workers if worker.process is not None]

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run ``fn`` in a worker; it and its arguments travel as a pickle."""
        return self._threads.submit(self._call, fn, args, kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as inherited
        """End the workers, after what was submitted is done, or at once with ``cancel_futures``."""
        if cancel_futures:
            self._threads.shutdown(wait=False, cancel_futures=True)
            for worker in self._workers:
                worker.end(forever=True)
        self._threads.shutdown(wait=wait)
        if wait or cancel_futures:
            for worker in self._workers:
                worker.end(forever=True)

    def _call(self, fn: Callable[..., T], args: tuple[object, ...], kwargs: dict[str, object]) -> T:
        worker = self._idle.get()
        try:
            return worker.call(fn, args, kwargs)
        finally:
            self._idle.put(worker)


class _Worker:
    """One process and the pipe to it. One thread at a time calls; ``end`` may come from any."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self._pipe: Connection | None = None
        self._closed = False

    def call(self, fn: Callable[..., T], args: tuple[object, ...], kwargs: dict[str, object]) -> T:
        """What the function returns or raises over there."""
        task = pickle.dumps((fn, args, kwargs))
        for _ in range(TRIES):
            if self._closed:
                break
            try:
                pipe = self._running()
                pipe.send_bytes(task)
                done, answer = pickle.loads(pipe.recv_bytes())  # noqa: S301 - from a process of ours
            except (EOFError, OSError):
                cause = self._how_it_ended()
                self.end()
                continue
            if not done:
                raise answer
            result: T = answer
            return result
        if self._closed:
            raise Cancelled("The workers were ended. What is stored is kept.")
        raise WorkerLost(f"The worker process {cause}, {TRIES} times.")

    def end(self, *, forever: bool = False) -> None:
        """End the process, whatever it does."""
        self._closed = self._closed or forever
        process, self.process = self.process, None
        pipe, self._pipe = self._pipe, None
        if process is not None:
            process.kill()
            process.wait()
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()

    def _running(self) -> Connection:
        if self._pipe is None:
            ours, theirs = Pipe()
            command = [sys.executable, "-c", _START, json.dumps(sys.path), str(theirs.fileno())]
            self.process = subprocess.Popen(  # noqa: S603 - our own program, no text of a user in its arguments
                command,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            theirs.close()
            self._pipe = ours
        return self._pipe

    def _how_it_ended(self) -> str:
        process = self.process
        if process is None:
            return "was ended"
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(5)
        code = process.returncode
        if code is not None and code < 0:
            return f"died ({signal.Signals(-code).name}; too little memory or a fault in a library)"
        return f"died (exit code {code})"


def serve(descriptor: int) -> None:
    """A worker's life: run what comes through the pipe until the other end closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program that started this one
    os.set_inheritable(descriptor, False)
    pipe = Connection(descriptor)
    with contextlib.suppress(EOFError, OSError):
        while True:
            pipe.send_bytes(_answer(pipe.recv_bytes()))


def _answer(task: bytes) -> bytes:
    try:
        fn, args, kwargs = pickle.loads(task)  # noqa: S301 - from the program that started this one
        return pickle.dumps((True, fn(*args, **kwargs)))
    except Exception as error:  # noqa: BLE001 - whatever it is, it is the caller's to handle
        return _told(error)


def _told(error: Exception) -> bytes:
    told = pickle.dumps((False, error))
    try:
        pickle.loads(told)  # noqa: S301 - just made
    except Exception:  # noqa: BLE001 - an exception with arguments of its own may not come back from a pickle
        return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))
    return told
