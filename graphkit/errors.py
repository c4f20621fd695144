"""Every exception that graphkit raises on purpose.

::

    GraphkitError
    ├── BadRequest (ValueError)          the caller asked for something that cannot be: exit code 2
    │   ├── UnknownMethod                no extraction method of that name
    │   ├── BadTermList                  a list of terms has lines that mean nothing
    │   ├── UnknownDocument              no document of that id in the corpus
    │   ├── UnknownEntity                no entity of that name or id in the graph
    │   ├── UnknownGraph                 no graph of that id in the corpus
    │   ├── BadStoreUri                  the address of the store cannot be understood
    │   └── PortInUse                    another program listens on the port
    ├── ReadError                        a document cannot be read
    │   ├── UnsupportedFormat            graphkit has no reader for this kind of file
    │   ├── DamagedDocument              the file breaks the rules of its format
    │   ├── PasswordNeeded               the file is encrypted
    │   ├── DocumentTooLarge             the file or what it unpacks to is over a limit
    │   └── ReaderStopped                the reader took too long, used too much memory or died
    ├── ModelMissing                     a language model or embedding model is not installed
    ├── EmbedderMismatch                 the stored vectors were made by another embedder
    ├── LocalServerFailed                a Neo4j of one's own could not be fetched, started or stopped
    ├── ProviderError                    a provider of language models did not answer one request
    │   ├── ProviderBusy                 it takes no more requests for now
    │   ├── ProviderRefused              it refuses the key, the account or the model: no request can succeed
    │   └── ProviderUnavailable          nothing answers there
    ├── Cancelled                        the user cancelled the work
    │   └── BudgetSpent                  what may be spent on a language model is spent
    ├── WorkerLost                       the process that worked on a document died, again and again
    ├── WorkersUnavailable               workers cannot be reached, or have other versions than this program
    └── StoreError                       the store could not do its work
        ├── StoreUnavailable             nothing answers at its address: try again later
        ├── StoreBusy                    locked or timed out: try again now
        ├── StoreConflict                another writer was there first and retries ran out
        ├── StoreReadOnly                the store cannot be written
        ├── SchemaMismatch               the store was made by another version of graphkit
        ├── StoreCorrupt                 the store's files are damaged
        └── AuthenticationFailed         wrong user or password

A message says what happened, what to do, and what was kept. Pages and commands catch
``GraphkitError`` only; anything else is a fault of graphkit itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class GraphkitError(Exception):
    """Base of every exception that graphkit raises on purpose."""

    retryable = False


class BadRequest(GraphkitError, ValueError):
    """The caller asked for something that cannot be."""


class UnknownMethod(BadRequest):
    """No extraction method has that name."""

    def __init__(self, method: str, known: Iterable[str]) -> None:
        self.method = method
        super().__init__(
            f"There is no extraction method {method!r}. Known: {', '.join(sorted(known))}. Nothing was stored."
        )


class BadTermList(BadRequest):
    """A list of terms has lines that mean nothing. ``faults`` names the first of them, ``total`` counts all."""

    def __init__(self, faults: Sequence[str], total: int) -> None:
        self.faults, self.total = tuple(faults), total
        more = f"; and {total - len(faults)} more" if total > len(faults) else ""
        super().__init__(f"The list of terms cannot be used: {'; '.join(faults)}{more}. None of its terms was taken.")


class UnknownDocument(BadRequest):
    """No document of that id is in the corpus."""


class UnknownEntity(BadRequest):
    """No entity of that name or id is in the graph."""


class UnknownGraph(BadRequest):
    """No graph of that id is in the corpus."""


class BadStoreUri(BadRequest):
    """The address of the store cannot be understood."""


class PortInUse(BadRequest):
    """Another program listens on the port."""


class ReadError(GraphkitError):
    """A document cannot be read."""


class UnsupportedFormat(ReadError):
    """graphkit has no reader for this kind of file."""


class DamagedDocument(ReadError):
    """The file breaks the rules of its format."""


class PasswordNeeded(ReadError):
    """The file is encrypted."""


class DocumentTooLarge(ReadError):
    """The file, or what it unpacks to, is over a limit."""


class ReaderStopped(ReadError):
    """The reader took too long, used too much memory or died."""


class ModelMissing(GraphkitError):
    """A language model or embedding model is not installed."""


class EmbedderMismatch(GraphkitError):
    """The stored vectors were made by another embedder."""


class LocalServerFailed(GraphkitError):
    """A Neo4j of one's own could not be fetched, started or stopped."""


class Cancelled(GraphkitError):
    """The user cancelled the work."""


class WorkerLost(GraphkitError):
    """The process that worked on a document died, again and again."""


class WorkersUnavailable(GraphkitError):
    """Workers cannot be reached, or have other versions than this program."""


class BudgetSpent(Cancelled):
    """What may be spent on a language model is spent."""


class ProviderError(GraphkitError):
    """A provider of language models did not answer one request.

    ``passing`` if another try may succeed, ``tried_again`` if the provider's client has made further tries itself.
    """

    tried_again = False

    def __init__(self, message: str, *, passing: bool = False) -> None:
        self.passing = passing
        super().__init__(message)


class ProviderBusy(ProviderError):
    """The provider takes no more requests for now; it may say after how many seconds it will."""

    retryable = True

    def __init__(self, message: str, *, retry_after_s: float | None = None) -> None:
        self.retry_after_s = retry_after_s
        super().__init__(message, passing=True)


class ProviderRefused(ProviderError):
    """The provider refuses the key, the account or the model, so no request can succeed."""


class ProviderUnavailable(ProviderError):
    """Nothing answers at the provider's address."""

    retryable = True

    def __init__(self, message: str) -> None:
        super().__init__(message, passing=True)


class StoreError(GraphkitError):
    """The store could not do its work."""


class StoreUnavailable(StoreError):
    """Nothing answers at the store's address."""

    retryable = True


class StoreBusy(StoreError):
    """The store is locked or timed out."""

    retryable = True


class StoreConflict(StoreError):
    """Another writer was there first and the retries ran out."""

    retryable = True


class StoreReadOnly(StoreError):
    """The store cannot be written."""


class SchemaMismatch(StoreError):
    """The store was made by another version of graphkit."""


class StoreCorrupt(StoreError):
    """The store's files are damaged."""


class AuthenticationFailed(StoreError):
    """The store refused the user or the password."""
