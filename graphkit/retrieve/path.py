"""The path that brought a passage, each step with the stretch of text that proves it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from graphkit.errors import StoreError
from graphkit.figures.words import relation_words
from graphkit.model import Document, DocumentId, Relation, Span
from graphkit.retrieve.base import PathStep
from graphkit.retrieve.graph import ABOUT, BEGINS, MENTIONED
from graphkit.retrieve.index import RetrievalIndex
from graphkit.retrieve.passage import Passage
from graphkit.retrieve.walk import PathNode
from graphkit.retrieve.words import name_form, tokens
from graphkit.store.base import GraphStore
from graphkit.text import sentences

NAMED_WITH = "is named with"
NAMED_UNDER = "has a passage that names"
Bond = Literal["about", "begins", "names"]
ARRIVALS: dict[Bond, str] = {"about": "is the subject of", "begins": "is named first in", "names": "is named in"}
NAMES = "names"
IS_ABOUT = "is about"


@dataclass
class Reader:
    """Texts and relations of the documents that an answer shows, each read once."""

    store: GraphStore
    index: RetrievalIndex
    documents: dict[DocumentId, Document | None] = field(default_factory=dict)
    _relations: dict[DocumentId, tuple[Relation, ...]] = field(default_factory=dict)
    _places: dict[tuple[DocumentId, int], dict[int, list[Span]]] = field(default_factory=dict)

    def document(self, document_id: DocumentId) -> Document | None:
        """The document, or None if it was deleted since the index was built."""
        if document_id not in self.documents:
            self.documents[document_id] = self.store.document(self.index.scope, document_id)
        return self.documents[document_id]

    def text(self, passage: Passage) -> str:
        """Text of the passage, empty if its document is gone."""
        document = self.document(passage.document_id)
        return document.text[passage.start : passage.end] if document is not None else ""

    def places(self, passage: Passage, name: int) -> list[Span]:
        """Where the passage's text has the name, offsets from the passage's start."""
        if passage.key not in self._places:
            found: dict[int, list[Span]] = {}
            for match in self.index.gazetteer.inside(tokens(self.text(passage))):
                found.setdefault(match.name, []).append(Span(match.start, match.end))
            self._places[passage.key] = found
        return self._places[passage.key].get(name, [])

    def relations(self, passage: Passage) -> Iterator[Relation]:
        """Relations that the graphs hold from the passage; none if they cannot be read."""
        if passage.document_id not in self._relations:
            self._relations[passage.document_id] = self._read_relations(passage.document_id)
        for relation in self._relations[passage.document_id]:
            if passage.start <= relation.start and relation.end <= passage.end:
                yield relation

    def _read_relations(self, document_id: DocumentId) -> tuple[Relation, ...]:
        scopes = [self.index.scope.of_graph(graph_id) for graph_id in self.index.graph_ids]
        try:
            found = [self.store.extraction(scope, document_id) for scope in scopes]
        except StoreError:
            return ()  # the step is proved by the sentence alone; the answer has said what failed
        return tuple(relation for item in found if item is not None for relation in item.relations)


def rooted(index: RetrievalIndex, stops: Sequence[PathNode], asked: Sequence[int]) -> tuple[PathNode, ...]:
    """The path from the last name on it that the question has; one that starts at a passage of such a name gets it."""
    places = [place for place, stop in enumerate(stops) if stop.kind == "name" and stop.number in asked]
    if places:
        return tuple(stops[places[-1] :])
    if len(stops) < 2 or stops[0].kind == "name":
        return tuple(stops)
    graph, part = index.graph, index.graph.of_passage(stops[0].number)
    held = dict(zip(graph.name[part].tolist(), graph.kind[part].tolist(), strict=True))
    named = [name for name in asked if held.get(name, 0) & (ABOUT | MENTIONED)]
    if not named:
        return tuple(stops)
    start = max(named, key=lambda name: bool(held[name] & ABOUT))
    return (PathNode("name", start), *stops)


def steps(reader: Reader, stops: Sequence[PathNode]) -> tuple[PathStep, ...]:
    """The steps of a path that ends at a passage; none for a path of the passage alone."""
    found: list[PathStep] = []
    for place, stop in enumerate(stops):
        if stop.kind != "passage":
            continue
        passage = reader.index.passages[stop.number]
        before = stops[place - 1].number if place else None
        after = stops[place + 1].number if place + 1 < len(stops) else None
        if before is not None and after is not None:
            found.append(_between(reader, passage, before, after))
        elif after is not None:
            found.append(_leaving(reader, passage, after))
        elif before is not None:
            found.append(_arriving(reader, stop.number, before))
    return tuple(found)


def _between(reader: Reader, passage: Passage, before: int, after: int) -> PathStep:
    """The step from one name to another over the passage that holds both."""
    known = reader.index.names
    stated = _stated(reader, passage, before, after)
    if stated is not None:
        predicate = relation_words(stated.edge_predicate, directed=stated.directed, negated=stated.negated)
        return PathStep(
            stated.subject.text, predicate, stated.object.text, passage.document_id, stated.start, stated.end
        )
    text = reader.text(passage)
    left, right = reader.places(passage, before), reader.places(passage, after)
    if not left or not right:
        place = _sentence(text, (left or right or [Span(0, 0)])[0])
        return _step(passage, known[before].text, NAMED_UNDER, known[after].text, place)
    first, second = min(
        ((a, b) for a in left for b in right), key=lambda pair: (abs(pair[0].start - pair[1].start), pair)
    )
    whole = Span(
        min(_sentence(text, first).start, _sentence(text, second).start),
        max(_sentence(text, first).end, _sentence(text, second).end),
    )
    return _step(passage, known[before].text, NAMED_WITH, known[after].text, whole)


def _leaving(reader: Reader, passage: Passage, name: int) -> PathStep:
    """The step from a passage that words or meaning found to a name in it."""
    title = passage.title or passage.heading or passage.document_id
    predicate = NAMES if reader.places(passage, name) else IS_ABOUT
    return _step(passage, title, predicate, reader.index.names[name].text, _proof(reader, passage, name))


def _arriving(reader: Reader, row: int, name: int) -> PathStep:
    """The step from a name to the passage that answers."""
    passage = reader.index.passages[row]
    predicate = ARRIVALS[bond(reader.index, row, name)]
    title = passage.title or passage.heading or passage.document_id
    return _step(passage, reader.index.names[name].text, predicate, title, _proof(reader, passage, name))


def bond(index: RetrievalIndex, row: int, name: int) -> Bond:
    """What connects a passage with a name, the strongest that holds."""
    part = index.graph.of_passage(row)
    kind = int(index.graph.kind[part][index.graph.name[part] == name].sum())
    if kind & ABOUT:
        return "about"
    return "begins" if kind & BEGINS else "names"


def _stated(reader: Reader, passage: Passage, before: int, after: int) -> Relation | None:
    """The most certain relation that the graph states between the two names in the passage."""
    number = reader.index.number
    wanted = {before, after}
    fitting = [
        relation
        for relation in reader.relations(passage)
        if relation.directed
        and relation.predicate
        and {number(name_form(relation.subject.text)), number(name_form(relation.object.text))} == wanted
    ]
    return max(fitting, key=lambda relation: (relation.confidence, -relation.start), default=None)


def _proof(reader: Reader, passage: Passage, name: int) -> Span:
    """The sentence of a passage that names the name, or its first sentence if only the title does."""
    return _sentence(reader.text(passage), next(iter(reader.places(passage, name)), Span(0, 0)))


def _sentence(text: str, place: Span) -> Span:
    """The sentence around a place."""
    spans = sentences(text)
    return next((span for span in spans if span.end > place.start), spans[-1] if spans else Span(0, len(text)))


def _step(passage: Passage, subject: str, predicate: str, object_: str, place: Span) -> PathStep:
    return PathStep(
        subject, predicate, object_, passage.document_id, passage.start + place.start, passage.start + place.end
    )
