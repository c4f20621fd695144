"""Networks of entities and edges for a browser."""

import json

import pytest

from graphkit.figures.network import MAX_LABEL, legend, network, vis_script
from graphkit.figures.words import counted, edge_words, relation_words
from graphkit.model import Edge, Entity, EntityId

HOSTILE = ["<img src=x onerror=alert(1)>", "</script><script>alert(1)</script>", "=cmd()", "[x](javascript:alert(1))"]


def entity(name: str, entity_type: str = "PERSON", mentions: int = 1) -> Entity:
    return Entity(EntityId(f"entity:{entity_type.lower()}:{name}"), name, entity_type, mentions, 1)


def edge(source: Entity, target: Entity, predicate: str = "", *, weight: float = 1.0, negated: bool = False) -> Edge:
    kind = "RELATES_AS" if predicate else "CO_OCCURS_WITH"
    return Edge(source.entity_id, kind, predicate, target.entity_id, weight, 1, negated)


ADA, BABBAGE = entity("Ada", mentions=9), entity("Babbage")


def test_a_node_carries_name_look_and_counts_as_plain_text() -> None:
    (node,) = network([ADA], [], degrees={ADA.entity_id: 2}).nodes
    assert node == {
        "id": "entity:person:Ada",
        "label": "Ada",
        "title": "Ada\nPERSON\n9 mentions in 1 document\n2 edges",
        "shape": "dot",
        "color": "#0072B2",
        "size": 38.0,
        "x": 0.0,
        "y": 0.0,
        "type": "PERSON",
    }


def test_an_edge_tells_direction_denial_and_weight() -> None:
    drawn = network([ADA, BABBAGE], [edge(ADA, BABBAGE, "met", weight=4, negated=True)], degrees={})
    assert drawn.edges == [
        {
            "id": "entity:person:Ada|RELATES_AS|entity:person:Babbage|not met",
            "from": "entity:person:Ada",
            "to": "entity:person:Babbage",
            "title": "Ada\nnot met\nBabbage\nweight 4, 1 document",
            "width": 3.8,
            "arrows": "to",
            "label": "not met",
            "dashes": [6, 6],
            "color": "#D55E00",
        }
    ]


def test_every_edge_between_the_same_two_names_is_kept_and_bent_apart() -> None:
    rows = [edge(ADA, BABBAGE, "met"), edge(BABBAGE, ADA, "taught"), edge(ADA, BABBAGE)]
    drawn = network([ADA, BABBAGE], rows, degrees={})
    assert len(drawn.edges) == 3
    bends = [(row.get("smooth", {}).get("type"), row["from"] == ADA.entity_id) for row in drawn.edges]
    assert len(set(bends)) == 3


def test_names_seen_together_have_no_arrow() -> None:
    (row,) = network([ADA, BABBAGE], [edge(ADA, BABBAGE)], degrees={}).edges
    assert "arrows" not in row
    assert edge_words(edge(ADA, BABBAGE)) == "seen together"
    assert relation_words("work for", negated=True) == "not work for"
    assert [relation_words(""), relation_words("", directed=True)] == ["seen together", "related to"]


@pytest.mark.parametrize("name", [*HOSTILE, "Łódź 東京 عربي 🦆", "x" * 100_000, "a\nb\tc"])
def test_a_name_stays_text_and_labels_stay_short(name: str) -> None:
    (node,) = network([entity(name, name)], [], degrees={}).nodes
    assert node["title"].startswith(name)
    assert node["label"] == (" ".join(name.split()) if len(name) <= MAX_LABEL else name[: MAX_LABEL - 1] + "…")
    assert json.loads(json.dumps(node)) == node


def test_the_browser_runs_no_physics() -> None:
    *_, options = network([ADA], [], degrees={}).get_network_data()
    assert json.loads(options)["physics"] == {"enabled": False}


def test_a_large_network_is_filled_with_every_node_and_edge() -> None:
    many = [entity(str(at)) for at in range(3000)]
    edges = [edge(many[at], many[at * 7 % 3000], f"r{at % 5}") for at in range(1, 3000)]
    drawn = network(many, edges, degrees={})
    assert (len(drawn.nodes), len(drawn.edges)) == (3000, 2999)


def test_the_legend_counts_types_most_first() -> None:
    rows = legend([ADA, BABBAGE, entity("Acme", "ORG")])
    assert [(row.type, row.count, row.letter) for row in rows] == [("PERSON", 2, "P"), ("ORG", 1, "O")]


def test_the_script_of_the_picture_comes_with_pyvis() -> None:
    assert "@version 9.1.2" in vis_script()[:300]


def test_counts_are_words() -> None:
    assert [counted(number, "name") for number in (0, 1, 2000)] == ["0 names", "1 name", "2,000 names"]
