"""Extraction as one configuration, and single texts read by a language model."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphkit.config import DEFAULT_DEDUP_THRESHOLD
from graphkit.errors import BadRequest, ProviderError
from graphkit.extract.base import Extractor
from graphkit.extract.configuration import checked
from graphkit.extract.domain_terms import DomainTerms
from graphkit.extract.llm import LlmExtractor
from graphkit.extract.llm_answer import NamePart
from graphkit.extract.llm_configuration import LlmConfiguration
from graphkit.extract.llm_findings import METHOD as LLM
from graphkit.extract.registry import create, states_relations
from graphkit.ids import canonical, document_id
from graphkit.ingest.chunks import chunk
from graphkit.llm.base import Provider
from graphkit.llm.function import FunctionProvider
from graphkit.model import UNKNOWN, Chunk, Document, Extraction, Span

_log = logging.getLogger(__name__)
_NOBODY = "nobody:at_all"
"""Stands for a provider where only types and ontology are checked."""


@dataclass(frozen=True, slots=True)
class ExtractedEntity:
    """A name in a text. ``spans`` are all its places there: the evidence, in characters."""

    name: str
    type: str = UNKNOWN
    confidence: float = 1.0
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class ExtractedRelation:
    """What a text states between two names; ``evidence`` is the span that proves it, None if nobody looked."""

    subject: str
    relation_type: str
    object: str
    confidence: float = 1.0
    evidence: Span | None = None
    negated: bool = False


@dataclass(frozen=True, slots=True)
class ExtractionConfig:
    """How documents are read.

    Args:
        method: Id or alias of any method (``graphkit.extract.registry.methods``).
        provider: For ``llm``: ``gemini``, ``openai``, ``package.module:function``, a function from a prompt to an
            answer, or an open provider.
        dedup_enabled: Whether names that score at least ``dedup_threshold`` are then decided to be one.
        extract_relations: Ask for stated relations; only for methods that yield them.
        cross_chunk_relations: Also between neighbouring chunks; only ``llm`` can.
        entity_types: Types to use; others become UNKNOWN. None: any.
        relation_ontology: Relations to keep; see the option of the same name of ``llm``.
        options: Further options of the method, by name.

    Raises:
        BadRequest: All faults in one sentence; it is a ``ValueError``. ``UnknownMethod`` for a method nobody knows.
    """

    method: str = "regex"
    provider: str | Callable[[str], Any] | Provider | None = None
    dedup_enabled: bool = False
    dedup_threshold: float = DEFAULT_DEDUP_THRESHOLD
    max_entities_per_chunk: int = 25
    extract_relations: bool = False
    cross_chunk_relations: bool = False
    entity_types: Sequence[str] | None = None
    relation_ontology: Any = None
    options: dict[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        stated = states_relations(self.method)
        faults = []
        if self.extract_relations and not stated:
            faults.append(f"extract_relations needs a method that yields relations, and {self.method!r} yields none")
        if self.cross_chunk_relations and not self.extract_relations:
            faults.append("cross_chunk_relations needs extract_relations")
        elif self.cross_chunk_relations and self.method != LLM and stated:
            faults.append(f"cross_chunk_relations needs the method {LLM!r}")
        if self.relation_ontology and not self.entity_types:
            faults.append("relation_ontology needs entity_types")
        if self.method == LLM and not self.provider:
            faults.append(f"the method {LLM!r} needs a provider: gemini, openai, package.module:function or a function")
        if not _is_share(self.dedup_threshold):
            faults.append(f"dedup_threshold is {self.dedup_threshold!r}, but must be over 0 and at most 1")
        if not isinstance(self.max_entities_per_chunk, int) or self.max_entities_per_chunk < 1:
            faults.append(f"max_entities_per_chunk is {self.max_entities_per_chunk!r}, but must be at least 1")
        if faults:
            raise BadRequest(f"The configuration of extraction is wrong: {'; '.join(faults)}. Nothing was extracted.")
        if self.method == LLM or self.entity_types or self.relation_ontology:
            self._llm_options()
        if self.method != LLM and self.options:
            create(self.method, **self.options)

    def extractor(self) -> Extractor:
        """The engine that works by this configuration. Raises ``ModelMissing``."""
        return self.language_model() if self.method == LLM else create(self.method, **self.options)

    def language_model(self) -> LlmExtractor:
        """The same for ``llm``. Raises ``BadRequest`` for another method, ``ModelMissing`` without a key."""
        if self.method != LLM:
            raise BadRequest(
                f"A language model was asked for, but the method is {self.method!r}. Nothing was extracted."
            )
        given = self.provider
        if callable(given) and not isinstance(given, Provider):
            options = self._llm_options()
            return LlmExtractor(options, FunctionProvider(given, name=options.provider, model=options.model))
        return LlmExtractor(self._llm_options(), given if isinstance(given, Provider) else None)

    def _llm_options(self) -> LlmConfiguration:
        given = self.provider
        own: dict[str, object]
        if self.method != LLM:
            own = {"provider": _NOBODY}
        elif isinstance(given, str):
            own = {"provider": given}
        elif isinstance(given, Provider):
            known = given.name in ("gemini", "openai") or ":" in given.name
            own = {"provider": given.name if known else f"given:{given.name}", "model": given.model}
        else:
            name = getattr(given, "__qualname__", type(given).__name__)
            own = {"provider": f"{getattr(given, '__module__', 'given')}:{name}", "model": name}
        types = (self.entity_types,) if isinstance(self.entity_types, str) else tuple(self.entity_types or ())
        options = {
            **own,
            "entity_types": types,
            "max_entities_per_chunk": self.max_entities_per_chunk,
            "relation_ontology": self.relation_ontology or None,
            "extract_relations": True,
            "cross_chunk_relations": self.cross_chunk_relations,
            **(self.options if self.method == LLM else {}),
        }
        ready = checked(LlmConfiguration, options, LLM)  # an ontology is checked even where no relation is asked for
        if self.extract_relations:
            return ready
        return checked(LlmConfiguration, {**options, "relation_ontology": None, "extract_relations": False}, LLM)


class LLMEntityExtractor:
    """Names of single texts by a language model, each found in the text or left out."""

    def __init__(self, config: ExtractionConfig) -> None:
        self._engine = config.language_model()

    def extract(self, text: str, domain_terms: Iterable[str] | None = None) -> list[ExtractedEntity]:
        """The names of a text, by their first place; ``domain_terms`` are found as whole words in any case.

        Raises ``ProviderError`` if no passage could be read, so an empty list means that there is nothing.
        """
        found = _read(self._engine, text)
        places: dict[tuple[str, str], ExtractedEntity] = {}
        for mention in found.mentions:
            key = (canonical(mention.text), mention.type)
            known = places.get(key) or ExtractedEntity(mention.text, mention.type, 0.0)
            confidence, spans = (
                max(known.confidence, mention.confidence),
                (*known.spans, Span(mention.start, mention.end)),
            )
            places[key] = ExtractedEntity(known.name, known.type, confidence, spans)
        taken = [span for entity in places.values() for span in entity.spans]
        for span in DomainTerms(domain_terms or ()).find(text, 0, len(text)):
            if any(other.start < span.end and span.start < other.end for other in taken):
                continue
            name = text[span.start : span.end]
            term = places.get((canonical(name), UNKNOWN)) or ExtractedEntity(name)
            places[canonical(name), UNKNOWN] = ExtractedEntity(term.name, UNKNOWN, 1.0, (*term.spans, span))
        return sorted(places.values(), key=lambda entity: entity.spans[0].start)


class LLMRelationExtractor:
    """Relations of single texts between names that are known, each with the sentence that states it."""

    def __init__(self, config: ExtractionConfig) -> None:
        if not config.extract_relations:
            raise BadRequest(
                "LLMRelationExtractor needs a configuration with extract_relations. Nothing was extracted."
            )
        self._engine = config.language_model()

    def extract(
        self, text: str, known_entities: Iterable[ExtractedEntity | str | tuple[str, str]]
    ) -> list[ExtractedRelation]:
        """What a text states between two of the known entities, by offset; never of one with itself.

        Raises ``ProviderError`` if no passage could be read.
        """
        names = [_name_part(entity) for entity in known_entities]
        document, chunks = _passages(text)
        found = self._engine.relate(document, chunks, names)
        _raise_if_nothing_was_read(found, chunks)
        return [
            ExtractedRelation(
                r.subject.text, r.predicate, r.object.text, r.confidence, Span(r.start, r.end), negated=r.negated
            )
            for r in found.relations
        ]


def _name_part(entity: ExtractedEntity | str | tuple[str, str]) -> NamePart:
    if isinstance(entity, ExtractedEntity):
        entity = (entity.name, entity.type)
    name, kind = (entity, UNKNOWN) if isinstance(entity, str) else entity
    return NamePart.model_validate({"name": name, "type": kind, "confidence": 1.0})


def _passages(text: str) -> tuple[Document, tuple[Chunk, ...]]:
    document = Document(document_id(text.encode("utf-8", "surrogatepass")), "text", text, "")
    return document, chunk(document) if text.strip() else ()


def _read(engine: LlmExtractor, text: str) -> Extraction:
    document, chunks = _passages(text)
    (found,) = engine.extract([(document, chunks)])
    _raise_if_nothing_was_read(found, chunks)
    return found


def _raise_if_nothing_was_read(found: Extraction, chunks: Sequence[Chunk]) -> None:
    if found.failures and len(found.failures) == len(chunks):
        raise ProviderError(found.failures[0].reason)
    for failure in found.failures:
        _log.warning("Passage %s of the text was not read: %s", failure.index, failure.reason)


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= 1
