"""Letting methods read the documents that are stored, and what a language model has used and said wrongly."""

from __future__ import annotations

import json

import pandas as pd
import streamlit as st

from graphkit.corpus import Corpus
from graphkit.estimate import Estimate
from graphkit.figures.shortened import shortened
from graphkit.figures.words import counted
from graphkit.llm.meter import usage_words
from graphkit.outcome import IngestResult
from graphkit.store.base import RunRow
from graphkit.ui.adding import show_result
from graphkit.ui.errors import readable_errors
from graphkit.ui.estimating import is_estimate, show_estimate, start_estimate
from graphkit.ui.methods import pick_methods
from graphkit.ui.plain import plain
from graphkit.ui.progress import start_job, watched_job
from graphkit.ui.tables import as_csv


def show_running(corpus: Corpus) -> None:
    """Methods over the documents of the corpus, with an estimate; the page watches the job."""
    job = watched_job()
    if job is not None and isinstance(job.result, IngestResult):
        show_result(job.result)
    if job is not None and isinstance(job.result, Estimate):
        show_estimate(job.result)
    with st.expander("Run a method over the stored documents", icon=":material/play_arrow:", expanded=is_estimate(job)):
        chosen = pick_methods(key="run_methods", default=())
        with st.container(horizontal=True):
            go = st.button("Run", type="primary", icon=":material/play_arrow:", disabled=not chosen, key="run_now")
            ask = st.button("Estimate", icon=":material/timer:", disabled=not chosen, key="run_estimate")
        st.caption("Documents that a method has read already are left alone.")
    if ask and chosen:
        start_estimate(corpus, None, chosen)
    if go and chosen:
        with readable_errors():
            extractors = chosen()
        start_job("Reading the documents", lambda report: corpus.extract(methods=extractors, report=report))
        st.rerun()


def show_configuration(run: RunRow) -> None:
    """The options of a run; of long lists the first values, with all of it to download."""
    short = shortened(run.configuration)
    st.json(short)
    if short != run.configuration:
        st.download_button(
            "All options (JSON)",
            lambda: json.dumps(run.configuration, ensure_ascii=False, indent=1).encode(),
            f"{run.method}_options.json",
            "application/json",
            icon=":material/download:",
            on_click="ignore",
            key="all_options",
        )


def show_spending(corpus: Corpus, run: RunRow) -> None:
    """What a run with a language model has used, and its quarantine; nothing for other methods."""
    if not run.usage:
        return
    st.subheader("What the language model took", anchor=False)
    st.markdown(f":material/smart_toy: {plain(usage_words(run.usage), 300)}")
    found = corpus.quarantine(run.graph_id)
    if not found:
        st.caption("Nothing is in quarantine: the texts show all that the model said.")
        return
    titles = corpus.titles([document for document, _ in found])
    table = pd.DataFrame(
        [
            {"document": titles[document], "passage": item.chunk + 1, "kind": item.kind, "what": item.what,
             "why": item.reason}
            for document, item in found
        ]
    )  # fmt: skip
    with st.expander(
        f"In quarantine: {counted(len(found), 'finding')} that no text shows", icon=":material/gpp_maybe:"
    ):
        st.caption("The model said this, and it does not stand in the passage. None of it is in the graph.")
        st.dataframe(table, hide_index=True, width="stretch", key="quarantine_table")
        st.download_button(
            "Table as CSV", lambda: as_csv(table), "quarantine.csv", "text/csv", icon=":material/download:",
            on_click="ignore",
        )  # fmt: skip
