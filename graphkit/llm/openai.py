"""Any server that speaks OpenAI's chat completions: OpenAI itself, llama.cpp, Ollama, vLLM and others.

Servers differ in what they take. A schema is asked for first; one that refuses it is asked for any JSON object, and
one that refuses that too gets the schema in words. What was learned holds for all later requests.
"""

from __future__ import annotations

import importlib.util
from functools import cached_property
from typing import TYPE_CHECKING, Any

from graphkit.errors import BadRequest, ModelMissing, ProviderBusy, ProviderError, ProviderRefused
from graphkit.llm.base import Completion, FinishReason, Request, Usage, tokens_of
from graphkit.llm.faults import reason, transport_fault

if TYPE_CHECKING:
    from openai import APIError, APIStatusError, OpenAI
    from openai.types.chat import ChatCompletion

NAME = "openai"
KEY_VARIABLES = ("OPENAI_API_KEY",)
DEFAULT_MODEL = "gpt-4.1-mini"

_FORMS = ("json_schema", "json_object", "prompt")
_FORM_WORDS = ("response_format", "json_schema", "json_object", "schema", "grammar", "structured")
_FINISH: dict[str, FinishReason] = {"stop": "stop", "length": "length", "content_filter": "blocked"}


class OpenAICompatible:
    """A chat model behind OpenAI's interface. A server of one's own (``base_url``) needs no key.

    ``ModelMissing`` is raised when it is made without the client's package, or without a key for OpenAI itself.
    """

    def __init__(self, model: str, key: str = "", *, base_url: str = "", timeout_s: float = 120.0) -> None:
        if importlib.util.find_spec("openai") is None:
            raise ModelMissing(
                "The client of OpenAI is not installed: install graphkit-analyst[openai]. Nothing was asked, "
                "nothing changed."
            )
        if not key and not base_url:
            raise ModelMissing(
                f"There is no key for OpenAI: set the variable {KEY_VARIABLES[0]}, or give the base_url of a server "
                "of your own. Nothing was asked, nothing changed."
            )
        if base_url and not model:
            raise BadRequest("The server at base_url serves models by name: name one (model). Nothing was asked.")
        self._model = model or DEFAULT_MODEL
        self._key = key
        self._base_url = base_url
        self._timeout_s = timeout_s
        self._form = 0
        self._limit = "max_tokens" if base_url else "max_completion_tokens"
        self._tempered = True

    @property
    def name(self) -> str:
        """``openai``."""
        return NAME

    @property
    def model(self) -> str:
        """Name of the model as the server knows it."""
        return self._model

    @property
    def address(self) -> str:
        """Address of the server, empty for OpenAI itself."""
        return self._base_url

    @cached_property
    def client(self) -> OpenAI:
        """The client of this provider, made at the first call; threads may share it."""
        from openai import OpenAI  # a second of imports, needed by the first question only

        # No tries of its own: the caller makes them, since a busy server must slow down all calls at once.
        key = self._key or "none needed"
        return OpenAI(api_key=key, base_url=self._base_url or None, timeout=self._timeout_s, max_retries=0)

    def complete(self, request: Request) -> Completion:
        """The answer to one request, asked for in the strictest form that the server takes."""
        from openai import APIConnectionError, APIError, APIStatusError

        while True:
            form = self._form
            try:
                return _completion(self.client.chat.completions.create(**self._arguments(request, form)), request)
            except APIStatusError as fault:
                if fault.status_code not in (400, 422) or not self._learned(fault, form):
                    raise self.translated(fault) from None
            except APIConnectionError as fault:
                cause = fault.__cause__ if isinstance(fault.__cause__, Exception) else fault
                told = transport_fault(cause, "The server", self._base_url) or self.translated(fault)
                raise told from None
            except APIError as fault:
                raise self.translated(fault) from None
            except ValueError as fault:  # no JSON at all
                raise ProviderError(f"The server's answer cannot be read: {reason(str(fault), self._key)}") from None

    def _arguments(self, request: Request, form: int) -> dict[str, Any]:
        schema = request.schema.model_json_schema()
        arguments: dict[str, Any] = {"model": self._model, self._limit: request.max_output_tokens}
        if self._tempered:
            arguments["temperature"] = request.temperature
        system = request.system
        match _FORMS[form]:
            case "json_schema":
                shape = {"name": request.schema.__name__, "schema": schema, "strict": True}
                arguments["response_format"] = {"type": "json_schema", "json_schema": shape}
            case "json_object":
                arguments["response_format"] = {"type": "json_object"}
        if _FORMS[form] != "json_schema":
            system = f"{system}\n\nAnswer with one JSON object of this schema and nothing else:\n{request.schema_json}"
        messages = [{"role": "system", "content": system}, {"role": "user", "content": request.prompt}]
        return {**arguments, "messages": messages}

    def _learned(self, fault: APIStatusError, form: int) -> bool:
        """Whether the refusal tells what the server does not take, so that another try makes sense."""
        told = str(fault.message).casefold()
        if self._form != form:  # another thread has learned it meanwhile
            return True
        if self._limit == "max_tokens" and "max_completion_tokens" in told:
            self._limit = "max_completion_tokens"
        elif self._limit == "max_completion_tokens" and "max_completion_tokens" in told:
            self._limit = "max_tokens"
        elif self._tempered and "temperature" in told:
            self._tempered = False
        elif form + 1 < len(_FORMS) and any(word in told for word in _FORM_WORDS):
            self._form = form + 1
        else:
            return False
        return True

    def translated(self, fault: APIError) -> ProviderError:
        """A failure of the client as ours."""
        told = reason(str(fault.message), self._key)
        status = getattr(fault, "status_code", None)
        place = f"The server at {self._base_url}" if self._base_url else "OpenAI"
        if status == 429 and fault.code != "insufficient_quota":
            return ProviderBusy(f"{place} takes no more requests for now: {told}", retry_after_s=_retry_after(fault))
        if status in (401, 403):
            return ProviderRefused(f"{place} refused the key: {told} Nothing more was asked; what is stored is kept.")
        if status == 429:
            return ProviderRefused(f"{place} answers no more on this account: {told} What is stored is kept.")
        if status == 404:
            return ProviderRefused(f"{place} knows no model {self._model!r}: {told} What is stored is kept.")
        if status is not None and (status >= 500 or status == 408):
            return ProviderError(f"{place} failed with status {status}: {told}", passing=True)
        return ProviderError(f"{place} refused the request: {told}")


def _completion(answer: ChatCompletion, request: Request) -> Completion:
    choices = getattr(answer, "choices", None)  # some servers answer 200 with something else
    choice = choices[0] if choices else None
    text = (choice.message.content if choice and choice.message else None) or ""
    told = getattr(answer, "usage", None)
    if told is None:
        usage = Usage(request.estimated_input, tokens_of(text), estimated=True)
    else:
        usage = Usage(told.prompt_tokens or 0, told.completion_tokens or 0)
    if choice is None:
        return Completion("", "other", usage, "no choices")
    if choice.message and choice.message.refusal:
        return Completion("", "blocked", usage, reason(choice.message.refusal))
    word = choice.finish_reason or "stop"
    finish = _FINISH.get(word, "other")
    return Completion(text, finish, usage, "" if finish == "stop" else word)


def _retry_after(fault: APIError) -> float | None:
    headers = getattr(getattr(fault, "response", None), "headers", None) or {}
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            return float(headers[name]) / unit
        except (KeyError, ValueError):
            continue
    return None
