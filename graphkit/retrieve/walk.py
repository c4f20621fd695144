"""The walk over passages and names: personalised PageRank, and the best single path to every passage.

The weights of both depend on the question (Haveliwala 2002 for the restarts), so a walk costs a pass over the
connections and nothing is prepared but their order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphkit.retrieve.graph import ABOUT, BEGINS, IN_TITLE, MENTIONED, Floats, NameGraph
from graphkit.retrieve.tuning import Tuning

_STAYS = -1
"""Back pointer of a node whose best value is that of the round before."""


@dataclass(frozen=True, slots=True)
class Seeds:
    """Where the walk starts: one weight a passage and one a name, adding up to 1 together (or 0).

    ``origins`` tells of a name that the question does not have in which near passage it was read.
    """

    passages: Floats
    names: Floats
    origins: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Flow:
    """Connections that a walk may use, with their weights in both directions, sorted as in the graph."""

    passage: NDArray[np.int32]
    name: NDArray[np.int32]
    to_name: Floats
    to_passage: Floats


@dataclass(frozen=True, slots=True)
class PathNode:
    """A stop on a path: a passage or a name, by number."""

    kind: str
    number: int


def flow(graph: NameGraph, target: Floats, seeds: Seeds, use: NDArray[np.bool_], tuning: Tuning) -> Flow:
    """Weights of the connections that may be used and can carry anything.

    ``target`` tells how well each passage fits what is asked: from a name the walk goes to the passages about it
    that fit, the less for a name of many.
    """
    chosen = np.flatnonzero(use & ((graph.holders > 1) | (seeds.names > 0))[graph.name])
    passage, name, kind = graph.passage[chosen], graph.name[chosen], graph.kind[chosen]
    placed = np.where(
        kind & (ABOUT | BEGINS), tuning.about_weight, np.where(kind & IN_TITLE, tuning.in_title_weight, 0.0)
    ) + np.where(kind & MENTIONED, tuning.mention_weight, 0.0)
    fit = np.exp((target - target.max(initial=0.0)) / tuning.target_temperature)
    to_passage = placed * fit[passage]
    sums = np.bincount(name, weights=to_passage, minlength=graph.names)
    to_passage /= np.where(sums > 0, sums, 1.0)[name] ** tuning.crowd_power
    return Flow(passage, name, graph.followed[chosen], to_passage)


def pagerank(flow: Flow, seeds: Seeds, tuning: Tuning) -> Floats:
    """How much of a walk that keeps starting again at the seeds is spent on each passage."""
    passages, names = seeds.passages, seeds.names
    stay = tuning.restart
    for _ in range(tuning.rounds):
        into_names = np.bincount(flow.name, weights=flow.to_name * passages[flow.passage], minlength=len(names))
        into_passages = np.bincount(flow.passage, weights=flow.to_passage * names[flow.name], minlength=len(passages))
        names = (1 - stay) * into_names + stay * seeds.names
        passages = (1 - stay) * into_passages + stay * seeds.passages
    return passages


@dataclass(frozen=True, slots=True)
class BestPaths:
    """The best path to each passage: its value, and how it was reached.

    ``values`` counts a passage's own seed too; ``reached`` is the best value that came over a name, 0 if none
    did. ``layers`` hold the back pointers of each round, names and passages in turn, as connections.
    """

    values: Floats
    reached: Floats
    arrivals: NDArray[np.int64]
    layers: tuple[NDArray[np.int64], ...]
    flow: Flow
    origins: Mapping[int, int]

    def to(self, passage: int) -> tuple[PathNode, ...]:
        """The stops from a seed to the passage; only the passage itself if no name leads to it."""
        edge = int(self.arrivals[passage])
        stops = [PathNode("passage", passage)]
        if edge == _STAYS:
            return tuple(stops)
        stops.append(PathNode("name", int(self.flow.name[edge])))
        for layer in range(len(self.layers) - 2, -1, -1):  # the last layer is that of the arrivals
            node = stops[-1]
            if node.kind != ("name" if layer % 2 == 0 else "passage"):
                continue
            edge = int(self.layers[layer][node.number])
            if edge != _STAYS:
                ends = self.flow.passage if node.kind == "name" else self.flow.name
                stops.append(PathNode("passage" if node.kind == "name" else "name", int(ends[edge])))
        if stops[-1].kind == "name" and stops[-1].number in self.origins:
            stops.append(PathNode("passage", self.origins[stops[-1].number]))
        return _without_circles(stops[::-1])


def best_paths(flow: Flow, seeds: Seeds, tuning: Tuning) -> BestPaths:
    """Best path to every passage: the product of its weights, each step decayed, from the best seed.

    A step never goes straight back over the connection that it came by.
    """
    passages, names = seeds.passages, seeds.names
    came_to_passage = np.full(len(passages), _STAYS, dtype=np.int64)
    came_to_name = np.full(len(names), _STAYS, dtype=np.int64)
    edges = np.arange(len(flow.passage))
    layers: list[NDArray[np.int64]] = []
    arrived, arrivals = np.zeros(len(passages)), came_to_passage
    for _ in range(tuning.path_rounds):
        offers = tuning.path_decay * passages[flow.passage] * flow.to_name
        offers[came_to_passage[flow.passage] == edges] = 0.0
        best, by = _best_offers(offers, flow.name, len(names))
        better = best > names
        names = np.where(better, best, names)
        came_to_name = np.where(better, by, came_to_name)
        layers.append(np.where(better, by, _STAYS))

        offers = tuning.path_decay * names[flow.name] * flow.to_passage
        offers[came_to_name[flow.name] == edges] = 0.0
        arrived, arrivals = _best_offers(offers, flow.passage, len(passages))
        better = arrived > passages
        passages = np.where(better, arrived, passages)
        came_to_passage = np.where(better, arrivals, came_to_passage)
        layers.append(np.where(better, arrivals, _STAYS))
    return BestPaths(passages, arrived, arrivals, tuple(layers), flow, seeds.origins)


def _best_offers(offers: Floats, ends: NDArray[np.int32], size: int) -> tuple[Floats, NDArray[np.int64]]:
    """The largest offer to each end and the connection that makes it; 0 and ``_STAYS`` where none does."""
    best = np.zeros(size)
    np.maximum.at(best, ends, offers)
    by = np.full(size, _STAYS, dtype=np.int64)
    winners = np.flatnonzero((offers > 0) & (offers == best[ends]))[::-1]  # of equals the first stays
    by[ends[winners]] = winners
    return best, by


def _without_circles(stops: Sequence[PathNode]) -> tuple[PathNode, ...]:
    """The path without the way between two visits of one stop."""
    kept: list[PathNode] = []
    for stop in stops:
        if stop in kept:
            del kept[kept.index(stop) + 1 :]
        else:
            kept.append(stop)
    return tuple(kept)
