"""Worker processes: results, faults, deaths, the end."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError

import pytest

from graphkit.errors import BadRequest, Cancelled, UnknownMethod, WorkerLost
from graphkit.extract.registry import create
from graphkit.workers.processes import TRIES, WorkerProcesses


@pytest.fixture
def workers() -> Iterator[WorkerProcesses]:
    """Two processes, ended at the end."""
    processes = WorkerProcesses(2)
    yield processes
    processes.shutdown(cancel_futures=True)


def test_a_task_runs_in_another_process_and_gives_its_result(workers: WorkerProcesses) -> None:
    assert workers.submit(os.getpid).result() != os.getpid()
    assert list(workers.map(pow, [2, 3], [5, 2])) == [32, 9]


def test_a_fault_of_a_task_comes_back_and_costs_no_process(workers: WorkerProcesses) -> None:
    with pytest.raises(ZeroDivisionError):
        workers.submit(divmod, 1, 0).result()
    with pytest.raises(RuntimeError, match="UnknownMethod: There is no extraction method 'nobody'"):
        workers.submit(create, "nobody").result()  # an exception that no pickle brings back
    assert UnknownMethod("x", ["y"]).method == "x"
    assert workers.submit(abs, -1).result() == 1


def test_a_task_whose_worker_dies_is_done_by_a_new_one(workers: WorkerProcesses) -> None:
    first = workers.submit(os.getpid).result()
    sleeping = workers.submit(time.sleep, 1.5)
    while not sleeping.running():
        time.sleep(0.01)
    time.sleep(0.2)
    for process in workers.process_ids:
        os.kill(process, signal.SIGKILL)
    assert sleeping.result() is None
    assert workers.submit(os.getpid).result() != first


def test_a_task_that_kills_every_worker_is_given_up_alone(workers: WorkerProcesses) -> None:
    deadly = workers.submit(signal.raise_signal, signal.SIGKILL)
    others = [workers.submit(abs, -n) for n in range(20)]
    with pytest.raises(WorkerLost, match=f"died \\(SIGKILL.*{TRIES} times"):
        deadly.result()
    assert [other.result() for other in others] == list(range(20))


def test_the_end_takes_running_tasks_with_it() -> None:
    workers = WorkerProcesses(1)
    running, waiting = workers.submit(time.sleep, 600), workers.submit(abs, -1)
    while not workers.process_ids:
        time.sleep(0.01)
    began = time.monotonic()
    workers.shutdown(cancel_futures=True)
    assert time.monotonic() - began < 300
    with pytest.raises(Cancelled):
        running.result()
    with pytest.raises(CancelledError):
        waiting.result()
    assert workers.process_ids == []
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("graphkit-worker")]


@pytest.mark.parametrize("count", [0, -1, 10_000])
def test_a_number_of_workers_that_cannot_be_is_refused(count: int) -> None:
    with pytest.raises(BadRequest, match="1 to 256 workers"):
        WorkerProcesses(count)
