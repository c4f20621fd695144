"""Prepared indexes, kept as long as they say what the store says."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from graphkit.retrieve.index import IndexKey, RetrievalIndex
from graphkit.retrieve.tuning import DEFAULT, Tuning
from graphkit.store.base import GraphStore

MAX_INDEXES = 4
"""Indexes kept for a store, the latest used: an analyst looks at few corpora and choices of graphs at a time."""


@dataclass(slots=True)
class _Turn:
    """Whose turn it is to build an index, and how many want it."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    takers: int = 0


class IndexCache:
    """The latest indexes of each open store. Threads may share it.

    An index is built by one thread while the others that want the same corpus and graphs wait; who wants another
    does not wait.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._turns: dict[Hashable, _Turn] = {}
        self._kept: weakref.WeakKeyDictionary[GraphStore, tuple[RetrievalIndex, ...]] = weakref.WeakKeyDictionary()

    def kept(self, store: GraphStore, key: IndexKey, tuning: Tuning = DEFAULT) -> RetrievalIndex | None:
        """The current index, or None if it would have to be built."""
        kept = self._kept.get(store, ())
        return next((index for index in kept if index.is_current(store, key, tuning)), None)

    def get(self, store: GraphStore, key: IndexKey, tuning: Tuning = DEFAULT) -> RetrievalIndex:
        """The current index, built if there is none."""
        with self._turn((id(store), key.scope, key.graph_ids, key.documents)):
            current = self.kept(store, key, tuning)
            if current is None:
                current = RetrievalIndex.build(
                    store, key.scope, key.graph_ids, same=key.same, documents=key.documents, tuning=tuning
                )
            with self._lock:
                kept = self._kept.get(store, ())
                others = [index for index in kept if index is not current and not _replaces(current, index)]
                self._kept[store] = (current, *others)[:MAX_INDEXES]
            return current

    @contextmanager
    def _turn(self, of: Hashable) -> Iterator[None]:
        with self._lock:
            turn = self._turns.setdefault(of, _Turn())
            turn.takers += 1
        try:
            with turn.lock:
                yield
        finally:
            with self._lock:
                turn.takers -= 1
                if not turn.takers:
                    del self._turns[of]


def _replaces(new: RetrievalIndex, old: RetrievalIndex) -> bool:
    """Whether the old index is an earlier state of what the new one is made of, decisions aside."""
    made_of = [(key.scope, key.graph_ids, key.documents) for key in (new.key, old.key)]
    return made_of[0] == made_of[1]


SHARED = IndexCache()
"""The indexes of this process."""
