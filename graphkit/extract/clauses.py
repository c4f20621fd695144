"""What a parsed sentence states: subject, predicate, object, with negation, passives turned round.

Predicates are base forms with their prepositions ("work for", "be born in"), so that one statement has one
wording. Subjects and objects are words of the tree; who reads them decides whether they are names or phrases.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from graphkit.extract.nominal_verbs import VERB_OF
from graphkit.extract.parse import Word

Kind = Literal["object", "preposition", "clause", "copula", "inherited", "apposition", "title", "deed"]
_SUBJECTS = ("nsubj", "nsubjpass", "csubj", "csubjpass")
_NEGATIONS = frozenset("not n't never no nor neither hardly".split())
_NOBODY = frozenset("nobody none nothing neither no-one".split())
_RELATIVES = frozenset("who which that whom".split())
_OF_THE_VERB = frozenset({"from", "to"})
"""Prepositions that belong to the verb even when the parse hangs them on its object: buy forty jets from."""
OFFICES = frozenset(
    "CEO CFO CTO COO President Chairman Chairwoman Chair Director Minister Mayor Professor Founder Head Governor "
    "Senator Secretary Chancellor Captain Editor Bishop Archbishop King Queen Prince Princess Duke Ambassador Dean "
    "Commissioner Treasurer Manager Leader".split()
)
"""Roles that are written with a capital, and are names only together with one."""
_SUBORDINATE = ("advcl", "xcomp", "pcomp", "acl")


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement. ``through`` are the words between predicate and object that belong to the predicate's wording:
    the noun of "meet an envoy in", which a reader who wants whole phrases passes over."""

    subject: Word
    predicate: str
    object: Word
    kind: Kind
    negated: bool
    through: bool = False
    naming: bool = False
    """The object is a name before a noun: the AI of "AI tools", if it names a kind of thing."""
    verb: Word | None = None
    """The verb that says it; None for what stands between nouns."""
    wording: str = ""
    """The predicate as written, where no path in the tree tells it."""


def statements(words: list[Word]) -> Iterator[Statement]:
    """All statements of a parsed text, in the order of their predicates."""
    for word in words:
        if word.pos in {"VERB", "AUX"} and word.dep not in {"aux", "auxpass"}:
            yield from (replace(statement, verb=word) for statement in _of_verb(word))
        elif word.pos in {"NOUN", "PROPN"}:
            yield from _of_noun(word)


def conjuncts(word: Word) -> list[tuple[Word, bool]]:
    """The word and what is joined to it by and, or, but; with True for what stands after "but not"."""
    found = [(word, False)]
    for joined in word.all("conj"):
        denied = any(
            child.lemma.casefold() == "not" and word.index < child.index < joined.index
            for child in (*word.children, *joined.children)
        )
        found += [(inner, denied or inner_denied) for inner, inner_denied in conjuncts(joined)]
    return found


def _of_verb(verb: Word) -> Iterator[Statement]:
    subjects, passive, inherited = subjects_of(verb)
    negated = is_negated(verb)
    agents = [noun for by in verb.all("agent") for noun in by.all("pobj")]
    wording = predicate_of(verb)
    for subject, subject_denied in (pair for head in subjects for pair in conjuncts(head)):
        if subject.lemma.casefold() in _NOBODY or subject.text.casefold() in _NOBODY:
            continue
        if any(child.dep == "det" and child.text.casefold() == "no" for child in subject.children):
            continue
        denied = negated or subject_denied
        if passive:
            for agent, agent_denied in (pair for head in agents for pair in conjuncts(head)):
                yield Statement(agent, wording, subject, "object", negated=denied or agent_denied)
        said = f"be {verb.text.casefold()}" if passive else wording
        beside_agents = [row for agent in agents if agent.pos == "PROPN" for row in _inside(agent, f"{said} _")]
        for predicate, target, kind, through in (*_arguments(verb, said), *beside_agents):
            shown: Kind = "inherited" if inherited and kind == "object" else kind
            for noun, noun_denied in conjuncts(target):
                if noun is not subject:
                    either = denied or noun_denied
                    yield Statement(subject, predicate, noun, shown, negated=either, through=through)
                for name in _before(noun) if noun.pos == "NOUN" and not through else ():
                    yield Statement(subject, predicate, name, shown, denied or noun_denied, through=True, naming=True)
    if not passive:
        yield from _given(verb, negated=negated)


def _before(noun: Word) -> list[Word]:
    """Words before a noun that tell what kind it is: F-99 of "forty F-99 jets"; no owners."""
    waiting = [child for child in noun.children if child.index < noun.index and child.dep not in {"poss", "det"}]
    return [w for child in waiting for w in (child, *child.children) if w.pos in {"PROPN", "NUM", "NOUN"}]


def subjects_of(verb: Word) -> tuple[list[Word], bool, bool]:
    """Subjects of a verb, whether it is passive, and whether they come from elsewhere in the sentence."""
    own = verb.all(*_SUBJECTS)
    passive = verb.first("nsubjpass", "auxpass", "csubjpass") is not None
    if own:
        return [antecedent(subject) for subject in own], passive, False
    if verb.dep == "conj" and verb.head.pos in {"VERB", "AUX"}:
        subjects, head_passive, _ = subjects_of(verb.head)
        alike = verb.tag == "VBN" and verb.head.tag == "VBN" and not verb.first("aux")
        return subjects, passive or (head_passive and alike), True
    if verb.dep in {"relcl", "acl"} and verb.head.pos in {"NOUN", "PROPN"}:
        return [verb.head], passive or verb.tag == "VBN", True
    if verb.dep in _SUBORDINATE and not verb.first("mark"):
        governor = verb.head
        while governor.pos == "ADP" and governor.head is not governor:
            governor = governor.head
        objects = governor.all("dobj") if verb.dep == "xcomp" else []
        if governor.pos in {"VERB", "AUX"}:
            subjects = objects or subjects_of(governor)[0]
            return subjects, passive or (verb.tag == "VBN" and verb.dep == "advcl"), True
    return [], passive, False


def antecedent(subject: Word) -> Word:
    """The noun that a relative pronoun stands for."""
    if subject.text.casefold() in _RELATIVES and subject.tag in {"WP", "WDT"} and subject.head.dep in {"relcl", "acl"}:
        return subject.head.head
    return subject


def predicate_of(verb: Word) -> str:
    """Base form with its particle; of "plans to buy" the whole chain."""
    parts = [verb.lemma.casefold(), *(child.text.casefold() for child in verb.all("prt"))]
    if verb.dep == "xcomp" and verb.head.pos == "VERB" and not verb.head.first("dobj"):
        joint = ["to"] if any(child.tag == "TO" for child in verb.children) else []
        return " ".join([predicate_of(verb.head), *joint, *parts])
    return " ".join(parts)


def _arguments(verb: Word, wording: str) -> Iterator[tuple[str, Word, Kind, bool]]:
    """Wording, word, kind of each object; the last is True for an object inside another."""
    for noun in verb.all("dobj"):
        yield wording, noun, "object", False
        yield from _inside(noun, f"{wording} {noun.lemma.casefold()}")
    for noun in verb.all("attr", "oprd"):
        for joined, _ in conjuncts(noun):
            yield wording, joined, "copula", False
            yield from ((p, w, "copula", t) for p, w, _, t in _inside(joined, f"{wording} {joined.lemma.casefold()}"))
    for state in verb.all("acomp"):
        yield from _prepositions(state, f"{wording} {state.text.casefold()}")
    yield from _prepositions(verb, wording)
    for direction in verb.all("advmod", "npadvmod"):
        yield from _prepositions(direction, f"{wording} {direction.text.casefold()}")


def _inside(noun: Word, wording: str) -> Iterator[tuple[str, Word, Kind, bool]]:
    """Names that hang on an object: "praise the courage of", "meet an envoy in"."""
    is_role = noun.text.islower() or noun.text in OFFICES  # though the tagger may call it a name
    if noun.pos == "PROPN" and not is_role:  # a name: what seems to hang on it mostly belongs to the verb
        verb = wording.rpartition(" ")[0]
        yield from (row for row in _prepositions(noun, verb) if not row[0].endswith(" of"))
        return
    if noun.pos not in {"NOUN", "PROPN"}:
        return
    for owner in noun.all("poss"):
        yield f"{wording} of", owner, "object", True
    for predicate, target, kind, _ in _prepositions(noun, wording):
        preposition = predicate.rpartition(" ")[2]
        if preposition in _OF_THE_VERB and predicate.removesuffix(f" {preposition}") == wording:
            yield f"{wording.rpartition(' ')[0]} {preposition}", target, kind, True
        else:
            yield predicate, target, kind, True


def _prepositions(word: Word, wording: str) -> Iterator[tuple[str, Word, Kind, bool]]:
    for preposition in word.all("prep", "dative"):
        if preposition.pos not in {"ADP", "SCONJ", "ADV", "PART"}:
            continue
        said = f"{wording} {preposition.text.casefold()}"
        for noun in preposition.all("pobj"):
            yield said, noun, "preposition", False
            if noun.pos == "NOUN" and noun.first("prep"):
                yield from ((p, w, k, True) for p, w, k, _ in _prepositions(noun, f"{said} {noun.lemma.casefold()}"))
        yield from _prepositions(preposition, said)


def _given(verb: Word, *, negated: bool) -> Iterator[Statement]:
    """Of "the jury gave Ada the prize": Ada, be given, the prize; of a person who gives: give to Ada."""
    for receiver in verb.all("dative"):
        if receiver.pos not in {"NOUN", "PROPN", "PRON"}:
            continue
        for thing in verb.all("dobj"):
            for noun, denied in conjuncts(thing):
                yield Statement(receiver, f"be {_participle(verb)}", noun, "inherited", negated=negated or denied)
        for subject in verb.all("nsubj"):
            yield Statement(antecedent(subject), f"{verb.lemma.casefold()} to", receiver, "object", negated=negated)


def _participle(verb: Word) -> str:
    return {"give": "given", "show": "shown", "send": "sent", "tell": "told"}.get(verb.lemma, verb.text.casefold())


def is_negated(verb: Word) -> bool:
    for child in verb.children:
        if child.dep == "neg" or (child.text.casefold() in _NEGATIONS and child.dep in {"advmod", "preconj"}):
            after = verb.first("dobj", "attr")
            if after is None or child.index < after.index:
                return True
    if verb.dep == "xcomp" and verb.head.pos == "VERB":
        return is_negated(verb.head)
    return verb.dep == "conj" and verb.head.pos == "VERB" and not verb.all(*_SUBJECTS) and _shares_negation(verb)


def _shares_negation(verb: Word) -> bool:
    """Whether "did not buy or sell" denies the second verb too."""
    joined_by_or = any(child.dep == "cc" and child.text.casefold() in {"or", "nor"} for child in verb.head.children)
    return joined_by_or and is_negated(verb.head)


def _of_role(role: Word) -> Iterator[tuple[str, Word, Kind, bool]]:
    """What a role is a role of: mayor of Y, Y's mayor."""
    if role.pos == "NOUN":
        yield from _inside(role, f"be {role.lemma.casefold()}")
    else:
        yield from _prepositions(role, f"be {role.text.casefold()}")


def _of_deed(noun: Word) -> Iterator[Statement]:
    """The acquisition of Beta by Acme; Acme's acquisition of Beta."""
    verb = VERB_OF.get(noun.lemma.casefold(), "").replace("_", " ")
    if not verb:
        return
    done_to = [to for of in noun.all("prep") if of.text.casefold() == "of" for to in of.all("pobj")]
    by = [*noun.all("prep", "agent"), *(p for to in done_to for p in to.all("prep", "agent"))]
    doers = [who for word in by if word.text.casefold() == "by" for who in word.all("pobj")] or noun.all("poss")
    for doer, _ in (pair for who in doers for pair in conjuncts(who)):
        for target, denied in (pair for to in done_to for pair in conjuncts(to)):
            yield Statement(doer, verb, target, "deed", negated=denied, through=True, wording=f"{noun.text} of")


def _of_noun(noun: Word) -> Iterator[Statement]:
    """X, mayor of Y; Y's chief executive X; X of Y."""
    yield from _of_deed(noun)
    for beside in noun.all("appos"):
        if beside.pos == "NOUN" or (beside.text in OFFICES and beside.first("prep") is not None):
            yield Statement(noun, "be", beside, "apposition", negated=False)
            for predicate, target, _, _ in _of_role(beside):
                for joined, denied in conjuncts(target):
                    yield Statement(noun, predicate, joined, "apposition", negated=denied, through=True)
    for role in noun.all("compound", "nmod") if noun.pos == "PROPN" else ():
        if role.pos == "NOUN" and role.text.islower():
            wording = " ".join(w.text for w in (*role.all("compound", "amod"), role) if w.text.islower())
            for owner in (*role.all("poss"), *noun.all("poss")):
                yield Statement(noun, f"be {wording} of", owner, "title", negated=False, through=True)
    for preposition in noun.all("prep"):
        if noun.pos == "PROPN" and preposition.text.casefold() == "of":
            for owner in preposition.all("pobj"):
                yield Statement(noun, "of", owner, "title", negated=False, through=True)
