"""The graph in Neo4j that is not graphkit's and that this server of pages looks at: one for all sessions."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from graphkit.config import GraphConfig
from graphkit.store.foreign import Catalogue, ForeignGraph
from graphkit.store.open import NEO4J_SCHEMES, neo4j_config
from graphkit.ui.resources import keep_with_store, store_config


@dataclass(slots=True)
class _Place:
    """What is attached; ``clear`` gives its connections back, and the next question opens new ones."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    config: GraphConfig | None = None
    graph: ForeignGraph | None = None

    def clear(self) -> None:
        """Close the connections."""
        if self.graph is not None:
            self.graph.close()


_PLACE = _Place()
keep_with_store(_PLACE)


def attach(config: GraphConfig) -> Catalogue:
    """Look at the graph at an address from now on, in all sessions; what it holds.

    Raises what its first questions raise; what was attached before then stays.
    """
    checked = neo4j_config(config)
    graph = ForeignGraph(checked)
    try:
        found = graph.catalogue()
    except BaseException:
        graph.close()
        raise
    with _PLACE.lock:
        old, _PLACE.graph, _PLACE.config = _PLACE.graph, graph, checked
    if old is not None:
        old.close()
    return found


def detach() -> None:
    """Look at no such graph any more."""
    with _PLACE.lock:
        old, _PLACE.graph, _PLACE.config = _PLACE.graph, None, None
    if old is not None:
        old.close()


def attached() -> ForeignGraph | None:
    """The graph that is looked at; None if nobody has attached one."""
    return _PLACE.graph


def attached_config() -> GraphConfig:
    """How it is reached; without one, the store's server is offered."""
    if _PLACE.config is not None:
        return _PLACE.config
    now = store_config()
    return now if now.uri.partition("://")[0] in NEO4J_SCHEMES else GraphConfig(uri="bolt://localhost:7687")
