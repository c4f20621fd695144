"""Asking a provider: from what was kept, within the budget, with patience, and counted."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from graphkit.errors import ProviderBusy, ProviderError, ProviderUnavailable
from graphkit.llm.answers import Answers
from graphkit.llm.base import Completion, Provider, Request
from graphkit.llm.meter import Meter
from graphkit.llm.patience import DEFAULT_PATIENCE, Gate, Patience

STRIKES = 5
"""Requests in a row that may fail although they were tried again: then the provider is given up, not the request."""
LONGEST_RETRY_AFTER_S = 300.0
"""A provider that asks for a longer wait has a quota for the day: the run ends and can be continued later."""


def any_answer(answer: Completion) -> bool:
    """Whether there is text in an answer that did not end by a fault."""
    return answer.finish in ("stop", "length") and bool(answer.text.strip())


class Caller:
    """Asks one provider for one run; threads may share it. ``stop`` ends all waiting at once.

    ``begun`` is called whenever the budget has allowed a call.
    """

    def __init__(
        self,
        provider: Provider,
        meter: Meter,
        *,
        answers: Answers | None = None,
        gate: Gate | None = None,
        patience: Patience = DEFAULT_PATIENCE,
        begun: Callable[[], None] = lambda: None,
    ) -> None:
        self.provider = provider
        self.meter = meter
        self.stop = threading.Event()
        self._answers = answers
        self._gate = gate or Gate()
        self._patience = patience
        self._begun = begun
        self._strikes = 0

    def ask(self, request: Request, *, worth_keeping: Callable[[Completion], bool] = any_answer) -> Completion:
        """The answer to one request; one that is worth it is kept for the next time.

        Raises:
            BudgetSpent: Before the call.
            Cancelled: ``stop`` was set.
            ProviderError: This request failed; the next one may succeed.
            ProviderRefused, ProviderUnavailable: No request can succeed for now.
        """
        known = self._answers.get(self.provider, request) if self._answers else None
        if known is not None:
            self.meter.kept()
            return known
        for attempt in range(1, self._patience.attempts + 1):
            self._gate.wait(self.stop)
            started = time.monotonic()
            try:
                answer = self._call(request)
            except ProviderError as fault:
                if attempt == self._patience.attempts or fault.tried_again or not fault.passing:
                    raise self._final(fault) from None
                self._wait(fault, attempt)
            else:
                self._strikes = 0
                if self._answers and worth_keeping(answer):
                    self._answers.put(self.provider, request, answer, time.monotonic() - started)
                return answer
        raise AssertionError("the last attempt returns or raises")

    def _call(self, request: Request) -> Completion:
        guessed = request.estimated_input
        self.meter.begin(guessed)
        self._begun()
        started = time.monotonic()
        usage = None
        try:
            answer = self.provider.complete(request)
            usage = answer.usage
        finally:
            self.meter.end(guessed, usage, time.monotonic() - started)
        return answer

    def _wait(self, fault: ProviderError, attempt: int) -> None:
        wait = self._patience.wait_s(attempt)
        if isinstance(fault, ProviderBusy):
            if fault.retry_after_s is not None:
                if fault.retry_after_s > LONGEST_RETRY_AFTER_S:
                    raise ProviderUnavailable(
                        f"{fault} It asks to wait for {fault.retry_after_s:,.0f} seconds. What is stored is kept: "
                        "continue later."
                    )
                wait = max(fault.retry_after_s, 0.0)
            self._gate.hold(wait)  # everybody: the next one would be refused too
        else:
            self.stop.wait(wait)

    def _final(self, fault: ProviderError) -> ProviderError:
        if not fault.passing or isinstance(fault, ProviderUnavailable):
            return fault
        self._strikes += 1
        if self._strikes < STRIKES:
            return fault
        return ProviderUnavailable(f"{fault} It was so {self._strikes} times in a row: the run is given up for now.")
