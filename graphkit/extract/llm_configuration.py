"""The options of the method ``llm``: what decides its results, and how the model is reached and paid for."""

from __future__ import annotations

import json

from pydantic import Field, field_validator, model_validator

from graphkit.errors import GraphkitError
from graphkit.extract.configuration import Configuration
from graphkit.extract.llm_ontology import OntologyRule, key, read_rules, rule_faults
from graphkit.llm.meter import Budget
from graphkit.llm.patience import Patience
from graphkit.llm.prices import Price
from graphkit.llm.registry import (
    ProviderConfig,
    address_from_env,
    model_from_env,
    provider_from_env,
)

DEFAULT_PARALLEL = 8
MAX_WINDOW_CHARACTERS = 12_000
"""Text of chunks that are read together for relations between them: a few pages, within every model's window."""


class LlmConfiguration(Configuration):
    """Options of the method ``llm``. Those behind ``base_url`` change nothing in what is found, so no id holds them."""

    provider: str = Field("", description="gemini, openai (any server that speaks like it), or package.module:function")
    model: str = Field("", description="name of the model; empty: GRAPHKIT_LLM_MODEL, else the provider's default")
    entity_types: tuple[str, ...] | None = Field(None, description="types to use, others become UNKNOWN; empty: any")
    max_entities_per_chunk: int = Field(25, ge=1, le=1_000, description="most names from one chunk")
    extract_relations: bool = Field(True, description="ask for relations too")
    relation_ontology: tuple[OntologyRule, ...] | None = Field(
        None, description="relations to keep: rules, or (subject type, relation, object type); needs entity_types"
    )
    cross_chunk_relations: bool = Field(False, description="ask for relations between neighbouring chunks too")
    cross_chunk_window: int = Field(2, ge=2, le=6, description="chunks that are read together for that")
    gleaning_passes: int = Field(0, ge=0, le=3, description="times to ask again for what was overlooked")
    temperature: float = Field(0.0, ge=0, le=2, description="0: the likeliest answer")
    max_output_tokens: int = Field(4096, ge=16, le=65_536, description="longest answer, in tokens")

    base_url: str = Field("", exclude=True, description="address of the server, if it is not the provider's own")
    timeout_s: float = Field(120.0, gt=0, exclude=True, description="seconds that one call may take")
    parallel: int = Field(DEFAULT_PARALLEL, ge=1, le=64, exclude=True, description="calls at the same time")
    requests_per_minute: int | None = Field(None, ge=1, exclude=True, description="most calls a minute")
    attempts: int = Field(4, ge=1, le=10, exclude=True, description="tries of one call that fails in passing")
    first_wait_s: float = Field(1.0, gt=0, exclude=True, description="seconds before the second try, then doubled")
    max_calls: int | None = Field(None, ge=1, exclude=True, description="budget: most calls")
    max_tokens: int | None = Field(None, ge=1, exclude=True, description="budget: most tokens, both ways")
    max_cost: float | None = Field(None, gt=0, exclude=True, description="budget: most money")
    price_input: float | None = Field(None, ge=0, exclude=True, description="price of a million tokens in")
    price_output: float | None = Field(None, ge=0, exclude=True, description="price of a million tokens out")
    use_kept_answers: bool = Field(True, exclude=True, description="take answers that were given before")

    @model_validator(mode="before")
    @classmethod
    def _from_environment(cls, given: object) -> object:
        """What is not given comes from the environment, so that the identity names what is really asked."""
        if not isinstance(given, dict):
            return given
        provider = str(given.get("provider") or provider_from_env())
        address = given.get("base_url") or (address_from_env() if provider == "openai" else "")
        model = given.get("model") or (
            "" if provider == "openai" and given.get("base_url") else model_from_env(provider)
        )
        return {**given, "provider": provider, "model": model, "base_url": address}

    @field_validator("entity_types", mode="before")
    @classmethod
    def _listed(cls, types: object) -> object:
        listed = [part for part in types.split(",") if part.strip()] if isinstance(types, str) else types
        return listed or None

    @field_validator("entity_types")
    @classmethod
    def _clean_types(cls, types: tuple[str, ...] | None) -> tuple[str, ...] | None:
        if types is None:
            return None
        cleaned = [" ".join(kind.split()) for kind in types]
        if "" in cleaned:
            raise ValueError("entity_types holds an empty type")
        return tuple({key(kind): kind for kind in reversed(cleaned)}.values())[::-1]

    @field_validator("relation_ontology", mode="before")
    @classmethod
    def _read_rules(cls, rules: object) -> object:
        if isinstance(rules, str):
            try:
                rules = json.loads(rules)
            except ValueError:
                raise ValueError("relation_ontology is no JSON") from None
        return read_rules(rules) or None

    @model_validator(mode="after")
    def _together(self) -> LlmConfiguration:
        faults = []
        if not self.provider:
            faults.append(
                "no provider is given (gemini, openai or package.module:function), and the environment names none"
            )
        else:
            try:
                self.provider_config()
            except GraphkitError as fault:
                faults.append(str(fault).removesuffix(" Nothing was asked.").rstrip("."))
        if self.provider == "openai" and not self.model:
            faults.append("the server at base_url serves models by name: give model")
        if self.cross_chunk_relations and not self.extract_relations:
            faults.append("cross_chunk_relations needs extract_relations")
        if self.relation_ontology and not self.extract_relations:
            faults.append("relation_ontology needs extract_relations")
        if self.relation_ontology and not self.entity_types:
            faults.append("relation_ontology needs entity_types")
        elif self.relation_ontology and self.entity_types:
            faults += rule_faults(self.relation_ontology, self.entity_types)
        if (self.price_input is None) != (self.price_output is None):
            faults.append("price_input and price_output must be given together")
        if faults:
            raise ValueError("; ".join(faults))
        return self

    def provider_config(self, key: str = "") -> ProviderConfig:
        """How the provider is reached, with a key that no field of the configuration holds."""
        return ProviderConfig(
            provider=self.provider,
            model=self.model,
            base_url=self.base_url,
            key=key,
            timeout_s=self.timeout_s,
            patience=self.patience,
        )

    @property
    def patience(self) -> Patience:
        """How often a call that fails in passing is tried."""
        return Patience(self.attempts, self.first_wait_s)

    @property
    def budget(self) -> Budget:
        """What a run may spend."""
        return Budget(self.max_calls, self.max_tokens, self.max_cost)

    @property
    def given_price(self) -> Price | None:
        """The price that was given, or None."""
        if self.price_input is None or self.price_output is None:
            return None
        return Price(self.price_input, self.price_output)
