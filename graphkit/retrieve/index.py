"""What questions are answered from: words, names and their graph, prepared once for each state of a corpus."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from graphkit.errors import StoreError
from graphkit.ids import type_key
from graphkit.model import Document, DocumentId, Entity, EntityId, Extraction, GraphId, Mention, Scope
from graphkit.retrieve.graph import ABOUT, BEGINS, IN_TITLE, MENTIONED, NameGraph
from graphkit.retrieve.lexical import Bm25
from graphkit.retrieve.names import Gazetteer, names_in_text
from graphkit.retrieve.passage import Passage, passages_of
from graphkit.retrieve.tuning import DEFAULT, Tuning
from graphkit.retrieve.words import Token, looks_like_name, name_form, terms, tokens
from graphkit.store.base import GraphStore

NO_NAMES: Final = frozenset({"date", "time", "cardinal", "ordinal", "money", "percent", "quantity", "term"})
"""Types whose entities name nothing that a walk could follow: numbers, dates, and single words of a text."""
_PAGE = 500


@dataclass(frozen=True, slots=True)
class KnownName:
    """A name of the corpus: how it is written, and the entities of the graphs that bear it."""

    text: str
    entities: tuple[EntityId, ...]


@dataclass(frozen=True, slots=True)
class RetrievalIndex:
    """The prepared state of a corpus and some of its graphs. Build it with ``build``; it never changes.

    Memory is about 2 kB a passage. ``proper`` tells of each name whether texts write it with a capital.
    """

    scope: Scope
    graph_ids: tuple[GraphId, ...]
    same: Mapping[EntityId, EntityId]
    revision: int
    passages: tuple[Passage, ...]
    rows: dict[tuple[DocumentId, int], int]
    words: Bm25
    names: tuple[KnownName, ...]
    gazetteer: Gazetteer
    proper: NDArray[np.bool_]
    graph: NameGraph
    tuning: Tuning
    faults: tuple[str, ...] = ()
    """What could not be read, in words; such an index is never current."""

    @classmethod
    def build(
        cls,
        store: GraphStore,
        scope: Scope,
        graph_ids: Sequence[GraphId],
        *,
        same: Mapping[EntityId, EntityId] | None = None,
        tuning: Tuning = DEFAULT,
    ) -> RetrievalIndex:
        """Read the corpus once and prepare it: about a second for a thousand passages."""
        revision = store.revision(scope.corpus)
        graphs = [scope.of_graph(graph_id) for graph_id in graph_ids]
        titles = [title for _, title in _documents(store, scope)]
        entities, graphs, faults = _entities(store, graphs)
        names = _Names.of(entities, titles, same or {})
        reading = _Reading(names, tuning)
        for document_id, _ in _documents(store, scope):
            document = store.document(scope.corpus, document_id)
            if document is not None:
                found = [store.extraction(graph, document_id) for graph in graphs]
                chunks = store.chunks(scope.corpus, [document_id])
                reading.add(document, passages_of(document, chunks), [item for item in found if item is not None])
        return cls(
            scope=scope.corpus,
            graph_ids=tuple(graph_ids),
            same=dict(same or {}),
            revision=revision,
            passages=tuple(reading.passages),
            rows={passage.key: row for row, passage in enumerate(reading.passages)},
            words=Bm25(reading.terms, tuning),
            names=names.known,
            gazetteer=names.gazetteer,
            proper=reading.proper(),
            graph=NameGraph.of(reading.document_of, len(names.known), reading.kinds),
            tuning=tuning,
            faults=faults,
        )

    def number(self, form: str | None) -> int | None:
        """Number of the name of that form, None if it is unknown."""
        return self.gazetteer.number(form) if form is not None else None

    def is_current(
        self, store: GraphStore, scope: Scope, graph_ids: Sequence[GraphId], same: Mapping[EntityId, EntityId]
    ) -> bool:
        """Whether the index still says what the store says."""
        return (
            not self.faults
            and self.scope == scope.corpus
            and self.graph_ids == tuple(graph_ids)
            and self.same == same
            and self.revision == store.revision(scope.corpus)
        )


def _documents(store: GraphStore, scope: Scope) -> Iterator[tuple[DocumentId, str]]:
    """Id and title of every document that has text."""
    after: DocumentId | None = None
    while page := store.documents(scope.corpus, after=after, limit=_PAGE):
        yield from ((row.document_id, row.title) for row in page if row.status == "stored")
        after = page[-1].document_id


def _entities(store: GraphStore, graphs: Sequence[Scope]) -> tuple[list[Entity], list[Scope], tuple[str, ...]]:
    """Entities of all graphs, the graphs that could be read, and a sentence for each of the others."""
    found: list[Entity] = []
    readable: list[Scope] = []
    faults: list[str] = []
    for graph in graphs:
        try:
            found += _entities_of(store, graph)
            readable.append(graph)
        except StoreError as fault:
            faults.append(f"The graph {graph.graph_id} could not be read and was left out: {fault}")
    return found, readable, tuple(faults)


def _entities_of(store: GraphStore, graph: Scope) -> list[Entity]:
    found: list[Entity] = []
    while page := store.entities(graph, after=found[-1].entity_id if found else None, limit=_PAGE):
        found += page
    return found


class _Names:
    """All names of a corpus by their forms; forms of entities that were declared the same are one name."""

    def __init__(self, known: Sequence[KnownName], numbers: dict[str, int]) -> None:
        self.known = tuple(known)
        self.numbers = numbers
        self.gazetteer = Gazetteer(numbers)

    def number(self, name: str) -> int | None:
        """Number of the name however it is spelt, None if it names nothing that is known."""
        form = name_form(name)
        return self.numbers.get(form) if form is not None else None

    @classmethod
    def of(cls, entities: Sequence[Entity], titles: Sequence[str], same: Mapping[EntityId, EntityId]) -> _Names:
        by_form: dict[str, list[Entity]] = defaultdict(list)
        form_of: dict[EntityId, str] = {}
        for entity in entities:
            form = name_form(entity.name)
            if form is not None and type_key(entity.type) not in NO_NAMES:
                by_form[form].append(entity)
                form_of[entity.entity_id] = form
        joined = {form: form for form in by_form}
        for alias, canonical in same.items():
            if alias in form_of and canonical in form_of:
                joined[form_of[alias]] = form_of[canonical]
        written = {form: max(held, key=lambda entity: entity.mentions).name for form, held in by_form.items()}
        for title in titles:
            form = name_form(title)
            if form is not None and form not in joined:
                joined[form], written[form] = form, title
        return cls._numbered(joined, written, by_form)

    @classmethod
    def _numbered(
        cls, joined: Mapping[str, str], written: Mapping[str, str], by_form: Mapping[str, list[Entity]]
    ) -> _Names:
        owners = sorted(set(joined.values()))
        place = {form: number for number, form in enumerate(owners)}
        bearers: list[dict[EntityId, None]] = [{} for _ in owners]
        for form, owner in joined.items():
            bearers[place[owner]].update((entity.entity_id, None) for entity in by_form.get(form, ()))
        known = [KnownName(written[form], tuple(bearers[place[form]])) for form in owners]
        return cls(known, {form: place[owner] for form, owner in joined.items()})


class _Reading:
    """One pass over the documents: words, and which passage is about or mentions which name."""

    def __init__(self, names: _Names, tuning: Tuning) -> None:
        self.names = names
        self.tuning = tuning
        self.passages: list[Passage] = []
        self.document_of: list[int] = []
        self._documents = 0
        self.terms: list[list[str]] = []
        self.kinds: dict[tuple[int, int], int] = defaultdict(int)
        self._seen = np.zeros(len(names.known), dtype=np.int64)
        self._capital = np.zeros(len(names.known), dtype=np.int64)

    def add(self, document: Document, passages: Sequence[Passage], found: Sequence[Extraction]) -> None:
        """Take in a document."""
        self._documents += 1
        self.document_of += [self._documents] * len(passages)
        mentions = sorted({(m.start, m.end, m.text) for m in _mentions(found) if type_key(m.type) not in NO_NAMES})
        for passage in passages:
            row = len(self.passages)
            self.passages.append(passage)
            text = document.text[passage.start : passage.end]
            in_text, in_title = tokens(text), tokens(passage.title)
            self.terms.append(terms(in_title) + terms(in_text))
            self._titles(row, passage)
            firsts = []
            for start, end, surface in mentions:
                if passage.start <= start and end <= passage.end:
                    firsts.append((start - passage.start, self._connect(row, surface, MENTIONED)))
            for match in names_in_text(self.names.gazetteer, text, in_text):
                self.kinds[row, match.name] |= MENTIONED
                firsts.append((match.start, match.name))
            self._subject(row, text, firsts)
            self._count_spellings(text, in_text)

    def _connect(self, row: int, name: str, kind: int) -> int | None:
        number = self.names.number(name)
        if number is not None:
            self.kinds[row, number] |= kind
        return number

    def _titles(self, row: int, passage: Passage) -> None:
        """What the title and the heading name is what the passage is about; names inside them are in the title."""
        for title in dict.fromkeys((passage.title, passage.heading)):
            whole = self._connect(row, title, ABOUT)
            for match in self.names.gazetteer.inside(tokens(title)):
                if match.name != whole and looks_like_name(title[match.start : match.end]):
                    self.kinds[row, match.name] |= IN_TITLE

    def _subject(self, row: int, text: str, firsts: Sequence[tuple[int, int | None]]) -> None:
        """A passage that does not say its title is about the name at its beginning: what follows is said of that."""
        title = self.names.number(self.passages[row].title)
        if title is not None and self.kinds.get((row, title), 0) & MENTIONED:
            return
        known = [(start, name) for start, name in firsts if name is not None]
        if known:
            start, name = min(known)
            if len(tokens(text[:start])) <= self.tuning.subject_words:
                self.kinds[row, name] |= BEGINS

    def _count_spellings(self, text: str, found: Sequence[Token]) -> None:
        """How often a name of one word is written as a name."""
        for token in found:
            number = self.names.numbers.get(token.form)
            if number is not None:
                self._seen[number] += 1
                self._capital[number] += looks_like_name(text[token.start : token.end])

    def proper(self) -> NDArray[np.bool_]:
        """Of each name, whether at least half of its places in the texts are written with a capital."""
        return 2 * self._capital >= self._seen


def _mentions(found: Sequence[Extraction]) -> Iterator[Mention]:
    for extraction in found:
        yield from extraction.mentions
        for relation in extraction.relations:
            yield relation.subject
            yield relation.object
