"""Connecting to a store on the settings page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from neo4j_for_tests import private_store, shared_server

from graphkit.config import GraphConfig
from graphkit.neo4jserver.server import free_port
from graphkit.ui import resources
from graphkit.ui.server_fields import asked
from pages.conftest import Visit


@pytest.fixture
def neo4j_uri(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Address of the tests' server, whose user and password are in the environment."""
    config = shared_server()
    monkeypatch.setenv("GRAPHKIT_NEO4J_USER", config.user)
    if config.password:
        monkeypatch.setenv("GRAPHKIT_NEO4J_PASSWORD", config.password)
    store = private_store()
    store.ensure_schema()
    store.inner.close()
    yield config.uri


def read(elements: Sequence[Any]) -> str:
    """What the elements say, without the signs that keep Markdown from reading it."""
    return "\n".join(str(element.value).replace("\\", "") for element in elements)


def test_a_password_goes_to_no_other_address() -> None:
    now = GraphConfig(uri="bolt://here", user="ann", password="secret")
    same = asked(now, uri="bolt://here ", user="ann", password="", database="")
    assert (same.password, same.database) == ("secret", None)
    assert asked(now, uri="bolt://there", user="ann", password="", database="films").password == ""
    assert asked(now, uri="bolt://here", user="bob", password="", database="").password == ""
    assert asked(now, uri="bolt://there", user="bob", password="new", database="").password == "new"


def test_nobody_at_the_address_is_explained_and_the_store_stays(visit: Visit) -> None:
    app = visit("settings.py", corpus="story")
    app.text_input(key="connect_uri").set_value(f"bolt://127.0.0.1:{free_port()}")
    app.text_input(key="connect_password").set_value("top-secret-word")
    for button in ("try", "connect_now"):
        app.button(key=button).click().run()
        assert not app.exception
        assert read(app.error).startswith("No Neo4j server answers at bolt://127.0.0.1")
        assert "top-secret-word" not in read([*app.error, *app.markdown, *app.caption])
    assert "graphkit.db" in read(app.markdown)


def test_a_server_is_tried_used_and_left_again(visit: Visit, neo4j_uri: str) -> None:
    app = visit("settings.py", corpus="story")
    app.text_input(key="connect_uri").set_value(neo4j_uri)
    app.button(key="try").click().run()
    assert not app.exception
    assert "answers and lets you in" in read(app.success)
    app.button(key="connect_now").click().run()
    assert not app.exception
    assert app.success[0].value == "Connected. Every page shows this store now."
    assert neo4j_uri in read(app.markdown)
    app.button(key="disconnect").click().run()
    assert "graphkit.db" in read(app.markdown)


def test_the_settings_page_works_while_the_store_does_not(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHKIT_STORE_URI", f"bolt://127.0.0.1:{free_port()}")
    resources.release()
    app = visit("settings.py")
    assert read(app.error).startswith("No Neo4j server answers")
    assert app.text_input(key="connect_uri").value.startswith("bolt://")


def test_a_certificate_of_an_authority_is_asked_for_and_checked(visit: Visit) -> None:
    app = visit("settings.py", corpus="story")
    app.text_input(key="connect_uri").set_value("bolt+s://localhost:7687")
    app.text_input(key="connect_ca").set_value("/nowhere/authority.pem")
    app.button(key="try").click().run()
    assert not app.exception
    assert "ca_file names '/nowhere/authority.pem', which is no file that can be read" in read(app.error)
