"""What the names of a corpus say about their words: which are frequent, and how much each one tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from graphkit.resolve.forms import NameForm, name_form
from graphkit.resolve.names import NamedEntity, kind_of
from graphkit.resolve.score import Scorer

FREQUENT = 4
"""Distinct names that must hold a word before it is taken for right as it is spelled."""


def corpus_scorer(entities: Iterable[NamedEntity]) -> Scorer:
    """The rules, told which words are frequent in the names that will be compared.

    Rare words count no more than others: weighing them changed the best F1 on four labelled sets by -0.02 to 0.
    """
    return scorer_of(name_form(entity.name, kind_of(entity.type)) for entity in entities)


def scorer_of(forms: Iterable[NameForm]) -> Scorer:
    """The rules, told which words are frequent in names that were taken apart before."""
    names = {(form.words, form.core) for form in forms if form.words}
    counts = Counter(word for _, core in names for word in set(core))
    frequent = frozenset(word for word, count in counts.items() if count >= FREQUENT and not word.isdigit())
    return Scorer(common=frequent)
