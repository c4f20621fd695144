"""What the model is asked, and the shape in which it must answer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal

from pydantic import BaseModel, Field, create_model

from graphkit.extract.llm_configuration import LlmConfiguration
from graphkit.extract.llm_ontology import Ontology
from graphkit.llm.base import Request

_USUAL_TYPES = "PERSON, ORG, GPE (countries, cities), LOC, FAC, PRODUCT, EVENT, WORK_OF_ART, LAW, NORP"

_ENTITIES = """You read one passage of a document and list the names in it.
entities: every proper name in the passage: people, organisations, places, products, events, works and the like.
- name: copied letter by letter from the passage, as long as the name is, without titles such as Dr. and without 's.
- each spelling once; no pronouns, no dates, no numbers, no common nouns.
- {types}
- at most {most} names, the most important first."""

_RELATIONS = """
relations: what the passage itself states between two of these names; nothing that you know from elsewhere.
- subject and object: names from entities, in the same spelling; the one who acts is the subject.
- predicate: {predicates}
- evidence: the sentence that states it, copied letter by letter.
- negated: true if the passage says that it is not so."""

_END = """
confidence: from 0 to 1, how sure the passage makes you.
If there is nothing, give empty lists. Answer with JSON only."""

_OVERLOOKED = """
The names and relations under "found already" were found before. List only what was overlooked."""

_ACROSS = """You read neighbouring passages of one document. The names in them are known and listed under "names".
relations: what the passages state between two of these names, above all between names of different passages.
- subject and object: names from that list, in the same spelling; the one who acts is the subject.
- predicate: {predicates}
- evidence: the sentence that states it, copied letter by letter.
- negated: true if the passages say that it is not so.
confidence: from 0 to 1, how sure the passages make you.
If there is nothing, give an empty list. Answer with JSON only."""


class _Relation(BaseModel):
    subject: str
    predicate: str
    object: str
    evidence: str
    negated: bool
    confidence: float


class Prompts:
    """Requests for one configuration."""

    def __init__(self, configuration: LlmConfiguration, ontology: Ontology) -> None:
        self._configuration = configuration
        types = configuration.entity_types
        said = f"type: one of {', '.join(types)}" if types else f"type: one of {_USUAL_TYPES}, or a better word"
        predicates = "a short verb in its base form with its preposition, such as work for, acquire, live in"
        if ontology:
            predicates = f"one of these, between these types: {'; '.join(ontology.words())}"
        related = _RELATIONS.format(predicates=predicates) if configuration.extract_relations else ""
        self._passage = _ENTITIES.format(types=said, most=configuration.max_entities_per_chunk) + related + _END
        self._across = _ACROSS.format(predicates=predicates)
        self._shape = _shape(types, configuration.max_entities_per_chunk, relations=configuration.extract_relations)

    @property
    def hash(self) -> str:
        """Hash of all wordings and shapes: another wording makes another graph."""
        shapes = [self._shape.model_json_schema(), _across_shape().model_json_schema()]
        parts = [self._passage, _OVERLOOKED, self._across, json.dumps(shapes, sort_keys=True)]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:12]

    def passage(self, text: str) -> Request:
        """Names and relations of a passage."""
        return self._request(self._passage, (("passage", text),), self._shape)

    def overlooked(self, text: str, found: Sequence[str]) -> Request:
        """What is in a passage beside what was found."""
        data = (("passage", text), ("found already", "\n".join(found)))
        return self._request(self._passage + _OVERLOOKED, data, self._shape)

    def across(self, text: str, names: Sequence[str]) -> Request:
        """Relations between known names of neighbouring passages."""
        return self._request(self._across, (("passages", text), ("names", "\n".join(names))), _across_shape())

    def _request(self, instructions: str, data: tuple[tuple[str, str], ...], shape: type[BaseModel]) -> Request:
        limits = self._configuration
        return Request(instructions, data, shape, limits.max_output_tokens, limits.temperature)


@lru_cache(maxsize=64)
def _shape(types: tuple[str, ...] | None, most: int, *, relations: bool) -> type[BaseModel]:
    kind: Any = Literal[(*types, "UNKNOWN")] if types else str  # types are known only now
    entity = create_model("Entity", name=(str, ...), type=(kind, ...), confidence=(float, ...))
    fields: dict[str, Any] = {"entities": (list[entity], Field(max_length=most))}  # type: ignore[valid-type]
    if relations:
        fields["relations"] = (list[_Relation], Field(max_length=2 * most))
    return create_model("Passage", **fields)


@lru_cache(maxsize=1)
def _across_shape() -> type[BaseModel]:
    return create_model("Connections", relations=(list[_Relation], Field(max_length=50)))
