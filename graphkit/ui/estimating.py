"""What a run will take, before it begins: a job that reads and stores nothing, and its result as a table."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from graphkit.corpus import Corpus
from graphkit.estimate import Estimate, estimate
from graphkit.ingest.base import Source
from graphkit.jobs import Job
from graphkit.ui.errors import readable_errors
from graphkit.ui.methods import Chosen
from graphkit.ui.plain import plain
from graphkit.ui.progress import forget_job, start_job

_LABEL = "Estimating"


def start_estimate(corpus: Corpus, sources: Sequence[Source] | None, chosen: Chosen) -> None:
    """Estimate in the background what these files (None: the stored documents) will take."""
    with readable_errors():
        extractors = chosen()
    start_job(
        _LABEL, lambda report: estimate(sources, extractors, store=corpus.store, scope=corpus.scope, report=report)
    )
    st.rerun()


def is_estimate(job: Job | None) -> bool:
    """Whether a job is an estimate, ended or not."""
    return job is not None and job.label == _LABEL


def show_estimate(expected: Estimate) -> None:
    """The sums in a sentence, and a row for each method."""
    with st.container(border=True):
        left, right = st.columns([6, 1], vertical_alignment="top")
        left.info(f"Estimate: {plain(expected.words(), 300)}", icon=":material/timer:")
        right.button("Close", on_click=forget_job, key="close_estimate", width="stretch")
        st.dataframe(_table(expected), hide_index=True, width="stretch")


def _table(expected: Estimate) -> pd.DataFrame:
    rows = [
        {
            "method": one.method,
            "documents": one.documents,
            "passages": one.passages,
            "seconds": one.seconds,
            "calls": one.calls,
            "kept answers": one.kept,
            "tokens in": one.input_tokens,
            "tokens out": one.output_tokens,
            "cost": one.money,
            "by": one.note,
        }
        for one in expected.methods
    ]
    table = pd.DataFrame(rows)
    asks = any(one.calls or one.kept or one.note for one in expected.methods)
    return table if asks else table[["method", "documents", "passages", "seconds"]]
