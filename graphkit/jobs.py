"""Long work in the background that can be watched and cancelled. It knows no user interface.

A job outlives the page that started it: it is found again by its id. Work tells its progress through a
``Report``, and that call is also where a cancelled job stops (``Cancelled``), so work stops only where it
says that it may.
"""

from __future__ import annotations

import logging
import threading
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Literal

from graphkit.errors import Cancelled, GraphkitError
from graphkit.model import Report

JobState = Literal["waiting", "running", "done", "cancelled", "failed"]
KEPT_JOBS = 50
"""Finished jobs that are remembered, newest first: enough for a day at the desk, small in memory."""

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Job:
    """One piece of work: what it is, what it is about (a corpus, say), how far it is, how it ended."""

    job_id: str
    label: str
    about: str = ""
    state: JobState = "waiting"
    done: int = 0
    total: int = 0
    what: str = ""
    error: str = ""
    result: object = None
    started: float = field(default_factory=time.monotonic)
    ended: float | None = None
    _cancelled: threading.Event = field(default_factory=threading.Event)

    @property
    def finished(self) -> bool:
        """Whether nothing more will happen."""
        return self.state in {"done", "cancelled", "failed"}

    @property
    def seconds(self) -> float:
        """Seconds since it was submitted, or that it took."""
        return (self.ended or time.monotonic()) - self.started

    def cancel(self) -> None:
        """Ask the work to stop at its next report."""
        self._cancelled.set()

    def report(self, done: int, total: int, what: str) -> None:
        """Take down progress; raises ``Cancelled`` if the job was cancelled."""
        self.done, self.total, self.what = done, total, what
        if self._cancelled.is_set():
            raise Cancelled(f"{self.label} was cancelled at {done} of {total}.")


class JobRunner:
    """Runs jobs on a few threads, in the order of submission."""

    def __init__(self, workers: int = 2) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="graphkit-job")
        self._jobs: dict[str, Job] = {}
        self._lock = threading.Lock()

    def submit(self, label: str, work: Callable[[Report], object], *, about: str = "") -> Job:
        """Start ``work`` with a report function; a label says to people what it is."""
        job = Job(uuid.uuid4().hex[:12], label, about)
        with self._lock:
            self._jobs[job.job_id] = job
            self._forget_old()
        self._pool.submit(self._run, job, work)
        return job

    def get(self, job_id: str) -> Job | None:
        """The job of that id, or None if it is unknown or forgotten."""
        with self._lock:
            return self._jobs.get(job_id)

    def unfinished(self, about: str) -> Job | None:
        """The newest job about that which has not ended yet, or None."""
        return next((job for job in self.jobs() if job.about == about and not job.finished), None)

    def jobs(self) -> list[Job]:
        """All remembered jobs, newest first."""
        with self._lock:
            return list(reversed(self._jobs.values()))

    def close(self) -> None:
        """Cancel everything and give back the threads; work stops at its next report."""
        for job in self.jobs():
            job.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)
        for job in self.jobs():
            if job.state == "waiting":  # its turn never comes
                job.error, job.ended, job.state = f"{job.label} was cancelled.", time.monotonic(), "cancelled"

    def _forget_old(self) -> None:
        finished = [job_id for job_id, job in self._jobs.items() if job.finished]
        for job_id in finished[: max(0, len(self._jobs) - KEPT_JOBS)]:
            del self._jobs[job_id]

    @staticmethod
    def _run(job: Job, work: Callable[[Report], object]) -> None:
        job.state = "running"
        try:
            job.report(0, 0, job.label)
            job.result = work(job.report)
            state: JobState = (
                "cancelled" if job._cancelled.is_set() and getattr(job.result, "cancelled", False) else "done"
            )
        except Cancelled as stop:
            state, job.error = "cancelled", str(stop)
        except GraphkitError as error:
            state, job.error = "failed", str(error)
        except Exception:  # a job must end in a state that people can see, whatever its work does
            logger.exception("job %s failed", job.label)
            state, job.error = "failed", "This is a fault of graphkit itself; the log holds the details."
        job.ended = time.monotonic()
        job.state = state
