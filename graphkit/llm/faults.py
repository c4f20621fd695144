"""Failures on the way to a provider, in our words and without secrets."""

from __future__ import annotations

from graphkit.errors import ProviderError, ProviderUnavailable

_LONGEST = 300


def reason(told: str, secret: str = "") -> str:
    """What a provider told: one short line that ends like a sentence, without the key, which some of them repeat."""
    line = " ".join(told.split())
    if secret:
        line = line.replace(secret, "…")
    line = line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
    return line if not line or line.endswith((".", "!", "?", "…")) else f"{line}."


def transport_fault(fault: Exception, provider: str, address: str) -> ProviderError | None:
    """A failure of the connection as ours, or None if it is none.

    The clients use httpx or its fork httpx2, whose classes have the same names and no common base.
    """
    names = {kind.__name__ for kind in type(fault).__mro__}
    place = f"{provider} at {address}" if address else provider
    if names & {"ConnectError", "ConnectTimeout"}:
        return ProviderUnavailable(
            f"Nothing answers for {place}. Check the address and the network; what is stored is kept."
        )
    if names & {"TimeoutException", "APITimeoutError"}:
        return ProviderError(f"{place} took too long to answer.", passing=True)
    if "TransportError" in names:
        return ProviderError(f"The connection to {place} broke: {type(fault).__name__}.", passing=True)
    return None
