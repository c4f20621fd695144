"""Embedding models that others serve: Gemini, and any server that speaks like OpenAI.

They are reached like language models (``graphkit.llm``): keys from the environment, tries that wait when a server is
busy. Texts leave this machine unless the server is on it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np

from graphkit.embed.base import Vectors
from graphkit.embed.vectors import unit_rows
from graphkit.errors import BadRequest, ProviderBusy, ProviderError
from graphkit.llm.faults import transport_fault
from graphkit.llm.gemini import Gemini
from graphkit.llm.openai import OpenAICompatible
from graphkit.llm.patience import DEFAULT_PATIENCE, Patience
from graphkit.llm.registry import address_from_env, key_from_env

GEMINI_MODEL = "gemini-embedding-001"
OPENAI_MODEL = "text-embedding-3-small"
BATCH_TEXTS = 64
"""Texts in one request: Gemini takes 100, and most servers of one's own less than they say."""
MAX_CHARACTERS = 8_000
"""Of a longer text the beginning is embedded: every model takes 2,000 tokens."""

_Call = Callable[[Sequence[str]], "list[list[float]]"]


class ServedEmbedder:
    """An embedder made of requests to a server; its dimension is asked for once.

    ``embed`` raises ``ProviderError`` when the server fails again and again.
    """

    def __init__(self, name: str, call: _Call, *, patience: Patience = DEFAULT_PATIENCE) -> None:
        self._name = name
        self._call = call
        self._patience = patience

    @property
    def name(self) -> str:
        """Provider and model."""
        return self._name

    @cached_property
    def dimension(self) -> int:
        """Numbers in a vector, as the server gives them."""
        return len(self._asked(["dimension"])[0])

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One vector for each text, in their order; blank texts give zeros and are not sent."""
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        places = [at for at, text in enumerate(texts) if text.strip()]
        for first in range(0, len(places), BATCH_TEXTS):
            part = places[first : first + BATCH_TEXTS]
            rows = np.asarray(self._asked([texts[at][:MAX_CHARACTERS] for at in part]), dtype=np.float64)
            if rows.shape != (len(part), self.dimension):
                raise ProviderError(
                    f"{self._name} gave vectors of shape {rows.shape} for {len(part)} texts, but "
                    f"{self.dimension} numbers for each before. None of them was stored."
                )
            vectors[part] = unit_rows(rows)
        return vectors

    def _asked(self, texts: Sequence[str]) -> list[list[float]]:
        for attempt in range(1, self._patience.attempts + 1):
            try:
                return self._call(texts)
            except ProviderError as fault:
                if attempt == self._patience.attempts or fault.tried_again or not fault.passing:
                    raise
                told = fault.retry_after_s if isinstance(fault, ProviderBusy) else None
                wait = self._patience.wait_s(attempt) if told is None else told
                threading.Event().wait(min(wait, self._patience.longest_wait_s))
        raise AssertionError("the last attempt returns or raises")


def open_served_embedder(name: str, *, base_url: str = "", key: str = "") -> ServedEmbedder:
    """The embedder ``gemini:MODEL`` or ``openai:MODEL``; without a model the provider's usual one.

    Address and key come from the environment where they are not given, as for language models. Raises ``ModelMissing``
    without a key, ``BadRequest`` for another provider.
    """
    provider, _, model = name.partition(":")
    address = base_url or (address_from_env() if provider == "openai" else "")
    if provider == "gemini":
        return gemini_embedder(Gemini(model or GEMINI_MODEL, key or key_from_env(provider), base_url=address))
    if provider == "openai":
        return openai_embedder(OpenAICompatible(model or OPENAI_MODEL, key or key_from_env(provider), base_url=address))
    raise BadRequest(
        f"There is no embedder {name!r}: gemini:MODEL and openai:MODEL are served. "
        "Words and graph still work without one."
    )


def gemini_embedder(provider: Gemini, *, patience: Patience = DEFAULT_PATIENCE) -> ServedEmbedder:
    """Vectors by ``batchEmbedContents`` of the provider's model."""

    def call(texts: Sequence[str]) -> list[list[float]]:
        from google.genai import errors, types

        contents = [types.Content(parts=[types.Part(text=text)]) for text in texts]
        try:
            answer = provider.client.models.embed_content(model=provider.model, contents=contents)
        except errors.APIError as fault:
            raise provider.translated(fault) from None
        except Exception as fault:  # the client raises those of the libraries below it
            told = transport_fault(fault, "Gemini", provider.address)
            if told is None:
                raise
            told.tried_again = True
            raise told from None
        return [list(row.values or ()) for row in answer.embeddings or ()]

    return ServedEmbedder(f"gemini {provider.model}", call, patience=patience)


def openai_embedder(provider: OpenAICompatible, *, patience: Patience = DEFAULT_PATIENCE) -> ServedEmbedder:
    """Vectors by ``/embeddings`` of the provider's server."""

    def call(texts: Sequence[str]) -> list[list[float]]:
        from openai import APIConnectionError, APIError

        try:
            answer = provider.client.embeddings.create(model=provider.model, input=list(texts), encoding_format="float")
        except APIConnectionError as fault:
            cause = fault.__cause__ if isinstance(fault.__cause__, Exception) else fault
            raise transport_fault(cause, "The server", provider.address) or provider.translated(fault) from None
        except APIError as fault:
            raise provider.translated(fault) from None
        return [row.embedding for row in sorted(answer.data, key=lambda row: row.index)]

    place = f" at {provider.address}" if provider.address else ""
    return ServedEmbedder(f"openai {provider.model}{place}", call, patience=patience)
