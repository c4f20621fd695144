"""``graphkit neo4j labels`` and ``graphkit neo4j browse`` over a graph that is not graphkit's."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from films_for_tests import everything, films
from neo4j_for_tests import shared_server

from cli.program import Run

FILMS = ("--label", "Movie", "--label", "Actor", "--weight", "scenes")


@pytest.fixture(scope="module")
def on_server() -> Iterator[None]:
    """The films on the server; they are the same afterwards."""
    with films(shared_server()) as driver:
        before = everything(driver)
        yield
        assert everything(driver) == before


@pytest.fixture
def neo4j(run: Run, on_server: None, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command of ``graphkit neo4j`` on the server."""
    config = shared_server()
    monkeypatch.setenv("GRAPHKIT_STORE_URI", config.uri)
    monkeypatch.setenv("GRAPHKIT_NEO4J_USER", config.user)
    monkeypatch.setenv("GRAPHKIT_NEO4J_PASSWORD", config.password)
    return lambda *words: run("neo4j", *words)


def test_labels_are_listed_with_counts(neo4j: Run) -> None:
    told = json.loads(neo4j("labels", "--json").out)
    assert set(told) == {"labels", "types", "names", "suggested", "weights", "more"}
    assert {"name": "Movie", "count": 5} in told["labels"]
    assert {"name": "PLAYED_IN", "count": 4} in told["types"]
    assert "scenes" in told["weights"]
    assert "Sound `Stage`" in neo4j("labels").out


def test_nodes_are_found_shown_and_connected(neo4j: Run) -> None:
    (greta,) = json.loads(neo4j("browse", "greta", *FILMS, "--json").out)["nodes"]
    assert (greta["name"], greta["label"], greta["labels"]) == ("Greta Brenner", "Actor", ["Actor"])
    told = json.loads(neo4j("browse", "--node", greta["id"], *FILMS, "--json").out)
    assert told["properties"] == {"born": 1940, "name": "Greta Brenner"}
    assert told["neighbours"][0]["edge"]["weight"] == 40.0
    assert told["neighbours"][0]["node"]["name"] == "Winter Engine"
    (olga,) = json.loads(neo4j("browse", "olga", *FILMS, "--json").out)["nodes"]
    way = json.loads(neo4j("browse", "--path", greta["id"], olga["id"], *FILMS, "--json").out)
    assert [node["name"] for node in way["nodes"]] == ["Greta Brenner", "Olga Cordova"]
    assert [edge["type"] for edge in way["edges"]] == ["LIKES"]
    shown = neo4j("browse", "--node", greta["id"], *FILMS)
    assert "PLAYED_IN" in shown.out
    assert shown.err == "Read-only, not graphkit's: no evidence, no decisions.\n"
    assert "LIKES" in neo4j("browse", "--path", greta["id"], olga["id"], *FILMS).out


def test_without_words_the_best_connected_are_shown(neo4j: Run) -> None:
    told = json.loads(neo4j("browse", *FILMS, "--limit", "2", "--json").out)
    assert [node["name"] for node in told["nodes"]] == ["Greta Brenner", "Olga Cordova"]
    assert {edge["type"] for edge in told["edges"]} == {"LIKES"}


def test_bad_requests_are_told(neo4j: Run, run: Run) -> None:
    both = neo4j("browse", "x", "--node", "y")
    assert (both.code, both.err) == (2, "Give words, --node or --path, only one of them. Nothing was read.\n")
    unknown = neo4j("browse", "x", "--label", "Nope")
    assert (unknown.code, unknown.err[:19]) == (2, "No label 'Nope' at ")
    assert "Movie" in unknown.err
    assert "No relationship type 'NOPE' at " in neo4j("browse", "x", "--type", "NOPE").err
    gone = neo4j("browse", "--node", "4:x:0", *FILMS)
    assert gone.code == 2
    assert "may have been deleted" in gone.err
    other = run("neo4j", "labels", "--store", "sqlite:///x.db")
    assert other.code == 2
    assert "is no address of a Neo4j server" in other.err
