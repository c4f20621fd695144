"""Talking to a Neo4j server: one driver, bounded reads, writes that run again, errors in graphkit's own words."""

from __future__ import annotations

import random
import ssl
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, LiteralString, Protocol, TypeVar

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
from graphkit.store.neo4j_watch import Watch

if TYPE_CHECKING:
    from neo4j import Driver, ManagedTransaction, Query, Record, Session

T = TypeVar("T")

WRITE_WINDOW_S = 30.0
"""How long a write is tried again while the server is away or locked."""
WRITE_LIMIT_S = 120.0
"""How long one transaction may take, waiting for other writers included."""
COMMAND_LIMIT_S = 330.0
LONG_READ_S = 300.0
"""How long a read of a whole graph may take; no page of the application makes one."""
GRACE_S = 2.5
"""What a server gets beyond the time in which it should have given up by itself: it looks every two seconds."""
ATTEMPTS = 12
"""Tries of a write that lost a race; each waits a little longer, by chance."""
FETCH_ROWS = 1_000
BROKEN = ("TransactionLogError", "TransactionCommitFailed", "TransactionStartFailed")
"""What a server says when it cannot write its log, and for everything after that until it is started again."""


class Raced(Exception):
    """A write reached fewer rows than were sent: another writer deleted some while this one waited for a lock.

    Neither the server nor the driver says so (the row is a silent no-op), so Python compares and runs again.
    """


class Runner(Protocol):
    """Runs a statement inside a transaction and gives its rows."""

    def __call__(self, statement: LiteralString, /, **values: object) -> list[Record]:
        """Rows of the statement."""


class Connection:
    """A lazily opened driver for one database. Threads share it; sessions are short and their own.

    ``strict`` makes what the server notes about a statement (deprecation, a product of all with all) a
    Python warning; otherwise it is not even asked for.
    """

    def __init__(self, config: GraphConfig, *, strict: bool = False) -> None:
        self._config = config
        self._strict = strict
        self._driver: Driver | None = None
        self._lock = threading.Lock()
        self._watch = Watch(self._drop)

    @property
    def where(self) -> str:
        """The address for messages, without secrets."""
        return self._config.uri

    def close(self) -> None:
        """Give back all connections; the next call opens new ones."""
        self._watch.close()
        self._drop()

    def rows(self, statement: LiteralString, /, *, within_s: float | None = None, **values: object) -> list[Record]:
        """Rows of a read, which gives up after the configured time or the given one, if that is longer."""
        from neo4j import READ_ACCESS, Query

        limit = max(self._config.timeout_s, within_s or 0.0)
        with (
            self._translated(limit + GRACE_S),
            self._opened().session(
                database=self._config.database, default_access_mode=READ_ACCESS, fetch_size=FETCH_ROWS
            ) as session,
        ):
            return self._run(session, Query(statement, timeout=limit), values)

    def row(self, statement: LiteralString, /, **values: object) -> Record | None:
        """First row of a read, or None."""
        found = self.rows(statement, within_s=None, **values)
        return found[0] if found else None

    def command(self, statement: LiteralString, /, **values: object) -> list[Record]:
        """Run a statement outside a managed transaction, as changes of the schema need it."""
        with self._translated(COMMAND_LIMIT_S), self._opened().session(database=self._config.database) as session:
            return self._run(session, statement, values, heed=False)

    def write(self, work: Callable[[Runner], T]) -> T:
        """Run ``work`` in a transaction, again if it raced with another writer. ``work`` must keep no state.

        Raises ``StoreConflict`` when the tries run out; nothing of the work is then stored.
        """
        from neo4j import unit_of_work
        from neo4j.exceptions import ClientError, ConstraintError

        @unit_of_work(timeout=WRITE_LIMIT_S)
        def whole(transaction: ManagedTransaction) -> T:
            return work(lambda statement, /, **values: self._run(transaction, statement, values))

        for attempt in range(ATTEMPTS):
            with self._translated(WRITE_LIMIT_S + WRITE_WINDOW_S + GRACE_S):
                try:
                    with self._opened().session(database=self._config.database) as session:
                        return session.execute_write(whole)
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

    def _run(
        self,
        runner: Session | ManagedTransaction,
        statement: LiteralString | Query,
        values: dict[str, object],
        *,
        heed: bool = True,
    ) -> list[Record]:
        # the driver offers no common type for what both can run
        result = runner.run(statement, values)  # type: ignore[arg-type]
        rows = list(result)
        if self._strict and heed:
            for note in result.consume().gql_status_objects:
                if note.is_notification:
                    warnings.warn(f"{note.status_description} In: {statement}", stacklevel=3)
        return rows

    def _opened(self) -> Driver:
        with self._lock:
            if self._driver is None:
                self._driver = self._open()
            return self._driver

    def _drop(self) -> None:
        with self._lock:
            driver, self._driver = self._driver, None
        if driver is not None:
            driver.close()

    def _open(self) -> Driver:
        from neo4j import GraphDatabase, NotificationDisabledClassification, NotificationMinimumSeverity
        from neo4j.exceptions import ConfigurationError

        config = self._config
        try:
            return GraphDatabase.driver(
                **_encryption(config),
                auth=(config.user, config.password) if config.password else None,
                connection_timeout=config.timeout_s,
                connection_acquisition_timeout=max(config.timeout_s, 1.0) * 2,
                max_transaction_retry_time=WRITE_WINDOW_S,
                telemetry_disabled=True,
                notifications_min_severity=None if self._strict else NotificationMinimumSeverity.OFF,
                # an empty database knows none of the names in a statement yet
                notifications_disabled_classifications=[NotificationDisabledClassification.UNRECOGNIZED],
                user_agent="graphkit",
            )
        except OSError as error:  # of which errors of certificates are a kind
            raise BadStoreUri(
                f"A certificate or key for {config.uri} cannot be used: {_reason(error)}. Nothing was opened."
            ) from error
        except (ConfigurationError, ValueError) as error:
            raise BadStoreUri(
                f"{config.uri!r} is no address of a Neo4j server: {error}. Nothing was opened."
            ) from error

    @contextmanager
    def _translated(self, limit_s: float) -> Iterator[None]:
        """Turn errors of the driver and the server into those of ``graphkit.errors``; the only place that does."""
        from neo4j.exceptions import DriverError, Neo4jError

        with self._watch.within(limit_s) as question:
            try:
                yield
            except (DriverError, Neo4jError, OSError) as error:
                if question.given_up:
                    raise StoreUnavailable(
                        f"The server at {self.where} took a question and did not answer in {limit_s:.0f} s. See "
                        "whether it is stopped or overloaded, then try again; what was stored before is kept."
                    ) from error
                raise translated(error, self.where) from error
            except UnicodeEncodeError as error:
                raise StoreError(
                    f"A text cannot be sent to {self.where}: {error.reason}. Nothing was stored."
                ) from error


def _encryption(config: GraphConfig) -> dict[str, Any]:
    """The address for the driver, with what it needs to trust the server and to prove us."""
    from neo4j import TrustCustomCAs
    from neo4j.auth_management import ClientCertificate

    given: dict[str, Any] = {"uri": config.uri}
    tried = ssl.create_default_context()  # the driver loads files only when it connects, and asks the terminal for keys
    if config.ca_file:  # the driver takes other authorities with a plain scheme only
        tried.load_verify_locations(config.ca_file)
        given["uri"] = config.uri.replace("+s://", "://", 1)
        given |= {"encrypted": True, "trusted_certificates": TrustCustomCAs(config.ca_file)}
    if config.certificate_file:
        chain = (config.certificate_file, config.key_file, config.key_password)
        tried.load_cert_chain(*chain)
        given["client_certificate"] = ClientCertificate(*chain)
    return given


def _reason(error: OSError) -> str:
    return getattr(error, "verify_message", None) or getattr(error, "reason", None) or error.strerror or str(error)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error and what led to it."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _of_encryption(error: Exception, where: str) -> StoreError | None:
    """The error for a server that speaks TLS otherwise than the address says; None if that is not the cause."""
    for cause in _causes(error):
        if isinstance(cause, ssl.SSLCertVerificationError):
            return StoreUnavailable(
                f"The server at {where} shows a certificate that is not trusted: {cause.verify_message}. Name the "
                "certificate of its authority in GRAPHKIT_NEO4J_CA, or write +ssc to trust any. Nothing was sent."
            )
        if isinstance(cause, ssl.SSLError):
            return StoreUnavailable(
                f"No encrypted connection to {where} could be made: {_reason(cause)}. See whether the server offers "
                "TLS on this port and which certificate it asks for; without +s nothing is encrypted. Nothing was sent."
            )
    return None


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
            f"The server at {where} refused the user or the password. Correct them on the page Settings, or in "
            "GRAPHKIT_NEO4J_USER and GRAPHKIT_NEO4J_PASSWORD; nothing was changed."
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
    if code.endswith(BROKEN):
        return StoreUnavailable(
            f"The server at {where} cannot write its files and has stopped the database; most likely its disc is "
            "full. Free space there, start the server again and repeat the change: it is stored whole or not at all. "
            "What was stored before is kept."
        )
    if isinstance(error, TransientError):
        return StoreBusy(f"The server at {where} is busy ({code}). Try again; nothing of this batch was stored.")
    if isinstance(error, ServiceUnavailable | SessionExpired | OSError):
        if of_encryption := _of_encryption(error, where):
            return of_encryption
        return StoreUnavailable(
            f"No Neo4j server answers at {where}. Start it or correct the address; what was stored before is kept."
        )
    said = str(getattr(error, "message", None) or error).rstrip(".")
    return StoreError(f"The server at {where} could not do it: {said}. Nothing of this batch was stored.")
