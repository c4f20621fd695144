"""What was asked and spent, and the budget that it may not go over."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace

from graphkit.errors import BadRequest, BudgetSpent
from graphkit.llm.base import Usage
from graphkit.llm.prices import Price


@dataclass(frozen=True, slots=True)
class Budget:
    """What one run may spend at most; None is no limit. ``cost`` is in the currency of the price.

    Calls are counted before they are made, so their limit holds exactly. What an answer will cost is known only
    afterwards: a run stops before the first call that is expected to go over, and answers of calls under way
    may be longer than expected.
    """

    calls: int | None = None
    tokens: int | None = None
    cost: float | None = None


@dataclass(frozen=True, slots=True)
class Spent:
    """What was spent: calls to the model, answers that were there already, tokens, money, seconds of waiting.

    ``cost`` is None if the price is unknown; ``failed_calls`` are among the calls. Seconds of calls that run side by
    side add up.
    """

    calls: int = 0
    cached: int = 0
    failed_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    estimated: bool = False
    cost: float | None = None
    currency: str = "USD"
    seconds: float = 0.0

    @property
    def tokens(self) -> int:
        """Tokens both ways."""
        return self.input_tokens + self.output_tokens

    @property
    def usage(self) -> Usage:
        """Tokens as a usage."""
        return Usage(self.input_tokens, self.output_tokens, self.estimated)

    def words(self) -> str:
        """The sums in a few words, for people."""
        answers = f"{self.calls:,} calls, {self.cached:,} answers kept from before"
        money = "price unknown" if self.cost is None else f"{self.cost:.4f} {self.currency}"
        about = "about " if self.estimated else ""
        return f"{answers}, {about}{self.input_tokens:,} tokens in, {self.output_tokens:,} out, {money}"


def usage_words(usage: Mapping[str, object]) -> str:
    """What a run has used, as stored with it, in a few words."""
    known = {name: value for name, value in usage.items() if name in Spent.__dataclass_fields__}
    return Spent(**known).words()  # type: ignore[arg-type]  # stored by name


class Meter:
    """Counts over all threads of a run. Raises ``BudgetSpent`` before a call that the budget does not allow."""

    def __init__(self, budget: Budget | None = None, price: Price | None = None) -> None:
        self._budget = budget or Budget()
        self._price = price
        if self._budget.cost is not None and price is None:
            raise BadRequest(
                "A budget in money needs the price of the model, which is unknown: give price_input and price_output, "
                "per million tokens. Nothing was asked."
            )
        self._lock = threading.Lock()
        self._spent = Spent(cost=0.0 if price else None, currency=price.currency if price else "USD")
        self._under_way = 0
        self._over = ""

    @property
    def spent(self) -> Spent:
        """What was spent up to now."""
        with self._lock:
            return self._spent

    def begin(self, input_tokens: int) -> None:
        """Announce a call with about so many tokens in."""
        with self._lock:
            answered = self._spent.calls - self._spent.failed_calls
            answer = self._spent.output_tokens // answered if answered > 0 else input_tokens // 4
            expected = Usage(
                self._spent.input_tokens + self._under_way + input_tokens, self._spent.output_tokens + answer
            )
            self._check(expected)
            self._spent = replace(self._spent, calls=self._spent.calls + 1)
            self._under_way += input_tokens

    def end(self, input_tokens: int, usage: Usage | None, seconds: float) -> None:
        """Count what a call took; ``usage`` is None if it failed."""
        with self._lock:
            self._under_way -= input_tokens
            spent = replace(self._spent, seconds=self._spent.seconds + seconds)
            if usage is None:
                self._spent = replace(spent, failed_calls=spent.failed_calls + 1)
                return
            self._spent = replace(
                spent,
                input_tokens=spent.input_tokens + usage.input_tokens,
                output_tokens=spent.output_tokens + usage.output_tokens,
                estimated=spent.estimated or usage.estimated,
                cost=None if spent.cost is None or self._price is None else spent.cost + self._price.of(usage),
            )

    def kept(self) -> None:
        """Count an answer that was there already."""
        with self._lock:
            self._spent = replace(self._spent, cached=self._spent.cached + 1)

    def _check(self, expected: Usage) -> None:
        """After the first call that is refused none is allowed: a short one would be paid for in vain."""
        budget = self._budget
        if budget.calls is not None and self._spent.calls >= budget.calls:
            self._over = self._over or f"{budget.calls:,} calls"
        elif budget.tokens is not None and expected.tokens > budget.tokens:
            self._over = self._over or f"{budget.tokens:,} tokens"
        elif budget.cost is not None and self._price is not None and self._price.of(expected) > budget.cost:
            self._over = self._over or f"{budget.cost:g} {self._price.currency}"
        if self._over:
            raise _spent(self._over)


def _spent(what: str) -> BudgetSpent:
    return BudgetSpent(
        f"The budget of {what} is spent. What was read is kept, answers too: the same run with a larger budget does "
        "the rest."
    )
