"""A real Dask scheduler with three worker processes, one of which is killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphkit.errors import WorkersUnavailable
from graphkit.workers import cluster
from graphkit.workers.cluster import open_cluster
from workers.making import ingested, sources

pytestmark = pytest.mark.slow
TESTS = Path(__file__).parents[1]


class Cluster:
    """A scheduler and the workers beside it, all processes of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        self.address = self._told(r"Scheduler at:\s+(tcp://\S+)", 0)

    def add_worker(self) -> None:
        """Start a worker; its own watchman starts another one when it dies."""
        self._start("worker", self.address, "--nthreads", "1", "--host", "127.0.0.1", "--no-dashboard")

    def _start(self, what: str, *arguments: str) -> None:
        log = (self.folder / f"{len(self.processes)}.log").open("wb")
        self.processes.append(
            subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.dask_{what}", *arguments],
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self.folder,
                env={**os.environ, "PYTHONPATH": str(TESTS), "PYTHONWARNINGS": "default"},
            )
        )
        log.close()

    def _told(self, pattern: str, process: int) -> str:
        while self.processes[process].poll() is None:
            if found := re.search(pattern, (self.folder / f"{process}.log").read_text()):
                return found[1]
        raise AssertionError((self.folder / f"{process}.log").read_text())

    def close(self) -> None:
        """End all processes."""
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler without workers."""
    pytest.importorskip("distributed")
    folder = tmp_path / "cluster"
    folder.mkdir()
    started = Cluster(folder)
    yield started
    started.close()


def test_a_worker_killed_in_the_middle_loses_and_doubles_nothing(dask: Cluster, tmp_path: Path) -> None:
    from distributed import Client

    for _ in range(3):
        dask.add_worker()
    texts, killed = sources(40), []
    for name in ("serial", "spread"):
        (tmp_path / name).mkdir()
    _, expected = ingested(tmp_path / "serial", texts, ("regex", "ner"), None)
    with Client(dask.address, set_as_default=False) as watching:  # type: ignore[no-untyped-call]
        watching.wait_for_workers(3, timeout=300)

        def kill_one(done: int, total: int, what: str) -> None:
            if not killed and 0 < done < total:
                killed.append(next(iter(watching.run(os.getpid).values())))
                os.kill(killed[0], signal.SIGKILL)

        with open_cluster(dask.address) as executor:
            result, found = ingested(tmp_path / "spread", texts, ("regex", "ner"), executor, kill_one)
        assert len(killed) == 1
        watching.wait_for_workers(3, timeout=300)
        assert killed[0] not in watching.run(os.getpid).values()
    assert found == expected
    assert result.count("stored") == 40


def test_a_cluster_of_ones_own_is_made_where_no_scheduler_is_named(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    texts = sources(4, 5)
    for name in ("serial", "spread"):
        (tmp_path / name).mkdir()
    _, expected = ingested(tmp_path / "serial", texts, ("regex",), None)
    with open_cluster(workers=2) as executor:
        assert ingested(tmp_path / "spread", texts, ("regex",), executor)[1] == expected


@pytest.mark.parametrize(
    ("address", "reason"),
    [("tcp://127.0.0.1:9", "does not answer"), ("nonsense://x", "does not answer"), ("", "does not answer")],
)
def test_an_address_where_nothing_is_gets_one_sentence(
    monkeypatch: pytest.MonkeyPatch, address: str, reason: str
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "WAIT_S", 1)
    with pytest.raises(WorkersUnavailable, match=reason), open_cluster(address):
        pass


def test_a_scheduler_without_workers_gets_one_sentence(monkeypatch: pytest.MonkeyPatch, dask: Cluster) -> None:
    monkeypatch.setattr(cluster, "WAIT_S", 2)
    with pytest.raises(WorkersUnavailable, match="has no worker"), open_cluster(dask.address):
        pass


def test_workers_with_another_python_are_refused(monkeypatch: pytest.MonkeyPatch, dask: Cluster) -> None:
    dask.add_worker()
    true = cluster._decisive
    versions = iter(["3.10"])
    monkeypatch.setattr(
        cluster, "_decisive", lambda told: {**true(told), "Python": next(versions, str(true(told)["Python"]))}
    )
    with (
        pytest.raises(WorkersUnavailable, match=r"has Python 3\.\d+, and this program 3\.10"),
        open_cluster(dask.address),
    ):
        pass


def test_without_dask_the_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(WorkersUnavailable, match=r"pip install 'graphkit-analyst\[cluster\]'"), open_cluster():
        pass
