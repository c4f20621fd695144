"""A list of words found in a text, as whole words, the longest first, in one pass."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from graphkit.extract.capitals import combining_marks
from graphkit.extract.foreign_script import UNSPACED
from graphkit.model import Span

_Trie = dict[str, "_Trie"]
_END = ""
_MAX_DEPTH = 24
"""Letters of a term that share branches with others: deeper nesting than some dozens a pattern cannot have."""


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


def _alternatives(node: _Trie, depth: int = 0) -> str:
    if depth >= _MAX_DEPTH:
        suffixes = sorted((suffix for suffix in _suffixes(node) if suffix), key=lambda s: (-len(s), s))
        return "|".join("".join(map(_escape, suffix)) for suffix in suffixes)
    return "|".join(_escape(char) + _group(child, depth + 1) for char, child in sorted(node.items()) if char != _END)


def _group(node: _Trie, depth: int) -> str:
    inner = _alternatives(node, depth)
    if not inner:
        return ""
    return f"(?:{inner})?" if _END in node else (f"(?:{inner})" if "|" in inner else inner)


def _suffixes(node: _Trie) -> list[str]:
    """All ends of terms below a node; what is left of a long term is one branch, so this does not recurse."""
    found: list[str] = []
    waiting = [("", node)]
    while waiting:
        prefix, current = waiting.pop()
        for char, child in current.items():
            if char == _END:
                found.append(prefix)
            else:
                waiting.append((prefix + char, child))
    return found


def _escape(char: str) -> str:
    return r"\s{1,3}" if char == " " else re.escape(char)
