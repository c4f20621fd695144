"""Background jobs: progress, cancelling, failing, forgetting."""

import threading
import time
from collections.abc import Iterator

import pytest

from graphkit.errors import BadRequest
from graphkit.jobs import KEPT_JOBS, Job, JobRunner
from graphkit.model import Report


@pytest.fixture
def runner() -> Iterator[JobRunner]:
    made = JobRunner()
    yield made
    made.close()


def ended(job: Job) -> Job:
    limit = time.monotonic() + 10
    while not job.finished and time.monotonic() < limit:
        time.sleep(0.005)
    assert job.finished, "the job did not end within ten seconds"
    return job


def test_a_job_ends_with_its_result_and_its_last_report(runner: JobRunner) -> None:
    def work(report: Report) -> int:
        report(2, 3, "counting")
        return 42

    job = ended(runner.submit("Count", work))
    assert (job.state, job.result, job.done, job.total, job.what, job.error) == ("done", 42, 2, 3, "counting", "")
    assert runner.get(job.job_id) is job


def test_a_cancelled_job_stops_at_its_next_report_and_says_where(runner: JobRunner) -> None:
    begun, go = threading.Event(), threading.Event()

    def work(report: Report) -> None:
        begun.set()
        assert go.wait(5)
        report(1, 9, "step")
        raise AssertionError("work went on after it was cancelled")

    job = runner.submit("Long work", work)
    assert begun.wait(5)
    job.cancel()
    go.set()
    assert (ended(job).state, job.error) == ("cancelled", "Long work was cancelled at 1 of 9.")


def test_a_wrong_request_fails_the_job_with_its_own_sentence(runner: JobRunner) -> None:
    def work(report: Report) -> None:
        raise BadRequest("Nothing to do.")

    job = ended(runner.submit("Bad", work))
    assert (job.state, job.error) == ("failed", "Nothing to do.")


def test_a_fault_fails_the_job_without_showing_its_inside(runner: JobRunner) -> None:
    def work(report: Report) -> None:
        raise KeyError("secret detail")

    job = ended(runner.submit("Faulty", work))
    assert job.state == "failed"
    assert "secret" not in job.error


def test_only_finished_jobs_are_forgotten(runner: JobRunner) -> None:
    go = threading.Event()
    running = runner.submit("Running", lambda report: go.wait(10))
    finished = [ended(runner.submit("Short", lambda report: None)) for _ in range(KEPT_JOBS + 5)]
    assert runner.get(running.job_id) is running
    assert runner.get(finished[0].job_id) is None
    assert len(runner.jobs()) <= KEPT_JOBS + 1
    go.set()


def test_unfinished_work_is_found_by_what_it_is_about(runner: JobRunner) -> None:
    go = threading.Event()
    running = runner.submit("Running", lambda report: go.wait(10), about="news")
    assert runner.unfinished("news") is running
    assert runner.unfinished("other") is None
    go.set()
    ended(running)
    assert runner.unfinished("news") is None


def test_closing_the_runner_ends_what_waits() -> None:
    go = threading.Event()
    made = JobRunner(workers=1)
    made.submit("Running", lambda report: go.wait(10))
    waiting = made.submit("Waiting", lambda report: None)
    made.close()
    assert (waiting.state, waiting.error) == ("cancelled", "Waiting was cancelled.")
    go.set()
