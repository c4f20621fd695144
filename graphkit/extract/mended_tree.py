"""Kinds of mistakes that a small parser makes again and again, set right in its tree before it is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from graphkit.extract.parse import Parse, Word

_NOUNS = frozenset({"NOUN", "PROPN", "PRON"})
_BARRIERS = frozenset(',;:()[]–—"“”')


def mended(parse: Parse) -> Parse:
    """The same parse with its tree set right."""
    before = {word.index: at for at, word in enumerate(parse.words)}

    def between(left: Word, right: Word) -> Sequence[Word]:
        return parse.words[before[left.index] + 1 : before[right.index]]

    for word in parse.words:
        for mend in (_subject_in_a_list, _gift_beside_its_receiver, _role_listed_with_a_name, _verb_read_as_noun):
            mend(word, between)
    return parse


def _hang(word: Word, head: Word, dep: str) -> None:
    """Make a word depend on another."""
    word.head.children.remove(word)
    word.head, word.dep = head, dep
    head.children.append(word)
    head.children.sort(key=lambda child: child.index)


Between = Callable[[Word, Word], Sequence[Word]]


def _subject_in_a_list(verb: Word, between: Between) -> None:
    """ "Although Ada left Acme, Acme pays Ada": after the clause and its comma stands the subject, no second object."""
    if verb.pos not in {"VERB", "AUX"} or verb.first("nsubj", "nsubjpass", "csubj", "expl"):
        return
    for clause in verb.all("advcl"):
        waiting = list(clause.children) if clause.index < verb.index else []
        while waiting:
            word = waiting.pop()
            waiting += word.children
            joined = (
                word.dep in {"conj", "appos"}
                and word.pos in _NOUNS
                and word.head.pos in _NOUNS
                and word.index < verb.index
            )
            if joined and [w.text for w in between(word.head, _first_of(word))] == [","]:
                passive = verb.first("auxpass") is not None
                _hang(word, verb, "nsubjpass" if passive else "nsubj")
                return


def _gift_beside_its_receiver(verb: Word, between: Between) -> None:
    """ "gave Ada the prize": what has an article and no comma before it is what was given, no other name for Ada."""
    if verb.first("dobj"):
        return
    for receiver in verb.all("dative", "dobj"):
        for gift in receiver.all("appos"):
            plain = not any(w.text in _BARRIERS for w in between(receiver, gift))
            if plain and gift.first("det") is not None and receiver.pos in _NOUNS:
                _hang(gift, verb, "dobj")
                return


def _role_listed_with_a_name(role: Word, between: Between) -> None:
    """ "the drummer of Heron and the founder of Moth": a role is listed with the role before it, not with the name."""
    name = role.head
    if role.dep != "conj" or role.pos != "NOUN" or name.pos != "PROPN" or name.dep != "pobj":
        return
    other = name.head.head
    if other.pos == "NOUN" and role.first("det") and role.first("prep") and other.first("det") is not None:
        _hang(role, other, "conj")


def _verb_read_as_noun(word: Word, between: Between) -> None:
    """ "Acme and Beta run on Gamma": what has a subject is a verb, whatever it looks like."""
    if word.dep == "ROOT" and word.pos in {"NOUN", "ADJ", "ADV", "PROPN"} and word.first("nsubj"):
        word.pos = "VERB"
        word.lemma = word.text.casefold()


def _first_of(word: Word) -> Word:
    """The first word of what hangs on a word."""
    found = word
    while found.children and found.children[0].index < found.index:
        found = found.children[0]
    return found
