"""graphkit: documents into a knowledge graph that shows the exact sentence behind every fact.

The heart is a corpus: ``open_corpus`` opens one, its methods read, extract, ask, resolve and export. Every name
is loaded when it is first used, so importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graphkit.config import GraphConfig
    from graphkit.corpus import Corpus, open_corpus
    from graphkit.errors import (
        AuthenticationFailed,
        BadRequest,
        BadStoreUri,
        BudgetSpent,
        Cancelled,
        DamagedDocument,
        DocumentTooLarge,
        EmbedderMismatch,
        GraphkitError,
        LocalServerFailed,
        ModelMissing,
        PasswordNeeded,
        PortInUse,
        ProviderBusy,
        ProviderError,
        ProviderRefused,
        ProviderUnavailable,
        ReadError,
        ReaderStopped,
        SchemaMismatch,
        StoreBusy,
        StoreConflict,
        StoreCorrupt,
        StoreError,
        StoreReadOnly,
        StoreUnavailable,
        UnknownDocument,
        UnknownEntity,
        UnknownGraph,
        UnknownMethod,
        UnsupportedFormat,
        WorkerLost,
        WorkersUnavailable,
    )
    from graphkit.extract.base import Extractor
    from graphkit.ingest.base import Source
    from graphkit.model import (
        Box,
        Chunk,
        ChunkFailure,
        Decision,
        Document,
        DocumentId,
        Edge,
        EdgeId,
        Entity,
        EntityId,
        Evidence,
        Extraction,
        GraphId,
        Mention,
        Quarantined,
        Relation,
        Scope,
        Span,
    )
    from graphkit.outcome import FileResult, IngestResult
    from graphkit.resolve.deduplicator import EntityDeduplicator
    from graphkit.retrieve.base import Answer, Hit, Overlap, PathStep
    from graphkit.store.base import GraphStore
    from graphkit.store.foreign import ForeignChoice, ForeignGraph
    from graphkit.view import View
    from graphkit.workers.cluster import open_cluster
    from graphkit.workers.processes import WorkerProcesses

_HOMES = {
    "Answer": "graphkit.retrieve.base",
    "AuthenticationFailed": "graphkit.errors",
    "BadRequest": "graphkit.errors",
    "BadStoreUri": "graphkit.errors",
    "Box": "graphkit.model",
    "BudgetSpent": "graphkit.errors",
    "Cancelled": "graphkit.errors",
    "Chunk": "graphkit.model",
    "ChunkFailure": "graphkit.model",
    "Corpus": "graphkit.corpus",
    "DamagedDocument": "graphkit.errors",
    "Decision": "graphkit.model",
    "Document": "graphkit.model",
    "DocumentId": "graphkit.model",
    "DocumentTooLarge": "graphkit.errors",
    "Edge": "graphkit.model",
    "EdgeId": "graphkit.model",
    "EmbedderMismatch": "graphkit.errors",
    "Entity": "graphkit.model",
    "EntityDeduplicator": "graphkit.resolve.deduplicator",
    "EntityId": "graphkit.model",
    "Evidence": "graphkit.model",
    "Extraction": "graphkit.model",
    "Extractor": "graphkit.extract.base",
    "FileResult": "graphkit.outcome",
    "ForeignChoice": "graphkit.store.foreign",
    "ForeignGraph": "graphkit.store.foreign",
    "GraphConfig": "graphkit.config",
    "GraphId": "graphkit.model",
    "GraphStore": "graphkit.store.base",
    "GraphkitError": "graphkit.errors",
    "Hit": "graphkit.retrieve.base",
    "IngestResult": "graphkit.outcome",
    "LocalServerFailed": "graphkit.errors",
    "Mention": "graphkit.model",
    "ModelMissing": "graphkit.errors",
    "Overlap": "graphkit.retrieve.base",
    "PasswordNeeded": "graphkit.errors",
    "PathStep": "graphkit.retrieve.base",
    "PortInUse": "graphkit.errors",
    "ProviderBusy": "graphkit.errors",
    "ProviderError": "graphkit.errors",
    "ProviderRefused": "graphkit.errors",
    "ProviderUnavailable": "graphkit.errors",
    "Quarantined": "graphkit.model",
    "ReadError": "graphkit.errors",
    "ReaderStopped": "graphkit.errors",
    "Relation": "graphkit.model",
    "SchemaMismatch": "graphkit.errors",
    "Scope": "graphkit.model",
    "Source": "graphkit.ingest.base",
    "Span": "graphkit.model",
    "StoreBusy": "graphkit.errors",
    "StoreConflict": "graphkit.errors",
    "StoreCorrupt": "graphkit.errors",
    "StoreError": "graphkit.errors",
    "StoreReadOnly": "graphkit.errors",
    "StoreUnavailable": "graphkit.errors",
    "UnknownDocument": "graphkit.errors",
    "UnknownEntity": "graphkit.errors",
    "UnknownGraph": "graphkit.errors",
    "UnknownMethod": "graphkit.errors",
    "UnsupportedFormat": "graphkit.errors",
    "View": "graphkit.view",
    "WorkerLost": "graphkit.errors",
    "WorkerProcesses": "graphkit.workers.processes",
    "WorkersUnavailable": "graphkit.errors",
    "open_cluster": "graphkit.workers.cluster",
    "open_corpus": "graphkit.corpus",
}
"""The module in which each public name lives."""

__all__ = [
    "Answer",
    "AuthenticationFailed",
    "BadRequest",
    "BadStoreUri",
    "Box",
    "BudgetSpent",
    "Cancelled",
    "Chunk",
    "ChunkFailure",
    "Corpus",
    "DamagedDocument",
    "Decision",
    "Document",
    "DocumentId",
    "DocumentTooLarge",
    "Edge",
    "EdgeId",
    "EmbedderMismatch",
    "Entity",
    "EntityDeduplicator",
    "EntityId",
    "Evidence",
    "Extraction",
    "Extractor",
    "FileResult",
    "ForeignChoice",
    "ForeignGraph",
    "GraphConfig",
    "GraphId",
    "GraphStore",
    "GraphkitError",
    "Hit",
    "IngestResult",
    "LocalServerFailed",
    "Mention",
    "ModelMissing",
    "Overlap",
    "PasswordNeeded",
    "PathStep",
    "PortInUse",
    "ProviderBusy",
    "ProviderError",
    "ProviderRefused",
    "ProviderUnavailable",
    "Quarantined",
    "ReadError",
    "ReaderStopped",
    "Relation",
    "SchemaMismatch",
    "Scope",
    "Source",
    "Span",
    "StoreBusy",
    "StoreConflict",
    "StoreCorrupt",
    "StoreError",
    "StoreReadOnly",
    "StoreUnavailable",
    "UnknownDocument",
    "UnknownEntity",
    "UnknownGraph",
    "UnknownMethod",
    "UnsupportedFormat",
    "View",
    "WorkerLost",
    "WorkerProcesses",
    "WorkersUnavailable",
    "open_cluster",
    "open_corpus",
]


def __getattr__(name: str) -> object:
    """A public name, loaded from its module at its first use."""
    if name not in _HOMES:
        raise AttributeError(f"graphkit has no public name {name!r}")
    found: object = getattr(import_module(_HOMES[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
