"""The nouns of graphkit: documents, chunks, mentions, relations, and the property graph made of them.

All offsets count characters (code points) of ``Document.text``; ``end`` is exclusive.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NewType

DocumentId = NewType("DocumentId", str)
GraphId = NewType("GraphId", str)
EntityId = NewType("EntityId", str)
EdgeId = NewType("EdgeId", str)

JsonValue = None | bool | int | float | str | list["JsonValue"] | dict[str, "JsonValue"]

DocumentStatus = Literal["stored", "empty", "failed"]
ChunkStatus = Literal["stored", "empty", "failed"]
EdgeType = Literal["CO_OCCURS_WITH", "RELATES_AS"]
Verdict = Literal["same", "different", "unsure"]
UNKNOWN = "UNKNOWN"
"""The type of an entity whose method does not tell types."""

Report = Callable[[int, int, str], None]
"""Progress: items done, items in all, what is being done. It raises ``Cancelled`` to stop the work."""


def silent(done: int, total: int, what: str) -> None:
    """Report progress to nobody."""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a document's text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Box:
    """Where a stretch of text stands on its page: page counts from 0, points from the top left corner."""

    start: int
    end: int
    page: int
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Document:
    """A text with its origin.

    ``source`` tells where it came from (an address or an upload) and is unique in a corpus: a new text
    from the same source replaces the old one. ``content_hash`` is the SHA-256 of the file's bytes.
    ``page_starts`` holds the offset of each page, ``headings`` the spans of its headings, ``boxes`` the
    geometry of its words where the format has one.
    """

    document_id: DocumentId
    title: str
    text: str
    source: str
    media_type: str = "text/plain"
    language: str | None = None
    content_hash: str = ""
    page_starts: tuple[int, ...] = ()
    headings: tuple[Span, ...] = ()
    boxes: tuple[Box, ...] = ()
    metadata: Mapping[str, JsonValue] = field(default_factory=dict)

    def page_of(self, offset: int) -> int | None:
        """Number of the page, from 1, on which the character at ``offset`` stands; None without pages."""
        return bisect_right(self.page_starts, offset) or None if self.page_starts else None


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage of a document: the unit of extraction and of retrieval."""

    document_id: DocumentId
    index: int
    start: int
    end: int
    status: ChunkStatus = "stored"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Mention:
    """A name found in a text, with the exact span that proves it."""

    start: int
    end: int
    text: str
    type: str = UNKNOWN
    method: str = ""
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Argument:
    """A stretch of the text that belongs to a relation beside its two ends: its time, its place, who says so.

    ``role`` is the word that leads to it, such as ``in``, or empty.
    """

    start: int
    end: int
    text: str
    role: str = ""


@dataclass(frozen=True, slots=True)
class Wording:
    """How a text states a relation.

    ``text`` is the predicate as written and ``tense`` past, present or future, where the text tells. ``modality``
    (may, plan to, possibly) and ``source`` (who is said to say so) are empty for what the text itself asserts.
    """

    text: str
    tense: str = ""
    modality: str = ""
    source: Argument | None = None
    arguments: tuple[Argument, ...] = ()


@dataclass(frozen=True, slots=True)
class Relation:
    """A stated or observed relation between two mentions, with the span that proves it.

    ``predicate`` is data, never query text. ``type`` is CO_OCCURS_WITH for names seen together
    (``directed`` False) and RELATES_AS for stated relations.
    """

    subject: Mention
    predicate: str
    object: Mention
    start: int
    end: int
    method: str = ""
    confidence: float = 1.0
    negated: bool = False
    directed: bool = True
    weight: float = 1.0
    wording: Wording | None = None

    @property
    def type(self) -> EdgeType:
        """The kind of edge that this relation adds to."""
        return "RELATES_AS" if self.directed else "CO_OCCURS_WITH"

    @property
    def edge_predicate(self) -> str:
        """The predicate of its edge: what may be, or is only reported, adds to another edge than what is asserted."""
        return edge_predicate(self.predicate, self.wording)


def edge_predicate(predicate: str, wording: Wording | None) -> str:
    """A predicate with what keeps it from being asserted before it: "may buy", "reportedly buy"."""
    if wording is None:
        return predicate
    modality = "" if predicate.startswith(f"{wording.modality} ") else wording.modality
    return " ".join(word for word in ("reportedly" if wording.source else "", modality, predicate) if word)


@dataclass(frozen=True, slots=True)
class ChunkFailure:
    """A chunk from which nothing could be extracted, and why."""

    index: int
    reason: str


@dataclass(frozen=True, slots=True)
class Quarantined:
    """What a language model said of a chunk and the text does not show: kept to be looked at, no part of any graph."""

    chunk: int
    kind: Literal["name", "relation"]
    what: str
    reason: str


@dataclass(frozen=True, slots=True)
class Extraction:
    """What one method found in one document; both sequences compare and hash like tuples."""

    document_id: DocumentId
    method: str
    mentions: Sequence[Mention] = ()
    relations: Sequence[Relation] = ()
    failures: tuple[ChunkFailure, ...] = ()
    warnings: tuple[str, ...] = ()
    quarantined: tuple[Quarantined, ...] = ()


@dataclass(frozen=True, slots=True)
class Scope:
    """Which part of a store is meant: a corpus, one user's part of it (None: nobody's), one graph in it."""

    corpus_id: str
    graph_id: GraphId = GraphId("")
    user_id: str | None = None

    def of_graph(self, graph_id: GraphId) -> Scope:
        """The same corpus and user, another graph."""
        return Scope(self.corpus_id, graph_id, self.user_id)

    @property
    def corpus(self) -> Scope:
        """The same corpus and user, no graph."""
        return Scope(self.corpus_id, GraphId(""), self.user_id)


@dataclass(frozen=True, slots=True)
class Entity:
    """A node of a graph: all mentions of one name and type."""

    entity_id: EntityId
    name: str
    type: str
    mentions: int
    documents: int
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """A connection between two entities, added up over all documents.

    ``weight`` is the sum of its relations' weights, ``documents`` the number of documents that prove it. An
    undirected edge (CO_OCCURS_WITH) is stored once, from the smaller id to the larger.
    """

    source: EntityId
    type: EdgeType
    predicate: str
    target: EntityId
    weight: float
    documents: int
    negated: bool = False

    @property
    def directed(self) -> bool:
        """Whether source and target play different parts."""
        return self.type == "RELATES_AS"


@dataclass(frozen=True, slots=True)
class Evidence:
    """The stretch of text that proves a mention or a relation."""

    document_id: DocumentId
    start: int
    end: int
    method: str
    confidence: float = 1.0
    marks: tuple[Span, ...] = ()
    """The names inside the stretch, to be highlighted."""
    wording: Wording | None = None
    """How the stretch states a relation, where a method tells."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What somebody decided about two entities. Decisions that belong to one act share ``merge_id``.

    With the verdict ``same``, ``left`` is the alias and ``right`` the canonical entity that it joins.
    ``when`` is a time in UTC, ISO 8601.
    """

    decision_id: str
    merge_id: str
    left: EntityId
    right: EntityId
    verdict: Verdict
    who: str
    when: str
    threshold: float | None = None
    score: float | None = None
    reasons: tuple[str, ...] = ()
    undone: bool = False
