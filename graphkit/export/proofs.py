"""The first stretches of text that prove each entity and edge of a view, to be exported with it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache

from graphkit.export.graph import Proof
from graphkit.figures.words import said_how
from graphkit.ids import entity_id, id_of
from graphkit.model import Document, DocumentId, Edge, EdgeId, Entity, EntityId, Evidence, Extraction, Span
from graphkit.store.edge_key import EdgeKey, edge_key
from graphkit.store.pages import all_documents
from graphkit.text import sentence_around
from graphkit.view import View

EACH = 3
"""Proofs of an entity or an edge: enough to check it, few enough for a graph of a hundred thousand names."""
LONGEST = 400
"""Characters of a proof; of a longer stretch what stands around the names."""

About = EntityId | EdgeId
Found = dict[About, list[Evidence]]


def proofs(view: View, entities: Collection[Entity], edges: Collection[Edge], *, each: int = EACH) -> list[Proof]:
    """Up to ``each`` proofs of every entity and edge, in their order, each by document and offset.

    A mention is proved by the sentence around it. Many entities are proved by reading every document once, few
    in a large corpus by asking for each.
    """
    documents = _documents(view)
    if len(documents) > len(entities) + len(edges):
        found: Found = {e.entity_id: view.mention_evidence(e.entity_id, limit=each) for e in entities}
        found |= {id_of(edge): view.edge_evidence(edge, limit=each) for edge in edges}
    else:
        found = _read(view, documents, entities, edges, each)
    return [_proof(about, row, document) for about, row, document in _with_documents(view, found)]


def _documents(view: View) -> list[DocumentId]:
    """Documents that add anything to the graphs of the view, by id."""
    graphs = {scope.graph_id for scope in view.scopes}
    rows = (row for scope in view.scopes[:1] for row in all_documents(view.store, scope.corpus))
    return [row.document_id for row in rows if not graphs.isdisjoint(row.graphs)]


def _read(
    view: View, documents: Iterable[DocumentId], entities: Iterable[Entity], edges: Iterable[Edge], each: int
) -> Found:
    found: Found = {entity.entity_id: [] for entity in entities}
    keys = {edge_key(edge): id_of(edge) for edge in edges}
    found |= {about: [] for about in keys.values()}
    for document_id in documents:
        here: dict[About, dict[tuple[int, int], Evidence]] = defaultdict(dict)
        for scope in view.scopes:
            extraction = view.store.extraction(scope, document_id)
            for about, row in _evidence(view, extraction, keys) if extraction is not None else ():
                if about in found and len(found[about]) < each:
                    here[about].setdefault((row.start, row.end), row)
        for about, rows in here.items():
            found[about] += [rows[place] for place in sorted(rows)][: each - len(found[about])]
    return found


def _evidence(view: View, extraction: Extraction, keys: Mapping[EdgeKey, EdgeId]) -> Iterator[tuple[About, Evidence]]:
    """What one document proves, in no order."""

    @cache
    def shown(entity_type: str, name: str) -> EntityId:
        return view.canonical(entity_id(entity_type, name))

    document_id = extraction.document_id
    ends = (end for relation in extraction.relations for end in (relation.subject, relation.object))
    for m in (*extraction.mentions, *ends):
        mark = (Span(m.start, m.end),)
        yield shown(m.type, m.text), Evidence(document_id, m.start, m.end, m.method, m.confidence, mark)
    for r in extraction.relations:
        source, target = shown(r.subject.type, r.subject.text), shown(r.object.type, r.object.text)
        key = edge_key(Edge(source, r.type, r.edge_predicate, target, weight=0, documents=0, negated=r.negated))
        if key in keys:
            marks = tuple(sorted((Span(r.subject.start, r.subject.end), Span(r.object.start, r.object.end))))
            yield keys[key], Evidence(document_id, r.start, r.end, r.method, r.confidence, marks, r.wording)


def _with_documents(view: View, found: Found) -> Iterator[tuple[About, Evidence, Document]]:
    """Each proof with its document, of which each is read once; in the order of ``found``."""
    wanted: dict[DocumentId, list[tuple[int, About, Evidence]]] = defaultdict(list)
    for place, (about, row) in enumerate((about, row) for about, rows in found.items() for row in rows):
        wanted[row.document_id].append((place, about, row))
    ready: dict[int, tuple[About, Evidence, Document]] = {}
    for document_id, rows in wanted.items():
        document = view.store.document(view.scopes[0].corpus, document_id)
        if document is not None:
            ready.update((place, (about, row, document)) for place, about, row in rows)
    yield from (ready[place] for place in sorted(ready))


def _proof(about: About, row: Evidence, document: Document) -> Proof:
    marks = row.marks or (Span(row.start, row.end),)
    span = Span(row.start, row.end)
    if marks == (span,):
        span = sentence_around(document.text, row.start, row.end, reach=LONGEST)
    if span.end - span.start > LONGEST:
        start = max(span.start, marks[0].start - LONGEST // 4)
        span = Span(start, min(span.end, start + LONGEST))
    text = document.text[span.start : span.end]
    said = "; ".join(said_how(row.wording)) if row.wording else ""
    place = (document.document_id, document.title, span.start, span.end)
    return Proof(about, *place, text, row.method, row.confidence, said)
