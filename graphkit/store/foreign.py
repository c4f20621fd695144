"""Reading a graph in Neo4j that is not graphkit's: what is in it, parts of it, names, ways. Nothing is ever written.

Every session has read access, so the server itself refuses a write. Every read has a bound for what it looks at and
gives up after the configured time, so a graph of any size can be browsed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, LiteralString

from graphkit.config import GraphConfig
from graphkit.errors import BadRequest, StoreBusy, UnknownEntity
from graphkit.model import JsonValue
from graphkit.store import foreign_cypher as cypher
from graphkit.store.neo4j_connection import Connection

if TYPE_CHECKING:
    from neo4j import Record

OWN = ("Graphkit", "GRAPHKIT_")
"""Beginnings of graphkit's own labels and types, which are not shown here."""
MOST_KINDS = 500
COUNTED_AT_ONCE = 50
SAMPLED = 200
"""Nodes of a label whose properties are looked at."""
LOOKED = 20_000
"""Nodes among which the best connected are sought; relationships of one node among which the strongest are."""
EXPANDED = 25
EDGES_FOR_EACH = 6
"""Most relationships that are drawn, for each node that is drawn."""
FOUND = 50
USUAL_NAMES = ("name", "title", "label", "fullname", "full_name", "displayname", "caption", "term", "word", "id")


@dataclass(frozen=True, slots=True)
class Kind:
    """A label or a relationship type, and how many nodes or relationships have it."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What a database holds, graphkit's own nodes left out. ``more``: there are more kinds than were read."""

    labels: tuple[Kind, ...]
    types: tuple[Kind, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class Properties:
    """Properties to choose from: ``names`` best suited first, of which ``suggested`` are enough for all labels.

    ``indexed`` are the pairs of label and property that an index finds; names of others are sought by a scan.
    """

    names: tuple[str, ...]
    suggested: tuple[str, ...]
    weights: tuple[str, ...]
    indexed: frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class ForeignChoice:
    """What of a graph is looked at.

    A node is called by the first of ``names`` that it has. No ``types`` means all of them; ``weight`` names the
    property of relationships that tells their strength, or is empty.
    """

    labels: tuple[str, ...]
    names: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    weight: str = ""

    def __post_init__(self) -> None:
        if not self.labels:
            raise BadRequest("No label is chosen. Choose at least one, so that there is something to look at.")
        for name in (*self.labels, *self.names, *self.types):
            if not name or "\0" in name:
                raise BadRequest(f"{name!r} is no name of a label, a type or a property. Nothing was read.")

    def label_of(self, labels: Sequence[str]) -> str:
        """Which of a node's labels it is drawn by: the first chosen one."""
        return next((label for label in self.labels if label in labels), labels[0] if labels else "")


@dataclass(frozen=True, slots=True)
class ForeignNode:
    """A node. ``degree`` counts its relationships of the chosen types, drawn or not."""

    id: str
    name: str
    label: str
    labels: tuple[str, ...]
    degree: int


@dataclass(frozen=True, slots=True)
class ForeignEdge:
    """A relationship, from source to target."""

    id: str
    type: str
    source: str
    target: str
    weight: float


@dataclass(frozen=True, slots=True)
class ForeignPart:
    """Nodes with the relationships among them."""

    nodes: tuple[ForeignNode, ...]
    edges: tuple[ForeignEdge, ...]


@dataclass(frozen=True, slots=True)
class ForeignFound:
    """Nodes whose name fits, best first. ``complete`` is False if the search was given up after its time."""

    nodes: tuple[ForeignNode, ...]
    complete: bool


class ForeignGraph:
    """A graph in Neo4j that is only read. Threads share it; the driver is opened by the first question.

    Every method raises what ``open_store`` raises for a server that does not answer or lets nobody in, and
    ``StoreBusy`` for a question over its time.
    """

    def __init__(self, config: GraphConfig) -> None:
        self._connection = Connection(config)

    @property
    def uri(self) -> str:
        """The address, without secrets."""
        return self._connection.where

    def close(self) -> None:
        """Give back all connections; the next question opens new ones."""
        self._connection.close()

    def catalogue(self) -> Catalogue:
        """Labels and relationship types with their counts, which the server keeps: no node is looked at."""
        labels = [row["name"] for row in self._connection.rows(cypher.LABELS, limit=MOST_KINDS)]
        names = [row["name"] for row in self._connection.rows(cypher.TYPES, limit=MOST_KINDS)]
        more = MOST_KINDS in (len(labels), len(names))
        foreign = [[name for name in kinds if not name.startswith(OWN)] for kinds in (labels, names)]
        shared = [name for name in foreign[1] if name in cypher.OWN_STARTS]
        own = {kind.name: kind.count for kind in self._counted(shared, cypher.own_type_counts)}
        found = self._counted(foreign[1], cypher.type_counts)
        types = [Kind(kind.name, kind.count - own.get(kind.name, 0)) for kind in found]
        return Catalogue(self._counted(foreign[0], cypher.label_counts), _by_count(types), more)

    def properties(self, labels: Sequence[str], types: Sequence[str]) -> Properties:
        """Which properties can name the nodes of the labels and weigh the relationships of the types."""
        scores: dict[str, float] = {}
        suggested: list[str] = []
        for label in labels:
            rows = self._connection.rows(cypher.label_keys(label), looked=SAMPLED)
            fits = {row["name"]: _fitness(row) for row in rows}
            for name, score in fits.items():
                scores[name] = scores.get(name, 0.0) + score
            if fits and not any(fits.get(name, 0.0) > 0 for name in suggested):
                suggested.append(max(fits, key=lambda name: (fits[name], name)))
        weights: dict[str, int] = {}
        for name in types:
            for row in self._connection.rows(cypher.type_keys(name), looked=SAMPLED):
                if row["numbers"]:
                    weights[row["name"]] = weights.get(row["name"], 0) + row["numbers"]
        indexed = frozenset((row["label"], row["property"]) for row in self._connection.rows(cypher.INDEXED))
        return Properties(
            tuple(sorted(scores, key=lambda name: (-scores[name], name))),
            tuple(suggested),
            tuple(sorted(weights, key=lambda name: (-weights[name], name))),
            indexed,
        )

    def start(self, choice: ForeignChoice, *, limit: int) -> ForeignPart:
        """The best connected nodes of the first ``LOOKED``, with the relationships among them."""
        statement = cypher.best_connected(choice.labels, choice.names, choice.types)
        return self._part(choice, self._connection.rows(statement, looked=LOOKED, limit=limit))

    def neighbourhood(self, choice: ForeignChoice, ids: Sequence[str], *, limit: int) -> ForeignPart:
        """Nodes and their strongest neighbours."""
        return self.part(choice, [*ids, *self.around(choice, ids, each=limit, limit=limit)])

    def around(
        self, choice: ForeignChoice, ids: Sequence[str], *, each: int = EXPANDED, limit: int = 2_000
    ) -> list[str]:
        """Ids of the ``each`` strongest neighbours of each node; without a weight the best connected ones."""
        statement = cypher.around(choice.labels, choice.names, choice.types, choice.weight)
        rows = self._connection.rows(statement, ids=list(ids), looked=LOOKED, each=each, limit=limit)
        return [row["id"] for row in rows]

    def part(self, choice: ForeignChoice, ids: Iterable[str]) -> ForeignPart:
        """These nodes, in this order, with the relationships among them; ids that are gone are left out."""
        wanted = list(dict.fromkeys(ids))
        rows = {row["id"]: row for row in self._connection.rows(cypher.by_ids(choice.names, choice.types), ids=wanted)}
        return self._part(choice, [rows[node_id] for node_id in wanted if node_id in rows])

    def search(self, choice: ForeignChoice, words: str, *, limit: int = FOUND) -> ForeignFound:
        """Nodes with the words in a name: by an index on its beginning where there is one, then by looking at all."""
        words = " ".join(words.split())
        if not words or not choice.names:
            return ForeignFound((), complete=True)
        indexed = {(row["label"], row["property"]) for row in self._connection.rows(cypher.INDEXED)}
        forms = list(dict.fromkeys((words, words.lower(), words.title(), words.capitalize(), words.upper())))
        found: dict[str, ForeignNode] = {}
        for label in choice.labels:
            for name in choice.names:
                if (label, name) in indexed:
                    statement = cypher.found_by_index(label, name, choice.names, choice.types)
                    rows = self._connection.rows(statement, forms=forms, limit=limit)
                    found |= {row["id"]: _node(choice, row) for row in rows}
        complete = True
        try:
            statement = cypher.found_by_scan(choice.labels, choice.names, choice.types)
            rows = self._connection.rows(statement, words=words.lower(), limit=limit)
            found = {row["id"]: _node(choice, row) for row in rows} | found
        except StoreBusy:
            complete = False
        key = words.casefold()
        ranked = sorted(
            found.values(), key=lambda node: (node.name.casefold() != key, -node.degree, node.name, node.id)
        )
        return ForeignFound(tuple(ranked[:limit]), complete)

    def neighbours(
        self, choice: ForeignChoice, node_id: str, *, limit: int = EXPANDED
    ) -> list[tuple[ForeignEdge, ForeignNode]]:
        """The strongest relationships of a node, each with the node at its other end."""
        statement = cypher.neighbours(choice.labels, choice.names, choice.types, choice.weight)
        rows = self._connection.rows(statement, id=node_id, looked=LOOKED, limit=limit)
        return [(_edge({**row, "id": row["edge"]}), _node(choice, row)) for row in rows]

    def path(self, choice: ForeignChoice, start: str, end: str) -> ForeignPart | None:
        """A shortest way of up to six steps, its nodes and relationships in order; None if there is none."""
        if start == end:
            return ForeignPart(self.part(choice, [start]).nodes, ())
        rows = self._connection.rows(cypher.shortest_path(choice.labels, choice.types), start=start, end=end)
        if not rows:
            return None
        edges = {
            row["id"]: _edge(row)
            for row in self._connection.rows(cypher.edges_by_ids(choice.weight), ids=rows[0]["edges"])
        }
        nodes = self.part(choice, rows[0]["nodes"]).nodes
        return ForeignPart(nodes, tuple(edges[edge_id] for edge_id in rows[0]["edges"] if edge_id in edges))

    def node_properties(self, node_id: str) -> dict[str, JsonValue]:
        """All properties of a node, by name. Raises ``UnknownEntity`` if it is gone."""
        return self._properties(cypher.NODE, node_id, "node")

    def edge_properties(self, edge_id: str) -> dict[str, JsonValue]:
        """All properties of a relationship, by name. Raises ``UnknownEntity`` if it is gone."""
        return self._properties(cypher.EDGE, edge_id, "relationship")

    def _properties(self, statement: LiteralString, wanted: str, noun: str) -> dict[str, JsonValue]:
        row = self._connection.row(statement, id=wanted)
        if row is None:
            raise UnknownEntity(
                f"The {noun} {wanted!r} is not in {self.uri}: it may have been deleted. Nothing was read."
            )
        return {name: _json(value) for name, value in sorted(row["properties"].items())}

    def _part(self, choice: ForeignChoice, rows: Sequence[Record]) -> ForeignPart:
        nodes = tuple(_node(choice, row) for row in rows)
        statement = cypher.among(choice.types, choice.weight)
        edges = self._connection.rows(
            statement, ids=[node.id for node in nodes], each=LOOKED, limit=EDGES_FOR_EACH * len(nodes)
        )
        return ForeignPart(nodes, tuple(map(_edge, edges)))

    def _counted(self, names: Sequence[str], statement: Callable[[Sequence[str]], LiteralString]) -> tuple[Kind, ...]:
        counts: list[int] = []
        for at in range(0, len(names), COUNTED_AT_ONCE):
            counts += self._connection.rows(statement(names[at : at + COUNTED_AT_ONCE]))[0]["counts"]
        return _by_count(Kind(name, count) for name, count in zip(names, counts, strict=True))


def _by_count(kinds: Iterable[Kind]) -> tuple[Kind, ...]:
    return tuple(sorted((kind for kind in kinds if kind.count), key=lambda kind: (-kind.count, kind.name)))


def _fitness(row: Record) -> float:
    """How well a property names nodes: a usual word for it, a text, on all of them, and different on each."""
    key = row["name"].casefold()
    usual = 2.0 * (len(USUAL_NAMES) - USUAL_NAMES.index(key)) / len(USUAL_NAMES) if key in USUAL_NAMES else 0.0
    usual = usual or (0.8 if key.endswith(("name", "title")) else 0.0)
    number, texts, different = float(row["number"]), float(row["texts"]), float(row["different"])
    return (usual + different / number) * (texts / number + 0.05)


def _node(choice: ForeignChoice, row: Record) -> ForeignNode:
    label = choice.label_of(row["labels"])
    name = ", ".join(part for part in row["name"] or () if part and part.strip())
    return ForeignNode(
        row["id"], name or f"{label} {row['id'].rpartition(':')[2]}".strip(), label, tuple(row["labels"]), row["degree"]
    )


def _edge(row: Mapping[str, object] | Record) -> ForeignEdge:
    return ForeignEdge(
        str(row["id"]), str(row["type"]), str(row["source"]), str(row["target"]), float(str(row["weight"]))
    )


def _json(value: object) -> JsonValue:
    """A property as JSON: times as ISO 8601, places and durations as their text, bytes as their number."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, bytes | bytearray):
        return f"{len(value):,} bytes"
    if isinstance(value, list | tuple) and type(value) in {list, tuple}:  # a point is a tuple of its own kind
        return [_json(one) for one in value]
    return str(value.iso_format()) if hasattr(value, "iso_format") else str(value)
