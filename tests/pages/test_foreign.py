"""Browsing a graph that is not graphkit's: attached on the settings page, seen on the graph page."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from films_for_tests import HOSTILE, STUDIO, everything, films
from neo4j import Driver
from neo4j_for_tests import shared_server
from streamlit.testing.v1 import AppTest

from graphkit.config import GraphConfig
from graphkit.export.foreign import foreign_graphml, foreign_json
from graphkit.neo4jserver.server import free_port
from graphkit.store.foreign import ForeignChoice, ForeignGraph
from graphkit.ui.foreign_page import edges_table, nodes_table
from graphkit.ui.foreign_place import attach, attached, detach
from graphkit.ui.foreign_state import parameters
from graphkit.ui.tables import as_csv
from pages.conftest import Visit

CHOICE = ForeignChoice(("Movie", "Actor", STUDIO), ("title", "name"), (), "scenes")


@pytest.fixture(scope="module")
def driver() -> Iterator[Driver]:
    with films(shared_server()) as opened:
        before = everything(opened)
        yield opened
        assert everything(opened) == before


@pytest.fixture
def graph(driver: Driver) -> Iterator[ForeignGraph]:
    """The films, attached."""
    attach(shared_server())
    found = attached()
    assert found is not None
    yield found
    detach()


def read(elements: Sequence[Any]) -> str:
    """What the elements say, without the signs that keep Markdown from reading it."""
    return "\n".join(str(element.value).replace("\\", "") for element in elements)


def seen(visit: Visit, graph: ForeignGraph, **more: str) -> AppTest:
    """The graph page over the films."""
    return visit("graph.py", **parameters(graph.uri, CHOICE), **more)


def node_id(graph: ForeignGraph, name: str) -> str:
    return graph.search(CHOICE, name).nodes[0].id


@pytest.mark.usefixtures("driver")
def test_a_graph_is_attached_chosen_and_left(visit: Visit) -> None:
    app = visit("settings.py")
    app.text_input(key="foreign_uri").set_value(shared_server().uri)
    app.button(key="foreign_attach").click().run()
    assert not app.exception
    assert "answers and lets you in" in read(app.success)
    app.multiselect(key="foreign_labels").set_value(["Actor", "Movie"]).run()
    assert app.multiselect(key="foreign_names_Actor|Movie").value == ["name", "title"]
    assert "No index holds the names of Movie: a search looks at all 5 nodes" in read(app.caption)
    app.multiselect(key="foreign_labels").set_value([]).run()
    assert "Choose at least one label." in read(app.info)
    app.button(key="foreign_detach").click().run()
    assert attached() is None


def test_nobody_at_the_address_is_explained_and_no_password_shown(visit: Visit) -> None:
    app = visit("settings.py")
    app.text_input(key="foreign_uri").set_value(f"bolt://127.0.0.1:{free_port()}")
    app.text_input(key="foreign_password").set_value("top-secret-word")
    app.button(key="foreign_attach").click().run()
    assert not app.exception
    assert read(app.error).startswith("No Neo4j server answers at bolt://127.0.0.1")
    assert "top-secret-word" not in read([*app.error, *app.markdown, *app.caption])
    assert attached() is None


def test_an_address_of_another_kind_is_explained(visit: Visit) -> None:
    app = visit("settings.py")
    app.text_input(key="foreign_uri").set_value("sqlite:///films.db")
    app.button(key="foreign_attach").click().run()
    assert "is no address of a Neo4j server" in read(app.error)


def test_a_link_shows_the_graph_and_says_that_it_is_not_graphkits(visit: Visit, graph: ForeignGraph) -> None:
    app = seen(visit, graph)
    assert any("Read-only, not graphkit's: no evidence, no decisions" in one.value for one in app.markdown)
    assert "Showing **10** nodes" in read(app.caption)
    app.toggle(key="foreign_tables").set_value(True).run()
    nodes, edges = (frame.value for frame in app.dataframe)
    assert HOSTILE in set(nodes["name"])
    assert set(edges["relationship"]) == {"PLAYED_IN", "LIKES", "SHOT AT `N`"}


def test_a_link_to_a_node_shows_its_properties_and_neighbours(visit: Visit, graph: ForeignGraph) -> None:
    app = seen(visit, graph, node=node_id(graph, "Greta Brenner"))
    assert "#### Greta Brenner" in [markdown.value for markdown in app.markdown]
    assert [tuple(row) for row in app.dataframe[0].value.values] == [("born", "1940"), ("name", "Greta Brenner")]
    assert any("Winter Engine" in button.label and "PLAYED" in button.label for button in app.button)
    app.button(key="foreign_only").click().run()
    assert "the neighbourhood of one node" in read(app.caption)
    app.button(key="foreign_unfocus").click().run()
    assert "Showing **10** nodes" in read(app.caption)


def test_a_link_to_a_way_shows_it(visit: Visit, graph: ForeignGraph) -> None:
    app = seen(visit, graph, node=node_id(graph, "Olga"), to=node_id(graph, "Stage"))
    assert "A shortest way: 3 steps, drawn in the picture." in read(app.caption)
    app.button(key="foreign_other_end").click().run()
    app.text_input(key="foreign_goal").set_value("silent").run()
    next(button for button in app.button if "Silent" in button.label and button.key.startswith("foreign_goal_")).click()
    app.run()
    assert "A shortest way: 2 steps" in read(app.caption)


def test_a_node_is_searched_and_visited(visit: Visit, graph: ForeignGraph) -> None:
    app = seen(visit, graph)
    app.text_input(key="foreign_search").set_value("no such name").run()
    assert "No name fits. Try a part of it." in read(app.caption)
    app.text_input(key="foreign_search").set_value("<img src").run()
    app.button(key=f"foreign_found_{node_id(graph, HOSTILE)}").click().run()
    assert not app.exception
    assert app.query_params["node"] == node_id(graph, HOSTILE)


@pytest.mark.parametrize("gone", ["4:00000000-0000-0000-0000-000000000000:7", "junk"])
def test_a_link_to_what_is_gone_says_so(visit: Visit, graph: ForeignGraph, gone: str) -> None:
    app = seen(visit, graph, node=gone)
    assert "may have been deleted" in read(app.info)
    app = seen(visit, graph, around=gone)
    assert "There is no node of the chosen labels here." in read(app.info)
    assert any(button.key == "foreign_unfocus" for button in app.button)


def test_a_link_to_a_server_that_is_not_attached_leads_to_the_settings(visit: Visit, driver: Driver) -> None:
    app = visit("graph.py", foreign="bolt://elsewhere:7687", label="Movie")
    assert "attach it on the settings page" in read(app.info)
    attach(shared_server())
    app = visit("graph.py", foreign="bolt://elsewhere:7687", label="Movie")
    assert f"This application looks at {shared_server().uri}." in read(app.info)
    app = visit("graph.py", foreign=shared_server().uri)
    assert "The link names no label." in read(app.info)
    detach()


def test_one_goes_back_to_graphkits_own_graph_and_over_again(visit: Visit, graph: ForeignGraph) -> None:
    app = seen(visit, graph, corpus="story")
    app.button(key="foreign_leave").click().run()
    assert "Showing **6 of 6** names" in read(app.caption)
    assert "foreign" not in app.query_params
    app.button(key="foreign_enter").click().run()
    assert "Showing **10** nodes" in read(app.caption)


def test_what_is_drawn_is_exported(graph: ForeignGraph) -> None:
    import networkx as nx

    part = graph.start(CHOICE, limit=100)
    data = json.loads(foreign_json(part, graph.uri))
    assert (data["graph"], len(data["nodes"]), len(data["edges"])) == ({"source": graph.uri}, 10, 8)
    read_back = nx.node_link_graph(data, edges="edges")
    assert (read_back.number_of_nodes(), read_back.number_of_edges()) == (10, 8)
    xml = nx.parse_graphml(foreign_graphml(part).decode())
    assert {name for _, name in xml.nodes(data="name")} == {node.name for node in part.nodes}
    assert as_csv(nodes_table(part)).decode().count("\n") == 11
    assert as_csv(edges_table(part)).decode().splitlines()[0] == (
        "source,relationship,target,weight,source_id,target_id,id"
    )


def test_the_server_of_the_store_is_offered(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    from graphkit.ui import foreign_place

    config = GraphConfig(uri="bolt://store:7687", user="ann")
    monkeypatch.setattr(foreign_place, "store_config", lambda: config)
    assert foreign_place.attached_config() == config
