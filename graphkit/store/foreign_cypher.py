"""Statements that look at a graph in Neo4j that is not graphkit's: every one reads, and every one is bounded.

Labels, relationship types and property names cannot be parameters, so they are quoted here and nowhere else.
Statements name their language, because in others an escaped sign inside a quoted name means something else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import LiteralString

LANGUAGE = "CYPHER 5 "
LABELS: LiteralString = "CALL db.labels() YIELD label RETURN label AS name ORDER BY name LIMIT $limit"
TYPES: LiteralString = (
    "CALL db.relationshipTypes() YIELD relationshipType RETURN relationshipType AS name ORDER BY name LIMIT $limit"
)
# Types of graphkit that do not carry its name, and the label of graphkit's nodes at which they begin.
OWN_STARTS = {
    "MENTIONS": "GraphkitDocument",
    "CO_OCCURS_WITH": "GraphkitEntity",
    "RELATES_AS": "GraphkitEntity",
}
INDEXED: LiteralString = (
    "SHOW INDEXES YIELD labelsOrTypes, properties, type, state, entityType "
    "WHERE state = 'ONLINE' AND entityType = 'NODE' AND type IN ['RANGE', 'TEXT'] AND size(properties) = 1 "
    "RETURN labelsOrTypes[0] AS label, properties[0] AS property"
)
NODE: LiteralString = (
    "MATCH (n) WHERE elementId(n) = $id RETURN elementId(n) AS id, labels(n) AS labels, properties(n) AS properties"
)
EDGE: LiteralString = (
    "MATCH ()-[r]->() WHERE elementId(r) = $id RETURN elementId(r) AS id, type(r) AS type, "
    "elementId(startNode(r)) AS source, elementId(endNode(r)) AS target, properties(r) AS properties"
)


def quoted(name: str) -> str:
    """A name for use in a statement, whatever it holds: the server reads ``\\u0060`` as a closing backtick too."""
    return "`" + name.replace("\\", "\\u005c").replace("`", "``") + "`"


def label_counts(labels: Sequence[str]) -> LiteralString:
    """How many nodes carry each label, in order, from the counts that the server keeps."""
    return _counts([f"(n:{quoted(label)})" for label in labels])


def type_counts(types: Sequence[str]) -> LiteralString:
    """How many relationships have each type, in order, from the counts that the server keeps."""
    return _counts([f"()-[n:{quoted(name)}]->()" for name in types])


def own_type_counts(types: Sequence[str]) -> LiteralString:
    """How many relationships of each type of ``OWN_STARTS`` are graphkit's, in order, from the counts of the server."""
    return _counts([f"(:{OWN_STARTS[name]})-[n:{quoted(name)}]->()" for name in types])


def label_keys(label: str) -> LiteralString:
    """Properties of the first nodes of a label: on how many, on how many as a text, with how many values."""
    return _keys(f"(x:{quoted(label)})")


def type_keys(name: str) -> LiteralString:
    """The same for the first relationships of a type, with how many are numbers."""
    return _keys(f"()-[x:{quoted(name)}]->()")


def best_connected(labels: Sequence[str], names: Sequence[str], types: Sequence[str]) -> LiteralString:
    """Of the first ``$looked`` nodes the ``$limit`` best connected ones."""
    return _said(f"MATCH (n:{_any(labels)}) WITH n LIMIT $looked {_ranked(names, types)}")


def by_ids(names: Sequence[str], types: Sequence[str]) -> LiteralString:
    """The nodes of ``$ids``."""
    return _said(f"MATCH (n) WHERE elementId(n) IN $ids RETURN {_node(names, types)}")


def around(labels: Sequence[str], names: Sequence[str], types: Sequence[str], weight: str) -> LiteralString:
    """The ``$each`` strongest neighbours of each node of ``$ids``; ``$looked`` relationships of each are looked at."""
    strength = f"max({_weight(weight)})" if weight else f"max({_degree('m', types)})"
    return _said(
        f"MATCH (a) WHERE elementId(a) IN $ids CALL (a) {{ MATCH (a)-[r{_types(types)}]-(m:{_any(labels)}) "
        f"WITH r, m LIMIT $looked WITH m, {strength} AS strength ORDER BY strength DESC LIMIT $each RETURN m }} "
        f"WITH DISTINCT m AS n LIMIT $limit RETURN {_node(names, types)}"
    )


def among(types: Sequence[str], weight: str) -> LiteralString:
    """Up to ``$limit`` relationships among the nodes of ``$ids``, strongest first; of each node ``$each`` are seen."""
    return _said(
        f"MATCH (a) WHERE elementId(a) IN $ids CALL (a) {{ MATCH (a)-[r{_types(types)}]->(b) WITH r, b LIMIT $each "
        f"WHERE elementId(b) IN $ids RETURN r }} RETURN {_edge(weight)} ORDER BY weight DESC LIMIT $limit"
    )


def neighbours(labels: Sequence[str], names: Sequence[str], types: Sequence[str], weight: str) -> LiteralString:
    """Relationships of the node ``$id``, strongest first, each with the node at its other end."""
    return _said(
        f"MATCH (a) WHERE elementId(a) = $id MATCH (a)-[r{_types(types)}]-(n:{_any(labels)}) WITH r, n LIMIT $looked "
        f"WITH r, n, {_weight(weight)} AS weight ORDER BY weight DESC LIMIT $limit "
        f"RETURN {_node(names, types)}, elementId(r) AS edge, type(r) AS type, "
        "elementId(startNode(r)) AS source, elementId(endNode(r)) AS target, weight"
    )


def found_by_index(label: str, name: str, names: Sequence[str], types: Sequence[str]) -> LiteralString:
    """Nodes of a label whose name begins with one of ``$forms``, found by the index on it."""
    return _said(
        f"UNWIND $forms AS form MATCH (n:{quoted(label)}) WHERE n.{quoted(name)} STARTS WITH form "
        f"WITH DISTINCT n LIMIT $limit RETURN {_node(names, types)}"
    )


def found_by_scan(labels: Sequence[str], names: Sequence[str], types: Sequence[str]) -> LiteralString:
    """Nodes with ``$words`` (in lower case) somewhere in a name, whole names first; every node is looked at."""
    values = [f"n.{quoted(name)}" for name in names]
    fits = " + ".join(f"[x IN {_texts(value)} WHERE x CONTAINS $words]" for value in values)
    # nearly all names are single texts, for which no list need be made
    seen = " OR ".join(
        f"CASE WHEN {value} IS :: STRING THEN toLower({value}) CONTAINS $words "
        f"ELSE any(x IN {_texts(value)} WHERE x CONTAINS $words) END"
        for value in values
    )
    return _said(
        f"MATCH (n:{_any(labels)}) WHERE {seen} WITH n, {fits} AS fits WHERE size(fits) > 0 "
        "WITH n, fits[0] = $words AS whole, fits[0] STARTS WITH $words AS begins, size(fits[0]) AS length "
        f"ORDER BY whole DESC, begins DESC, length LIMIT $limit RETURN {_node(names, types)}"
    )


def shortest_path(labels: Sequence[str], types: Sequence[str]) -> LiteralString:
    """Ids of a shortest way of up to six steps from ``$start`` to ``$end`` through nodes of the labels."""
    return _said(
        "MATCH (a) WHERE elementId(a) = $start MATCH (b) WHERE elementId(b) = $end "
        f"MATCH p = shortestPath((a)-[{_types(types)}*..6]-(b)) "
        f"WHERE all(n IN nodes(p) WHERE n = a OR n = b OR n:{_any(labels)}) "
        "RETURN [n IN nodes(p) | elementId(n)] AS nodes, [r IN relationships(p) | elementId(r)] AS edges"
    )


def edges_by_ids(weight: str) -> LiteralString:
    """The relationships of ``$ids``."""
    return _said(f"MATCH ()-[r]->() WHERE elementId(r) IN $ids RETURN {_edge(weight)}")


def _counts(patterns: Sequence[str]) -> LiteralString:
    calls = " ".join(f"CALL () {{ MATCH {pattern} RETURN count(n) AS c{at} }}" for at, pattern in enumerate(patterns))
    return _said(f"{calls} RETURN [{', '.join(f'c{at}' for at in range(len(patterns)))}] AS counts")


def _keys(pattern: str) -> LiteralString:
    return _said(
        f"MATCH {pattern} WITH x LIMIT $looked UNWIND keys(x) AS key "
        "WITH key, x[key] AS value, valueType(x[key]) AS kind "
        "RETURN key AS name, count(*) AS number, sum(CASE WHEN kind STARTS WITH 'STRING' THEN 1 ELSE 0 END) AS texts, "
        "sum(CASE WHEN kind STARTS WITH 'INTEGER' OR kind STARTS WITH 'FLOAT' THEN 1 ELSE 0 END) AS numbers, "
        "count(DISTINCT value) AS different ORDER BY name"
    )


def _any(labels: Sequence[str]) -> str:
    return "|".join(map(quoted, labels))


def _types(types: Sequence[str]) -> str:
    return f":{'|'.join(map(quoted, types))}" if types else ""


def _degree(variable: str, types: Sequence[str]) -> str:
    return f"COUNT {{ ({variable})-[{_types(types)}]-() }}"


def _texts(value: str) -> str:
    """One text for a single value, several for a list, none where there is no text for it; long ones are cut."""
    return (
        f"[x IN [] + coalesce({value}, []) WHERE toStringOrNull(x) IS NOT NULL | toLower(left(toStringOrNull(x), 300))]"
    )


def _ranked(names: Sequence[str], types: Sequence[str]) -> str:
    return f"WITH n, {_degree('n', types)} AS d ORDER BY d DESC LIMIT $limit RETURN {_node(names, types)}"


def _node(names: Sequence[str], types: Sequence[str]) -> str:
    name = f"coalesce({', '.join(f'n.{quoted(name)}' for name in names)})" if names else "null"
    return (
        f"elementId(n) AS id, labels(n) AS labels, [x IN [] + {name} | left(toStringOrNull(x), 300)][..5] AS name, "
        f"{_degree('n', types)} AS degree"
    )


def _weight(weight: str) -> str:
    return f"coalesce(toFloatOrNull(r.{quoted(weight)}), 0.0)" if weight else "1.0"


def _edge(weight: str) -> str:
    return (
        "elementId(r) AS id, type(r) AS type, elementId(startNode(r)) AS source, elementId(endNode(r)) AS target, "
        f"{_weight(weight)} AS weight"
    )


def _said(statement: str) -> LiteralString:
    # a type of its own says that no foreign text is in a statement: what is foreign in this one went through quoted()
    return LANGUAGE + statement
