"""The password of a server stands in no message, log, trace, table or picture of an object."""

from __future__ import annotations

import json
import logging
import pickle
import traceback
from pathlib import Path

import pytest
from neo4j_for_tests import shared_server

from graphkit.config import GraphConfig
from graphkit.errors import GraphkitError
from graphkit.neo4jserver.server import Neo4jServer, free_port
from graphkit.store.foreign import ForeignChoice, ForeignGraph
from graphkit.store.neo4j_server import look
from graphkit.store.open import open_store
from graphkit.ui.foreign_state import parameters

SECRET = "word-that-nobody-may-see"
KEY_SECRET = "word-of-the-key"


def test_a_failing_connection_tells_nobody_the_password(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    config = GraphConfig(uri=f"bolt://127.0.0.1:{free_port()}", password=SECRET, key_password=KEY_SECRET)
    said = [repr(config), str(config), json.dumps([row.value for row in config.rows()])]
    for ask in (look, open_store, lambda given: ForeignGraph(given).catalogue()):
        with pytest.raises(GraphkitError) as caught:
            ask(config)
        said += [str(caught.value), repr(caught.value), "".join(traceback.format_exception(caught.value))]
        said.append(repr(pickle.dumps(caught.value.args)))
    said += [record.getMessage() for record in caplog.records]
    assert [text for text in said if SECRET in text or KEY_SECRET in text] == []


def test_a_working_connection_logs_no_password(caplog: pytest.LogCaptureFixture) -> None:
    given = shared_server()
    caplog.set_level(logging.DEBUG)
    config = GraphConfig(uri=given.uri, user=given.user, password=given.password or SECRET)
    look(config)
    graph = ForeignGraph(config)
    graph.catalogue()
    graph.close()
    assert any(record.name.startswith("neo4j") for record in caplog.records)
    assert [record for record in caplog.records if config.password in record.getMessage()] == []
    assert config.password not in repr(graph) + repr(vars(graph))


def test_links_and_servers_show_no_password(tmp_path: Path) -> None:
    assert SECRET not in repr(Neo4jServer(tmp_path, tmp_path, password=SECRET))
    assert set(parameters("bolt://here", ForeignChoice(("A",)))) == {"foreign", "label", "named", "relation"}
