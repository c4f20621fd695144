"""Connecting to another store on the settings page: try it, see what is there, use it. Passwords are never shown."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from graphkit.config import GraphConfig
from graphkit.errors import GraphkitError
from graphkit.store.neo4j_server import ServerFacts, look
from graphkit.store.open import NEO4J_SCHEMES
from graphkit.ui.errors import show_error
from graphkit.ui.plain import plain
from graphkit.ui.resources import connect, store_config

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
            uri = st.text_input("Address", now.uri, key="connect_uri", placeholder="bolt://localhost:7687")
            left, middle, right = st.columns(3)
            user = left.text_input("User", now.user, key="connect_user")
            password = middle.text_input(
                "Password",
                type="password",
                key="connect_password",
                autocomplete="off",
                help="Kept in memory only. Left empty, the one in use stays with its own address.",
            )
            database = right.text_input(
                "Database", now.database or "", key="connect_database", placeholder="the default one"
            )
            with st.container(horizontal=True):
                tried = st.form_submit_button("Test the connection", icon=":material/network_check:", key="try")
                chosen = st.form_submit_button("Connect", type="primary", icon=":material/cable:", key="connect_now")
        if tried or chosen:
            _go(asked(now, uri=uri, user=user, password=password, database=database), use=chosen)
        if st.button("Back to the store of the environment", icon=":material/undo:", key="disconnect"):
            _use(None)


def asked(now: GraphConfig, *, uri: str, user: str, password: str, database: str) -> GraphConfig:
    """The configuration that the form asks for. The password in use goes to no other address."""
    same = uri.strip() == now.uri and user.strip() == now.user
    return replace(
        now,
        uri=uri.strip() or now.uri,
        user=user.strip() or now.user,
        password=password or (now.password if same else ""),
        database=database.strip() or None,
    )


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
