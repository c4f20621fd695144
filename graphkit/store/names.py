"""Searching names: how a name fits a query, the same on every engine."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from graphkit.store.sums import search_key

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class NameQuery:
    """What somebody typed, in the form in which names are compared."""

    key: str
    words: tuple[str, ...]

    @classmethod
    def of(cls, query: str) -> NameQuery:
        """The query of a text; text without words is looked for as it stands, half characters as ``?``."""
        key = search_key(query.encode("utf-8", "replace").decode())
        return cls(key, tuple(dict.fromkeys(_WORD.findall(key))) or (key,))

    @property
    def rarest(self) -> str:
        """The longest word: what a name must hold to fit at all."""
        return max(self.words, key=len)

    def rank(self, name: str) -> int | None:
        """How a name's search key fits: 0 equal, 1 begins, 2 has words that begin so, 3 holds the words, None not."""
        if name == self.key:
            return 0
        if name.startswith(self.key):
            return 1
        if not all(word in name for word in self.words):
            return None
        own = _WORD.findall(name)
        return 2 if all(any(w.startswith(word) for w in own) for word in self.words) else 3


def fits(query: str, names: Iterable[str]) -> bool:
    """Whether one of the names fits a query as it was typed; if none does, what was found is only near."""
    wanted = NameQuery.of(query)
    return any(wanted.rank(search_key(name)) is not None for name in names)


def types_shown(rows: Iterable[tuple[str, str, int]]) -> dict[str, int]:
    """Counts by type from rows of normal form, spelling and count: the commonest spelling stands for all."""
    spellings: dict[str, list[tuple[int, str]]] = {}
    for key, spelling, count in rows:
        spellings.setdefault(key, []).append((-count, spelling))
    totals = {min(of)[1]: -sum(count for count, _ in of) for of in spellings.values()}
    return dict(sorted(totals.items(), key=lambda item: (-item[1], item[0])))
