"""What is exported: the entities and edges of a view, with the stretches of text that prove them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from graphkit.errors import BadRequest
from graphkit.model import DocumentId, Edge, EdgeId, Entity, EntityId


@dataclass(frozen=True, slots=True)
class Proof:
    """A stretch of text that proves an entity (``about`` is its id) or an edge (``about`` is its edge id).

    ``method`` found it with ``confidence``; ``said`` tells how a relation is stated: by whom, only as possible, when.
    """

    about: EntityId | EdgeId
    document_id: DocumentId
    document: str
    start: int
    end: int
    text: str
    method: str = ""
    confidence: float = 1.0
    said: str = ""


@dataclass(frozen=True, slots=True)
class ExportGraph:
    """A graph to be written to a file. Edges are read once, so they may be a generator.

    ``title`` and ``note`` stand on top of formats that have a place for them; the note tells what was filtered.
    """

    entities: Collection[Entity]
    edges: Iterable[Edge]
    quotes: Collection[Proof] = ()
    title: str = "Graph"
    note: str = ""

    def checked_edges(self) -> Iterator[Edge]:
        """The edges. Raises ``BadRequest`` at the first whose end is no entity of the graph."""
        known = {entity.entity_id for entity in self.entities}
        for edge in self.edges:
            for end in (edge.source, edge.target):
                if end not in known:
                    raise BadRequest(
                        f"An edge ends at {end!r}, which is no entity of the graph: export its entities too. "
                        "Nothing was written."
                    )
            yield edge
