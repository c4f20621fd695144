"""Several methods over the same documents, name by name and relation by relation."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal, TypedDict

from graphkit.compare.agreement import Agreement, agreement
from graphkit.errors import BadRequest
from graphkit.figures.words import counted, relation_words
from graphkit.ids import canonical
from graphkit.model import DocumentId, Extraction, Relation
from graphkit.resolve.names import is_unknown, types_conflict

Place = tuple[DocumentId, int, int]
"""A stretch of a document."""
Group = Literal["all", "some", "one"]
"""Whether all methods found it, several but not all, or one alone."""


@dataclass(frozen=True, slots=True)
class EntityRow:
    """A name and what each method says of it. Methods that did not find it have no key in the mappings.

    ``types`` holds the types that a method gave to it, most frequent first, ``counts`` its mentions.
    ``disagree`` says that two methods gave it types that cannot be one. ``places`` tells where each method found it
    first.
    """

    canonical: str
    name: str
    found_by: tuple[str, ...]
    group: Group
    types: Mapping[str, tuple[str, ...]]
    counts: Mapping[str, int]
    documents: int
    disagree: bool
    places: Mapping[str, Place] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RelationRow:
    """Two names that some method relates, and in what words each does.

    ``subject`` and ``object`` stand in the direction of the first method that gives one. ``predicates`` holds
    for each method its wordings, most frequent first; one that goes the other way begins with ``←``, one
    that is denied with ``not``. ``places`` tells for each method the first stretch of text that proves it.
    """

    subject: str
    object: str
    found_by: tuple[str, ...]
    group: Group
    predicates: Mapping[str, tuple[str, ...]]
    counts: Mapping[str, int]
    documents: int
    places: Mapping[str, Place] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the methods found. Rows stand by the number of methods, then of mentions, most first, then by name.

    ``matrix`` holds the agreement of each pair of methods, both ways round and of each with itself.
    ``warnings`` tells, in words, what makes the comparison lame.
    """

    methods: tuple[str, ...]
    documents: int
    entities: tuple[EntityRow, ...]
    relations: tuple[RelationRow, ...]
    mentions: Mapping[str, int]
    matrix: Mapping[tuple[str, str], Agreement]
    warnings: tuple[str, ...] = ()

    @property
    def by_all(self) -> tuple[EntityRow, ...]:
        """Names that every method found."""
        return tuple(row for row in self.entities if row.group == "all")

    def only(self, method: str) -> tuple[EntityRow, ...]:
        """Names that this method alone found."""
        return tuple(row for row in self.entities if row.found_by == (method,))

    @property
    def disagreements(self) -> tuple[EntityRow, ...]:
        """Names to which methods gave types that cannot be one."""
        return tuple(row for row in self.entities if row.disagree)

    @property
    def sets(self) -> Mapping[tuple[str, ...], int]:
        """How many names exactly these methods found, for each set of methods that found any, the largest set first."""
        counts = Counter(row.found_by for row in self.entities)
        return dict(sorted(counts.items(), key=lambda item: (-len(item[0]), -item[1], item[0])))

    def to_json(self) -> ComparisonJson:
        """The shape that ``graphkit compare --json`` prints."""
        return {
            "methods": list(self.methods),
            "documents": self.documents,
            "counts": {
                method: {
                    "mentions": self.mentions[method],
                    "entities": sum(method in row.found_by for row in self.entities),
                    "relations": sum(method in row.found_by for row in self.relations),
                    "only": len(self.only(method)),
                }
                for method in self.methods
            },
            "by_all": len(self.by_all),
            "disagree_on_type": len(self.disagreements),
            "agreement": [
                {"left": a, "right": b, "strict": found.strict, "tolerant": found.tolerant, "typed": found.typed}
                for (a, b), found in self.matrix.items()
                if self.methods.index(a) < self.methods.index(b)
            ],
            "entities": [
                {
                    "name": row.name,
                    "found_by": list(row.found_by),
                    "types": {method: list(types) for method, types in row.types.items()},
                    "counts": dict(row.counts),
                    "documents": row.documents,
                    "disagree": row.disagree,
                }
                for row in self.entities
            ],
            "relations": [
                {
                    "subject": row.subject,
                    "object": row.object,
                    "found_by": list(row.found_by),
                    "predicates": {method: list(words) for method, words in row.predicates.items()},
                    "counts": dict(row.counts),
                    "documents": row.documents,
                }
                for row in self.relations
            ],
            "warnings": list(self.warnings),
        }


class MethodCountsJson(TypedDict):
    """Totals of one method."""

    mentions: int
    entities: int
    relations: int
    only: int


class AgreementJson(TypedDict):
    """F1 between two methods."""

    left: str
    right: str
    strict: float
    tolerant: float
    typed: float


class EntityJson(TypedDict):
    """A name; ``types`` and ``counts`` by method."""

    name: str
    found_by: list[str]
    types: dict[str, list[str]]
    counts: dict[str, int]
    documents: int
    disagree: bool


class RelationJson(TypedDict):
    """Two related names; ``predicates`` and ``counts`` by method."""

    subject: str
    object: str
    found_by: list[str]
    predicates: dict[str, list[str]]
    counts: dict[str, int]
    documents: int


class ComparisonJson(TypedDict):
    """``graphkit compare --json``: ``agreement`` has one entry for each pair of methods."""

    methods: list[str]
    documents: int
    counts: dict[str, MethodCountsJson]
    by_all: int
    disagree_on_type: int
    agreement: list[AgreementJson]
    entities: list[EntityJson]
    relations: list[RelationJson]
    warnings: list[str]


def compare(extractions: Mapping[str, Sequence[Extraction]]) -> Comparison:
    """Lay side by side what methods found in the same documents.

    Args:
        extractions: For each method (or run) what it found, one extraction for each document.

    Raises:
        BadRequest: No method was given.
    """
    methods = tuple(extractions)
    if not methods:
        raise BadRequest("There is nothing to compare: choose at least one method.")
    read = {method: {e.document_id for e in extractions[method]} for method in methods}
    return Comparison(
        methods=methods,
        documents=len(set().union(*read.values())),
        entities=_entity_rows(extractions),
        relations=_relation_rows(extractions),
        mentions={method: sum(len(e.mentions) for e in extractions[method]) for method in methods},
        matrix=_matrix(extractions),
        warnings=tuple(_warnings(extractions, read)),
    )


def _matrix(extractions: Mapping[str, Sequence[Extraction]]) -> dict[tuple[str, str], Agreement]:
    found = {(a, b): agreement(extractions[a], extractions[b]) for a, b in combinations(extractions, 2)}
    whole = Agreement(1.0, 1.0, 1.0)
    return {(a, b): whole if a == b else found.get((a, b)) or found[b, a] for a in extractions for b in extractions}


def _warnings(extractions: Mapping[str, Sequence[Extraction]], read: Mapping[str, set[DocumentId]]) -> Iterator[str]:
    everything = set().union(*read.values())
    for method in extractions:
        missing = len(everything - read[method])
        if missing:
            yield f"{method} has not read {missing} of {len(everything)} documents; agreement counts only shared ones."
        failed = sum(len(e.failures) for e in extractions[method])
        if failed:
            yield f"{method} failed on {counted(failed, 'chunk')}; what is in there is missing from its column."


def _entity_rows(extractions: Mapping[str, Sequence[Extraction]]) -> tuple[EntityRow, ...]:
    spellings: dict[str, Counter[str]] = defaultdict(Counter)
    types: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    documents: dict[str, set[DocumentId]] = defaultdict(set)
    places: dict[str, dict[str, Place]] = defaultdict(dict)
    for method, found in extractions.items():
        for extraction in found:
            for mention in extraction.mentions:
                key = canonical(mention.text)
                places[key].setdefault(method, (extraction.document_id, mention.start, mention.end))
                spellings[key][mention.text] += 1
                types[key][method][mention.type] += 1
                documents[key].add(extraction.document_id)
    rows = [
        EntityRow(
            canonical=key,
            name=_most_frequent(spellings[key])[0],
            found_by=tuple(method for method in extractions if method in by_method),
            group=_group(len(by_method), len(extractions)),
            types={method: _most_frequent(by_method[method]) for method in extractions if method in by_method},
            counts={method: by_method[method].total() for method in extractions if method in by_method},
            documents=len(documents[key]),
            disagree=_disagree(_most_frequent(counts)[0] for counts in by_method.values()),
            places=places[key],
        )
        for key, by_method in types.items()
    ]
    return tuple(sorted(rows, key=lambda r: (-len(r.found_by), -sum(r.counts.values()), r.canonical)))


def _most_frequent(counts: Counter[str]) -> tuple[str, ...]:
    return tuple(word for word, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _disagree(types: Iterable[str]) -> bool:
    known = sorted({t for t in types if not is_unknown(t)})
    return any(types_conflict(a, b) for a, b in combinations(known, 2))


def _group(found: int, methods: int) -> Group:
    return "all" if found == methods else "one" if found == 1 else "some"


@dataclass
class _Ends:
    """What the methods say about one pair of names, whichever way round."""

    names: tuple[str, str]
    forward: tuple[str, str] | None
    predicates: dict[str, Counter[tuple[str, bool]]]
    documents: set[DocumentId]
    places: dict[str, Place]


def _relation_rows(extractions: Mapping[str, Sequence[Extraction]]) -> tuple[RelationRow, ...]:
    ends: dict[tuple[str, str], _Ends] = {}
    for method, found in extractions.items():
        for extraction in found:
            for relation in extraction.relations:
                _add(ends, method, extraction.document_id, relation)
    rows = [
        RelationRow(
            subject=pair.names[0],
            object=pair.names[1],
            found_by=tuple(method for method in extractions if method in pair.predicates),
            group=_group(len(pair.predicates), len(extractions)),
            predicates={
                method: _wordings(pair.predicates[method]) for method in extractions if method in pair.predicates
            },
            counts={method: pair.predicates[method].total() for method in extractions if method in pair.predicates},
            documents=len(pair.documents),
            places=pair.places,
        )
        for pair in ends.values()
    ]
    return tuple(sorted(rows, key=lambda r: (-len(r.found_by), -sum(r.counts.values()), r.subject, r.object)))


def _add(ends: dict[tuple[str, str], _Ends], method: str, document: DocumentId, relation: Relation) -> None:
    subject, target = canonical(relation.subject.text), canonical(relation.object.text)
    if subject == target:
        return
    names = (relation.subject.text, relation.object.text)
    turned = target < subject
    key = (target, subject) if turned else (subject, target)
    pair = ends.setdefault(key, _Ends(names[::-1] if turned else names, None, {}, set(), {}))
    if relation.directed and pair.forward is None:
        pair.forward = (subject, target)
        if turned:
            pair.names = pair.names[::-1]
    wording = relation_words(relation.edge_predicate or relation.type, negated=relation.negated)
    against = relation.directed and pair.forward != (subject, target)
    pair.predicates.setdefault(method, Counter())[(wording, against)] += 1
    pair.documents.add(document)
    pair.places.setdefault(method, (document, relation.start, relation.end))


def _wordings(counts: Counter[tuple[str, bool]]) -> tuple[str, ...]:
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(f"← {words}" if against else words for (words, against), _ in ranked)
