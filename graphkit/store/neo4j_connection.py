"""Talking to a Neo4j server: one driver, bounded reads, writes that run again, errors in graphkit's own words."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, LiteralString, TypeVar

from graphkit.config import GraphConfig
from graphkit.errors import (
    AuthenticationFailed,
    BadStoreUri,
    StoreBusy,
    StoreConflict,
    StoreError,
    StoreReadOnly,
    StoreUnavailable,
)

if TYPE_CHECKING:
    from neo4j import Driver, ManagedTransaction, Record

T = TypeVar("T")

WRITE_WINDOW_S = 30.0
"""How long a write is tried again while the server is away or locked."""
ATTEMPTS = 12
"""Tries of a write that lost a race; each waits a little longer, by chance."""
FETCH_ROWS = 1_000


class Raced(Exception):
    """A write reached fewer rows than were sent: another writer deleted some while this one waited for a lock.

    Neither the server nor the driver says so (the row is a silent no-op), so Python compares and runs again.
    """


class Connection:
    """A lazily opened driver for one database. Threads share it; sessions are short and their own."""

    def __init__(self, config: GraphConfig) -> None:
        self._config = config
        self._driver: Driver | None = None
        self._lock = threading.Lock()

    @property
    def where(self) -> str:
        """The address for messages, without secrets."""
        return self._config.uri

    def close(self) -> None:
        """Give back all connections; the next call opens new ones."""
        with self._lock:
            if self._driver is not None:
                self._driver.close()
            self._driver = None

    def rows(self, statement: LiteralString, **values: object) -> list[Record]:
        """Rows of a read, which gives up after the configured time."""
        from neo4j import READ_ACCESS, Query

        with (
            self._translated(),
            self._opened().session(
                database=self._config.database, default_access_mode=READ_ACCESS, fetch_size=FETCH_ROWS
            ) as session,
        ):
            return list(session.run(Query(statement, timeout=self._config.timeout_s), values))

    def row(self, statement: LiteralString, **values: object) -> Record | None:
        """First row of a read, or None."""
        found = self.rows(statement, **values)
        return found[0] if found else None

    def command(self, statement: LiteralString, **values: object) -> list[Record]:
        """Run a statement outside a managed transaction, as changes of the schema need it."""
        with self._translated(), self._opened().session(database=self._config.database) as session:
            return list(session.run(statement, values))

    def write(self, work: Callable[[ManagedTransaction], T]) -> T:
        """Run ``work`` in a transaction, again if it raced with another writer. ``work`` must keep no state.

        Raises ``StoreConflict`` when the tries run out; nothing of the work is then stored.
        """
        from neo4j.exceptions import ClientError, ConstraintError

        with self._translated():
            for attempt in range(ATTEMPTS):
                try:
                    with self._opened().session(database=self._config.database) as session:
                        return session.execute_write(work)
                except (Raced, ConstraintError) as error:
                    last: Exception = error
                except ClientError as error:
                    if not (error.code or "").endswith("EntityNotFound"):
                        raise
                    last = error
                time.sleep(random.uniform(0.005, 0.02) * (attempt + 1))  # noqa: S311 - jitter, not a secret
        raise StoreConflict(
            f"Other writers at {self.where} were first in {ATTEMPTS} tries. Try again; nothing was stored."
        ) from last

    def _opened(self) -> Driver:
        with self._lock:
            if self._driver is None:
                self._driver = self._open()
            return self._driver

    def _open(self) -> Driver:
        from neo4j import GraphDatabase, NotificationMinimumSeverity
        from neo4j.exceptions import ConfigurationError

        config = self._config
        try:
            return GraphDatabase.driver(
                config.uri,
                auth=(config.user, config.password) if config.password else None,
                connection_timeout=config.timeout_s,
                connection_acquisition_timeout=max(config.timeout_s, 1.0) * 2,
                max_transaction_retry_time=WRITE_WINDOW_S,
                telemetry_disabled=True,
                notifications_min_severity=NotificationMinimumSeverity.OFF,
                user_agent="graphkit",
            )
        except (ConfigurationError, ValueError) as error:
            raise BadStoreUri(
                f"{config.uri!r} is no address of a Neo4j server: {error}. Nothing was opened."
            ) from error

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Turn errors of the driver and the server into those of ``graphkit.errors``; the only place that does."""
        from neo4j.exceptions import DriverError, Neo4jError

        try:
            yield
        except (DriverError, Neo4jError) as error:
            raise translated(error, self.where) from error
        except UnicodeEncodeError as error:
            raise StoreError(f"A text cannot be sent to {self.where}: {error.reason}. Nothing was stored.") from error


def translated(error: Exception, where: str) -> StoreError:
    """The graphkit error for one of the driver or the server."""
    from neo4j.exceptions import (
        AuthError,
        Forbidden,
        ServiceUnavailable,
        SessionExpired,
        TransientError,
    )

    code = getattr(error, "code", None) or ""
    if code.endswith("AuthenticationRateLimit"):
        return AuthenticationFailed(
            f"The server at {where} has had too many wrong passwords and lets nobody in for some seconds. "
            "Wait five seconds, then give the right password."
        )
    if isinstance(error, AuthError):
        return AuthenticationFailed(
            f"The server at {where} refused the user or the password. Correct them; nothing was changed."
        )
    if code.endswith(("DatabaseNotFound", "DatabaseUnavailable")):
        return StoreUnavailable(
            f"The server at {where} has no such database, or it is stopped. Leave the database empty for the default "
            "one; Community has one only."
        )
    if code.endswith(("AccessMode", "WriteOnReadOnlyAccessDatabase", "ReadOnly")) or isinstance(error, Forbidden):
        return StoreReadOnly(f"The server at {where} does not let this user write. Nothing was stored.")
    if code.endswith(("TransactionTimedOutClientConfiguration", "TransactionTimedOut", "LockClientStopped")):
        return StoreBusy(f"The server at {where} took too long and was told to stop. Try again; nothing was changed.")
    if isinstance(error, TransientError):
        return StoreBusy(f"The server at {where} is busy ({code}). Try again; nothing of this batch was stored.")
    if isinstance(error, ServiceUnavailable | SessionExpired | OSError):
        return StoreUnavailable(
            f"No Neo4j server answers at {where}. Start it or correct the address; what was stored before is kept."
        )
    return StoreError(f"The server at {where} could not do it: {error}. Nothing of this batch was stored.")
