"""Adding documents: the form, the work in the background, and what became of each file."""

from __future__ import annotations

import os
from collections.abc import Sequence

import pandas as pd
import streamlit as st

from graphkit.config import DEFAULT_DEDUP_THRESHOLD, default_workers
from graphkit.corpus import Corpus
from graphkit.figures.words import counted
from graphkit.ingest.base import Source
from graphkit.ingest.files import SUPPORTED
from graphkit.llm.meter import usage_words
from graphkit.model import Report
from graphkit.outcome import FileResult, FileStatus, IngestResult
from graphkit.ui.errors import readable_errors
from graphkit.ui.estimating import start_estimate
from graphkit.ui.methods import Chosen, pick_methods
from graphkit.ui.plain import plain
from graphkit.ui.progress import forget_job, start_job
from graphkit.ui.sample import load_sample
from graphkit.ui.tables import files_table, words_about
from graphkit.workers.open import open_workers

_UPLOADS = "uploads"
STATUS_ICONS: dict[FileStatus, str] = {
    "stored": ":material/check_circle:",
    "unchanged": ":material/remove:",
    "empty": ":material/draft:",
    "failed": ":material/error:",
    "cancelled": ":material/cancel:",
}


def show_adding(corpus: Corpus, *, expanded: bool) -> None:
    """The form: files, methods, joining of names; it starts a job and this page watches it."""
    with st.expander("Add documents", expanded=expanded, icon=":material/upload_file:"):
        # A new key empties the uploader: else it would offer the same files again on every run of the page.
        uploads = st.file_uploader(
            "Files",
            type=sorted(suffix.lstrip(".") for suffix in SUPPORTED),
            accept_multiple_files=True,
            key=f"{_UPLOADS}_{st.session_state.get(_UPLOADS, 0)}",
            help="Text, Markdown, HTML, PDF, Word, tables and mails. Nothing leaves this computer, unless you choose a "
            "language model elsewhere.",
        )
        chosen = pick_methods()
        threshold = _pick_threshold()
        workers = _pick_workers()
        with st.container(horizontal=True, vertical_alignment="center"):
            go = st.button(
                f"Add {counted(len(uploads), 'file')}" if uploads else "Add files",
                type="primary",
                icon=":material/play_arrow:",
                disabled=not uploads or not chosen,
                key="add_files",
            )
            ask = st.button(
                "Estimate",
                icon=":material/timer:",
                disabled=not uploads or not chosen,
                key="estimate_files",
                help="Seconds, and for a language model calls, tokens and money. Nothing is stored.",
            )
            sample = st.button("Load the sample", icon=":material/science:", key="load_sample_here")
    sources = [Source.of_upload(upload.name, upload.getvalue()) for upload in uploads] if go or ask else []
    if ask and chosen:
        start_estimate(corpus, sources, chosen)
    if go and chosen:
        st.session_state[_UPLOADS] = st.session_state.get(_UPLOADS, 0) + 1
        _start(corpus, sources, chosen, threshold, workers)
    if sample:
        start_job("Loading the sample", lambda report: load_sample(corpus, report))
        st.rerun()


def _start(corpus: Corpus, sources: Sequence[Source], chosen: Chosen, threshold: float | None, workers: int) -> None:
    label = f"Adding {len(sources)} files" if len(sources) > 1 else f"Adding {sources[0].name}"
    with readable_errors():
        extractors = chosen()

    def work(report: Report) -> IngestResult:
        with open_workers(workers) as executor:
            return corpus.ingest(
                sources, methods=extractors, dedup_threshold=threshold, executor=executor, report=report
            )

    start_job(label, work)
    st.rerun()


def _pick_threshold() -> float | None:
    join = st.toggle(
        "Join names that are spelled alike",
        key="join_names",
        help="Names whose score reaches the threshold are shown as one. Every join can be undone.",
    )
    if not join:
        return None
    return st.slider(
        "Threshold", 0.50, 1.00, DEFAULT_DEDUP_THRESHOLD, 0.01, key="threshold", help="Higher: fewer, safer joins."
    )


def _pick_workers() -> int:
    most = max(os.cpu_count() or 1, default_workers())
    if most == 1:
        return 1
    return st.number_input(
        "Worker processes",
        1,
        most,
        default_workers(),
        key="workers",
        width=180,
        help="Processes that extract at the same time. Each loads the models of its methods, some 200 MB.",
    )


def show_result(result: IngestResult) -> None:
    """What became of the files: one line of counts, then those that need a look, then all."""
    counts = [f"{result.count(s)} {s}" for s in STATUS_ICONS if s == "stored" or result.count(s)]
    sentence = f"{', '.join(counts)} in {result.seconds:.1f} s. {result.entities:,} entities in the graphs."
    trouble = [file for file in result.files if file.status in {"failed", "empty"} or file.warnings]
    with st.container(border=True):
        left, right = st.columns([6, 1], vertical_alignment="top")
        with left:
            if result.stopped:
                st.warning(f"{plain(result.stopped, 500)} Up to there: {sentence}", icon=":material/pause_circle:")
            elif result.cancelled:
                st.warning(f"Cancelled. What was stored is kept: {sentence}", icon=":material/cancel:")
            elif result.count("failed"):
                st.warning(sentence, icon=":material/warning:")
            else:
                st.success(sentence, icon=":material/check_circle:")
            for usage in result.usage.values():
                st.caption(f":material/smart_toy: {plain(usage_words(usage), 300)}")
        right.button("Close", on_click=forget_job, key="close_result", width="stretch")
        for file in trouble[:10]:
            _show_trouble(file)
        with st.expander(f"All: {counted(len(result.files), 'file')}"):
            table: pd.DataFrame = files_table(result.files)
            st.dataframe(table, hide_index=True, width="stretch")


def _show_trouble(file: FileResult) -> None:
    st.markdown(f"{STATUS_ICONS[file.status]} **{plain(file.file)}** · {plain(words_about(file), 500)}")
