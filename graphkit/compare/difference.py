"""What a second run found otherwise than a first one, fact by fact, each with the sentence that shows it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypedDict

from graphkit.figures.words import relation_words
from graphkit.ids import canonical, type_key
from graphkit.model import DocumentId, Extraction, Mention, Relation
from graphkit.text import sentence_around

Kind = Literal["mention", "entity", "relation"]
Outcome = Literal["added", "removed", "changed", "same"]
KINDS: tuple[Kind, ...] = ("mention", "entity", "relation")
OUTCOMES: tuple[Outcome, ...] = ("added", "removed", "changed", "same")
DEFAULT_LIMIT = 1_000
"""Changes of one kind and outcome that are kept; the counts are of all."""
REACH = 600
"""Characters around a fact in which its sentence is looked for."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A mention or an entity (name, type), or a relation (name, predicate, object), at its first place."""

    name: str
    start: int
    end: int
    type: str = ""
    predicate: str = ""
    object: str = ""

    @property
    def words(self) -> str:
        """The fact as people read it."""
        return f"{self.name} · {self.predicate} · {self.object}" if self.object else f"{self.name} ({self.type})"


@dataclass(frozen=True, slots=True)
class Change:
    """A fact before and after: the first run lacks what was added, the second what was removed.

    ``sentence`` is the stretch of the document from ``sentence_start`` on that shows it.
    """

    kind: Kind
    outcome: Outcome
    document_id: DocumentId
    before: Fact | None
    after: Fact | None
    sentence: str = ""
    sentence_start: int = 0

    @property
    def fact(self) -> Fact:
        """The fact as it is now, or as it was."""
        found = self.after or self.before
        if found is None:
            raise ValueError("a change has a fact before it or after it")
        return found


@dataclass(frozen=True, slots=True)
class RunDifference:
    """All differences over the ``documents`` that both runs have read.

    ``counts`` holds for each kind how many facts had which outcome; ``changes`` the first of each kind and outcome.
    """

    documents: int
    only_left: int
    only_right: int
    counts: Mapping[Kind, Mapping[Outcome, int]]
    changes: tuple[Change, ...]

    def chosen(self, kind: Kind, outcome: Outcome) -> tuple[Change, ...]:
        """Changes of one kind with one outcome."""
        return tuple(change for change in self.changes if (change.kind, change.outcome) == (kind, outcome))

    def to_json(self) -> DifferenceJson:
        """The shape that ``graphkit runs diff --json`` prints, without the names of the runs."""
        return {
            "documents": {"both": self.documents, "only_left": self.only_left, "only_right": self.only_right},
            "counts": {kind: {outcome: self.counts[kind][outcome] for outcome in OUTCOMES} for kind in KINDS},
            "changes": [
                {
                    "kind": change.kind,
                    "change": change.outcome,
                    "document": change.document_id,
                    "before": _fact_json(change.before),
                    "after": _fact_json(change.after),
                    "sentence": change.sentence,
                    "sentence_start": change.sentence_start,
                }
                for change in self.changes
            ],
        }


class FactJson(TypedDict):
    """A fact; ``predicate`` and ``object`` are empty but for relations, ``type`` is empty for those."""

    name: str
    type: str
    predicate: str
    object: str
    start: int
    end: int


class ChangeJson(TypedDict):
    """A fact before and after; offsets count characters of the document."""

    kind: Kind
    change: Outcome
    document: str
    before: FactJson | None
    after: FactJson | None
    sentence: str
    sentence_start: int


class DocumentsJson(TypedDict):
    """How many documents both runs have read, and only one of them."""

    both: int
    only_left: int
    only_right: int


class DifferenceJson(TypedDict):
    """``graphkit runs diff --json``: complete counts, and the first changes of each kind and outcome."""

    documents: DocumentsJson
    counts: dict[Kind, dict[Outcome, int]]
    changes: list[ChangeJson]


def difference(
    pairs: Iterable[tuple[Extraction | None, Extraction | None]],
    text_of: Callable[[DocumentId], str],
    *,
    limit: int = DEFAULT_LIMIT,
) -> RunDifference:
    """Compare what two runs found, document by document; only what is counted and kept stays in memory.

    A mention of the same place and type is the same; one of another type, or that overlaps what is left over, has
    changed. A relation between the same two places is the same if it says the same. An entity is a name; it has
    changed if its types have.

    Args:
        pairs: For each document what the first and the second run found; None: it has not read it.
        text_of: The text of a document; asked once for each with a change, so only one is held.
        limit: Changes to keep of each kind and outcome.
    """
    kept = _Kept(limit)
    read: Counter[tuple[bool, bool]] = Counter()
    names: tuple[_Names, _Names] = (_Names(), _Names())
    for left, right in pairs:
        read[left is not None, right is not None] += 1
        if left is None or right is None:
            continue
        for side, extraction in zip(names, (left, right), strict=True):
            side.add(extraction)
        document = left.document_id
        for before, after in _matched_mentions(left.mentions, right.mentions):
            same = before is not None and after is not None and _placed(before) == _placed(after)
            kept.add("mention", document, _fact(before), _fact(after), same=same)
        for old, new in _matched_relations(left.relations, right.relations):
            kept.add(
                "relation", document, _stated(old), _stated(new), same=bool(old and new and _says(old) == _says(new))
            )
    for key in sorted(names[0].first.keys() | names[1].first.keys()):
        first, second = (side.first.get(key) for side in names)
        where = second or first
        if where is not None:
            same = names[0].types.get(key) == names[1].types.get(key)
            kept.add("entity", where[0], names[0].fact(key), names[1].fact(key), same=same)
    changes = _quoted(tuple(kept.changes()), text_of)
    return RunDifference(read[True, True], read[True, False], read[False, True], kept.counts(), changes)


@dataclass(slots=True)
class _Kept:
    """Counts of everything, and the first rows of each kind and outcome."""

    limit: int
    rows: dict[tuple[Kind, Outcome], list[Change]] = field(default_factory=lambda: defaultdict(list))
    numbers: Counter[tuple[Kind, Outcome]] = field(default_factory=Counter)

    def add(self, kind: Kind, document: DocumentId, before: Fact | None, after: Fact | None, *, same: bool) -> None:
        outcome: Outcome = "same" if same else "added" if before is None else "removed" if after is None else "changed"
        self.numbers[kind, outcome] += 1
        if outcome != "same" and len(self.rows[kind, outcome]) < self.limit:
            self.rows[kind, outcome].append(Change(kind, outcome, document, before, after))

    def counts(self) -> dict[Kind, dict[Outcome, int]]:
        return {kind: {outcome: self.numbers[kind, outcome] for outcome in OUTCOMES} for kind in KINDS}

    def changes(self) -> Iterator[Change]:
        return (row for kind in KINDS for outcome in OUTCOMES for row in self.rows.get((kind, outcome), ()))


@dataclass(slots=True)
class _Names:
    """The names of one run: their types, and where each stands first."""

    types: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    first: dict[str, tuple[DocumentId, Mention]] = field(default_factory=dict)

    def add(self, extraction: Extraction) -> None:
        for mention in extraction.mentions:
            key = canonical(mention.text)
            self.types[key].add(type_key(mention.type))
            self.first.setdefault(key, (extraction.document_id, mention))

    def fact(self, key: str) -> Fact | None:
        found = self.first.get(key)
        if found is None:
            return None
        mention = found[1]
        types = ", ".join(sorted({mention.type} | {t.upper() for t in self.types[key] - {type_key(mention.type)}}))
        return Fact(mention.text, mention.start, mention.end, types)


def _matched_mentions(
    left: Sequence[Mention], right: Sequence[Mention]
) -> Iterator[tuple[Mention | None, Mention | None]]:
    old = {(m.start, m.end): m for m in left}
    new = {(m.start, m.end): m for m in right}
    yield from ((old[span], new[span]) for span in sorted(old.keys() & new.keys()))
    rest = sorted(new.keys() - old.keys())
    at = 0
    for start, end in sorted(old.keys() - new.keys()):
        while at < len(rest) and rest[at][1] <= start:
            yield None, new[rest[at]]
            at += 1
        if at < len(rest) and rest[at][0] < end:
            yield old[start, end], new[rest[at]]
            at += 1
        else:
            yield old[start, end], None
    yield from ((None, new[span]) for span in rest[at:])


def _matched_relations(
    left: Sequence[Relation], right: Sequence[Relation]
) -> Iterator[tuple[Relation | None, Relation | None]]:
    old, new = _by_ends(left), _by_ends(right)
    for ends in sorted(old.keys() | new.keys()):
        before, after = old.get(ends, []), new.get(ends, [])
        for relation in list(before):
            twin = next((other for other in after if _says(other) == _says(relation)), None)
            if twin is not None:
                before.remove(relation)
                after.remove(twin)
                yield relation, twin
        while before or after:
            yield before.pop(0) if before else None, after.pop(0) if after else None


def _by_ends(relations: Sequence[Relation]) -> dict[tuple[tuple[int, int], ...], list[Relation]]:
    found: dict[tuple[tuple[int, int], ...], list[Relation]] = defaultdict(list)
    for relation in relations:
        ends = ((relation.subject.start, relation.subject.end), (relation.object.start, relation.object.end))
        found[tuple(sorted(ends))].append(relation)
    return found


def _placed(mention: Mention) -> tuple[int, int, str]:
    return mention.start, mention.end, type_key(mention.type)


def _says(relation: Relation) -> tuple[object, ...]:
    turned = relation.directed and relation.object.start < relation.subject.start
    return relation.edge_predicate, relation.negated, relation.directed, relation.weight, turned


def _fact(mention: Mention | None) -> Fact | None:
    return None if mention is None else Fact(mention.text, mention.start, mention.end, mention.type)


def _stated(relation: Relation | None) -> Fact | None:
    if relation is None:
        return None
    words = relation_words(relation.edge_predicate, directed=relation.directed, negated=relation.negated)
    if relation.weight != 1:
        words += f" ({relation.weight:g} times)"
    return Fact(relation.subject.text, relation.start, relation.end, predicate=words, object=relation.object.text)


def _quoted(changes: Sequence[Change], text_of: Callable[[DocumentId], str]) -> tuple[Change, ...]:
    places: dict[DocumentId, list[int]] = defaultdict(list)
    for at, change in enumerate(changes):
        places[change.document_id].append(at)
    quoted = list(changes)
    for document_id, here in places.items():
        text = text_of(document_id)
        for at in here:
            fact = changes[at].fact
            place = sentence_around(text, fact.start, fact.end, reach=REACH)
            quoted[at] = replace(changes[at], sentence=text[place.start : place.end], sentence_start=place.start)
    return tuple(quoted)


def _fact_json(fact: Fact | None) -> FactJson | None:
    if fact is None:
        return None
    return {
        "name": fact.name,
        "type": fact.type,
        "predicate": fact.predicate,
        "object": fact.object,
        "start": fact.start,
        "end": fact.end,
    }
