"""Connecting to another store on the settings page: try it, see what is there, use it. Passwords are never shown."""

from __future__ import annotations

import streamlit as st

from graphkit.config import GraphConfig
from graphkit.errors import GraphkitError
from graphkit.store.neo4j_server import ServerFacts, look
from graphkit.store.open import NEO4J_SCHEMES
from graphkit.ui.errors import show_error
from graphkit.ui.plain import plain
from graphkit.ui.resources import connect, store_config
from graphkit.ui.server_fields import server_fields

_DONE = "_connected"


def connection_form() -> None:
    """A form for the address of a store, with user, password and database where it is a Neo4j server."""
    now = store_config()
    if done := st.session_state.pop(_DONE, ""):
        st.success(done, icon=":material/check_circle:")
    with st.expander("Connect to another store", icon=":material/cable:", expanded=bool(done)):
        st.caption(
            "A Neo4j server (5.26 or newer) by its Bolt address, with `bolt+s` or `neo4j+s` for TLS, or a file by "
            "`sqlite:///name.db`. It holds for everybody who uses this application, until it stops."
        )
        with st.form("connect", border=False):
            wanted = server_fields(now, key="connect")
            with st.container(horizontal=True):
                tried = st.form_submit_button("Test the connection", icon=":material/network_check:", key="try")
                chosen = st.form_submit_button("Connect", type="primary", icon=":material/cable:", key="connect_now")
        if tried or chosen:
            _go(wanted, use=chosen)
        if st.button("Back to the store of the environment", icon=":material/undo:", key="disconnect"):
            _use(None)


def facts_in_words(facts: ServerFacts) -> str:
    """What a server told about itself, in sentences."""
    if facts.schema is None:
        own = "graphkit has stored nothing there yet; connecting makes its indexes."
    else:
        own = f"graphkit has {facts.corpora:,} {'corpus' if facts.corpora == 1 else 'corpora'} there."
    return f"Neo4j {facts.version} ({facts.edition}) answers and lets you in. It holds {facts.nodes:,} nodes. {own}"


def _go(config: GraphConfig, *, use: bool) -> None:
    if use:
        _use(config)
        return
    if config.uri.partition("://")[0] not in NEO4J_SCHEMES:
        st.info("A file needs no test: connecting makes it if it is not there.", icon=":material/info:")
        return
    try:
        st.success(plain(facts_in_words(look(config)), 500), icon=":material/check_circle:")
    except GraphkitError as error:
        show_error(error, key="retry_connecting")


def _use(config: GraphConfig | None) -> None:
    try:
        connect(config)
    except GraphkitError as error:
        show_error(error, key="retry_connecting")
        return
    st.session_state[_DONE] = "Connected. Every page shows this store now."
    st.rerun()
