"""User and password of a server from the secrets of Streamlit, below the environment; shown nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest
import streamlit as st

from graphkit.ui.secrets import configured
from graphkit.ui.settings import settings_table

SECRETS = """
[graphkit]
GRAPHKIT_NEO4J_USER = "ann"
GRAPHKIT_NEO4J_PASSWORD = "word-of-ann"
GRAPHKIT_TIMEOUT_S = 7
"""


@pytest.fixture
def secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of secrets, empty of them."""
    from streamlit.runtime.secrets import Secrets

    file = tmp_path / "secrets.toml"
    monkeypatch.setattr(
        "streamlit.config.get_option",
        lambda name, was=st.config.get_option: [str(file)] if name == "secrets.files" else was(name),
    )
    monkeypatch.setattr(st, "secrets", Secrets())
    for name in ("GRAPHKIT_NEO4J_USER", "GRAPHKIT_NEO4J_PASSWORD"):
        monkeypatch.delenv(name, raising=False)
    return file


def test_secrets_tell_user_and_password_and_the_environment_goes_before_them(
    secrets: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secrets.write_text(SECRETS)
    found = configured()
    assert (found.user, found.password, found.timeout_s) == ("ann", "word-of-ann", 7.0)
    assert "word-of-ann" not in repr(found) + settings_table(found).to_csv()
    monkeypatch.setenv("GRAPHKIT_NEO4J_USER", "bob")
    assert configured().user == "bob"


def test_without_secrets_the_environment_is_all(secrets: Path) -> None:
    assert not secrets.exists()
    assert (configured().user, configured().password) == ("neo4j", "")
