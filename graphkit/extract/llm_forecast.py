"""What a run of the method ``llm`` will take, from the same requests, prices and answers that the run uses."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from graphkit.extract.base import Forecast
from graphkit.extract.llm_configuration import LlmConfiguration
from graphkit.llm.answers import Answers
from graphkit.llm.base import Provider, Request, Usage, tokens_of
from graphkit.llm.prices import Price

GUESSED_SECONDS = 3.0
"""For one call of a model that was never asked here."""
GUESSED_SHARE = 0.6
"""Tokens of an answer for one of the passage, of a model that was never asked here."""
GUESSED_LEAST = 60


def forecast(
    requests: Iterable[Request],
    further_calls: int,
    *,
    provider: Provider,
    price: Price | None,
    answers: Answers | None,
    options: LlmConfiguration,
) -> Forecast:
    """Calls, tokens, money and seconds of a run.

    Args:
        requests: The first request about each chunk. Those whose answers are kept cost nothing.
        further_calls: Calls beside them: for what was overlooked, and for relations between chunks.
    """
    asked: list[Request] = []
    made = list(requests)
    kept = 0
    for request in made:
        if answers is not None and answers.get(provider, request) is not None:
            kept += 1
        else:
            asked.append(request)
    pace = answers.pace(provider) if answers is not None else None
    inputs = sum(request.estimated_input for request in asked)
    outputs = sum(_guessed_output(request) for request in asked)
    calls = len(asked)
    notes = []
    if further_calls and made:
        inputs += round(further_calls * sum(request.estimated_input for request in made) / len(made))
        outputs += round(further_calls * sum(map(_guessed_output, made)) / len(made))
        calls += further_calls
        notes.append(f"with at most {further_calls:,} calls that depend on the first answers")
    seconds = GUESSED_SECONDS
    if pace is not None:
        inputs, outputs, seconds = round(inputs * pace.input_ratio), round(calls * pace.output_tokens), pace.seconds
        notes.append(f"from the latest {pace.answers:,} answers of {provider.model}")
    elif calls:
        notes.append(f"{provider.model} was not asked here yet: tokens out and seconds are guesses")
    notes.append(f"prices: {price.source}" if price else "price unknown: give price_input and price_output")
    usage = Usage(inputs, outputs, estimated=True)
    return Forecast(
        calls=calls,
        kept=kept,
        input_tokens=inputs,
        output_tokens=outputs,
        cost=price.of(usage) if price else None,
        currency=price.currency if price else "USD",
        seconds=math.ceil(calls / options.parallel) * seconds,
        note="; ".join(notes),
    )


def windows_of(chunks: Sequence[int], window: int) -> int:
    """Calls about connections between neighbouring chunks, by the numbers of chunks of the documents."""
    return sum(max(0, count - window + 1) if count >= window else int(count > 1) for count in chunks)


def _guessed_output(request: Request) -> int:
    return GUESSED_LEAST + round(GUESSED_SHARE * sum(tokens_of(text) for _, text in request.data))
