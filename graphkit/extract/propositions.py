"""What a parsed sentence states in its own words: subject, predicate, object and all further arguments.

While ``clauses`` breaks a sentence into statements about pairs of names, a proposition keeps together what one verb
says: of "Ada moved to Perth in 1990" there is one, with the time as its further argument.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphkit.extract.clauses import Kind, is_negated, predicate_of, subjects_of
from graphkit.extract.manner import SAYING, chain_of, is_inner_adverb, phrase_words, verb_words
from graphkit.extract.parse import Word

_OBJECTS = ("dobj", "attr", "oprd", "ccomp")
_ADVERBIALS = ("prep", "agent", "dative", "npadvmod", "advmod")


@dataclass(frozen=True, slots=True)
class Proposition:
    """What one verb, or one apposition, says.

    ``wording`` is the predicate as written, ``predicate`` its base form. Arguments are the words at the head of
    each further phrase, with the preposition that leads to it.
    """

    subject: Word
    wording: str
    predicate: str
    object: Word
    arguments: tuple[tuple[Word, str], ...]
    kind: Kind
    negated: bool
    verb: Word | None


def propositions(words: Sequence[Word]) -> Iterator[Proposition]:
    """All propositions of a parsed text, in the order of their predicates."""
    for word in words:
        if word.pos in {"VERB", "AUX"} and word.dep not in {"aux", "auxpass"}:
            yield from _of_verb(word)
        elif word.pos in {"NOUN", "PROPN"}:
            for beside in word.all("appos"):
                yield Proposition(word, "is", "be", beside, (), "apposition", negated=False, verb=None)


def _items(head: Word) -> list[Word]:
    """The head and what is joined to it."""
    return [head, *(item for joined in head.all("conj") for item in _items(joined))]


def _of_verb(verb: Word) -> Iterator[Proposition]:
    subjects, passive, inherited = subjects_of(verb)
    if not subjects or _goes_on(verb):
        return
    chosen = _object(verb)
    if chosen is None:
        return
    wording = " ".join([*(w.text for w in verb_words(verb)), *(w.text for w in chosen.said)])
    base = " ".join(
        [f"be {verb.text.casefold()}" if passive else predicate_of(verb), *(w.text.casefold() for w in chosen.said)]
    )
    arguments = tuple(further_arguments(verb, (chosen.head, *chosen.said)))
    kind: Kind = "inherited" if inherited and chosen.kind == "object" else chosen.kind
    negated = is_negated(verb)
    for subject in (item for head in subjects for item in _items(head)):
        for target in _items(chosen.head):
            if subject is not target:
                yield Proposition(subject, wording, base, target, arguments, kind, negated, verb)


def _goes_on(verb: Word) -> bool:
    """Whether the predicate goes on in another verb: "plans" of "plans to buy"."""
    return any(child.pos in {"VERB", "AUX"} for child in verb.all("xcomp")) and not verb.first("dobj")


@dataclass(frozen=True, slots=True)
class _Chosen:
    """The object of a verb, and the words that lead to it, which become part of the predicate."""

    head: Word
    said: tuple[Word, ...]
    kind: Kind


def _object(verb: Word) -> _Chosen | None:
    """Its object, else its state, else what its first preposition leads to, else where and when."""
    for dep in _OBJECTS:
        for head in verb.all(dep):
            if dep != "ccomp" or head.index > verb.index or verb.lemma.casefold() in SAYING:
                return _Chosen(
                    head, (), "copula" if dep in {"attr", "oprd"} else "clause" if dep == "ccomp" else "object"
                )
    for state in verb.all("acomp"):
        for preposition, noun in _led_to(state, ("prep",)):
            return _Chosen(noun, (state, preposition), "copula")
        return _Chosen(state, (), "copula")
    led_to = _led_to(verb, ("prep", "agent", "dative"))
    for preposition, noun in (*(p for p in led_to if p[0].index > verb.index), *led_to):
        return _Chosen(noun, (preposition,), "preposition")
    for adverb in (*verb.all("npadvmod"), *verb.all("advmod")):
        if adverb.index > verb.index:
            return _Chosen(adverb, (), "preposition")
    return None


def _led_to(word: Word, deps: tuple[str, ...]) -> list[tuple[Word, Word]]:
    return [(p, noun) for p in word.all(*deps) for noun in p.all("pobj", "pcomp")]


def further_arguments(verb: Word, used: Sequence[Word]) -> Iterator[tuple[Word, str]]:
    """Where, when, how, with whom: the other phrases of a predicate, each with its preposition."""
    taken = {word.index for word in used}
    for part in chain_of(verb):
        for child in part.all(*_ADVERBIALS):
            opens = child.dep == "advmod" and (child.tag == "WRB" or child.text[:1].isupper())
            if child.index not in taken and not opens and not is_inner_adverb(child, part):
                yield child, child.text.casefold() if child.dep in {"prep", "agent", "dative"} else ""


def span_of_phrase(head: Word, *, whole: bool = False) -> tuple[int, int]:
    """Where the phrase around a word begins and ends; ``whole`` keeps lists and clauses inside it."""
    words = phrase_words(head, ()) if whole else phrase_words(head)
    return words[0].start, words[-1].end
