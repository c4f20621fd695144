"""Documents spread over executors: nothing lost, nothing twice, the same as without."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

import pytest

from graphkit.errors import BadRequest, Cancelled, WorkersUnavailable
from graphkit.extract.registry import create
from graphkit.ingest.base import Source
from graphkit.model import GraphId
from graphkit.runs import Run
from graphkit.workers.open import open_workers
from graphkit.workers.processes import WorkerProcesses
from graphkit.workers.spread import Spread
from graphkit.workers.tasks import Recipe, extract, recipe_of
from workers.making import DeadlyExtractor, ingested, sources

T = TypeVar("T")


def test_a_worker_that_is_killed_in_the_middle_changes_nothing(tmp_path: Path) -> None:
    texts, killed = sources(30), []
    alone, expected = ingested(_folder(tmp_path, "serial"), texts, ("regex", "ner"), None)
    workers = WorkerProcesses(3)

    def kill_one(done: int, total: int, what: str) -> None:
        if not killed and 0 < done < total:
            killed.append(workers.process_ids[0])
            os.kill(killed[0], signal.SIGKILL)

    try:
        spread, found = ingested(_folder(tmp_path, "workers"), texts, ("regex", "ner"), workers, kill_one)
        assert len(killed) == 1
        assert killed[0] not in workers.process_ids
    finally:
        workers.shutdown(cancel_futures=True)
    assert found == expected
    assert [(file.file, file.status) for file in spread.files] == [(file.file, "stored") for file in alone.files]


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_any_executor_will_do(tmp_path: Path, kind: type[ThreadPoolExecutor | ProcessPoolExecutor]) -> None:
    texts = sources(20, 20)
    _, expected = ingested(_folder(tmp_path, "serial"), texts, ("regex", "dependency"), None)
    made: Executor = kind(2) if kind is ThreadPoolExecutor else ProcessPoolExecutor(2, mp_context=get_context("spawn"))
    with made as executor:
        assert ingested(_folder(tmp_path, "spread"), texts, ("regex", "dependency"), executor)[1] == expected


def test_a_document_that_kills_its_workers_fails_alone(tmp_path: Path) -> None:
    texts = sources(6, 3)
    texts.insert(3, Source.of_upload("bad.txt", b"DEADLY text."))
    with open_workers(2) as executor:
        result, _ = ingested(tmp_path, texts, (DeadlyExtractor(),), executor)
    assert [file.status for file in result.files] == ["stored"] * 3 + ["failed"] + ["stored"] * 3
    assert "The worker process died (SIGKILL" in result.files[3].reason


def test_an_executor_that_breaks_says_so_and_keeps_what_is_stored(tmp_path: Path) -> None:
    texts, executor = [Source.of_upload("bad.txt", b"DEADLY text.")], ProcessPoolExecutor(1, get_context("spawn"))
    with executor, pytest.raises(WorkersUnavailable, match="What is stored is kept"):
        ingested(tmp_path, texts, (DeadlyExtractor(),), executor)


def test_work_on_workers_can_be_cancelled_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    texts = sources(40)
    _, expected = ingested(_folder(tmp_path, "serial"), texts, ("ner",), None)

    def stop(done: int, total: int, what: str) -> None:
        if done:
            raise Cancelled("enough")

    folder = _folder(tmp_path, "workers")
    with open_workers(2) as executor:
        first, _ = ingested(folder, texts, ("ner",), executor, stop)
    assert first.cancelled
    assert 0 < first.count("stored") < len(texts)
    with open_workers(2) as executor:
        second, found = ingested(folder, texts, ("ner",), executor)
    assert second.count("unchanged") == first.count("stored")
    assert found == expected


def test_a_worker_with_other_versions_is_refused() -> None:
    run = Run.of("regex")
    recipe = recipe_of(run)
    assert recipe == Recipe(run.graph_id, "regex", dict(run.extractor.configuration))
    with pytest.raises(WorkersUnavailable, match="other versions of regex"):
        extract(Recipe(GraphId("regex:elsewhere"), "regex", {}), [])
    with pytest.raises(WorkersUnavailable, match="cannot run nobody"):
        extract(Recipe(GraphId("nobody:1"), "nobody", {}), [])


def test_what_cannot_travel_is_done_here() -> None:
    hand_made = create("regex")
    hand_made.secret = lambda: None  # type: ignore[attr-defined]
    hand_made._version = "changed"  # type: ignore[attr-defined]
    run = Run.of(hand_made)
    assert recipe_of(run) is None
    with ThreadPoolExecutor(1) as executor:
        assert list(Spread(executor).submit(run, [])(lambda: None)) == []


def test_workers_are_asked_for_in_ways_that_make_sense() -> None:
    with open_workers() as none, open_workers(1) as one:
        assert none is one is None
    for arguments, reason in (
        ({"scheduler": "tcp://x:1"}, "add --executor dask"),
        ({"kind": "dask", "scheduler": "tcp://x:1", "workers": 2}, "leave --workers out"),
    ):
        with pytest.raises(BadRequest, match=reason), open_workers(**arguments):  # type: ignore[arg-type]
            pass


class _DoneAtTheLastMoment(Future[T]):
    """Is done just when the first wait for it has run out."""

    late: T

    def result(self, timeout: float | None = None) -> T:
        if self.done() or timeout is None:
            return super().result(timeout)
        self.set_result(self.late)
        raise TimeoutError


class _LateExecutor(ThreadPoolExecutor):
    """Does the work at once, and tells of it late."""

    def submit(self, fn: Callable[..., T], /, *args: object, **kwargs: object) -> Future[T]:
        future: _DoneAtTheLastMoment[T] = _DoneAtTheLastMoment()
        future.late = fn(*args, **kwargs)
        return future


def test_a_result_that_comes_as_the_wait_runs_out_is_taken(tmp_path: Path) -> None:
    _, expected = ingested(_folder(tmp_path, "serial"), sources(3), ("regex",), None)
    with _LateExecutor(1) as executor:
        _, found = ingested(_folder(tmp_path, "late"), sources(3), ("regex",), executor)
    assert found == expected


def _folder(parent: Path, name: str) -> Path:
    folder = parent / name
    folder.mkdir()
    return folder
