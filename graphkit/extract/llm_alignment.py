"""Where in a passage a name or a quotation of a model stands: nothing is believed that the text does not show."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from rapidfuzz.distance import Levenshtein
from rapidfuzz.fuzz import partial_ratio_alignment

from graphkit.extract.foreign_script import is_caseless
from graphkit.extract.name_span import clean_span
from graphkit.model import Span

Closeness = Literal["exact", "normalised", "fuzzy"]
SURENESS: dict[Closeness, float] = {"exact": 1.0, "normalised": 0.95, "fuzzy": 0.8}
"""Factors of confidence by how a name was found."""

MIN_FUZZY = 6
"""Shorter names are found as they are or not at all: one letter makes Gates of dates."""
MIN_SMALL = 5
"""A shorter name with a capital is not found in small letters: US is not us, IT is not it."""
MIN_QUOTE = 15
QUOTE_SCORE = 90.0

_SIGNS = {
    ord(sign): plain for signs, plain in (("’‘ʼ＇`´‛", "'"), ("“”„‟«»″＂", '"'), ("‐‑‒–—―−﹘", "-")) for sign in signs
}
_WORD = re.compile(r"\w+(?:[-'.&]\w+)*")
_HYPHENATED = re.compile(r"(?<=\w)[-\u2010\u00ad][^\S\n]*\n\s*(?=\w)")


@dataclass(frozen=True, slots=True)
class Aligned:
    """Where a name stands, every place of it, and how closely it is the name that was given."""

    spans: tuple[Span, ...]
    closeness: Closeness


@dataclass(frozen=True, slots=True)
class _Folded:
    """Text for comparing, and for each of its characters where it begins and ends in the real one."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def span(self, start: int, end: int) -> Span:
        return Span(self.starts[start], self.ends[end - 1])


class Aligner:
    """Finds names and quotations between ``start`` and ``end`` of a text; spans count from the text's beginning."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self._text = text
        self._start = start
        self._end = end

    def name(self, name: str) -> Aligned | None:
        """All places of a name as whole words: as it is, else by its normal form, else the best near one; or None."""
        exact = self._exact(name)
        if exact:
            return Aligned(self._clean(exact), "exact")
        wanted = _fold(name).text.strip()
        if not wanted:
            return None
        normal = self._normalised(wanted, has_capital=name != name.casefold())
        if normal:
            return Aligned(self._clean(normal), "normalised")
        near = self._near(wanted, name)
        return Aligned(self._clean([near]), "fuzzy") if near else None

    def quote(self, quote: str) -> Span | None:
        """The place of a quoted sentence: as it is, else by its normal form, else at least 90 % alike; or None."""
        if not quote.strip():
            return None
        at = self._text.find(quote, self._start, self._end)
        if at >= 0:
            return Span(at, at + len(quote))
        folded, wanted = self._folded, _fold(quote).text.strip(" \"'.")
        at = folded.text.find(wanted) if wanted else -1
        if at >= 0:
            return folded.span(at, at + len(wanted))
        if len(wanted) < MIN_QUOTE or len(wanted) > len(folded.text):
            return None
        found = partial_ratio_alignment(wanted, folded.text, score_cutoff=QUOTE_SCORE)
        if found is None or found.dest_end <= found.dest_start:
            return None
        return folded.span(found.dest_start, found.dest_end)

    @cached_property
    def _folded(self) -> _Folded:
        return _fold(self._text[self._start : self._end], self._start)

    def _exact(self, name: str) -> list[Span]:
        return [
            Span(at, at + len(name))
            for at in _places(self._text, name, self._start, self._end)
            if _is_whole(self._text, at, at + len(name))
        ]

    def _normalised(self, wanted: str, *, has_capital: bool) -> list[Span]:
        folded = self._folded
        spans = [
            folded.span(at, at + len(wanted))
            for at in _places(folded.text, wanted, 0, len(folded.text))
            if _is_whole(folded.text, at, at + len(wanted))
        ]
        if has_capital and len(wanted) < MIN_SMALL:
            return [span for span in spans if not self._text[span.start : span.end].islower()]
        return spans

    def _clean(self, spans: Sequence[Span]) -> tuple[Span, ...]:
        """Spans without articles, titles and 's, and with the full stop of Inc., as all methods have them."""
        return tuple(self._cleaned(span) for span in spans)

    def _cleaned(self, span: Span) -> Span:
        parts = clean_span(self._text, span.start, span.end)
        if len(parts) != 1 or parts[0].end > self._end:
            return span
        (clean,) = parts
        dropped = self._text[span.start : clean.start] + self._text[clean.end : span.end]
        is_word = any(map(str.isalnum, dropped))  # signs belong to the name: C++, Yahoo!
        return clean if is_word or clean.end > span.end else span

    def _near(self, wanted: str, name: str) -> Span | None:
        """The window of about as many words that differs in fewest letters, with the same digits and first letter."""
        if len(wanted) < MIN_FUZZY:
            return None
        most = 1 if len(wanted) < 12 else 2 if len(wanted) < 20 else 3
        folded, digits = self._folded, _digits(wanted)
        words = [(match.start(), match.end()) for match in _WORD.finditer(folded.text)]
        size = max(1, len(_WORD.findall(wanted)))
        best: tuple[int, int, int] | None = None
        for count in {max(1, size - 1), size, size + 1}:
            for (start, _), (_, end) in zip(words, words[count - 1 :], strict=False):
                if abs(end - start - len(wanted)) > most or folded.text[start] != wanted[0]:
                    continue
                window = folded.text[start:end]
                distance = Levenshtein.distance(wanted, window, score_cutoff=most)
                if distance <= most and _digits(window) == digits and (best is None or (distance, start) < best[:2]):
                    best = distance, start, end
        if best is None:
            return None
        span = folded.span(best[1], best[2])
        return span if not name[0].isupper() or self._text[span.start].isupper() else None


def _places(text: str, wanted: str, start: int, end: int) -> list[int]:
    places = []
    at = text.find(wanted, start, end)
    while at >= 0:
        places.append(at)
        at = text.find(wanted, at + len(wanted), end)
    return places


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether no letter or digit goes on over either end; scripts without blanks between words have no such ends."""
    return not (
        (start > 0 and _goes_on(text[start - 1], text[start]))
        or (end < len(text) and _goes_on(text[end - 1], text[end]))
    )


def _goes_on(left: str, right: str) -> bool:
    return left.isalnum() and right.isalnum() and not is_caseless(left) and not is_caseless(right)


def _digits(text: str) -> str:
    return "".join(c for c in text if c.isdigit())


def _fold(text: str, offset: int = 0) -> _Folded:
    """Compatibility form, case folded, one kind of quotes and dashes, blanks joined, hyphens at line ends taken out."""
    skipped = {at for match in _HYPHENATED.finditer(text) for at in range(match.start(), match.end())}
    signs: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    at = 0
    while at < len(text):
        end = at + 1
        while end < len(text) and unicodedata.combining(text[end]):
            end += 1
        if at not in skipped:
            for sign in _plain(text[at:end]):
                if sign != " " or (signs and signs[-1] != " "):
                    signs.append(sign)
                    starts.append(offset + at)
                    ends.append(offset + end)
        at = end
    return _Folded("".join(signs), tuple(starts), tuple(ends))


def _plain(cluster: str) -> str:
    if cluster.isascii():
        return " " if cluster.isspace() else cluster.lower()
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", cluster).casefold()).translate(_SIGNS)
    return "".join(
        " " if c.isspace() else c for c in folded if unicodedata.category(c) not in {"Cf", "Cc"} or c == "\n"
    )
