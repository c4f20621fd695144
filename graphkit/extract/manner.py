"""How a sentence states something: in which words and tense, whether it is asserted, and who is said to say so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from graphkit.extract.parse import Word

SAYING = frozenset(
    "say tell add report claim announce argue believe write think note state warn explain insist suggest allege "
    "estimate contend predict admit assert maintain declare testify accuse hope expect fear suspect".split()
)
"""Verbs whose clause is what somebody says or believes, not what the text asserts."""
MODALS = frozenset("may might could would should must can will shall ought".split())
_FUTURE = frozenset({"will", "shall"})
_SHORT = {"'ll": "will", "’ll": "will", "'d": "would", "’d": "would", "wo": "will", "ca": "can", "sha": "shall"}
INTENDING = frozenset(
    "plan want hope intend expect seek aim wish try attempt propose promise threaten consider agree need offer "
    "prepare decide refuse".split()
)
"""Verbs whose infinitive has not happened yet: "plans to buy"."""
DOUBTING = frozenset("allegedly reportedly supposedly possibly perhaps probably presumably likely purportedly".split())
_CONDITIONS = frozenset("if unless whether".split())
POSSIBLY = "possibly"
_GROUP = frozenset("aux auxpass neg prt".split())
_LEFT = frozenset("det compound amod nummod poss".split())
_PHRASE_ENDS = ("relcl", "appos", "cc", "conj", "preconj", "parataxis")


def is_hedged(predicate: str) -> bool:
    """Whether the wording of an edge asserts nothing: "may buy", "plan to buy", "reportedly buy"."""
    first, _, rest = predicate.partition(" ")
    return first in MODALS or first in DOUBTING or (first in INTENDING and rest.startswith("to "))


def chain_of(verb: Word) -> list[Word]:
    """The verbs of a predicate: of "plans to buy" both."""
    if verb.dep == "xcomp" and verb.head.pos in {"VERB", "AUX"} and not verb.head.first("dobj"):
        return [*chain_of(verb.head), verb]
    return [verb]


def verb_words(verb: Word) -> list[Word]:
    """The words of a predicate in their order: its verbs with auxiliaries, negations, particles, adverbs before it."""
    chain = chain_of(verb)
    parts = [w for v in chain for w in (v, *(c for c in v.children if c.dep in _GROUP or is_inner_adverb(c, v)))]
    first = chain[0]
    if first.dep == "conj" and first.head.tag == first.tag and not first.first("aux", "auxpass", "nsubj", "nsubjpass"):
        parts += first.head.all("aux", "auxpass")  # "was born and raised"
    return sorted(parts, key=lambda w: w.index)


def is_inner_adverb(word: Word, verb: Word) -> bool:
    """Whether a word is an adverb right before its verb, or parted from it by its auxiliaries only."""
    if word.dep != "advmod" or word.children or word.tag == "WRB" or word.index > verb.index:
        return False
    between = {c.index for c in verb.children if c.dep in {"aux", "auxpass", "neg", "advmod"}}
    return all(index in between for index in range(word.index + 1, verb.index))


def wording_between(head: Word, target: Word) -> str:
    """The words as written that lead from a verb, or a noun, to one of its arguments."""
    words = verb_words(head) if head.pos in {"VERB", "AUX"} else []
    node = _first_of_list(target).head
    on_the_way: list[Word] = []
    while node is not head and node.head is not node:
        on_the_way += [*_left_of(node), node]
        node = _first_of_list(node).head
    if node is not head:
        return ""
    chosen = {w.index: w for w in (*words, *on_the_way)}
    return " ".join(chosen[index].text for index in sorted(chosen))


def _left_of(word: Word) -> Iterable[Word]:
    return (c for c in word.children if c.dep in _LEFT and c.index < word.index and not c.children)


def _first_of_list(word: Word) -> Word:
    while word.dep == "conj" and word.head is not word:
        word = word.head
    return word


def tense_of(verb: Word) -> str:
    """past, present or future; empty where the form does not tell, as for participles."""
    words = verb_words(verb)
    plain = [_SHORT.get(w.text.casefold(), w.text.casefold()) for w in words]
    if any(word in _FUTURE for word in plain):
        return "future"
    perfect = any(w.dep == "aux" and w.lemma == "have" for w in words)
    for word in words:
        if word.tag == "VBD" or (perfect and word.tag == "VBN"):
            return "past"
        if word.tag in {"VBP", "VBZ"} and not perfect:
            return "present"
    return ""


def modality_of(verb: Word) -> str:
    """What keeps a statement from being asserted: may, plan to, possibly (of conditions and questions), allegedly."""
    chain = chain_of(verb)
    for word in chain:
        for child in verb_words(word) if word is chain[0] else word.children:
            plain = _SHORT.get(child.text.casefold(), child.text.casefold())
            if plain in MODALS and child.dep == "aux":
                return plain
            if plain in DOUBTING and child.dep == "advmod":
                return plain
        for child in word.all("advmod"):
            if child.text.casefold() in DOUBTING:
                return child.text.casefold()
    for word, following in pairwise(chain):
        if word.lemma.casefold() in INTENDING and any(c.tag == "TO" for c in following.children):
            return f"{word.lemma.casefold()} to"
    return POSSIBLY if _is_open(chain[0]) else ""


def _is_open(verb: Word) -> bool:
    """Whether a verb stands in a condition or is asked."""
    node = verb
    while True:
        if any(c.dep == "mark" and c.text.casefold() in _CONDITIONS for c in node.children):
            return True
        if node.head is node:
            break
        if node.dep not in {"conj", "xcomp", "advcl", "ccomp"}:
            return False
        if node.dep in {"advcl", "ccomp"} and node is not verb:
            return False
        node = node.head
    return node.dep == "ROOT" and any(c.dep == "punct" and c.text == "?" for c in node.children)


def source_of(verb: Word) -> Word | None:
    """The noun that a statement is attributed to: X of "X says that …", "…, says X", "according to X"."""
    node = verb
    while True:
        for preposition in node.all("prep"):
            if preposition.text.casefold() == "according":
                for to in (preposition, *preposition.all("prep", "pcomp")):
                    for noun in to.all("pobj"):
                        return noun
        if node.head is node:
            return None
        if node.dep == "ccomp" and node.head.lemma.casefold() in SAYING:
            return next(iter(node.head.all("nsubj")), None)
        node = node.head


def phrase_words(head: Word, without: Sequence[str] = (*_PHRASE_ENDS, "acl")) -> list[Word]:
    """The unbroken run of words around a head that belongs to it: its subtree up to the first clause or list."""
    inside = {w.index: w for w in _subtree(head, without)}
    first = last = head.index
    while first - 1 in inside:
        first -= 1
    while last + 1 in inside:
        last += 1
    while inside[first].dep in {"punct", "mark"} and first < head.index:
        first += 1
    while inside[last].dep == "punct" and last > head.index:
        last -= 1
    return [inside[index] for index in range(first, last + 1)]


def _subtree(head: Word, without: Sequence[str]) -> list[Word]:
    found = [head]
    waiting = [child for child in head.children if child.dep not in without]
    while waiting:
        word = waiting.pop()
        found.append(word)
        waiting += word.children
    return found
