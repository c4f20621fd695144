"""Any Python function as a language model."""

from __future__ import annotations

import asyncio
import importlib
import inspect
import json
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

from graphkit.errors import BadRequest, GraphkitError, ProviderError
from graphkit.llm.base import Completion, Request, Usage, tokens_of

Answering = Callable[[str], "str | dict[str, object] | list[object] | Completion | Awaitable[object]"]
"""From a prompt, which holds instructions, schema and data, to the answer: text, an object, or a ``Completion``."""


class FunctionProvider:
    """A provider made of a function, which may be a coroutine function. What it raises fails the request alone.

    ``name`` and ``model`` must change with what the function does, since answers are kept by them.
    """

    def __init__(self, function: Answering, *, name: str = "function", model: str = "") -> None:
        if not callable(function):
            raise BadRequest(f"A language model must be a function of a prompt, not a {type(function).__name__}.")
        self._function = function
        self._name = name
        self._model = model or getattr(function, "__qualname__", type(function).__name__)

    @property
    def name(self) -> str:
        """As it was given."""
        return self._name

    @property
    def model(self) -> str:
        """As it was given, or the function's name."""
        return self._model

    @property
    def address(self) -> str:
        """Empty."""
        return ""

    def complete(self, request: Request) -> Completion:
        """What the function says to instructions, schema and data in one text."""
        shape = f"Answer with one JSON object of this schema and nothing else:\n{request.schema_json}"
        prompt = f"{request.system}\n\n{shape}\n\n{request.prompt}"
        try:
            said: object = self._function(prompt)
            if inspect.isawaitable(said):
                said = _finished(said)
        except GraphkitError:
            raise
        except Exception as fault:
            raise ProviderError(f"The function {self._model} raised {type(fault).__name__}: {fault}") from fault
        if isinstance(said, Completion):
            return said
        text = said if isinstance(said, str) else "" if said is None else json.dumps(said, default=str)
        return Completion(text, "stop", Usage(tokens_of(prompt), tokens_of(text), estimated=True))


def _finished(answer: Awaitable[object]) -> object:
    """The result of a coroutine, in a thread of its own: the caller's may have a running loop, as notebooks do."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, _awaited(answer)).result()


async def _awaited(answer: Awaitable[object]) -> object:
    return await answer


def function_at(place: str) -> Answering:
    """The function that ``package.module:name`` names. Raises ``BadRequest`` if there is none."""
    module, _, name = place.partition(":")
    try:
        found = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError) as fault:
        raise BadRequest(f"There is no function {place!r} to ask: {fault}. Nothing was asked.") from None
    if not callable(found):
        raise BadRequest(f"{place!r} is no function. Nothing was asked.")
    answering: Answering = found
    return answering
