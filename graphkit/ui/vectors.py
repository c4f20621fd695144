"""Vectors of passages: what is missing, and a button that makes it in the background."""

from __future__ import annotations

import streamlit as st

from graphkit.config import DEFAULT_EMBEDDER
from graphkit.corpus import Corpus
from graphkit.embed.served import GEMINI_MODEL, OPENAI_MODEL
from graphkit.errors import GraphkitError
from graphkit.figures.words import counted
from graphkit.ui.errors import show_error
from graphkit.ui.plain import plain
from graphkit.ui.progress import start_job, watched_job
from graphkit.ui.resources import embedder_name, use_embedder

LABEL = "Embedding passages"
_BY = {
    "minilm": "Built in: all-MiniLM-L6-v2, on this machine",
    "openai": "OpenAI, or a server that speaks like it",
    "gemini": "Gemini",
}
"""Who makes vectors, for people; of those that are served a model is named."""


def show_vectors(corpus: Corpus) -> None:
    """Which embedder is in use, and how many passages it has still to read."""
    if corpus.embedder is None:
        st.info(plain(corpus.embedder_note or "No embedder is in use.", 500), icon=":material/info:")
        return
    st.markdown(f"Passages are embedded by **{plain(corpus.embedder.name)}**.")
    if not corpus.missing_vectors():
        st.caption("Every passage has its vector.")
    show_missing_vectors(corpus)


def pick_embedder() -> None:
    """Choose what makes vectors: it is tried, and then used by all sessions of this server."""
    who, _, model = embedder_name().partition(":")
    names = list(_BY)
    with st.expander("Choose what makes vectors", icon=":material/memory:"), st.form("embedder", border=False):
        st.caption(
            "Served models get the text of the passages. Key and address are those of the environment. Vectors of "
            "another model are made anew, and it holds for everybody who uses this application, until it stops."
        )
        chosen = st.selectbox(
            "By", names, index=names.index(who) if who in names else 0, format_func=_BY.__getitem__, key="embedder_by"
        )
        named = st.text_input(
            "Model", model, placeholder=f"{OPENAI_MODEL} or {GEMINI_MODEL}", help="Only for a served one.",
            key="embedder_model",
        )  # fmt: skip
        if not st.form_submit_button("Try it and use it", type="primary", icon=":material/check:", key="embedder_use"):
            return
    try:
        with st.spinner("Asking for a vector …"):
            use_embedder(chosen if chosen == DEFAULT_EMBEDDER else f"{chosen}:{named.strip()}")
    except GraphkitError as fault:
        show_error(fault, key="embedder_again")
        return
    st.rerun()


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
