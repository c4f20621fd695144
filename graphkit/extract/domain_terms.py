"""A list of words found in a text, as whole words, the longest first, in one pass."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from graphkit.extract.capitals import combining_marks
from graphkit.extract.foreign_script import UNSPACED
from graphkit.model import Span

_Trie = dict[str, "_Trie"]
_END = ""


class DomainTerms:
    """Finds a list of terms in one pass, however long the list is."""

    def __init__(self, terms: Iterable[str], *, any_case: bool = True) -> None:
        spelled = set(terms)
        if any_case:
            spelled = {term.casefold() for term in spelled} | {term.lower() for term in spelled}
        self._pattern = _compile(spelled, re.IGNORECASE if any_case else re.NOFLAG) if spelled else None

    def find(self, text: str, start: int, end: int) -> Iterator[Span]:
        """Spans of the terms between two offsets, in order, none overlapping another."""
        if self._pattern is not None:
            for match in self._pattern.finditer(text, start, end):
                yield Span(match.start(), match.end())


def _compile(terms: Iterable[str], flags: re.RegexFlag) -> re.Pattern[str]:
    root: _Trie = {}
    for term in terms:
        node = root
        for char in term:
            node = node.setdefault(char, {})
        node[_END] = {}
    letter = rf"[\w{combining_marks()}]"
    # Scripts that are written without blanks have no whole words to respect.
    before = rf"(?:(?<!{letter})|(?=[{UNSPACED}]))"
    after = rf"(?:(?!{letter})|(?<=[{UNSPACED}]))"
    return re.compile(f"{before}(?:{_alternatives(root)}){after}", flags)


def _alternatives(node: _Trie) -> str:
    branches = [_escape(char) + _group(child) for char, child in sorted(node.items()) if char != _END]
    return "|".join(branches)


def _group(node: _Trie) -> str:
    inner = _alternatives(node)
    if not inner:
        return ""
    return f"(?:{inner})?" if _END in node else (f"(?:{inner})" if "|" in inner else inner)


def _escape(char: str) -> str:
    return r"\s{1,3}" if char == " " else re.escape(char)
