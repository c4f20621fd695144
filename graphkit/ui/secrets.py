"""What is set for this server of pages: the environment, and below it the table ``graphkit`` of Streamlit's secrets."""

from __future__ import annotations

import os

import streamlit as st

from graphkit.config import GraphConfig

TABLE = "graphkit"


def configured() -> GraphConfig:
    """Configuration of the store. In ``.streamlit/secrets.toml`` values carry the names of their variables."""
    kept = st.secrets.get(TABLE, {}) if st.secrets.load_if_toml_exists() else {}
    return GraphConfig.from_env({**{str(name): str(value) for name, value in kept.items()}, **os.environ})
