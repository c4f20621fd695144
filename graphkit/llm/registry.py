"""Providers by name, how they are reached, and where their keys come from."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from graphkit.errors import BadRequest
from graphkit.llm import gemini, openai
from graphkit.llm.base import Provider
from graphkit.llm.function import Answering, FunctionProvider, function_at
from graphkit.llm.gemini import Gemini
from graphkit.llm.openai import OpenAICompatible
from graphkit.llm.patience import DEFAULT_PATIENCE, Patience

PROVIDER_VARIABLE = "GRAPHKIT_LLM_PROVIDER"
MODEL_VARIABLE = "GRAPHKIT_LLM_MODEL"
ADDRESS_VARIABLE = "GRAPHKIT_LLM_BASE_URL"


@dataclass(frozen=True, slots=True)
class ProviderInfo:
    """A provider for people: its title, which variables hold its key, which model it asks unless told otherwise."""

    name: str
    title: str
    key_variables: tuple[str, ...]
    default_model: str


PROVIDERS: dict[str, ProviderInfo] = {
    gemini.NAME: ProviderInfo(gemini.NAME, "Gemini", gemini.KEY_VARIABLES, gemini.DEFAULT_MODEL),
    openai.NAME: ProviderInfo(
        openai.NAME,
        "OpenAI, or a server that speaks like it (llama.cpp, Ollama, vLLM)",
        openai.KEY_VARIABLES,
        openai.DEFAULT_MODEL,
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderConfig:
    """Which model is asked and how it is reached. The key stands in no ``repr``, no id and no file.

    ``provider`` is ``gemini``, ``openai``, or ``package.module:function`` for a function of one's own.
    """

    provider: str
    model: str = ""
    base_url: str = ""
    key: str = field(default="", repr=False, compare=False)
    timeout_s: float = 120.0
    patience: Patience = DEFAULT_PATIENCE

    def __post_init__(self) -> None:
        faults = []
        if self.provider not in PROVIDERS and ":" not in self.provider:
            known = ", ".join(PROVIDERS)
            faults.append(f"there is no provider {self.provider!r} (known: {known}, or package.module:function)")
        address = urlsplit(self.base_url)
        if self.base_url and (address.scheme not in ("http", "https") or not address.hostname):
            faults.append(f"base_url is {self.base_url!r}, but must begin with http:// or https:// and name a server")
        if address.username or address.password:
            faults.append("base_url holds a password; give it as the key")
        if not self.timeout_s > 0:
            faults.append(f"timeout_s is {self.timeout_s}, but must be over 0 seconds")
        if faults:
            raise BadRequest(f"The provider of language models cannot be used: {'; '.join(faults)}. Nothing was asked.")


def provider_from_env(environment: Mapping[str, str] | None = None) -> str:
    """The provider that the environment names, or whose key it holds; empty if there is none."""
    env = os.environ if environment is None else environment
    named = env.get(PROVIDER_VARIABLE, "").strip()
    if named:
        return named
    if env.get(ADDRESS_VARIABLE):
        return openai.NAME
    return next((name for name in PROVIDERS if key_from_env(name, env)), "")


def key_from_env(provider: str, environment: Mapping[str, str] | None = None) -> str:
    """The key of a provider from the variables that its own clients read; empty if none is set."""
    env = os.environ if environment is None else environment
    info = PROVIDERS.get(provider)
    return next((env[name] for name in info.key_variables if env.get(name)), "") if info else ""


def model_from_env(provider: str) -> str:
    """The model that is asked unless one is named; empty if it must be named."""
    named = os.environ.get(MODEL_VARIABLE, "").strip()
    if named:
        return named
    if provider == openai.NAME and address_from_env():
        return ""
    return PROVIDERS[provider].default_model if provider in PROVIDERS else provider.rpartition(":")[2]


def address_from_env() -> str:
    """Address of the server that the environment names, or nothing."""
    return os.environ.get(ADDRESS_VARIABLE, "").strip()


def open_provider(config: ProviderConfig, function: Answering | None = None) -> Provider:
    """The provider of a configuration, or one made of ``function``. Nothing is asked yet.

    Without a key in the configuration that of the environment is used. Raises ``ModelMissing`` without a key or its
    package, ``BadRequest`` without a model or a function of that name.
    """
    name = config.provider
    key = config.key or key_from_env(name)
    if function is not None:
        return FunctionProvider(function, name=name, model=config.model)
    if name == gemini.NAME:
        return Gemini(config.model, key, base_url=config.base_url, timeout_s=config.timeout_s, patience=config.patience)
    if name == openai.NAME:
        return OpenAICompatible(config.model, key, base_url=config.base_url, timeout_s=config.timeout_s)
    return FunctionProvider(function_at(name), name=name, model=config.model)
