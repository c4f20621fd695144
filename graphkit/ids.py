"""Deterministic identities: the same content has the same id on every machine.

One normal form (``canonical``) serves storing and looking up, so every stored name is found by its own
spelling. Parts are escaped before they are joined, so no spelling of one part can imitate another's border.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Mapping

from graphkit.model import DocumentId, Edge, EdgeId, EdgeType, EntityId, GraphId, JsonValue

MAX_CANONICAL = 200
"""Longest canonical form in characters: four bytes each stay under the 2,000 bytes an indexed key may have."""

_BLANK = re.compile(r"\s+")
_APOSTROPHES = str.maketrans(
    {"’": "'", "‘": "'", "ʼ": "'", "＇": "'", "‐": "-", "‑": "-", "–": "-", "—": "-", "−": "-"}
)


def canonical(name: str) -> str:
    """Normal form of a name for comparing and looking up: compatibility form, case folded, blanks joined.

    Every script is kept, and so are signs that tell names apart (``C``, ``C++`` and ``C#``). It is never
    empty: a name of blanks or invisible characters becomes the list of its code points. It is idempotent.
    Unicode: NFKC (UAX 15) and default case folding.
    """
    if name.isascii() and name.isprintable():  # most names: the general way would change nothing else
        visible = name.lower()
    else:
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
        visible = "".join(c for c in folded.translate(_APOSTROPHES) if not _is_invisible(c))
    joined = _BLANK.sub("_", visible.strip())
    if not joined.strip("_"):
        joined = "u+" + ".".join(f"{ord(c):04x}" for c in name)
    if len(joined) > MAX_CANONICAL:
        joined = f"{joined[:180]}~{_digest(joined, 16)}"
    return joined


def _is_invisible(char: str) -> bool:
    return unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co", "Cn"} and not char.isspace()


def type_key(entity_type: str) -> str:
    """Normal form of an entity type: ``PERSON`` and ``Person`` are one."""
    return canonical(entity_type)


def entity_id(entity_type: str, name: str) -> EntityId:
    """Identity of an entity in a graph, such as ``entity:person:john_smith``."""
    return EntityId(f"entity:{_escape(type_key(entity_type))}:{_escape(canonical(name))}")


def edge_id(source: EntityId, edge_type: EdgeType, target: EntityId, predicate: str = "", *, negated: bool) -> EdgeId:
    """Identity of an edge: ``source|type|target``, with its predicate where it has one."""
    parts: list[str] = [source, edge_type, target]
    if predicate or negated:
        parts.append(("not " if negated else "") + _escape(predicate))
    return EdgeId("|".join(parts))


def id_of(edge: Edge) -> EdgeId:
    """Identity of an edge: its ends, type, predicate and negation."""
    return edge_id(edge.source, edge.type, edge.target, edge.predicate, negated=edge.negated)


def document_id(content: bytes) -> DocumentId:
    """Identity of a document: equal bytes are one document."""
    return document_id_of_hash(hashlib.sha256(content).hexdigest())


def document_id_of_hash(content_hash: str) -> DocumentId:
    """Identity of the document whose bytes have this SHA-256 (in hexadecimal)."""
    return DocumentId(f"doc-{content_hash[:16]}")


def graph_id(method: str, configuration: Mapping[str, JsonValue], versions: Mapping[str, str]) -> GraphId:
    """Identity of the graph that a method makes: its complete configuration and the versions of code and models."""
    identity = json.dumps([dict(configuration), dict(versions)], sort_keys=True, ensure_ascii=True)
    return GraphId(f"{method}:{_digest(identity, 12)}")


def _digest(text: str, length: int) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:length]


def _escape(part: str) -> str:
    return part.replace("%", "%25").replace("|", "%7c").replace(":", "%3a")
