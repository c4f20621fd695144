"""What one document adds to one graph: its record, and the sums that the record makes.

The record is one line of JSON with everything that a method found, in columns, so that it is short, quick to
read, and equal exactly when the findings are equal. Sums are computed from the record and from nothing else;
they are integers throughout, so subtracting what was added leaves no trace, in whatever order it happens.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from graphkit.columns import MentionColumns, ObservationColumns
from graphkit.errors import SchemaMismatch
from graphkit.ids import entity_id
from graphkit.model import (
    ChunkFailure,
    DocumentId,
    EntityId,
    Evidence,
    Extraction,
    Mention,
    Quarantined,
    Relation,
    Span,
    edge_predicate,
)
from graphkit.store.edge_key import EdgeKey, billionths, edge_between
from graphkit.store.record_columns import Links, Places, numbers

LONG_LINE = 100_000
"""Characters of a record from which on it is worth keeping once it was read."""

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode
_identity = lru_cache(maxsize=100_000)(entity_id)


@dataclass(frozen=True, slots=True)
class EntitySum:
    """Mentions of one entity counted by spelling of the name and by spelling of the type."""

    names: dict[str, int] = field(default_factory=dict)
    types: dict[str, int] = field(default_factory=dict)

    @property
    def mentions(self) -> int:
        """Number of mentions."""
        return sum(self.names.values())


@dataclass(frozen=True, slots=True)
class Sums:
    """What a document adds to each entity, and to the weight of each edge in billionths."""

    entities: dict[EntityId, EntitySum] = field(default_factory=dict)
    edges: dict[EdgeKey, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Record:
    """The findings of one method in one document.

    ``names`` holds each pair of text and type once. Places from ``listed`` on are ends of relations that the
    extraction does not list as mentions; they count as mentions too, so that no edge hangs in the air, unless
    a listed one of the same entity stands at the same place.
    """

    method: str
    names: list[tuple[str, str]]
    listed: int
    places: Places
    links: Links
    failures: list[tuple[int, str]]
    warnings: list[str]
    quarantined: list[Quarantined] = field(default_factory=list)

    @classmethod
    def of(cls, extraction: Extraction) -> Record:
        """The record of an extraction."""
        columns = _of_columns(extraction)
        if columns is not None:
            return columns
        places, found = list(extraction.mentions), extraction.relations
        ends = [end for relation in found for end in (relation.subject, relation.object)]
        of_ends = _indexes(ends, places)
        subjects, objects = of_ends[::2], of_ends[1::2]
        names: dict[tuple[str, str], int] = {}
        name_of = [names.setdefault((m.text, m.type), len(names)) for m in places]
        return cls(
            extraction.method,
            names=list(names),
            listed=len(extraction.mentions),
            places=Places(
                tuple([m.start for m in places]),
                tuple([m.end for m in places]),
                tuple(name_of),
                tuple([m.method for m in places]),
                tuple([m.confidence for m in places]),
            ),
            links=Links(
                tuple(subjects),
                tuple(objects),
                tuple([r.predicate for r in found]),
                tuple([r.start for r in found]),
                tuple([r.end for r in found]),
                tuple([r.method for r in found]),
                tuple([r.confidence for r in found]),
                tuple([r.negated for r in found]),
                tuple([r.directed for r in found]),
                tuple([r.weight for r in found]),
                {i: r.wording for i, r in enumerate(found) if r.wording is not None},
            ),
            failures=[(failure.index, failure.reason) for failure in extraction.failures],
            warnings=list(extraction.warnings),
            quarantined=list(extraction.quarantined),
        )

    @classmethod
    def parse(cls, line: str) -> Record:
        """The record that ``json`` wrote; ``SchemaMismatch`` if another graphkit wrote the line."""
        try:
            return cls._of_json(*json.loads(line))
        except (TypeError, ValueError, IndexError):
            raise SchemaMismatch(written_otherwise("findings of a document", line)) from None

    @classmethod
    def _of_json(
        cls,
        method: str,
        names: list[list[str]],
        listed: int,
        rows: list[int],
        places: list[Any],
        links: list[Any],
        failures: list[list[Any]],
        warnings: list[str],
        *rest: list[Any],
    ) -> Record:
        return cls(
            method,
            [(text, kind) for text, kind in names],
            listed,
            Places.unfolded(places, rows[0]),
            Links.unfolded(links, rows[1]),
            [(index, reason) for index, reason in failures],
            warnings,
            [Quarantined(*item) for items in rest for item in items],
        )

    def json(self) -> str:
        """The record in one line."""
        content: list[object] = [
            self.method,
            self.names,
            self.listed,
            [len(self.places.start), len(self.links.start)],
            self.places.folded(),
            self.links.folded(),
            self.failures,
            self.warnings,
        ]
        if self.quarantined:  # records without any are as they were before there was one
            content.append([[item.chunk, item.kind, item.what, item.reason] for item in self.quarantined])
        return _encode(content)

    def extraction(self, document_id: DocumentId) -> Extraction:
        """The extraction of which this is the record."""
        place, link = self.places, self.links
        mentions = [
            Mention(start, end, *self.names[name], method, confidence)
            for start, end, name, method, confidence in zip(
                place.start, place.end, place.name, place.method, place.confidence, strict=True
            )
        ]
        relations = tuple(
            Relation(
                mentions[link.subject[i]],
                link.predicate[i],
                mentions[link.object[i]],
                link.start[i],
                link.end[i],
                link.method[i],
                link.confidence[i],
                link.negated[i],
                link.directed[i],
                link.weight[i],
                link.wording.get(i),
            )
            for i in range(len(link.subject))
        )
        return Extraction(
            document_id,
            self.method,
            tuple(mentions[: self.listed]),
            relations,
            tuple(ChunkFailure(index, reason) for index, reason in self.failures),
            tuple(self.warnings),
            tuple(self.quarantined),
        )

    def sums(self) -> Sums:
        """What the record adds to each entity and edge; a relation of a name with itself adds nothing."""
        ids = self.entity_ids()
        sums = Sums()
        for name, count in self._counts(ids).items():
            text, kind = self.names[name]
            entity = sums.entities.get(ids[name])
            if entity is None:
                entity = sums.entities[ids[name]] = EntitySum()
            shown = spelling(text)
            entity.names[shown] = entity.names.get(shown, 0) + count
            entity.types[kind] = entity.types.get(kind, 0) + count
        edges = sums.edges
        for key, weight in zip(self.edge_keys(ids), self.links.weight, strict=True):
            if key is not None:
                edges[key] = edges.get(key, 0) + billionths(weight)
        return sums

    def entity_ids(self) -> list[EntityId]:
        """The entity of each name."""
        return [_identity(kind, text) for text, kind in self.names]

    def edge_keys(self, ids: list[EntityId]) -> list[EdgeKey | None]:
        """The edge of each relation, None for a relation of a name with itself. ``ids`` are the ``entity_ids``."""
        link, name = self.links, self.places.name
        return [
            edge_between(ids[name[subject]], ids[name[target]], predicate, negated=negated, directed=directed)
            for subject, target, predicate, negated, directed in zip(
                link.subject, link.object, link.edge_predicate, link.negated, link.directed, strict=True
            )
        ]

    def _counts(self, ids: list[EntityId]) -> Counter[int]:
        """How often each name counts as a mention."""
        if self.listed == len(self.places.name):
            return Counter(self.places.name)
        return Counter(self.places.name[index] for index in self._counted(ids))

    def _counted(self, ids: list[EntityId]) -> list[int]:
        """Indexes of the places that count as mentions."""
        place, listed = self.places, self.listed
        if listed == len(place.start):
            return list(range(listed))
        identity = [(ids[n], s, e) for n, s, e in zip(place.name, place.start, place.end, strict=True)]
        counted, seen = list(range(listed)), set(identity[:listed])
        for index in range(listed, len(identity)):
            if identity[index] not in seen:
                seen.add(identity[index])
                counted.append(index)
        return counted

    def mention_evidence(self, document_id: DocumentId, entity: EntityId, limit: int | None = None) -> list[Evidence]:
        """The first mentions of an entity, by offset."""
        ids, place = self.entity_ids(), self.places
        wanted = {index for index, identity in enumerate(ids) if identity == entity}
        rows = sorted(
            (place.start[i], place.end[i], place.method[i], -place.confidence[i])
            for i in self._counted(ids)
            if place.name[i] in wanted
        )
        return [
            Evidence(document_id, start, end, method, -below, (Span(start, end),))
            for start, end, method, below in rows[:limit]
        ]

    def edge_evidence(self, document_id: DocumentId, key: EdgeKey, limit: int | None = None) -> list[Evidence]:
        """The first relations of an edge, by offset, each with both names marked."""
        ids, link, place = self.entity_ids(), self.links, self.places
        names = {index for index, identity in enumerate(ids) if identity in (key.source, key.target)}
        near = {index for index, name in enumerate(place.name) if name in names}
        rows = []
        for i, (subject, target) in enumerate(zip(link.subject, link.object, strict=True)):
            if subject in near and target in near and self._edge_of(i, ids) == key:
                marks = sorted((place.start[j], place.end[j]) for j in (subject, target))
                rows.append((link.start[i], link.end[i], marks, link.method[i], -link.confidence[i], i))
        return [
            Evidence(document_id, start, end, method, -below, tuple(Span(*mark) for mark in marks), link.wording.get(i))
            for start, end, marks, method, below, i in sorted(rows)[:limit]
        ]

    def _edge_of(self, relation: int, ids: list[EntityId]) -> EdgeKey | None:
        link, name = self.links, self.places.name
        left, right = ids[name[link.subject[relation]]], ids[name[link.object[relation]]]
        said = edge_predicate(link.predicate[relation], link.wording.get(relation))
        return edge_between(left, right, said, negated=link.negated[relation], directed=link.directed[relation])


def _of_columns(extraction: Extraction) -> Record | None:
    """The record of an extraction that is kept in columns, for which no mention and no relation is made."""
    mentions, found = extraction.mentions, extraction.relations
    if not (isinstance(mentions, MentionColumns) and isinstance(found, ObservationColumns)):
        return None
    if found.mentions is not mentions:
        return None
    names, name = mentions.used_names()
    return Record(
        extraction.method,
        names=names,
        listed=len(mentions),
        places=Places(
            tuple(mentions.start.tolist()),
            tuple(mentions.end.tolist()),
            tuple(name.tolist()),
            (mentions.method,) * len(mentions),
            numbers(mentions.confidence, len(mentions)),
        ),
        links=Links(
            tuple(found.subject.tolist()),
            tuple(found.object.tolist()),
            (found.predicate,) * len(found),
            tuple(found.start.tolist()),
            tuple(found.end.tolist()),
            (found.method,) * len(found),
            (found.confidence,) * len(found),
            (False,) * len(found),
            (False,) * len(found),
            numbers(found.weight, len(found)),
        ),
        failures=[(failure.index, failure.reason) for failure in extraction.failures],
        warnings=list(extraction.warnings),
    )


def written_otherwise(what: str, line: str) -> str:
    """The sentence on something stored that this graphkit cannot read."""
    return (
        f"The store holds {what} in a form that this graphkit does not write: {line[:40]!r}. Open it with the "
        "graphkit that wrote it, or ingest the files into a new store. Nothing was changed."
    )


def parsed(line: str) -> Record:
    """The record of a line; those of the last long lines are kept, since reading takes up to 0.1 s."""
    return _parsed_long(line) if len(line) > LONG_LINE else Record.parse(line)


_parsed_long = lru_cache(maxsize=2)(Record.parse)


def _indexes(ends: list[Mention], places: list[Mention]) -> list[int]:
    """Places of the ends of relations; an end that is not among the places is added to them."""
    same = {id(mention): index for index, mention in enumerate(places)}  # the object itself is quicker than its value
    known = [same.get(id(end), -1) for end in ends]
    if -1 in known:
        equal = {mention: index for index, mention in reversed(list(enumerate(places)))}
        for at, end in enumerate(ends):
            if known[at] < 0:
                known[at] = equal.setdefault(end, len(places))
                if known[at] == len(places):
                    places.append(end)
    return known


@lru_cache(maxsize=100_000)
def spelling(text: str) -> str:
    """A mention's text as a name: blanks and line breaks joined; text of blanks alone stays as it is."""
    return " ".join(text.split()) or text
