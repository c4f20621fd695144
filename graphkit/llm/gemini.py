"""Gemini by Google's own client, with answers in the shape of a pydantic model."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from graphkit.errors import GraphkitError, ModelMissing, ProviderBusy, ProviderError, ProviderRefused
from graphkit.llm.base import Completion, FinishReason, Request, Usage, tokens_of
from graphkit.llm.faults import reason, transport_fault
from graphkit.llm.patience import DEFAULT_PATIENCE, Patience

if TYPE_CHECKING:
    from google.genai import Client
    from google.genai.errors import APIError
    from google.genai.types import GenerateContentResponse

NAME = "gemini"
KEY_VARIABLES = ("GEMINI_API_KEY", "GOOGLE_API_KEY")
DEFAULT_MODEL = "gemini-2.5-flash"

_PASSING = [408, 500, 502, 503, 504]
"""Statuses that the client tries again by itself. A 429 is left to the caller, whom it must slow down altogether."""
_FINISH: dict[str, FinishReason] = {"STOP": "stop", "MAX_TOKENS": "length"}
_BLOCKED = ("SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "MODEL_ARMOR")
_DELAY = re.compile(r"(\d+(?:\.\d+)?)s")


class Gemini:
    """Models of the Gemini API. ``ModelMissing`` is raised when it is made without a key.

    The key is held in memory, is in no message, and goes to ``address`` only.
    """

    def __init__(
        self,
        model: str,
        key: str,
        *,
        base_url: str = "",
        timeout_s: float = 120.0,
        patience: Patience = DEFAULT_PATIENCE,
    ) -> None:
        if not key:
            raise ModelMissing(
                f"There is no key for Gemini: set the variable {KEY_VARIABLES[0]}. Nothing was asked, nothing changed."
            )
        self._model = model or DEFAULT_MODEL
        self._key = key
        self._base_url = base_url
        self._timeout_s = timeout_s
        self._patience = patience

    @property
    def name(self) -> str:
        """``gemini``."""
        return NAME

    @property
    def model(self) -> str:
        """Name of the model, such as ``gemini-2.5-flash``."""
        return self._model

    @property
    def address(self) -> str:
        """Where it is asked, if not at Google's own address."""
        return self._base_url

    @cached_property
    def client(self) -> Client:
        """The client of this provider, made at the first call; threads may share it."""
        from google.genai import Client, types  # two seconds of imports, needed by the first question only

        retry = types.HttpRetryOptions(
            attempts=self._patience.attempts,
            initial_delay=self._patience.first_wait_s,
            max_delay=self._patience.longest_wait_s,
            http_status_codes=_PASSING,
        )
        options = types.HttpOptions(
            base_url=self._base_url or None, timeout=round(self._timeout_s * 1000), retry_options=retry
        )
        return Client(vertexai=False, api_key=self._key, http_options=options)

    def complete(self, request: Request) -> Completion:
        """The answer to one request; passing failures were tried again before they are raised."""
        from google.genai import errors, types

        config = types.GenerateContentConfig(
            system_instruction=request.system,
            temperature=request.temperature,
            max_output_tokens=request.max_output_tokens,
            response_mime_type="application/json",
            response_schema=request.schema,
        )
        try:
            response = self.client.models.generate_content(model=self._model, contents=request.prompt, config=config)
        except errors.APIError as fault:
            raise self.translated(fault) from None
        except GraphkitError:
            raise
        except Exception as fault:  # noqa: BLE001 - the client raises those of the libraries below it
            told = transport_fault(fault, "Gemini", self._base_url) or self._strange(fault)
            told.tried_again = True
            raise told from None
        return _completion(response, request)

    def translated(self, fault: APIError) -> ProviderError:
        """A failure of the API as ours."""
        told = reason(str(fault.message or fault.status or ""), self._key)
        if fault.code == 429:
            return ProviderBusy(f"Gemini takes no more requests for now: {told}", retry_after_s=_retry_after(fault))
        if fault.code in (401, 403) or "API key" in told:
            return ProviderRefused(f"Gemini refused the key: {told} Nothing more was asked; what is stored is kept.")
        if fault.code == 404:
            return ProviderRefused(
                f"Gemini knows no model {self._model!r}: {told} Choose another; what is stored is kept."
            )
        if fault.code and fault.code >= 500:
            failed = ProviderError(f"Gemini failed with status {fault.code}: {told}", passing=True)
            failed.tried_again = True
            return failed
        return ProviderError(f"Gemini refused the request with status {fault.code}: {told}")

    def _strange(self, fault: Exception) -> ProviderError:
        return ProviderError(f"Gemini's answer cannot be read: {reason(str(fault), self._key)}")


def _completion(response: GenerateContentResponse, request: Request) -> Completion:
    candidate = response.candidates[0] if response.candidates else None
    parts = candidate.content.parts if candidate and candidate.content and candidate.content.parts else []
    text = "".join(part.text for part in parts if part.text and not part.thought)
    told = response.usage_metadata
    if told is None or told.prompt_token_count is None:
        usage = Usage(request.estimated_input, tokens_of(text), estimated=True)
    else:
        thoughts = told.thoughts_token_count or 0  # are paid like the answer
        usage = Usage(told.prompt_token_count, (told.candidates_token_count or 0) + thoughts)
    if candidate is None:
        feedback = response.prompt_feedback
        blocked = feedback.block_reason.value if feedback and feedback.block_reason else "no candidates"
        return Completion("", "blocked", usage, blocked)
    word = candidate.finish_reason.value if candidate.finish_reason else "STOP"
    finish = _FINISH.get(word) or ("blocked" if word in _BLOCKED else "other")
    return Completion(text, finish, usage, "" if finish == "stop" else word)


def _retry_after(fault: APIError) -> float | None:
    """Seconds that the server asks to wait, by header or by Google's own detail ``retryDelay``."""
    headers = getattr(fault.response, "headers", None) or {}
    try:
        return float(headers["retry-after"])
    except (KeyError, ValueError):
        pass
    found = _DELAY.search(str(fault.details).partition("retryDelay")[2])
    return float(found[1]) if found else None
