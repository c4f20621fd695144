"""The desk at which names are resolved: pairs compared once for their content, and what is made of them, kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from weakref import WeakKeyDictionary

import streamlit as st

from graphkit.corpus import Corpus
from graphkit.model import EntityId, GraphId, Report, Verdict, silent
from graphkit.resolution import named_entities
from graphkit.resolve.clusters import Cluster, Clusters, Question
from graphkit.resolve.decisions import verdicts
from graphkit.resolve.dendrogram import Dendrogram, Step
from graphkit.resolve.families import Bin, bins
from graphkit.resolve.lines import above, of_type, types_of
from graphkit.resolve.names import NamedEntity
from graphkit.resolve.pairs import Pairs, find_pairs
from graphkit.ui.progress import start_job, watched_job
from graphkit.ui.resources import keep_with_store
from graphkit.view import View

WHO = "analyst"
AT_ONCE = 5_000
"""Names that are compared while the page waits; more are a job in the background, with progress and cancel."""
KEPT = 4
MOST_CLUSTERS = 500
"""Clusters of one line that are listed, largest first; a file holds all."""

Contents = tuple[NamedEntity, ...]
Ends = tuple[EntityId, EntityId]


@dataclass(slots=True)
class _Compared:
    """Pairs by what was compared, and what stands in which view: decisions change neither."""

    contents: WeakKeyDictionary[View, Contents] = field(default_factory=WeakKeyDictionary)
    pairs: OrderedDict[Contents, Pairs] = field(default_factory=OrderedDict)
    lock: Lock = field(default_factory=Lock)

    def of(self, view: View) -> Pairs | None:
        """The pairs of a view, if they were compared."""
        with self.lock:
            contents = self.contents.get(view)
            return None if contents is None else self.pairs.get(contents)

    def compare(self, view: View, report: Report = silent) -> Pairs:
        """The pairs of a view, compared now if its contents are new."""
        report(0, 0, "reading names")
        contents = tuple(named_entities(view))
        with self.lock:
            self.contents[view] = contents
            known = self.pairs.get(contents)
        if known is None:
            known = find_pairs(contents, report=report)
            with self.lock:
                self.pairs[contents] = known
                while len(self.pairs) > KEPT:
                    self.pairs.popitem(last=False)
        return known

    def clear(self) -> None:
        """Forget everything."""
        with self.lock:
            self.contents.clear()
            self.pairs.clear()


_COMPARED = _Compared()
keep_with_store(_COMPARED)


def pairs_of(corpus: Corpus, graphs: tuple[GraphId, ...] | None) -> Pairs | None:
    """All pairs of the chosen graphs; None while they are being compared, which is then shown with its progress."""
    view = corpus.view(graphs, decided=False)
    known = _COMPARED.of(view)
    if known is not None:
        return known
    chosen = corpus.graphs(graphs)
    if sum(run.entities for run in corpus.runs() if run.graph_id in chosen) <= AT_ONCE:
        with st.spinner("Comparing names …"):
            return _COMPARED.compare(view)
    job = watched_job()
    if job is None or job.state == "done" or (job.finished and st.button("Compare the names", key="compare_names")):
        start_job("Comparing names", partial(_COMPARED.compare, view))
        st.rerun()
    return None


@dataclass(frozen=True, slots=True)
class Desk:
    """What is looked at: the pairs of one type, or of all (``kind`` empty), in a corpus, with what was decided."""

    corpus: Corpus
    view: View
    whole: Pairs
    pairs: Pairs
    kind: str
    verdicts: Mapping[Ends, Verdict]

    @property
    def key(self) -> tuple[object, ...]:
        """What tells it from others, decisions apart."""
        return id(self.whole), self.kind


def open_desk(corpus: Corpus, graphs: tuple[GraphId, ...] | None, pairs: Pairs, kind: str) -> Desk:
    """The desk for one type, or for all."""
    part = _part(pairs, id(pairs), kind) if kind else pairs
    return Desk(corpus, corpus.view(graphs, decided=False), pairs, part, kind, verdicts(corpus.resolution.decisions()))


@dataclass(frozen=True, slots=True)
class AtLine:
    """What joins at the line: its numbers, the largest clusters, the questions; ``whole`` makes every cluster."""

    left: int
    clusters: int
    largest: int
    undecided: int
    first: tuple[Cluster, ...]
    questions: tuple[Question, ...]
    whole: Callable[[], Clusters]


def at_line(desk: Desk, line: float, lines: Mapping[str, float]) -> AtLine:
    """What the line joins, with a line for each type that has its own."""
    own = {} if desk.kind else dict(lines)
    return _at_line(desk, desk.key, line, tuple(sorted(own.items())), desk.corpus.revision)


def steps_of(desk: Desk) -> tuple[Step, ...]:
    """What every line would do."""
    return _tree(desk, desk.key, desk.corpus.revision).steps()


def bins_of(desk: Desk) -> tuple[Bin, ...]:
    """The pairs by score and family."""
    return _bins(desk.pairs, desk.key)


@st.cache_resource(show_spinner=False, max_entries=KEPT)
def kinds_of(_pairs: Pairs, key: int) -> dict[str, int]:
    """Types with their number of pairs, most first; ``key`` is the identity of the pairs."""
    return types_of(_pairs)


@st.cache_resource(show_spinner=False, max_entries=4 * KEPT)
def _part(_pairs: Pairs, key: int, kind: str) -> Pairs:
    return of_type(_pairs, kind)


@st.cache_resource(show_spinner=False, max_entries=2 * KEPT)
def _tree(_desk: Desk, key: tuple[object, ...], revision: int) -> Dendrogram:
    return _desk.corpus.resolution.dendrogram(_desk.pairs)


@st.cache_resource(show_spinner=False, max_entries=16)
def _at_line(
    _desk: Desk, key: tuple[object, ...], line: float, lines: tuple[tuple[str, float], ...], revision: int
) -> AtLine:
    part = above(_desk.pairs, line, dict(lines))

    def whole() -> Clusters:
        return _desk.corpus.resolution.clusters(part)

    if lines:
        found = whole()
        undecided = sum(not one.decided for one in found.clusters)
        numbers = len(part.entities) - found.joined, len(found.clusters), found.largest, undecided
        return AtLine(*numbers, found.clusters[:MOST_CLUSTERS], found.questions, lambda: found)
    cut = _tree(_desk, key, revision).at(line)
    first = tuple(cut.cluster(number) for number in range(min(len(cut), MOST_CLUSTERS)))
    return AtLine(cut.left, len(cut), cut.largest, cut.undecided, first, cut.questions, whole)


@st.cache_resource(show_spinner=False, max_entries=4 * KEPT)
def _bins(_pairs: Pairs, key: tuple[object, ...]) -> tuple[Bin, ...]:
    return bins(_pairs.scored)


for _cached in (kinds_of, _part, _tree, _at_line, _bins):
    keep_with_store(_cached)
