"""What the names of a corpus say about their words: which are frequent, and how much each one tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import log

from graphkit.resolve.forms import name_form
from graphkit.resolve.names import NamedEntity, kind_of
from graphkit.resolve.score import Scorer

FREQUENT = 4
"""Distinct names that must hold a word before it is taken for right as it is spelled."""
LIGHTEST, HEAVIEST = 0.4, 1.6
"""Bounds of a word's weight, so that no word alone decides."""


def corpus_scorer(entities: Iterable[NamedEntity], *, weigh_words: bool = False) -> Scorer:
    """The rules, told which words are frequent in these names.

    Args:
        entities: The entities that will be compared.
        weigh_words: Whether rare words count more (inverse document frequency, Spärck Jones 1972). Off by
            default: on four labelled sets it changed the best F1 by -0.02 to 0.
    """
    names = {(form.words, form.core) for e in entities for form in [name_form(e.name, kind_of(e.type))] if form.words}
    counts = Counter(word for _, core in names for word in set(core))
    frequent = frozenset(word for word, count in counts.items() if count >= FREQUENT and not word.isdigit())
    return Scorer(weights=_weights(counts, len(names)) if weigh_words else {}, common=frequent)


def _weights(counts: Counter[str], names: int) -> dict[str, float]:
    """Weights with mean 1 over the words as they stand in the names."""
    raw = {word: log(1 + names / count) for word, count in counts.items()}
    mean = sum(raw[word] * count for word, count in counts.items()) / max(1, counts.total())
    return {word: min(HEAVIEST, max(LIGHTEST, value / mean)) for word, value in raw.items()}
