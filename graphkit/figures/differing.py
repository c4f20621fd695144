"""Two names side by side: which letters of each are not in the other."""

from __future__ import annotations

from rapidfuzz.distance import Indel, Levenshtein

from graphkit.text import fold, words

Letters = tuple[tuple[str, bool], ...]
"""Stretches of a name, each with whether it differs; joined they are the name."""
ALIKE = 0.5
"""Least share of common letters of two words that are shown letter by letter; others differ as a whole."""


def differing(left: str, right: str) -> tuple[Letters, Letters]:
    """Both names in stretches that differ or not, whatever the order of their words; case alone does not differ."""
    ours = [(span.start, span.end) for span in words(left)]
    theirs = [(span.start, span.end) for span in words(right)]
    marks = [True] * len(left), [True] * len(right)
    for mark, name, spans in ((marks[0], left, ours), (marks[1], right, theirs)):
        inside = {at for start, end in spans for at in range(start, end)}
        for at in range(len(name)):
            mark[at] = at in inside
    for a, b in _partners(left, right, ours, theirs):
        _mark(marks, left, right, a, b)
    return _stretches(left, marks[0]), _stretches(right, marks[1])


def _partners(
    left: str, right: str, ours: list[tuple[int, int]], theirs: list[tuple[int, int]]
) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Words that are shown letter by letter beside each other: the most alike first, each once."""
    alike = sorted(
        (-Indel.normalized_similarity(fold(left[a[0] : a[1]]), fold(right[b[0] : b[1]])), abs(i - j), a, b)
        for i, a in enumerate(ours)
        for j, b in enumerate(theirs)
    )
    found: list[tuple[tuple[int, int], tuple[int, int]]] = []
    taken: set[tuple[str, tuple[int, int]]] = set()
    for unlike, _, a, b in alike:
        if -unlike >= ALIKE and not {("left", a), ("right", b)} & taken:
            taken |= {("left", a), ("right", b)}
            found.append((a, b))
    return found


def _mark(marks: tuple[list[bool], list[bool]], left: str, right: str, a: tuple[int, int], b: tuple[int, int]) -> None:
    """Take back the marks of the letters that two words have in common."""
    for step in Levenshtein.opcodes(left[a[0] : a[1]].lower(), right[b[0] : b[1]].lower()):
        if step.tag == "equal":
            for at in range(a[0] + step.src_start, min(a[1], a[0] + step.src_end)):
                marks[0][at] = False
            for at in range(b[0] + step.dest_start, min(b[1], b[0] + step.dest_end)):
                marks[1][at] = False


def _stretches(name: str, marks: list[bool]) -> Letters:
    found: list[tuple[str, bool]] = []
    for letter, differs in zip(name, marks, strict=True):
        if found and found[-1][1] == differs:
            found[-1] = (found[-1][0] + letter, differs)
        else:
            found.append((letter, differs))
    return tuple(found)
