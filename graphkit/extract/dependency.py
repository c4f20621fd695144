"""What the sentences state about names, or in general: subject, predicate, object, by the parse of each sentence."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from graphkit.extract.clauses import Kind, Statement, statements
from graphkit.extract.configured import ConfiguredExtractor
from graphkit.extract.found_names import NameFinder
from graphkit.extract.language_model import english_availability
from graphkit.extract.method import method_of
from graphkit.extract.model_configuration import ModelConfiguration
from graphkit.extract.model_reading import ModelReader, Reading
from graphkit.extract.name_span import clean_span
from graphkit.extract.parse import Parse, Word, parse_of
from graphkit.extract.sentence_pairs import name_key
from graphkit.model import Chunk, Document, Extraction, Mention, Relation, Span

METHOD = "dependency"
VERSION = "1"
PHRASE = "PHRASE"

_CONFIDENCE: dict[Kind, float] = {
    "preposition": 0.75,
    "object": 0.73,
    "copula": 0.62,
    "inherited": 0.57,
    "apposition": 0.47,
    "title": 0.33,
}
"""Shares of right statements of each kind on sentences whose statements people wrote down (CaRB, development half)."""
_PRONOUN_FACTOR = 0.8
_FOREIGN_FACTOR = 0.5
_PEOPLE, _THINGS = frozenset({"he", "she"}), frozenset({"it"})
_NOT_IN_PHRASE = ("relcl", "appos", "acl", "punct", "cc", "conj", "preconj", "mark", "advcl", "parataxis")


class DependencyConfiguration(ModelConfiguration):
    """Options of the method ``dependency``."""

    arguments: Literal["names", "phrases"] = Field(
        "names", description="names: only names are related; phrases: every subject and object, as it stands"
    )
    resolve_pronouns: bool = Field(True, description="read he, she and it as the last fitting subject")


class DependencyExtractor(ConfiguredExtractor[DependencyConfiguration]):
    """Finds typed names and what is stated between them. Raises ``ModelMissing`` when made."""

    def __init__(self, configuration: DependencyConfiguration) -> None:
        self._reader = ModelReader(configuration.model, without=(), taken=parse_of)
        super().__init__(METHOD, VERSION, configuration, self._reader.versions)
        self._names = NameFinder(
            METHOD,
            configuration.entity_labels,
            numbers=False,
            min_length=configuration.min_entity_length,
            max_length=configuration.max_entity_length,
            weighed=configuration.weigh_candidates,
        )

    def extract(self, documents: Iterable[tuple[Document, tuple[Chunk, ...]]]) -> Iterator[Extraction]:
        """One extraction for each document, made some dozens of passages ahead."""
        for reading in self._reader.read(documents):
            yield self._extract(reading)

    def _extract(self, reading: Reading[Parse]) -> Extraction:
        text = reading.document.text
        entities = [(piece, parse.entities) for piece, parse in reading.parts]
        names = self._names.find(text, reading.chunks, entities)
        by_phrases = self._configuration.arguments == "phrases"
        mentions = _Phrases(text) if by_phrases else _Names(names, pronouns=self._configuration.resolve_pronouns)
        relations: dict[tuple[int, str, int, bool], Relation] = {}
        for piece, parse in reading.parts:
            for statement in statements(parse.words):
                if by_phrases and statement.through:
                    continue
                relation = self._relation(mentions, statement, parse, piece.span.start, foreign=piece.foreign)
                if relation is not None:
                    key = relation.subject.start, relation.predicate, relation.object.start, relation.negated
                    relations.setdefault(key, relation)
        used = {m for relation in relations.values() for m in (relation.subject, relation.object)}
        found = sorted(used if by_phrases else {*names, *used}, key=lambda m: (m.start, m.end))
        ordered = sorted(relations.values(), key=lambda r: (r.start, r.subject.start, r.object.start, r.predicate))
        return Extraction(
            reading.document.document_id, METHOD, tuple(found), tuple(ordered), reading.failures, reading.warnings
        )

    def _relation(
        self, mentions: _Names | _Phrases, statement: Statement, parse: Parse, base: int, *, foreign: bool
    ) -> Relation | None:
        subject, by_pronoun = mentions.subject(statement.subject, base)
        other = mentions.object(statement.object, base)
        if subject is None or other is None or name_key(subject.text) == name_key(other.text):
            return None
        if subject.start < other.end and other.start < subject.end:
            return None
        sentence = _sentence_of(parse.sentences, statement.object.start)
        confidence = _CONFIDENCE[statement.kind] * (_PRONOUN_FACTOR if by_pronoun else 1)
        return Relation(
            subject,
            statement.predicate,
            other,
            min(base + sentence.start, subject.start, other.start),
            max(base + sentence.end, subject.end, other.end),
            METHOD,
            round(confidence * (_FOREIGN_FACTOR if foreign else 1), 3),
            negated=statement.negated,
        )


def _sentence_of(sentences: Sequence[Span], offset: int) -> Span:
    return sentences[max(0, bisect_right(sentences, offset, key=lambda s: s.start) - 1)]


class _Names:
    """Words as the names whose head they are; pronouns as the last subject that fits."""

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
            return self._resolved.setdefault(base + word.start, self._resolve(word)), True
        name = self._at(word, base)
        if name is not None and name.type == "PERSON":
            self._last_person = name
        elif name is not None:
            self._last_thing = name
        return name, False

    def _resolve(self, pronoun: Word) -> Mention | None:
        plain = pronoun.text.casefold()
        if plain in _PEOPLE:
            return self._last_person or self._last_thing
        if plain in _THINGS and pronoun.head.lemma != "be":  # "it is" points at nothing more often than not
            return self._last_thing or self._last_object
        return None

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


@dataclass(frozen=True, slots=True)
class _Phrases:
    """Words as the whole noun phrases whose head they are."""

    text: str

    def subject(self, word: Word, base: int) -> tuple[Mention | None, bool]:
        """The phrase around a word; never a pronoun for another."""
        return self.object(word, base), False

    def object(self, word: Word, base: int) -> Mention | None:
        """The phrase around a word: its subtree without clauses, appositions and what is joined to it."""
        inside: list[Word] = []
        waiting = [word]
        while waiting:
            current = waiting.pop()
            inside.append(current)
            waiting += [child for child in current.children if child.dep not in _NOT_IN_PHRASE]
        start, end = min(w.start for w in inside), max(w.end for w in inside)
        spans = clean_span(self.text, base + start, base + end)
        if not spans:
            return None
        return Mention(spans[0].start, spans[0].end, self.text[spans[0].start : spans[0].end], PHRASE, METHOD, 0.7)


DEPENDENCY = method_of(
    METHOD,
    title="Stated relations (spaCy)",
    description="Names as the method ner finds them, and who does what to whom, by the grammar of each sentence.",
    configuration=DependencyConfiguration,
    extractor=DependencyExtractor,
    aliases={"dependency-relations": {"min_entity_length": 3}},
    availability=english_availability,
)
