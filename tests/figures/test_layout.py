"""Places of nodes."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphkit.figures.layout import EXACT, SPACING, Places, layout


def star(leaves: int) -> list[tuple[int, int, float]]:
    return [(0, leaf, 1.0) for leaf in range(1, leaves + 1)]


def tangled(count: int) -> list[tuple[int, int, float]]:
    chance = random.Random(5)
    return [(node, int(node * chance.random() ** 2), 1.0) for node in range(1, count) for _ in range(2)]


def nearest(places: Places) -> float:
    distance = np.sqrt(((places[:, None] - places[None]) ** 2).sum(2))
    np.fill_diagonal(distance, np.inf)
    return float(distance.min())


def test_nothing_has_no_places() -> None:
    assert layout(0, []).shape == (0, 2)


def test_equal_graphs_get_equal_places() -> None:
    assert np.array_equal(layout(120, tangled(120)), layout(120, tangled(120)))


@pytest.mark.parametrize("edges", [star(30), tangled(60), [(a, a + 1, 1.0) for a in range(40)], []])
def test_no_two_nodes_of_a_small_graph_lie_on_each_other(edges: list[tuple[int, int, float]]) -> None:
    count = max((max(a, b) for a, b, _ in edges), default=20) + 1
    assert nearest(layout(count, edges)) > SPACING / 5


def test_what_is_connected_lies_nearer_than_what_is_not() -> None:
    cliques = [(a + base, b + base, 1.0) for base in (0, 10) for a in range(10) for b in range(a)]
    places = layout(20, [*cliques, (0, 10, 1.0)])
    inside = np.linalg.norm(places[:10] - places[:10].mean(axis=0), axis=1).mean()
    assert np.linalg.norm(places[:10].mean(axis=0) - places[10:].mean(axis=0)) > 2 * inside


def test_parts_do_not_overlap() -> None:
    rings = [(a + base, (a + 1) % 12 + base, 1.0) for base in (0, 12, 24) for a in range(12)]
    places = layout(36, rings)
    boxes = [(places[base : base + 12].min(axis=0), places[base : base + 12].max(axis=0)) for base in (0, 12, 24)]
    for at, (low, high) in enumerate(boxes):
        for other_low, other_high in boxes[at + 1 :]:
            assert (high < other_low).any() or (other_high < low).any()


def test_the_push_of_the_field_keeps_a_large_graph_apart() -> None:
    count = EXACT + 100
    places = layout(count, tangled(count))
    assert len({tuple(place) for place in places.round().tolist()}) > 0.99 * count


@pytest.mark.slow
def test_ten_thousand_nodes_find_a_place_each() -> None:
    places = layout(10_000, tangled(10_000))
    assert places.shape == (10_000, 2)
    assert len({tuple(place) for place in places.round().tolist()}) > 9_900


graphs = st.integers(1, 25).flatmap(
    lambda count: st.tuples(
        st.just(count),
        st.lists(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1), st.floats(0.001, 1e6)), max_size=40),
    )
)


@settings(max_examples=40, deadline=None)
@given(graphs)
def test_every_node_of_any_graph_has_a_finite_place(graph: tuple[int, list[tuple[int, int, float]]]) -> None:
    count, edges = graph
    places = layout(count, edges)
    assert places.shape == (count, 2)
    assert np.isfinite(places).all()
