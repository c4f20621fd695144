"""What all sessions of the server share: the store, the corpora in it, and the runner of long work.

The store comes from the settings page or the environment (``GraphConfig``), the corpus from the address
(``?corpus=NAME``) or, without it, from the session.
"""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from graphkit.config import DEFAULT_CORPUS, GraphConfig
from graphkit.corpus import Corpus
from graphkit.embed.base import Embedder
from graphkit.embed.registry import open_embedder
from graphkit.errors import ModelMissing
from graphkit.jobs import JobRunner
from graphkit.model import Scope
from graphkit.store.base import GraphStore
from graphkit.store.open import open_store

EMBEDDER = "minilm"
_CORPUS = "corpus"
_REMEMBERED = "_corpus"


@st.cache_resource(show_spinner=False, on_release=JobRunner.close)
def job_runner() -> JobRunner:
    """The runner of long work; a job outlives the session that started it."""
    return JobRunner()


@dataclass(slots=True)
class _Connection:
    """The store that somebody connected to on the settings page; None for that of the environment."""

    config: GraphConfig | None = None


@st.cache_resource(show_spinner=False)
def _connection() -> _Connection:
    return _Connection()


def store_config() -> GraphConfig:
    """How the store is reached: as somebody said on the settings page, else as the environment says."""
    return _connection().config or GraphConfig.from_env()


def connect(config: GraphConfig | None) -> None:
    """Use another store from now on, in all sessions of this server; None is that of the environment.

    Raises what ``open_store`` raises; the store at hand then stays.
    """
    open_store(config or GraphConfig.from_env()).close()
    release()
    _connection().config = config


@st.cache_resource(show_spinner="Opening the store …", on_release=lambda opened: opened.close())
def store() -> GraphStore:
    """The store, ready for use: one for all sessions, so one driver for a server."""
    return open_store(store_config())


@st.cache_resource(show_spinner=False)
def _embedder() -> tuple[Embedder | None, str]:
    try:
        return open_embedder(EMBEDDER), ""
    except ModelMissing as missing:
        return None, str(missing)


@st.cache_resource(show_spinner=False, max_entries=50)
def _corpus(name: str) -> Corpus:
    embedder, note = _embedder()
    return Corpus(store(), Scope(name), embedder=embedder, embedder_note=note)


def corpus() -> Corpus:
    """The corpus that this session looks at."""
    return _corpus(corpus_name())


def corpus_name() -> str:
    """Name of the corpus that this session looks at; the address is made to tell it."""
    name = st.query_params.get(_CORPUS) or st.session_state.get(_REMEMBERED) or DEFAULT_CORPUS
    choose_corpus(name)
    return str(name)


def choose_corpus(name: str) -> None:
    """Look at another corpus from now on."""
    st.session_state[_REMEMBERED] = name
    if name == DEFAULT_CORPUS:
        st.query_params.pop(_CORPUS, None)
    elif st.query_params.get(_CORPUS) != name:
        st.query_params[_CORPUS] = name


def place_parameters(**parameters: str) -> dict[str, str]:
    """Parameters of a link to another page of the application, with the corpus where it is not the default one."""
    name = corpus_name()
    return {**parameters, **({} if name == DEFAULT_CORPUS else {_CORPUS: name})}


def release() -> None:
    """Cancel the jobs, then close the store, then forget how it was reached: the order of shutting down."""
    job_runner.clear()
    _corpus.clear()
    store.clear()
    _connection.clear()
