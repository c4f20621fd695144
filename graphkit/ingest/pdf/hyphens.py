"""Words broken at line ends, judged by the other words of the document."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

_WORD = re.compile(r"[^\W_]+(?:[-‐][^\W_]+)*")
_HYPHENS = "-\u2010\u00ad"


class Hyphens:
    """Decides whether the halves of a word at a line end belong together."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._words: Counter[str] = Counter()
        is_broken = False
        for line in lines:
            found = [word.replace("‐", "-").casefold() for word in _WORD.findall(line)]
            was_broken, is_broken = is_broken, line.endswith(tuple(_HYPHENS))
            self._words.update(found[was_broken : len(found) - is_broken])

    def joins(self, first: str, second: str) -> bool:
        """Whether the hyphen goes: unless the hyphenated form or both halves occur, or a capital or digit follows."""
        tail = re.search(r"[^\W\d_]+$", first.rstrip(_HYPHENS))
        head = re.match(r"[^\W_]+", second)
        if tail is None or head is None:
            return False
        left, right = tail.group().casefold(), head.group()
        joined = self._words[left + right.casefold()]
        kept = self._words[f"{left}-{right.casefold()}"]
        if joined or kept:
            return joined >= kept
        if not right[0].islower() and not _is_uncased(right[0]):
            return first.rstrip(_HYPHENS).isupper() and right.isupper() and len(right) > 1
        return not (len(left) > 2 and len(right) > 2 and self._words[left] and self._words[right.casefold()])


def ends_with_hyphen(word: str) -> bool:
    """Whether a word at a line's end may be the first half of one."""
    return len(word) > 1 and word[-1] in _HYPHENS and word[-2].isalnum()


def _is_uncased(char: str) -> bool:
    return char.isalpha() and not char.isupper() and not char.islower()
