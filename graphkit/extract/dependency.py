"""What the sentences state about names, or in general: subject, predicate, object, by the parse of each sentence."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import Field

from graphkit.extract.annotation import parsed
from graphkit.extract.clauses import Kind, Statement, statements
from graphkit.extract.configured import ConfiguredExtractor
from graphkit.extract.found_names import NameFinder
from graphkit.extract.language_model import english_availability
from graphkit.extract.likely_pairs import likely_relations
from graphkit.extract.manner import modality_of, source_of, tense_of, wording_between
from graphkit.extract.mended_tree import mended
from graphkit.extract.method import method_of
from graphkit.extract.model_configuration import ModelConfiguration
from graphkit.extract.model_reading import ModelReader, Reading
from graphkit.extract.name_span import MAX_NAME
from graphkit.extract.parse import Parse, Word
from graphkit.extract.propositions import further_arguments, propositions, span_of_phrase
from graphkit.extract.sentence_pairs import name_key
from graphkit.model import Argument, Chunk, Document, Extraction, Mention, Relation, Span, Wording

METHOD = "dependency"
VERSION = "2"
PHRASE = "PHRASE"

PRECISION_OF_NAMES: dict[Kind, float] = {
    "object": 0.79,
    "preposition": 0.71,
    "copula": 0.7,
    "apposition": 0.68,
    "deed": 0.6,
    "inherited": 0.53,
    "title": 0.3,
}
PRECISION_OF_PHRASES: dict[Kind, float] = {
    "clause": 0.66,
    "object": 0.66,
    "preposition": 0.65,
    "copula": 0.63,
    "inherited": 0.56,
    "apposition": 0.41,
}
"""Shares of right statements of each kind, as ``benchmarks/relation_confidence.py`` measures them; of deeds, which
are too rare there, an estimate."""
_LONGEST = MAX_NAME
_REACH = 200
"""Characters between a pronoun and the name that it may stand for: of farther ones a third is right."""
_PRONOUN_FACTOR = 0.85
_FOREIGN_FACTOR = 0.5
_OWNERS = frozenset("PERSON ORG GPE LOC NORP FAC".split())
"""Types whose names, before a noun, tell whose it is and not what it is, unless they hold a digit: U.N. envoys."""
_POSTS = frozenset("CEO CFO CTO COO Chairman Chairwoman Director Founder Head Editor Professor Manager".split())
"""Offices that are no part of a name, unlike that of a Duke of Wellington."""
_PEOPLE, _THINGS = frozenset({"he", "she"}), frozenset({"it"})


class DependencyConfiguration(ModelConfiguration):
    """Options of the method ``dependency``."""

    arguments: Literal["names", "phrases"] = Field(
        "names", description="names: only names are related; phrases: every subject and object, as it stands"
    )
    resolve_pronouns: bool = Field(True, description="read he, she and it as the last fitting subject")
    likely_pairs: bool = Field(
        False, description="also relate names of a passage that probably have to do with each other, with probability"
    )


class DependencyExtractor(ConfiguredExtractor[DependencyConfiguration]):
    """Finds typed names and what is stated between them. Raises ``ModelMissing`` when made."""

    def __init__(self, configuration: DependencyConfiguration) -> None:
        self._reader = ModelReader(configuration.model, taken=_parsed)
        super().__init__(METHOD, VERSION, configuration, self._reader.versions)
        self._names = NameFinder(
            METHOD,
            configuration.entity_labels,
            numbers=False,
            min_length=configuration.min_entity_length,
            max_length=configuration.max_entity_length,
            weighed=configuration.weigh_candidates,
            definitions=configuration.find_definitions,
            again=configuration.find_again,
            parts=configuration.find_parts,
            titles=configuration.keep_titles,
        )

    def extract(self, documents: Iterable[tuple[Document, tuple[Chunk, ...]]]) -> Iterator[Extraction]:
        """One extraction for each document, made some dozens of passages ahead."""
        for reading in self._reader.read(documents):
            yield self._extract(reading)

    def relate(
        self, documents: Iterable[tuple[Document, tuple[Chunk, ...]]], names: Sequence[Sequence[Mention]]
    ) -> Iterator[Extraction]:
        """One extraction for each document with what is stated between names that are known, sorted by offset."""
        for reading, mentions in zip(self._reader.read(documents), names, strict=True):
            yield _in_order(reading, mentions, self._stated(reading, mentions))

    def _extract(self, reading: Reading[Parse]) -> Extraction:
        find = self._phrases if self._configuration.arguments == "phrases" else self._named
        return _in_order(reading, *find(reading))

    def _named(self, reading: Reading[Parse]) -> tuple[Iterable[Mention], Iterable[Relation]]:
        """All names, and what is stated between them."""
        text = reading.document.text
        mentions = [without_office(name) for name in self._names.find(text, reading.chunks, reading.parts)]
        stated = self._stated(reading, mentions)
        if self._configuration.likely_pairs:
            stated = [*stated, *likely_relations(text, reading.chunks, mentions, METHOD)]
        return mentions, stated

    def _stated(self, reading: Reading[Parse], mentions: Sequence[Mention]) -> Iterable[Relation]:
        """What is stated between names."""
        text = reading.document.text
        names = _Names(mentions, pronouns=self._configuration.resolve_pronouns)
        relations: dict[tuple[int, str, int, bool], Relation] = {}
        for piece, parse in reading.parts:
            for statement in statements(parse.words):
                relation = self._relation(
                    names, statement, parse, _Place(text, piece.span.start), foreign=piece.foreign
                )
                if relation is not None:
                    key = relation.subject.start, relation.edge_predicate, relation.object.start, relation.negated
                    relations.setdefault(key, relation)
        return relations.values()

    def _phrases(self, reading: Reading[Parse]) -> tuple[Iterable[Mention], Iterable[Relation]]:
        """What every verb and apposition says, whole phrases as they stand; only they are mentions."""
        found: dict[tuple[object, ...], Relation] = {}
        for piece, parse in reading.parts:
            place = _Place(reading.document.text, piece.span.start)
            for said in propositions(parse.words):
                whole = said.kind == "clause"
                subject, target = place.phrase(said.subject), place.phrase(said.object, whole=whole)
                if subject is None or target is None or subject.text == target.text:
                    continue
                wording = place.wording(said.verb, said.wording, said.arguments)
                span = _sentence_of(parse.sentences, said.subject.start)
                start, end = place.base + span.start, place.base + span.end
                ends = [subject.start, target.start], [subject.end, target.end]
                confidence = PRECISION_OF_PHRASES[said.kind] * (_FOREIGN_FACTOR if piece.foreign else 1)
                relation = Relation(
                    subject, said.predicate, target, min(start, *ends[0]), max(end, *ends[1]), METHOD,
                    round(confidence, 3), negated=said.negated, wording=wording,
                )  # fmt: skip
                found.setdefault((subject, wording, target), relation)
        return {m for r in found.values() for m in (r.subject, r.object)}, found.values()

    def _relation(
        self, names: _Names, statement: Statement, parse: Parse, place: _Place, *, foreign: bool
    ) -> Relation | None:
        base = place.base
        subject, by_pronoun = names.subject(statement.subject, base)
        other = names.object(statement.object, base)
        if subject is None or other is None or name_key(subject.text) == name_key(other.text):
            return None
        if statement.naming and other.type in _OWNERS and not any(map(str.isdigit, other.text)):
            return None
        if subject.start < other.end and other.start < subject.end:
            return None
        sentence = _sentence_of(parse.sentences, statement.object.start)
        confidence = PRECISION_OF_NAMES[statement.kind] * (_PRONOUN_FACTOR if by_pronoun else 1)
        start, end = (
            min(base + sentence.start, subject.start, other.start),
            max(base + sentence.end, subject.end, other.end),
        )
        verb = statement.verb
        head = statement.subject if verb is None else verb
        said = statement.wording or max(
            (wording_between(head, end) for end in (statement.object, statement.subject)), key=len
        )
        further = tuple(further_arguments(verb, ())) if verb is not None else ()
        wording = place.wording(verb, said or statement.predicate, further, without=(subject, other))
        return Relation(
            subject, statement.predicate, other, start, end, METHOD,
            round(confidence * (_FOREIGN_FACTOR if foreign else 1), 3), negated=statement.negated, wording=wording,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Place:
    """A document's text, and where in it the parsed piece begins."""

    text: str
    base: int

    def phrase(self, head: Word, *, whole: bool = False) -> Mention | None:
        """The phrase around a word as a mention; None for what cannot be a name."""
        start, end = span_of_phrase(head, whole=whole)
        surface = self.text[self.base + start : self.base + end]
        if not surface.strip() or len(surface) > _LONGEST:
            return None
        return Mention(self.base + start, self.base + end, surface, PHRASE, METHOD, 0.7)

    def wording(
        self, verb: Word | None, said: str, further: Sequence[tuple[Word, str]], without: Sequence[Mention] = ()
    ) -> Wording:
        """How a statement is put; ``without`` are the ends, which are no further arguments."""
        if verb is None:
            return Wording(said)
        arguments = [self._argument(head, role, whole=True) for head, role in further]
        kept = [a for a in arguments if not any(a.start < end.end and end.start < a.end for end in without)]
        source = source_of(verb)
        said_by = None if source is None else self._argument(source, "", whole=False)
        if said_by is not None and any(end.start == said_by.start for end in without[:1]):
            said_by = None  # "Ada said that she ..."
        return Wording(said, tense_of(verb), modality_of(verb), said_by, tuple(kept))

    def _argument(self, head: Word, role: str, *, whole: bool) -> Argument:
        start, end = span_of_phrase(head, whole=whole)
        start, end = self.base + start, self.base + end
        return Argument(start, end, self.text[start:end], role)


def _in_order(reading: Reading[Parse], found: Iterable[Mention], relations: Iterable[Relation]) -> Extraction:
    mentions = sorted(found, key=lambda m: (m.start, m.end))
    ordered = sorted(relations, key=lambda r: (r.start, r.subject.start, r.object.start, r.predicate))
    return Extraction(
        reading.document.document_id, METHOD, tuple(mentions), tuple(ordered), reading.failures, reading.warnings
    )


def _parsed(model: str, texts: Sequence[str]) -> list[Parse]:
    return [mended(parse) for parse in parsed(model, texts)]


def without_office(name: Mention) -> Mention:
    """The name of whom an office belongs to: of "CEO of Google" Google."""
    office, _, rest = name.text.partition(" ")
    preposition, _, owner = rest.partition(" ")
    if office not in _POSTS or preposition not in {"of", "at"} or not owner[:1].isupper():
        return name
    return replace(name, start=name.end - len(owner), text=owner)


def _sentence_of(sentences: Sequence[Span], offset: int) -> Span:
    return sentences[max(0, bisect_right(sentences, offset, key=lambda s: s.start) - 1)]


class _Names:
    """Words as the names whose head they are; pronouns as the last subject that fits, if it is near."""

    def __init__(self, names: Sequence[Mention], *, pronouns: bool) -> None:
        self._names, self._pronouns = names, pronouns
        self._starts = [name.start for name in names]
        self._last_person: Mention | None = None
        self._last_thing: Mention | None = None
        self._last_object: Mention | None = None
        self._resolved: dict[int, Mention | None] = {}

    def subject(self, word: Word, base: int) -> tuple[Mention | None, bool]:
        """The name that a word stands for, and whether it was a pronoun."""
        if self._pronouns and word.pos == "PRON":
            return self._resolved.setdefault(base + word.start, self._resolve(word, base + word.start)), True
        name = self._at(word, base)
        if name is not None and name.type == "PERSON":
            self._last_person = name
        elif name is not None:
            self._last_thing = name
        return name, False

    def _resolve(self, pronoun: Word, offset: int) -> Mention | None:
        plain = pronoun.text.casefold()
        found = None
        if plain in _PEOPLE:
            found = self._last_person or self._last_thing
        elif plain in _THINGS and pronoun.head.lemma != "be":  # "it is" points at nothing more often than not
            found = self._last_thing or self._last_object
        return found if found is not None and offset - found.end <= _REACH else None

    def object(self, word: Word, base: int) -> Mention | None:
        """The name that a word stands for."""
        name = self._at(word, base)
        self._last_object = name or self._last_object
        return name

    def _at(self, word: Word, base: int) -> Mention | None:
        index = bisect_right(self._starts, base + word.start) - 1
        if index >= 0 and self._names[index].end >= base + word.end:
            return self._names[index]
        beside = word.first("appos")
        return self._at(beside, base) if beside is not None and beside.pos == "PROPN" else None


DEPENDENCY = method_of(
    METHOD,
    title="Stated relations (spaCy)",
    description="Names as the method ner finds them, and who does what to whom, by the grammar of each sentence.",
    configuration=DependencyConfiguration,
    extractor=DependencyExtractor,
    aliases={"dependency-relations": {"min_entity_length": 3}},
    availability=english_availability,
    states_relations=True,
)
