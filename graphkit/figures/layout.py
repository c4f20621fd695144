"""Places for the nodes of a graph: computed once in Python, so that a browser never has to simulate physics.

Connected parts are laid out one by one and packed in rows. Within a part nodes push each other away and edges pull
(Fruchterman and Reingold 1991). Up to ``EXACT`` nodes every pair is computed; above, the push is a field on a grid,
computed by fast Fourier transform as in Linderman et al. 2019 (FIt-SNE), and the start is the layout of the
communities, so a few rounds suffice. Equal graphs get equal places.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import networkx as nx

Places = NDArray[np.float64]
"""Shape (nodes, 2)."""

SPACING = 100.0
"""Wanted distance of neighbours, in the pixels of an unscaled picture."""
EXACT = 350
"""Most nodes for which all pairs are computed; from there on the field is faster."""
GRID = 128
"""Cells of the field along each side: at 10,000 nodes a cell is about one wanted distance, and a round takes 20 ms."""
ASPECT = 1.2
"""Width by height of the whole picture: that of the canvas on a page that is 1,280 pixels wide."""


def layout(count: int, edges: Sequence[tuple[int, int, float]]) -> Places:
    """Places of the nodes 0 to ``count`` - 1, centred on the origin.

    Args:
        count: Number of nodes.
        edges: Pairs of nodes with a weight over 0; loops and repetitions are harmless.
    """
    import networkx as nx

    graph = nx.Graph()
    graph.add_nodes_from(range(count))
    for a, b, weight in edges:
        if a != b:
            graph.add_edge(a, b, pull=graph.get_edge_data(a, b, {"pull": 0.0})["pull"] + weight)
    parts = sorted((sorted(part) for part in nx.connected_components(graph)), key=lambda part: (-len(part), part))
    return _packed(count, [(part, _part(graph, part)) for part in parts])


def _part(graph: nx.Graph, nodes: Sequence[int]) -> Places:
    """Places of one connected part, lying rather than standing."""
    if len(nodes) == 1:
        return np.zeros((1, 2))
    index = {node: at for at, node in enumerate(nodes)}
    inside = list(graph.subgraph(nodes).edges(data="pull"))
    ends = np.array([(index[a], index[b]) for a, b, _ in inside])
    pull = np.array([0.5 + 0.5 * math.log2(1 + weight) for _, _, weight in inside])
    pull = np.minimum(pull, 3)
    if len(nodes) <= EXACT:
        placed = _settle(_sunflower(len(nodes)), ends, pull, rounds=250 if len(nodes) > 8 else 60)
    else:
        start = _start_by_communities(graph, nodes, index)
        mass = np.sqrt([graph.degree[node] + 1 for node in nodes])
        placed = _settle(start, ends, pull, mass=mass, rounds=90, heat=4.0, stiffness=0.5)
    return _lying(placed - placed.mean(axis=0)) * SPACING


def _start_by_communities(graph: nx.Graph, nodes: Sequence[int], index: dict[int, int]) -> Places:
    """A start for a large part: communities are laid out as nodes, their members around each centre."""
    import networkx as nx

    found = nx.community.fast_label_propagation_communities(graph.subgraph(nodes), seed=1)
    communities = sorted((sorted(members) for members in found), key=lambda members: (-len(members), members))
    home = {node: at for at, members in enumerate(communities) for node in members}
    between: dict[tuple[int, int], float] = {}
    for a, b in graph.subgraph(nodes).edges:
        pair = (min(home[a], home[b]), max(home[a], home[b]))
        if pair[0] != pair[1]:
            between[pair] = between.get(pair, 0.0) + 1
    size = np.array([len(members) for members in communities], dtype=float)
    centres = _sunflower(len(communities)) * 1.5
    if between:
        pull = np.array([min(3.0, 0.5 + 0.5 * math.log2(1 + links)) for links in between.values()])
        centres = _settle(centres, np.array(list(between)), pull, mass=np.sqrt(size), rounds=120)
    places = np.zeros((len(nodes), 2))
    for centre, members in zip(centres * math.sqrt(float(np.sqrt(size).mean())), communities, strict=True):
        hubs_first = sorted(members, key=lambda node: (-graph.degree[node], node))
        places[[index[node] for node in hubs_first]] = centre + _sunflower(len(members)) * 0.8
    return places


def _settle(
    start: Places,
    ends: NDArray[np.int64],
    pull: NDArray[np.float64],
    *,
    rounds: int,
    mass: NDArray[np.float64] | None = None,
    heat: float | None = None,
    stiffness: float = 1.0,
) -> Places:
    """Let nodes push and edges pull, in ever smaller steps; the unit of length is the wanted distance.

    An edge pulls with its length to the power of 1 + ``stiffness``: softer edges keep the communities of large
    graphs apart. ``heat`` is the longest step of the first round.
    """
    places = start.copy()
    count = len(places)
    mass = np.ones(count) if mass is None else mass
    push = _push_exactly if count <= EXACT else _push_by_field
    heat = heat or max(1.0, 0.15 * math.sqrt(count))
    for round_ in range(rounds):
        force = push(places, mass)
        span = places[ends[:, 0]] - places[ends[:, 1]]
        tug = span * (np.sqrt((span**2).sum(1)) ** stiffness * pull)[:, None]
        for axis in (0, 1):
            force[:, axis] -= np.bincount(ends[:, 0], tug[:, axis], count)
            force[:, axis] += np.bincount(ends[:, 1], tug[:, axis], count)
        force -= 0.02 * places  # a little gravity, so that long branches do not run away
        length = np.sqrt((force**2).sum(1)) + 1e-9
        step = heat * (1 - round_ / rounds) ** 1.5 + 0.01
        places += force * (np.minimum(length, step) / length)[:, None]
    return places


def _push_exactly(places: Places, mass: NDArray[np.float64]) -> Places:
    square = (places**2).sum(1)
    distance = np.maximum(square[:, None] + square[None] - 2 * places @ places.T, 0.0)
    strength = mass[:, None] * mass[None] / (distance + 0.01)
    pushed: Places = places * strength.sum(1)[:, None] - strength @ places
    return pushed


def _push_by_field(places: Places, mass: NDArray[np.float64]) -> Places:
    """The same push read off a grid onto which all masses were spread."""
    low = places.min(axis=0)
    cell = float((places.max(axis=0) - low).max()) / (GRID - 2) or 1.0
    at = (places - low) / cell
    corner = at.astype(np.int64)
    part = at - corner
    corners = [
        ((corner[:, 0] + dx) * GRID + corner[:, 1] + dy, np.abs(1 - dx - part[:, 0]) * np.abs(1 - dy - part[:, 1]))
        for dx in (0, 1)
        for dy in (0, 1)
    ]
    spread = sum(np.bincount(flat, mass * share, GRID * GRID) for flat, share in corners)
    masses = np.fft.rfft2(np.reshape(spread, (GRID, GRID)), (2 * GRID, 2 * GRID))
    pushed = np.empty_like(places)
    for axis in (0, 1):
        field = np.fft.irfft2(masses * _kernel()[axis])[:GRID, :GRID].ravel() / cell
        pushed[:, axis] = mass * sum(field[flat] * share for flat, share in corners)
    return pushed


@cache
def _kernel() -> tuple[NDArray[np.complex128], NDArray[np.complex128]]:
    """Spectrum of the push of a single mass, along both axes, in cells."""
    distance = np.fft.fftfreq(2 * GRID, 1 / (2 * GRID))
    x, y = np.meshgrid(distance, distance, indexing="ij")
    square = x**2 + y**2 + 0.1
    return np.fft.rfft2(x / square), np.fft.rfft2(y / square)


def _sunflower(count: int) -> Places:
    """Evenly packed points of a disc, about one unit apart, the first in the middle."""
    at = np.arange(count)
    radius, angle = 0.6 * np.sqrt(at), at * math.pi * (3 - math.sqrt(5))
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])


def _lying(places: Places) -> Places:
    """The places turned so that their longest extent lies flat."""
    if len(places) < 3:
        return places[:, ::1] if np.ptp(places[:, 0]) >= np.ptp(places[:, 1]) else places[:, ::-1]
    _, axes = np.linalg.eigh(np.cov(places.T))
    turned: Places = places @ axes[:, ::-1]
    return turned


def _packed(count: int, parts: Sequence[tuple[Sequence[int], Places]]) -> Places:
    """All parts in rows, the largest first, no two overlapping."""
    boxes = [np.ptp(places, axis=0) + 1.3 * SPACING for _, places in parts]
    area = sum(float(box[0] * box[1]) for box in boxes)
    width = max([float(box[0]) for box in boxes] + [math.sqrt(area * ASPECT)]) if boxes else 0.0
    whole = np.zeros((count, 2))
    x = y = height = 0.0
    for (nodes, places), box in zip(parts, boxes, strict=True):
        much_smaller = box[1] < height / 2 and x > width / 2
        if x and (much_smaller or x + box[0] > width):
            x, y, height = 0.0, y + height, 0.0
        whole[list(nodes)] = places - places.min(axis=0) + (x, y)
        x, height = x + box[0], max(height, float(box[1]))
    return np.round(whole - (whole.max(axis=0) + whole.min(axis=0)) / 2, 1) if count else whole
