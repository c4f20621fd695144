"""Workers on many machines: an executor over ``dask.distributed``."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from graphkit.errors import WorkerLost, WorkersUnavailable

if TYPE_CHECKING:
    from distributed import Client

P = ParamSpec("P")
T = TypeVar("T")

WAIT_S = 15
"""Seconds in which a scheduler must answer and have a worker."""
INSTALL = "pip install 'graphkit-analyst[cluster]'"


@contextmanager
def open_cluster(address: str | None = None, *, workers: int | None = None) -> Iterator[Executor]:
    """An executor whose tasks run on the workers of a Dask scheduler.

    Args:
        address: Address of the scheduler, such as ``tcp://host:8786``; None: a cluster of processes on this machine.
        workers: Processes of the cluster on this machine; None: one for each processor.

    Raises:
        WorkersUnavailable: Dask is not installed, nothing answers at the address, it has no workers, or they
            run other versions.
    """
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise WorkersUnavailable(f"Dask is not installed; run: {INSTALL}. Nothing was stored.") from None
    with ExitStack() as stack:
        if address is None:
            local = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)
            place = stack.enter_context(local).scheduler_address
        else:
            place = address
        try:
            client = stack.enter_context(Client(place, timeout=WAIT_S, set_as_default=False))
            client.wait_for_workers(1, timeout=WAIT_S)
        except (OSError, TimeoutError, ValueError) as error:
            what = "has no worker" if isinstance(error, TimeoutError) and "workers" in str(error) else "does not answer"
            raise WorkersUnavailable(
                f"The Dask scheduler at {place} {what} within {WAIT_S} s. Start `dask scheduler` and "
                "`dask worker ADDRESS`, or leave the address out. Nothing was stored."
            ) from error
        _check_versions(client, place)
        executor = stack.enter_context(_ClusterExecutor(client, place))
        yield executor


class _ClusterExecutor(Executor):
    """Dask's own executor, whose failures are told as graphkit's."""

    def __init__(self, client: Client, address: str) -> None:
        self._address = address
        self._inner = client.get_executor(pure=False)
        self.width = max(1, sum(client.nthreads().values()))

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run ``fn`` on a worker of the cluster."""
        outer: Future[T] = Future()
        inner = self._inner.submit(fn, *args, **kwargs)
        outer.add_done_callback(lambda done: inner.cancel() if done.cancelled() else None)
        inner.add_done_callback(lambda done: self._pass_on(done, outer))
        return outer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as inherited
        """Give the tasks back: what still runs is dropped."""
        self._inner.shutdown(wait=False)

    def _pass_on(self, inner: Future[T], outer: Future[T]) -> None:
        from distributed import KilledWorker

        if outer.cancelled() or not outer.set_running_or_notify_cancel():
            return
        fault = CancelledError() if inner.cancelled() else inner.exception()
        if fault is None:
            outer.set_result(inner.result())
        elif isinstance(fault, KilledWorker):
            outer.set_exception(WorkerLost("Its workers in the cluster died again and again."))
        elif isinstance(fault, CancelledError | asyncio.CancelledError):
            gone = f"The Dask scheduler at {self._address} is gone. What is stored is kept; start the work again."
            outer.set_exception(WorkersUnavailable(gone))
        else:
            outer.set_exception(fault)


def _check_versions(client: Client, address: str) -> None:
    """Refuse workers that run another Python or Dask, or have no graphkit: what they send could not be understood."""
    told: Any = client.get_versions()
    ours = told["client"]
    for name, theirs in {"the scheduler": told["scheduler"], **told["workers"]}.items():
        for package, version in _decisive(ours).items():
            other = _decisive(theirs).get(package)
            if other != version:
                raise WorkersUnavailable(
                    f"{name} of {address} has {package} {other}, and this program {version}. "
                    "Install the same versions everywhere. Nothing was stored."
                )
    try:
        client.run(_greet)
    except Exception as error:
        raise WorkersUnavailable(
            f"A worker of {address} cannot load graphkit ({type(error).__name__}: {error}). "
            "Install the same version of it on every machine. Nothing was stored."
        ) from error


def _decisive(told: dict[str, dict[str, str | None]]) -> dict[str, str | None]:
    python = str(told["host"]["python"]).split(".")[:2]
    return {"Python": ".".join(python), "distributed": told["packages"]["distributed"]}


def _greet() -> str:
    """Prove that a worker can load graphkit."""
    return __name__
