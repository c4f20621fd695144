"""Names that nobody typed quite right: other spellings, other scripts, the same on every engine.

They are looked for only where no name fits a query as it was typed. Words are compared in Latin letters, so
that Москва is found by moskva; a word of four or five letters may differ by one edit, a longer one by two, where
two neighbours that changed places count as one edit (Damerau's distance, optimal string alignment).
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from anyascii import anyascii
from rapidfuzz.distance import OSA
from rapidfuzz.process import extract_iter

from graphkit.model import EntityId
from graphkit.store.sums import search_key

_WORD = re.compile(r"[^\W_]+")
NameKey = tuple[int, EntityId]
"""Mentions below zero and id of an entity: keys sort as names that are equally near shall come."""
MAX_WORDS = 8
"""Words of a query that are compared; in a longer one the rest is passed over."""
MAX_LETTERS = 40
"""Longest word that is compared by edits; a longer one must be there as it is."""
GRAPHS = 4
"""Graphs whose names a store keeps at hand, those that were searched last."""


def near_words(text: str) -> tuple[str, ...]:
    """Words of a query or of a name's search key as they are compared here: in Latin letters, without case."""
    return tuple(_WORD.findall(_latin(text)))


@lru_cache(maxsize=1 << 16)
def _latin(text: str) -> str:
    if text.isascii():
        return text.lower()
    return anyascii(text).lower()


def edits(word: str) -> int:
    """How many edits a word of a query may be away from a word of a name."""
    return 0 if len(word) < 4 or len(word) > MAX_LETTERS else 1 if len(word) < 6 else 2


@dataclass(frozen=True, slots=True)
class NearQuery:
    """What somebody typed, as words that need not be right."""

    words: tuple[str, ...]

    @classmethod
    def of(cls, query: str) -> NearQuery:
        """The query of a text; one without words finds nothing."""
        key = search_key(query.encode("utf-8", "replace").decode())
        return cls(tuple(dict.fromkeys(near_words(key)))[:MAX_WORDS])

    def distance(self, name: str) -> int | None:
        """Edits from the query's words to the nearest words of a name's search key; None if one of them is too far."""
        own, total = near_words(name), 0
        if not self.words:
            return None
        for word in self.words:
            nearest = min((_distance(word, other) for other in own), default=_FAR)
            if nearest == _FAR:
                return None
            total += nearest
        return total


_FAR = 99


def _distance(word: str, other: str) -> int:
    """Edits between two words; a beginning of the other is as good as the whole."""
    if other.startswith(word):
        return 0
    allowed = edits(word)
    found = OSA.distance(word, other, score_cutoff=allowed) if allowed else _FAR
    return found if found <= allowed else _FAR


def nearest(edits_of: Mapping[NameKey, int], limit: int) -> list[EntityId]:
    """Entities by edits, mentions and id."""
    return [key[1] for key in sorted(edits_of, key=lambda key: (edits_of[key], key))[:limit]]


class NearNames:
    """The words of many names, for finding the near ones at once. Takes about 150 bytes a name."""

    def __init__(self, names: Iterable[tuple[NameKey, str]]) -> None:
        """``names`` are keys with the search keys of their names."""
        self._of: dict[str, list[NameKey]] = {}
        for key, name in names:
            for word in set(near_words(name)):
                self._of.setdefault(word, []).append(key)

    def candidates(self, query: NearQuery) -> dict[NameKey, int]:
        """Keys of all names that have a near word for every word of the query, with the sum of the edits."""
        found: dict[NameKey, int] | None = None
        for word in query.words:
            near = {other: 0 for other in self._of if other.startswith(word)}
            if allowed := edits(word):
                matches = extract_iter(word, self._of.keys(), scorer=OSA.distance, score_cutoff=allowed)
                near = {other: int(edit) for other, edit, _ in matches} | near
            here: dict[NameKey, int] = {}
            for other, edit in near.items():
                for key in self._of[other]:
                    here[key] = min(edit, here.get(key, _FAR))
            found = here if found is None else {k: found[k] + edit for k, edit in here.items() if k in found}
        return found or {}

    def nearest(self, query: NearQuery, limit: int) -> list[EntityId]:
        """Entities with the nearest names: fewest edits first, then most mentions, then by id."""
        return nearest(self.candidates(query), limit)


class NearNamesCache:
    """``NearNames`` of the graphs that were searched last, each good for one revision of its corpus."""

    def __init__(self) -> None:
        self._kept: dict[object, tuple[int, NearNames]] = {}
        self._lock = threading.Lock()

    def of(self, graph: object, revision: int, read: Callable[[], Iterable[tuple[NameKey, str]]]) -> NearNames:
        """The names of a graph, read if they are not there in this revision."""
        with self._lock:
            kept = self._kept.pop(graph, None)
            if kept is None or kept[0] != revision:
                kept = revision, NearNames(read())
            self._kept[graph] = kept
            while len(self._kept) > GRAPHS:
                del self._kept[next(iter(self._kept))]
            return kept[1]
