"""Guards: a page goes on only if there is something to show; else a sentence says what is missing and what to do."""

from __future__ import annotations

from collections.abc import Collection

import streamlit as st

from graphkit.corpus import Corpus
from graphkit.ui.location import pages_folder
from graphkit.ui.progress import start_job, watched_job
from graphkit.ui.resources import corpus
from graphkit.ui.sample import load_sample
from graphkit.view import View


def require_documents() -> Corpus:
    """The corpus of this session, which has documents; else the empty state is shown and the page ends."""
    here = corpus()
    if here.is_empty:
        _offer_sample(here)
        st.stop()
    return here


def require_view(chosen: Collection[str] | None = None, *, at_least: int = 1, decided: bool = True) -> View:
    """The view of the chosen graphs (None: the default one), which has entities; else a sentence, and the page ends.

    With ``at_least`` only what so many of them found; not ``decided``: as it was extracted.
    """
    here = require_documents()
    if not here.runs():
        _nothing("No extraction method has run over these documents yet, so there is no graph.", "Run a method")
    view = here.view(chosen, at_least=at_least, decided=decided)
    if not view.entities and at_least > 1:
        st.info("No name was found by so many of these methods.", icon=":material/info:")
        st.stop()
    if not view.entities:
        _nothing("The chosen method found no names in these documents. Choose another graph.", "Run another method")
    return view


def _offer_sample(here: Corpus) -> None:
    job = watched_job()
    if job is not None and not job.finished:
        return
    with st.container(border=True, horizontal_alignment="center"):
        st.subheader("There are no documents in this corpus yet", anchor=False, text_alignment="center")
        st.markdown(
            "Add your own files, or load the sample: a small invented archive that shows what graphkit does.",
            text_alignment="center",
        )
        with st.container(horizontal=True, horizontal_alignment="center"):
            if st.button("Load the sample", type="primary", icon=":material/science:", key="load_sample"):
                start_job("Loading the sample", lambda report: load_sample(here, report))
                st.rerun()
            _link_to_documents("Add documents")


def _nothing(sentence: str, link: str) -> None:
    st.info(sentence, icon=":material/info:")
    _link_to_documents(link)
    st.stop()


def _link_to_documents(label: str) -> None:
    page = pages_folder() / "documents.py"
    if page.is_file():
        st.page_link(page, label=label, icon=":material/upload_file:")
