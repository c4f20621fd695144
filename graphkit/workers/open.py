"""The executor that people ask for: none, processes of this machine, or a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Literal

from graphkit.errors import BadRequest
from graphkit.workers.cluster import open_cluster
from graphkit.workers.processes import WorkerProcesses

ExecutorKind = Literal["local", "dask"]
EXECUTORS: tuple[ExecutorKind, ...] = ("local", "dask")


@contextmanager
def open_workers(
    workers: int | None = None, *, kind: ExecutorKind = "local", scheduler: str | None = None
) -> Iterator[Executor | None]:
    """An executor for extraction, which is ended at the end; None for one local worker: this process itself.

    Args:
        workers: Processes on this machine; None: one, or with ``dask`` one for each processor.
        kind: ``local`` for processes of graphkit, ``dask`` for a cluster.
        scheduler: Address of the scheduler of a cluster; None: a cluster on this machine.

    Raises:
        BadRequest: A scheduler was named and no cluster was asked for, or there are too few or too many workers.
        WorkersUnavailable: The cluster cannot be reached or used.
    """
    if kind == "dask":
        if scheduler is not None and workers is not None:
            raise BadRequest("The workers of a scheduler are there already: leave --workers out. Nothing was stored.")
        with open_cluster(scheduler, workers=workers) as executor:
            yield executor
        return
    if scheduler is not None:
        raise BadRequest("A scheduler belongs to a cluster: add --executor dask. Nothing was stored.")
    if workers is None or workers == 1:
        yield None
        return
    processes = WorkerProcesses(workers)
    try:
        yield processes
    finally:
        processes.shutdown(cancel_futures=True)
