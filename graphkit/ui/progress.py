"""Long work that a page starts and watches: its id is in the address, so a reload finds it again.

Work on a corpus that has not ended is shown on every page of that corpus that watches jobs, however one came there.
"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from graphkit.jobs import Job
from graphkit.model import Report
from graphkit.ui.plain import plain
from graphkit.ui.resources import corpus_name, job_runner

_JOB = "job"


def start_job(label: str, work: Callable[[Report], object]) -> None:
    """Start work in the background and let this page watch it."""
    st.query_params[_JOB] = job_runner().submit(label, work, about=corpus_name()).job_id


def watched_job() -> Job | None:
    """Show how far the page's job is, with a button to cancel it; the job, or None if the page has none.

    When the job ends the page runs again; then the returned job is finished and nothing is shown for it but
    a failure, so the page can say in its own words what was done.
    """
    job_id = st.query_params.get(_JOB)
    job = (job_runner().get(job_id) if job_id else None) or job_runner().unfinished(corpus_name())
    if job is None:
        forget_job()
        return None
    st.query_params[_JOB] = job.job_id
    if not job.finished:
        st.fragment(_watch, run_every="0.5s")(job)
    elif job.state == "failed":
        st.error(plain(job.error, 2000), icon=":material/error:")
    elif job.state == "cancelled":
        st.warning(plain(job.error or f"{job.label} was cancelled.", 2000), icon=":material/cancel:")
    return job


def forget_job() -> None:
    """Stop watching the page's job."""
    st.query_params.pop(_JOB, None)


def _watch(job: Job) -> None:
    if job.finished:
        st.rerun()
    share = min(1.0, job.done / job.total) if job.total else 0.0
    # The counts belong to the step and not to the whole work: files first, then passages that get vectors.
    counts = f" · {job.done:,} of {job.total:,}" if job.total else ""
    with st.container(border=True):
        st.progress(share, text=plain(job.label))
        left, right = st.columns([5, 1], vertical_alignment="center")
        left.caption(f"{plain(job.what)}{counts} · {job.seconds:.0f} s")
        right.button("Cancel", on_click=job.cancel, key=f"cancel_{job.job_id}", icon=":material/stop:", width="stretch")
