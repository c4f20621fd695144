"""Words of texts and questions, and BM25 over them: one form for all engines.

Words are compared without accents and case. Scripts that are written without blanks are cut into single
characters and pairs, so a word inside a longer stretch is found. Scores use the counts of one corpus only:
nothing that others store can move a rank.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from graphkit.text import fold

K1, B = 1.2, 0.75
"""The usual constants of BM25: how soon repetition stops to count, and how much long passages are discounted."""
MAX_QUERY_WORDS = 200
"""Different words of a question that are looked for; the rest of a longer one is passed over."""
MAX_WORD = 64
"""Characters of a word that are compared."""

_WORD = re.compile(r"\w+")
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
    "\uf900-\ufaff\U00020000-\U0003ffff"
)
_PARTS = re.compile(rf"[{_UNSPACED}]+|[^{_UNSPACED}]+")
_IS_UNSPACED = re.compile(rf"[{_UNSPACED}]")
_Key = TypeVar("_Key", bound=Hashable)


def words(text: str) -> list[str]:
    """Words of a text in order, as they are stored."""
    found: list[str] = []
    for word in _WORD.findall(text.lower() if text.isascii() else _recomposed(text)):
        if word.isascii():
            found.append(word[:MAX_WORD])
        else:
            found += _cut(word, single=True)
    return found


def query_words(text: str) -> list[str]:
    """Different words of a question, sorted, as they are looked for; at most ``MAX_QUERY_WORDS`` of them."""
    found: dict[str, None] = {}
    for word in _WORD.findall(_recomposed(text)):
        found |= dict.fromkeys(_cut(word, single=False))
    return sorted(list(found)[:MAX_QUERY_WORDS])


def _recomposed(text: str) -> str:
    return unicodedata.normalize("NFC", fold(text))


def _cut(word: str, *, single: bool) -> Iterable[str]:
    for part in _PARTS.findall(word):
        if not _IS_UNSPACED.match(part):
            yield part[:MAX_WORD]
            continue
        if single or len(part) == 1:
            yield from part
        yield from (part[i : i + 2] for i in range(len(part) - 1))


def bm25(
    postings: Sequence[Mapping[_Key, int]], lengths: Mapping[_Key, int], passages: int, average: float
) -> dict[_Key, float]:
    """Scores of passages: for each word of the question how often each passage holds it.

    ``lengths`` are words of each passage, ``average`` their mean over all ``passages``. Robertson and
    Zaragoza (2009), with the idf that is never negative: ln(1 + (N - n + 0.5) / (n + 0.5)).
    """
    scores: dict[_Key, float] = {}
    for posting in postings:
        idf = math.log(1 + (passages - len(posting) + 0.5) / (len(posting) + 0.5))
        for key, count in posting.items():
            discount = K1 * (1 - B + B * lengths[key] / average)
            scores[key] = scores.get(key, 0.0) + idf * count * (K1 + 1) / (count + discount)
    return {key: round(score, 9) for key, score in scores.items()}
