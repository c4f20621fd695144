"""Listed spellings found in a text as whole words, the longest first; the list may hold many thousands.

Words are numbered, and at each word that a spelling begins with the longest spelling is looked up. So the time
does not grow with the list. Thai, Lao, Burmese and Khmer, where nothing shows where a word ends, are searched letter
by letter.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from graphkit.extract.domain_terms import DomainTerms
from graphkit.extract.sentence_pairs import name_key
from graphkit.extract.word_spans import words_with_spans
from graphkit.model import Chunk

Match = tuple[int, int, str]
"""Start and end of a spelling in a text, and the spelling as it is listed."""

_Shape = tuple[int, int, int]
"""Words of a spelling, and signs after its last and before its first word: C++ and .NET have some."""
_Words = tuple[list[int], list[int], list[str]]
"""Starts, ends and keys of the words of a text."""

_ENDLESS = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
_BLANKS = re.compile(r"\s+")
_NOT = re.compile(r"['’][tT]\b")
"""What makes "don" of a list no word of "don't"."""
_MOST_BETWEEN = 3
"""Blanks between two words of one name, one line end among them."""


class TermFinder:
    """Finds spellings; two that differ in case alone are one unless ``match_case``."""

    def __init__(self, spellings: Iterable[str], *, match_case: bool) -> None:
        self._key: Callable[[str], str] = exact_key if match_case else name_key
        self._listed: dict[str, str] = {}
        shapes: dict[str, dict[str, set[_Shape]]] = {}
        endless = []
        for spelling in sorted(set(spellings)):
            if _ENDLESS.search(spelling):
                endless.append(spelling)
            starts, ends, words = words_with_spans(spelling, inner_apostrophes=False)
            first = self._key(words[0])
            self._listed.setdefault(self._key(spelling), spelling)
            second = self._key(words[1]) if len(words) > 1 else ""
            shape = (len(words), len(spelling) - int(ends[-1]), int(starts[0]))
            shapes.setdefault(first, {}).setdefault(second, set()).add(shape)
        self._shapes = {
            first: {second: sorted(found, reverse=True) for second, found in by_second.items()}
            for first, by_second in shapes.items()
        }
        self._endless = DomainTerms(endless, any_case=not match_case)
        self._has_endless = bool(endless)

    def find(self, text: str, chunks: Sequence[Chunk]) -> Iterator[list[Match]]:
        """The matches of each chunk, by offset, none overlapping another."""
        starts, ends, words = words_with_spans(text, inner_apostrophes=False)
        begins, stops = starts.tolist(), ends.tolist()
        lower = self._key is name_key and text.isascii()
        keys = list(map(str.lower, words) if lower else map(self._key, words))
        likely = [at for at, key in enumerate(keys) if key in self._shapes]
        places = [begins[at] for at in likely]
        at = 0
        for chunk in chunks:
            while at > 0 and places[at - 1] >= chunk.start:  # chunks may overlap
                at -= 1
            found: list[Match] = []
            floor = chunk.start
            while at < len(likely) and places[at] < chunk.end:
                if places[at] >= floor:
                    match = self._longest(text, (begins, stops, keys), likely[at], floor, chunk.end)
                    if match is not None:
                        found.append(match)
                        floor = match[1]
                at += 1
            yield self._with_endless(text, chunk, found)

    def _longest(self, text: str, columns: _Words, at: int, floor: int, limit: int) -> Match | None:
        begins, stops, keys = columns
        by_second = self._shapes[keys[at]]
        second = keys[at + 1] if at + 1 < len(keys) else ""
        for count, after, before in (*by_second.get(second, ()), *by_second.get("", ())):
            last = at + count - 1
            if last >= len(stops):
                continue
            start, end = begins[at] - before, stops[last] + after
            if start < floor or end > limit:
                continue
            surface = text[start:end]
            spelling = self._listed.get(self._key(surface))
            if spelling is not None and not _NOT.match(text, end) and _is_close(surface):
                return start, end, spelling
        return None

    def _with_endless(self, text: str, chunk: Chunk, found: list[Match]) -> list[Match]:
        if not self._has_endless:
            return found
        taken = {place for start, end, _ in found for place in range(start, end)}
        for span in self._endless.find(text, chunk.start, chunk.end):
            spelling = self._listed.get(self._key(text[span.start : span.end]))
            if spelling is not None and taken.isdisjoint(range(span.start, span.end)):
                found.append((span.start, span.end, spelling))
        return sorted(found)


def _is_close(surface: str) -> bool:
    """Whether the words stand as words of one name do: not across an empty line, nor in two columns."""
    return all(len(gap) <= _MOST_BETWEEN and gap.count("\n") < 2 for gap in _BLANKS.findall(surface))


@lru_cache(maxsize=1 << 16)
def exact_key(text: str) -> str:
    """Normal form of a spelling that keeps its letter case."""
    return _BLANKS.sub("_", unicodedata.normalize("NFKC", text).replace("’", "'").strip())
