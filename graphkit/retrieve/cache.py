"""Prepared indexes, kept as long as they say what the store says."""

from __future__ import annotations

import threading
import weakref

from graphkit.retrieve.index import IndexKey, RetrievalIndex
from graphkit.retrieve.tuning import DEFAULT, Tuning
from graphkit.store.base import GraphStore

MAX_INDEXES = 4
"""Indexes kept for a store, the latest used: an analyst looks at few corpora and choices of graphs at a time."""


class IndexCache:
    """The latest indexes of each open store. Threads may share it; an index is built by one of them at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: weakref.WeakKeyDictionary[GraphStore, tuple[RetrievalIndex, ...]] = weakref.WeakKeyDictionary()

    def kept(self, store: GraphStore, key: IndexKey, tuning: Tuning = DEFAULT) -> RetrievalIndex | None:
        """The current index, or None if it would have to be built."""
        kept = self._kept.get(store, ())
        return next((index for index in kept if index.is_current(store, key, tuning)), None)

    def get(self, store: GraphStore, key: IndexKey, tuning: Tuning = DEFAULT) -> RetrievalIndex:
        """The current index, built if there is none."""
        with self._lock:
            current = self.kept(store, key, tuning)
            if current is None:
                current = RetrievalIndex.build(
                    store, key.scope, key.graph_ids, same=key.same, documents=key.documents, tuning=tuning
                )
            kept = self._kept.get(store, ())
            others = [index for index in kept if index is not current and not _replaces(current, index)]
            self._kept[store] = (current, *others)[:MAX_INDEXES]
            return current


def _replaces(new: RetrievalIndex, old: RetrievalIndex) -> bool:
    """Whether the old index is an earlier state of what the new one is made of, decisions aside."""
    made_of = [(key.scope, key.graph_ids, key.documents) for key in (new.key, old.key)]
    return made_of[0] == made_of[1]


SHARED = IndexCache()
"""The indexes of this process."""
