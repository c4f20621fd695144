"""What tokens cost, by a table that anybody may replace. A model that is not in it costs an unknown amount."""

from __future__ import annotations

import ipaddress
import json
import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from graphkit.errors import BadRequest
from graphkit.llm.base import Provider, Usage

VARIABLE = "GRAPHKIT_PRICES"
"""Names a file like ``assets/prices.json`` that is used in its place."""
_SHIPPED = Path(__file__).parent / "assets" / "prices.json"


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid")
    input: float = Field(ge=0)
    output: float = Field(ge=0)
    as_of: str = ""


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid")
    as_of: str = ""
    currency: str = "USD"
    per_million_tokens: dict[str, _Entry]


@dataclass(frozen=True, slots=True)
class Price:
    """Money for a million tokens each way; ``source`` says whose price it is."""

    input: float
    output: float
    currency: str = "USD"
    source: str = "given"

    def of(self, usage: Usage) -> float:
        """What the tokens cost."""
        return (usage.input_tokens * self.input + usage.output_tokens * self.output) / 1_000_000


def price_of(provider: Provider) -> Price | None:
    """The price of a provider's model, or None if it is unknown.

    A server on this machine costs nothing. Dated names (``gpt-4.1-mini-2025-04-14``) have the price of their model.
    Raises ``BadRequest`` if the table that was given cannot be read.
    """
    if _is_local(provider.address):
        return Price(0.0, 0.0, source="a server on this machine")
    if provider.address and provider.name == "openai":
        return None  # the same name may cost anything elsewhere
    table = _table()
    name = provider.model.removeprefix("models/")
    fitting = [known for known in table.per_million_tokens if name == known or _is_dated(name, known)]
    if not fitting:
        return None
    entry = table.per_million_tokens[max(fitting, key=len)]
    date = entry.as_of or table.as_of or "without a date"
    return Price(entry.input, entry.output, table.currency, f"the table of prices, {date}")


def _table() -> _Table:
    file = Path(os.environ.get(VARIABLE) or _SHIPPED)
    try:
        return _Table.model_validate(json.loads(file.read_text("utf-8")))
    except (OSError, ValueError, ValidationError) as fault:
        raise BadRequest(f"The table of prices {file.name} ({VARIABLE}) cannot be used: {fault}") from None


def _is_dated(name: str, known: str) -> bool:
    rest = name.removeprefix(f"{known}-")
    return rest != name and rest.replace("-", "").isdigit()


def _is_local(address: str) -> bool:
    host = urlsplit(address).hostname or ""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
