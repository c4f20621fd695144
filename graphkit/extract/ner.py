"""Names with types, found by a statistical model (spaCy), cleaned, and found again wherever they recur."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from pydantic import Field

from graphkit.extract.annotation import tagged
from graphkit.extract.configured import ConfiguredExtractor
from graphkit.extract.found_names import NameFinder
from graphkit.extract.language_model import english_availability
from graphkit.extract.method import method_of
from graphkit.extract.model_configuration import ModelConfiguration
from graphkit.extract.model_reading import ModelReader, Reading
from graphkit.extract.parse import Tagged
from graphkit.extract.sentence_pairs import cut_warning, name_key, sentence_pairs
from graphkit.model import Chunk, Document, Extraction, Mention, Relation
from graphkit.text import sentences

METHOD = "ner"
VERSION = "2"

_PAIR_CONFIDENCE = 0.3


class NerConfiguration(ModelConfiguration):
    """Options of the method ``ner``."""

    include_numbers: bool = Field(False, description="keep dates, times, amounts and other numbers too")
    include_relation_edges: bool = Field(True, description="relate the names that stand in one sentence")
    max_relation_entities_per_sentence: int = Field(
        12, ge=2, le=200, description="names of one sentence that are related with each other"
    )
    max_pairs_per_sentence: int = Field(66, ge=1, le=10_000, description="most pairs from one sentence")
    min_relation_weight: int = Field(1, ge=1, description="sentences of a document in which a pair must stand")


class NerExtractor(ConfiguredExtractor[NerConfiguration]):
    """Finds typed names with spaCy and relates the names of a sentence. Raises ``ModelMissing`` when made."""

    def __init__(self, configuration: NerConfiguration) -> None:
        self._reader = ModelReader(configuration.model, taken=tagged)
        super().__init__(METHOD, VERSION, configuration, self._reader.versions)
        self._names = NameFinder(
            METHOD,
            configuration.entity_labels,
            numbers=configuration.include_numbers,
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

    def _extract(self, reading: Reading[Tagged]) -> Extraction:
        text = reading.document.text
        mentions = self._names.find(text, reading.chunks, reading.parts)
        relations, cut = self._relations(text, reading.chunks, mentions)
        warnings = (*reading.warnings, *cut_warning(cut, self._configuration.max_pairs_per_sentence))
        return Extraction(reading.document.document_id, METHOD, tuple(mentions), relations, reading.failures, warnings)

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


def _frequent(relations: tuple[Relation, ...], minimum: int) -> tuple[Relation, ...]:
    if minimum == 1:
        return relations
    keys = [frozenset((name_key(r.subject.text), name_key(r.object.text))) for r in relations]
    counts = Counter(keys)
    return tuple(relation for relation, key in zip(relations, keys, strict=True) if counts[key] >= minimum)


NER = method_of(
    METHOD,
    title="Language model (spaCy)",
    description="Names of people, organisations, places and more, with types, by a small language model.",
    configuration=NerConfiguration,
    extractor=NerExtractor,
    aliases={"ner-entities": {"min_entity_length": 3, "include_relation_edges": False}},
    availability=english_availability,
)
