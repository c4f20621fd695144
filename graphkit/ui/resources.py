"""What all sessions of the server share: the store, the corpora in it, and the runner of long work.

The store comes from the settings page or the environment (``GraphConfig``), the corpus from the address
(``?corpus=NAME``) or, without it, from the session.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Protocol

import streamlit as st

from graphkit.config import DEFAULT_CORPUS, GraphConfig, default_embedder
from graphkit.corpus import Corpus
from graphkit.embed.base import Embedder
from graphkit.embed.registry import open_embedder
from graphkit.errors import BadRequest, ModelMissing
from graphkit.jobs import JobRunner
from graphkit.model import Scope
from graphkit.store.base import GraphStore
from graphkit.store.open import open_store
from graphkit.ui.secrets import configured

_CORPUS = "corpus"
_REMEMBERED = "_corpus"
MOST_CORPORA = 50
"""Corpora whose views are kept; the one that was opened first goes first."""


class Clearable(Protocol):
    """A cache that can be emptied."""

    def clear(self) -> None:
        """Empty it."""


_CONTENTS: list[Clearable] = []


@st.cache_resource(show_spinner=False, on_release=JobRunner.close)
def job_runner() -> JobRunner:
    """The runner of long work; a job outlives the session that started it."""
    return JobRunner()


@dataclass(slots=True)
class _Desk:
    """The store in use, with how it was reached, and the corpora in it that somebody has looked at."""

    config: GraphConfig
    store: GraphStore
    corpora: dict[str, Corpus] = field(default_factory=dict)


@dataclass(slots=True)
class _Place:
    """Where the desk stands: None until it is first asked for."""

    lock: threading.RLock = field(default_factory=threading.RLock)
    desk: _Desk | None = None
    embedder: str = ""

    def take_away(self) -> None:
        """Close the store."""
        with self.lock:
            desk, self.desk, self.embedder = self.desk, None, ""
        if desk:
            desk.store.close()


_PLACE = _Place()
"""Not in a cache of Streamlit: those hold a lock of their own while they let go of something."""


def _desk() -> _Desk:
    place = _PLACE
    with place.lock:
        if place.desk is None:
            config = configured()
            with st.spinner("Opening the store …"):
                place.desk = _Desk(config, open_store(config))
        return place.desk


def store_config() -> GraphConfig:
    """How the store is reached: as somebody said on the settings page, else as the environment says."""
    desk = _PLACE.desk
    return desk.config if desk else configured()


def connect(config: GraphConfig | None) -> None:
    """Use another store from now on, in all sessions of this server; None is that of the environment.

    Jobs are cancelled, and the old store is closed when nobody finds it any more. Raises what ``open_store``
    raises; the store at hand then stays.
    """
    wanted = config or configured()
    place = _PLACE
    with place.lock:
        old, place.desk = place.desk, _Desk(wanted, open_store(wanted))
        job_runner.clear()
        _forget_contents()
    if old:
        old.store.close()


def store() -> GraphStore:
    """The store, ready for use: one for all sessions, so one driver for a server."""
    return _desk().store


@st.cache_resource(show_spinner=False)
def _embedder(name: str) -> tuple[Embedder | None, str]:
    try:
        return open_embedder(name), ""
    except (ModelMissing, BadRequest) as missing:
        return None, str(missing)


def embedder_name() -> str:
    """Name of the embedder in use: as somebody said on the settings page, else as the environment says."""
    return _PLACE.embedder or default_embedder()


def use_embedder(name: str) -> None:
    """Make vectors with another embedder from now on, in all sessions of this server.

    It is tried first. Raises ``BadRequest``, ``ModelMissing`` and ``ProviderError``; the one at hand then stays.
    """
    open_embedder(name).embed(["A sentence to try it with."])
    with _PLACE.lock:
        _PLACE.embedder = name
        _embedder.clear()
        if _PLACE.desk:
            _PLACE.desk.corpora.clear()
        _forget_contents()


def corpus() -> Corpus:
    """The corpus that this session looks at."""
    name, desk = corpus_name(), _desk()
    known = desk.corpora.get(name)
    if known is not None:
        return known
    embedder, note = _embedder(embedder_name())
    with _PLACE.lock:
        while len(desk.corpora) >= MOST_CORPORA:
            del desk.corpora[next(iter(desk.corpora))]
        return desk.corpora.setdefault(name, Corpus(desk.store, Scope(name), embedder=embedder, embedder_note=note))


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


def keep_with_store(cached: Clearable) -> None:
    """Empty a cache of what the store holds whenever the store is changed or closed."""
    _CONTENTS.append(cached)


def release() -> None:
    """Cancel the jobs, then close the store, then forget what it held: the order of shutting down."""
    job_runner.clear()
    _PLACE.take_away()
    _forget_contents()


def _forget_contents() -> None:
    for cached in _CONTENTS:
        cached.clear()
