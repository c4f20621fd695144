"""Entities, edges and neighbours as tables for the screen and for download."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pandas as pd

from graphkit.evidence.neighbours import ARROWS, Neighbour
from graphkit.figures.words import relation_words
from graphkit.model import Edge, Entity, EntityId
from graphkit.neighbourhood import Subgraph

ENTITY_COLUMNS = ("name", "type", "mentions", "documents", "edges", "aliases", "id")
EDGE_COLUMNS = ("source", "relation", "target", "weight", "documents", "denied", "kind", "source_id", "target_id")
NEIGHBOUR_COLUMNS = ("name", "type", "", "relation", "weight", "documents", "denied", "id")


def entities_table(shown: Subgraph) -> pd.DataFrame:
    """Entities that are drawn as a table, best connected first; edges are counted drawn or not."""
    rows = [
        (e.name, e.type, e.mentions, e.documents, shown.degrees[e.entity_id], "; ".join(e.aliases), e.entity_id)
        for e in shown.entities
    ]
    return pd.DataFrame(rows, columns=list(ENTITY_COLUMNS))


def edges_table(edges: Iterable[Edge], names: Mapping[EntityId, Entity]) -> pd.DataFrame:
    """Edges as a table, one row each, in the given order."""
    rows = [
        (
            names[edge.source].name,
            relation_words(edge.predicate, directed=edge.directed),
            names[edge.target].name,
            edge.weight,
            edge.documents,
            edge.negated,
            edge.type,
            edge.source,
            edge.target,
        )
        for edge in edges
    ]
    return pd.DataFrame(rows, columns=list(EDGE_COLUMNS))


def neighbours_table(rows: Iterable[Neighbour]) -> pd.DataFrame:
    """Neighbours as a table; the arrow is seen from the entity whose neighbours they are."""
    cells = [
        (
            row.entity.name,
            row.entity.type,
            ARROWS[row.direction],
            row.words,
            row.edge.weight,
            row.edge.documents,
            row.edge.negated,
            row.entity.entity_id,
        )
        for row in rows
    ]
    return pd.DataFrame(cells, columns=list(NEIGHBOUR_COLUMNS))
