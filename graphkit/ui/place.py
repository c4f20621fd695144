"""Where one is: the line that says which store and corpus are shown."""

from __future__ import annotations

import streamlit as st

from graphkit.ui.plain import plain
from graphkit.ui.resources import choose_corpus, corpus_name, store

_CHOICE = "corpus_choice"


def show_place() -> None:
    """Corpus and store at the foot of the menu; another corpus can be chosen or named there."""
    name = corpus_name()
    names = sorted({scope.corpus_id for scope in store().corpora()} | {name})
    st.session_state[_CHOICE] = name
    with st.sidebar:
        st.selectbox(
            "Corpus",
            names,
            key=_CHOICE,
            accept_new_options=True,
            on_change=_take_choice,
            help="A named set of documents. Type a new name to begin another one.",
        )
        st.caption(f"Store: {plain(short_address(store().uri), 60)}", help=plain(store().uri, 500))


def _take_choice() -> None:
    chosen = (st.session_state[_CHOICE] or "").strip()
    if chosen:
        choose_corpus(chosen)


def short_address(uri: str) -> str:
    """A store's address as people name it: the file without its folders, or the server."""
    kind, _, rest = uri.partition("://")
    if kind == "sqlite":
        return f"SQLite, {rest.rsplit('/', 1)[-1]}"
    return "in memory, gone when the server stops" if kind == "memory" else uri
