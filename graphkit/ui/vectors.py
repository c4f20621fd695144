"""Vectors of passages: what is missing, and a button that makes it in the background."""

from __future__ import annotations

import streamlit as st

from graphkit.corpus import Corpus
from graphkit.figures.words import counted
from graphkit.ui.plain import plain
from graphkit.ui.progress import start_job, watched_job

LABEL = "Embedding passages"


def show_vectors(corpus: Corpus) -> None:
    """Which embedder is in use, and how many passages it has still to read."""
    if corpus.embedder is None:
        st.info(plain(corpus.embedder_note or "No embedder is in use.", 500), icon=":material/info:")
        return
    st.markdown(
        f"Passages are embedded by **{plain(corpus.embedder.name)}** ({corpus.embedder.dimension} numbers each)."
    )
    if not corpus.missing_vectors():
        st.caption("Every passage has its vector.")
    show_missing_vectors(corpus)


def show_missing_vectors(corpus: Corpus) -> None:
    """Say that passages have no vector, with a button that makes them; nothing if all have one."""
    job = watched_job()
    if job is not None and not job.finished:
        return
    missing = corpus.missing_vectors()
    if not missing:
        return
    has = "has" if missing == 1 else "have"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f"{counted(missing, 'passage')} {has} no vector yet: the search by vectors passes over them.")
        if st.button("Make the missing vectors", icon=":material/memory:", key="embed_missing"):
            start_job(LABEL, lambda report: corpus.embed(report=report))
            st.rerun()
