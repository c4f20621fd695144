"""The options that all methods with a language model share."""

from __future__ import annotations

from pydantic import Field, field_validator

from graphkit.extract.configuration import Configuration
from graphkit.extract.name_span import MAX_NAME


class ModelConfiguration(Configuration):
    """Which model reads, and which of its names are kept."""

    model: str | None = Field(
        None, description="name of an installed spaCy model; empty: the one of each text's language"
    )
    min_entity_length: int = Field(2, ge=1, le=MAX_NAME, description="shortest name, in characters")
    max_entity_length: int = Field(120, ge=1, le=MAX_NAME, description="longest name, in characters")
    entity_labels: tuple[str, ...] | None = Field(
        None, description="types to keep, such as PERSON, ORG, GPE; empty: all that name things"
    )
    weigh_candidates: bool = Field(
        True, description="weigh names by capital letters beside those of the model (English)"
    )
    find_definitions: bool = Field(True, description="take both forms of World Health Organization (WHO) as names")
    find_again: bool = Field(True, description="find a name wherever the document spells it the same")
    find_parts: bool = Field(True, description="find family names of people alone: Holmes after Sherlock Holmes")
    keep_titles: bool = Field(False, description="let Dr., Mr. and the like belong to the name that follows")
    include_item_node: bool = Field(True, exclude=True, description="known to other programs; changes nothing here")

    @field_validator("entity_labels")
    @classmethod
    def _sorted_labels(cls, labels: tuple[str, ...] | None) -> tuple[str, ...] | None:
        return None if labels is None else tuple(sorted({label.strip().upper() for label in labels}))

    @field_validator("model")
    @classmethod
    def _named_model(cls, model: str | None) -> str | None:
        return model or None
