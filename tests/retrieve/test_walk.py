"""The walk over passages and names."""

from itertools import pairwise
from math import isclose

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphkit.retrieve.graph import ABOUT, IN_TITLE, MENTIONED, NameGraph
from graphkit.retrieve.tuning import DEFAULT
from graphkit.retrieve.walk import BestPaths, Flow, PathNode, Seeds, best_paths, flow, pagerank

BRIDGE, DESIGNER, TOWN, OTHER = range(4)
ORVANE, ILSA, TESSIN, LUND = range(4)
GRAPH = NameGraph.of(
    range(4),
    4,
    {
        (BRIDGE, ORVANE): ABOUT | MENTIONED,
        (BRIDGE, ILSA): MENTIONED,
        (DESIGNER, ILSA): ABOUT | MENTIONED,
        (DESIGNER, TESSIN): MENTIONED,
        (TOWN, TESSIN): ABOUT | MENTIONED,
        (OTHER, LUND): ABOUT | MENTIONED,
    },
)


def ways(graph: NameGraph, target: list[float] | None = None) -> Flow:
    """All connections, also those of names of one passage."""
    goal = np.array(target or [0.0] * graph.passages)
    return flow(graph, goal, seeds(graph, {}, dict.fromkeys(range(graph.names), 1.0)), graph.passage >= 0, DEFAULT)


def seeds(graph: NameGraph, passages: dict[int, float], names: dict[int, float]) -> Seeds:
    start = Seeds(np.zeros(graph.passages), np.zeros(graph.names), {})
    for row, weight in passages.items():
        start.passages[row] = weight
    for name, weight in names.items():
        start.names[name] = weight
    return start


def test_the_walk_reaches_what_the_name_leads_to_and_nothing_else() -> None:
    spent = pagerank(ways(GRAPH), seeds(GRAPH, {}, {ORVANE: 1.0}), DEFAULT)
    assert spent[BRIDGE] > spent[DESIGNER] > spent[TOWN] > 0
    assert spent[OTHER] == 0


def test_the_path_tells_each_stop() -> None:
    paths = best_paths(ways(GRAPH), seeds(GRAPH, {}, {ORVANE: 1.0}), DEFAULT)
    assert paths.to(TOWN) == (
        PathNode("name", ORVANE),
        PathNode("passage", BRIDGE),
        PathNode("name", ILSA),
        PathNode("passage", DESIGNER),
        PathNode("name", TESSIN),
        PathNode("passage", TOWN),
    )
    assert paths.to(OTHER) == (PathNode("passage", OTHER),)
    assert paths.reached[OTHER] == 0


def test_what_is_asked_decides_among_the_passages_of_a_name() -> None:
    graph = NameGraph.of(range(2), 1, {(0, 0): MENTIONED, (1, 0): MENTIONED})
    towards = pagerank(ways(graph, [0.0, 3.0]), seeds(graph, {}, {0: 1.0}), DEFAULT)
    assert towards[1] > towards[0]


def test_a_name_in_a_longer_title_leads_to_the_passage_but_is_not_followed_from_it() -> None:
    graph = NameGraph.of(range(2), 1, {(0, 0): MENTIONED, (1, 0): IN_TITLE})
    there = best_paths(ways(graph), seeds(graph, {0: 1.0}, {}), DEFAULT)
    back = best_paths(ways(graph), seeds(graph, {1: 1.0}, {}), DEFAULT)
    assert there.reached[1] > 0
    assert back.reached[0] == 0


def test_a_title_alone_does_not_lead_from_passage_to_passage_of_its_document() -> None:
    kinds = {(0, 0): ABOUT, (1, 0): ABOUT, (2, 0): MENTIONED}
    one, two = NameGraph.of([1, 1, 1], 1, kinds), NameGraph.of([1, 1, 2], 1, kinds)
    assert best_paths(ways(one), seeds(one, {0: 1.0}, {}), DEFAULT).reached.tolist() == [0, 0, 0]
    assert best_paths(ways(two), seeds(two, {0: 1.0}, {}), DEFAULT).reached[1] > 0


def test_nothing_may_be_used_outside_of_the_chosen_connections() -> None:
    start = seeds(GRAPH, {}, {ORVANE: 1.0})
    closed = flow(GRAPH, np.zeros(4), start, GRAPH.passage != BRIDGE, DEFAULT)
    assert pagerank(closed, start, DEFAULT).tolist() == [0, 0, 0, 0]


def test_a_name_read_in_a_near_passage_is_explained_by_that_passage() -> None:
    start = Seeds(np.zeros(4), np.array([0, 0, 1.0, 0]), {TESSIN: DESIGNER})
    paths = best_paths(ways(GRAPH), start, DEFAULT)
    assert paths.to(TOWN) == (PathNode("passage", DESIGNER), PathNode("name", TESSIN), PathNode("passage", TOWN))
    assert paths.to(DESIGNER) == (PathNode("passage", DESIGNER),)


def test_two_steps_around_the_seeds_are_near() -> None:
    near = GRAPH.around([], [ORVANE], limit=1000)
    assert set(GRAPH.passage[near].tolist()) == {BRIDGE}
    assert set(GRAPH.passage[GRAPH.around([BRIDGE], [], limit=1000)].tolist()) == {BRIDGE, DESIGNER}
    assert GRAPH.around([], [], limit=1000).tolist() == []


KINDS = st.dictionaries(
    st.tuples(st.integers(0, 5), st.integers(0, 5)),
    st.sampled_from([MENTIONED, ABOUT | MENTIONED, ABOUT, IN_TITLE]),
    min_size=1,
    max_size=18,
)
WEIGHTS = st.dictionaries(st.integers(0, 5), st.sampled_from([0.1, 0.3, 0.6]), max_size=3)


@given(KINDS, WEIGHTS, WEIGHTS)
def test_the_value_of_a_path_is_the_product_of_its_steps(
    kinds: dict[tuple[int, int], int], passages: dict[int, float], names: dict[int, float]
) -> None:
    graph = NameGraph.of(range(6), 6, kinds)
    way, start = ways(graph), seeds(graph, passages, names)
    paths = best_paths(way, start, DEFAULT)
    for row in range(graph.passages):
        stops = paths.to(row)
        assert stops[-1] == PathNode("passage", row)
        assert len(set(stops)) == len(stops)
        if paths.reached[row] > 0 and len(stops) > 1:
            assert product(paths, start, stops) >= paths.reached[row] or isclose(
                product(paths, start, stops), paths.reached[row]
            )


def product(paths: BestPaths, start: Seeds, stops: tuple[PathNode, ...]) -> float:
    """What the seed keeps along the stops; not less than the path's value, which may have gone round in a circle."""
    first = stops[0]
    value = float((start.passages if first.kind == "passage" else start.names)[first.number])
    for here, there in pairwise(stops):
        to_name = there.kind == "name"
        row, name = (here.number, there.number) if to_name else (there.number, here.number)
        (edge,) = np.flatnonzero((paths.flow.passage == row) & (paths.flow.name == name))
        value *= DEFAULT.path_decay * float((paths.flow.to_name if to_name else paths.flow.to_passage)[edge])
    return value


@pytest.mark.parametrize("kinds", [{}, {(0, 0): MENTIONED}])
def test_a_walk_from_nowhere_goes_nowhere(kinds: dict[tuple[int, int], int]) -> None:
    graph = NameGraph.of(range(1), 1, kinds)
    assert pagerank(ways(graph), seeds(graph, {}, {}), DEFAULT).tolist() == [0]
    assert best_paths(ways(graph), seeds(graph, {}, {}), DEFAULT).to(0) == (PathNode("passage", 0),)
