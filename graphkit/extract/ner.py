"""Names with types, found by a statistical model (spaCy), cleaned, and found again wherever they recur."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import Field, field_validator

from graphkit.extract.configuration import Configuration
from graphkit.extract.definition import definitions
from graphkit.extract.domain_terms import DomainTerms
from graphkit.extract.language_model import missing_sentence, model_for
from graphkit.extract.method import method_of
from graphkit.extract.model_reading import ModelReader, Piece, Reading
from graphkit.extract.name_span import MAX_NAME, clean_span
from graphkit.extract.sentence_pairs import cut_warning, name_key, sentence_pairs
from graphkit.extract.wordlists import FUNCTION_WORDS, MONTHS, SENTENCE_OPENERS, WEEKDAYS
from graphkit.model import UNKNOWN, Chunk, Document, Extraction, JsonValue, Mention, Relation
from graphkit.text import sentences

if TYPE_CHECKING:
    from spacy.tokens import Doc

RawEntity = tuple[int, int, str]
"""Start, end and type, offsets counting from the piece."""

METHOD = "ner"
VERSION = "1"
NUMBERS = frozenset("DATE TIME CARDINAL ORDINAL MONEY PERCENT QUANTITY".split())

_MODEL_CONFIDENCE = 0.8
_AGAIN_CONFIDENCE = 0.7
_DEFINITION_CONFIDENCE = 0.8
_FOREIGN_FACTOR = 0.5
_PAIR_CONFIDENCE = 0.3
_UNUSED = ("tagger", "parser", "attribute_ruler", "lemmatizer", "senter", "morphologizer")
"""Components that names do not need."""


class NerConfiguration(Configuration):
    """Options of the method ``ner``."""

    model: str | None = Field(
        None, description="name of an installed spaCy model; empty: the one of each text's language"
    )
    min_entity_length: int = Field(2, ge=1, le=MAX_NAME, description="shortest name, in characters")
    max_entity_length: int = Field(120, ge=1, le=MAX_NAME, description="longest name, in characters")
    entity_labels: tuple[str, ...] | None = Field(
        None, description="types to keep, such as PERSON, ORG, GPE; empty: all that name things"
    )
    include_numbers: bool = Field(False, description="keep dates, times, amounts and other numbers too")
    include_item_node: bool = Field(True, description="exported snapshots carry a node for the document itself")
    include_relation_edges: bool = Field(True, description="relate the names that stand in one sentence")
    max_relation_entities_per_sentence: int = Field(
        12, ge=2, le=200, description="names of one sentence that are related with each other"
    )
    max_pairs_per_sentence: int = Field(66, ge=1, le=10_000, description="most pairs from one sentence")
    min_relation_weight: int = Field(1, ge=1, description="sentences of a document in which a pair must stand")

    @field_validator("entity_labels")
    @classmethod
    def _sorted_labels(cls, labels: tuple[str, ...] | None) -> tuple[str, ...] | None:
        return None if labels is None else tuple(sorted({label.strip().upper() for label in labels}))

    @field_validator("model")
    @classmethod
    def _named_model(cls, model: str | None) -> str | None:
        return model or None


@dataclass(frozen=True, slots=True)
class _Name:
    """A cleaned span with the model's type; ``kept`` is False for types that are left out and only block the place."""

    start: int
    end: int
    label: str
    confidence: float
    kept: bool = True


class NerExtractor:
    """Finds typed names with spaCy and relates the names of a sentence. Raises ``ModelMissing`` when made."""

    def __init__(self, configuration: NerConfiguration) -> None:
        self._configuration = configuration
        self._reader = ModelReader(configuration.model, without=_UNUSED, taken=entities_of)

    @property
    def method(self) -> str:
        """Id of the method."""
        return METHOD

    @property
    def configuration(self) -> Mapping[str, JsonValue]:
        """All options with their values."""
        return self._configuration.as_json()

    @property
    def versions(self) -> Mapping[str, str]:
        """Version of the rules and of every model that may read a text."""
        return {METHOD: VERSION, **self._reader.versions}

    def extract(self, documents: Iterable[tuple[Document, tuple[Chunk, ...]]]) -> Iterator[Extraction]:
        """One extraction for each document, made some dozens of passages ahead."""
        for reading in self._reader.read(documents):
            yield self._extract(reading)

    def _extract(self, reading: Reading[list[RawEntity]]) -> Extraction:
        text = reading.document.text
        names = [name for piece, entities in reading.parts for name in self._names(text, piece, entities)]
        mentions = self._mentions(text, reading.chunks, names)
        relations, cut = self._relations(text, reading.chunks, mentions)
        warnings = (*reading.warnings, *cut_warning(cut, self._configuration.max_pairs_per_sentence))
        return Extraction(reading.document.document_id, METHOD, tuple(mentions), relations, reading.failures, warnings)

    def _names(self, text: str, piece: Piece, entities: list[RawEntity]) -> Iterator[_Name]:
        confidence = _MODEL_CONFIDENCE * (_FOREIGN_FACTOR if piece.foreign else 1)
        base = piece.span.start
        for start, end, label in entities:
            if not self._keeps(label):
                yield _Name(base + start, base + end, label, confidence, kept=False)
                continue
            for span in clean_span(text, base + start, base + end):
                yield _Name(span.start, min(span.end, piece.span.end), label, confidence)

    def _keeps(self, label: str) -> bool:
        labels = self._configuration.entity_labels
        if labels is not None:
            return label in labels
        return self._configuration.include_numbers or label not in NUMBERS

    # -- the whole document --------------------------------------------------------------------

    def _mentions(self, text: str, chunks: Sequence[Chunk], names: list[_Name]) -> list[Mention]:
        types = _types(text, names)
        spans: dict[int, _Name] = {}
        taken = bytearray(len(text))
        defined = _defined(text, chunks, names, types, self._keeps)
        for name in [*defined, *names]:
            if not any(taken[name.start : name.end]):
                taken[name.start : name.end] = b"\x01" * (name.end - name.start)
                spans[name.start] = name
        wanted = {text[n.start : n.end] for n in spans.values() if n.kept}
        again = DomainTerms((word for word in wanted if _may_recur(word)), any_case=False)
        for chunk in chunks:
            for span in again.find(text, chunk.start, chunk.end):
                if not any(taken[span.start : span.end]):
                    taken[span.start : span.end] = b"\x01" * (span.end - span.start)
                    spans[span.start] = _Name(span.start, span.end, "", _AGAIN_CONFIDENCE)
        low, high = self._configuration.min_entity_length, self._configuration.max_entity_length
        mentions = []
        for start in sorted(spans):
            name = spans[start]
            surface = text[start : name.end]
            if name.kept and low <= len(surface) <= high:
                kind = types.get(name_key(surface), name.label or UNKNOWN)
                mentions.append(Mention(start, name.end, surface, kind, METHOD, name.confidence))
        return mentions

    def _relations(
        self, text: str, chunks: Sequence[Chunk], mentions: Sequence[Mention]
    ) -> tuple[tuple[Relation, ...], int]:
        if not self._configuration.include_relation_edges:
            return (), 0
        spans = [span for chunk in chunks for span in sentences(text, chunk.start, chunk.end)]
        limit = self._configuration.max_pairs_per_sentence
        pairs = sentence_pairs(
            mentions,
            spans,
            method=METHOD,
            confidence=_PAIR_CONFIDENCE,
            limit=limit,
            names=self._configuration.max_relation_entities_per_sentence,
        )
        return _frequent(pairs.relations, self._configuration.min_relation_weight), pairs.cut_sentences


def entities_of(doc: Doc) -> list[RawEntity]:
    """Spans and types of a text's entities as the model gives them."""
    return [(entity.start_char, entity.end_char, entity.label_) for entity in doc.ents]


def _types(text: str, names: Sequence[_Name]) -> dict[str, str]:
    """The type of each name in this document: what the model said most often, at a tie what it said first."""
    votes: dict[str, Counter[str]] = {}
    for name in names:
        if name.kept:
            votes.setdefault(name_key(text[name.start : name.end]), Counter())[name.label] += 1
    return {key: labels.most_common(1)[0][0] for key, labels in votes.items()}


def _defined(
    text: str, chunks: Sequence[Chunk], names: Sequence[_Name], types: dict[str, str], keeps: Callable[[str], bool]
) -> list[_Name]:
    """Long and short forms of definitions in brackets, both with the type of whichever the model knew."""
    found: list[_Name] = []
    for chunk in chunks:
        for long, short in definitions(text, chunk.start, chunk.end):
            first = bisect_left(names, long.start, key=_start_of)
            last = bisect_left(names, long.end, key=_start_of)
            inside = [n.label for n in names[first:last] if n.kept and n.end <= long.end]
            key = name_key(text[long.start : long.end])
            label = types.get(key) or (max(inside, key=inside.count) if inside else UNKNOWN)
            if label != UNKNOWN and not keeps(label):
                continue
            for span in (long, short):
                types[name_key(text[span.start : span.end])] = label
                found.append(_Name(span.start, span.end, label, _DEFINITION_CONFIDENCE))
    return found


def _start_of(name: _Name) -> int:
    return name.start


def _may_recur(name: str) -> bool:
    """Whether every place that spells this name may be taken as the name: not May, not Second, not us."""
    if len(name) < 2 or not any(c.isupper() or (not c.islower() and c.isalpha()) for c in name):
        return False
    plain = name.casefold()
    return not (plain in FUNCTION_WORDS or plain in SENTENCE_OPENERS or plain in MONTHS or plain in WEEKDAYS)


def _frequent(relations: tuple[Relation, ...], minimum: int) -> tuple[Relation, ...]:
    if minimum == 1:
        return relations
    keys = [frozenset((name_key(r.subject.text), name_key(r.object.text))) for r in relations]
    counts = Counter(keys)
    return tuple(relation for relation, key in zip(relations, keys, strict=True) if counts[key] >= minimum)


def _availability() -> str:
    return "" if model_for("en") else missing_sentence(None) + "."


NER = method_of(
    METHOD,
    title="Language model (spaCy)",
    description="Names of people, organisations, places and more, with types, by a small language model.",
    configuration=NerConfiguration,
    extractor=NerExtractor,
    aliases={"ner-entities": {"min_entity_length": 3, "include_relation_edges": False}},
    availability=_availability,
)
