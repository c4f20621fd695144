"""Fields for how a server is reached: address, user, password, database, certificates. Passwords are never shown."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from graphkit.config import GraphConfig


def server_fields(now: GraphConfig, *, key: str) -> GraphConfig:
    """Fields inside a form, filled with how it is reached now; what they ask for."""
    uri = st.text_input("Address", now.uri, key=f"{key}_uri", placeholder="bolt://localhost:7687")
    left, middle, right = st.columns(3)
    user = left.text_input("User", now.user, key=f"{key}_user")
    password = middle.text_input(
        "Password",
        type="password",
        key=f"{key}_password",
        autocomplete="off",
        help="Kept in memory only. Left empty, the one in use stays with its own address.",
    )
    database = right.text_input("Database", now.database or "", key=f"{key}_database", placeholder="the default one")
    with st.popover("Certificates", icon=":material/lock:"):
        st.caption("PEM files on the computer that runs this application, for addresses with `+s`.")
        ca = st.text_input(
            "Certificates to trust",
            now.ca_file or "",
            key=f"{key}_ca",
            placeholder="those of the system",
            help="For a server whose certificate your own authority signed, or that signed its own.",
        )
        certificate = st.text_input(
            "Certificate of your own",
            now.certificate_file or "",
            key=f"{key}_certificate",
            placeholder="none",
            help="For a server that asks for one.",
        )
        private = st.text_input("Its private key", now.key_file or "", key=f"{key}_key", placeholder="in the same file")
    found = asked(now, uri=uri, user=user, password=password, database=database)
    return replace(
        found,
        ca_file=ca.strip() or None,
        certificate_file=certificate.strip() or None,
        key_file=private.strip() or None,
    )


def asked(now: GraphConfig, *, uri: str, user: str, password: str, database: str) -> GraphConfig:
    """The configuration that the fields ask for. The password in use goes to no other address."""
    same = uri.strip() == now.uri and user.strip() == now.user
    return replace(
        now,
        uri=uri.strip() or now.uri,
        user=user.strip() or now.user,
        password=password or (now.password if same else ""),
        database=database.strip() or None,
    )
