"""Starting, watching and stopping one Neo4j Community server, on the loopback only.

Command line and configuration follow the operations manual of Neo4j 5 (neo4j.com/docs/operations-manual).
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

from graphkit.errors import LocalServerFailed
from graphkit.neo4jserver.java import find_java, least_java

HOST = "127.0.0.1"
START_LIMIT_S = 90.0
STOP_LIMIT_S = 30.0
_OPENED = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")
_JVM = (
    "-XX:+UseG1GC",
    "-XX:-OmitStackTraceInFastThrow",
    "-XX:+DisableExplicitGC",
    "-Djdk.nio.maxCachedBufferSize=1024",
    "-Dio.netty.tryReflectionSetAccessible=true",
    *(f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in _OPENED),
    "-Dlog4j2.disable.jmx=true",
    "-Dfile.encoding=UTF-8",
)
_ENTRY_POINTS = ("org/neo4j/server/Neo4jCommunity", "org/neo4j/server/CommunityEntryPoint")
"""Main classes by age of the server, newest first; both stand in ``neo4j-<version>.jar``."""


@dataclass(slots=True)
class Neo4jServer:
    """One server: its folder, its jars, its port. It is not started by being made.

    ``password`` empty means that anybody on this machine may connect: for tests only. ``heap_mb`` and
    ``page_cache_mb`` bound its memory. ``brief`` suits a server that lives for minutes: its code is compiled
    quickly rather than well, and plans of statements are kept while the database grows. ``extra`` are further
    settings of ``neo4j.conf``; with those for TLS, ``scheme`` is ``bolt+ssc``.
    """

    home: Path
    lib: Path
    port: int = 0
    password: str = field(default="", repr=False)
    heap_mb: int = 512
    page_cache_mb: int = 64
    brief: bool = False
    scheme: str = "bolt"
    extra: dict[str, str] = field(default_factory=dict)
    _process: subprocess.Popen[bytes] | None = None

    @property
    def uri(self) -> str:
        """Address for the driver."""
        return f"{self.scheme}://{HOST}:{self.port}"

    @property
    def version(self) -> str:
        """Version of the server, told by its jars."""
        jar = next(self.lib.glob("neo4j-server-*.jar"), None)
        if jar is None:
            raise LocalServerFailed(f"There are no jars of a Neo4j server in {self.lib}. Nothing was started.")
        return jar.stem.removeprefix("neo4j-server-")

    @property
    def pid(self) -> int | None:
        """Id of the server's process while this object runs it."""
        return self._process.pid if self._process and self._process.poll() is None else None

    @property
    def console(self) -> Path:
        """File with what the server said."""
        return self.home / "console.log"

    def start(self, *, limit_s: float = START_LIMIT_S) -> None:
        """Start the server and wait until it answers. Raises ``LocalServerFailed`` with the end of its log."""
        java = find_java(least_java(self.version))
        self.port = self.port or free_port()
        for name in ("conf", "data", "logs", "run", "plugins", "import"):
            (self.home / name).mkdir(parents=True, exist_ok=True)
        (self.home / "conf" / "neo4j.conf").write_text(self._configuration(), "utf-8")
        if self.password and not (self.home / "data" / "dbms").exists():
            self._set_password(java)
        with self.console.open("ab") as console:
            self._process = subprocess.Popen(  # noqa: S603
                self._command(java), stdin=subprocess.DEVNULL, stdout=console, stderr=console, start_new_session=True
            )
        self._wait(limit_s)

    def stop(self, *, limit_s: float = STOP_LIMIT_S) -> None:
        """Stop the server; stopping a stopped one is allowed."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(limit_s)
            except subprocess.TimeoutExpired:
                self.kill()
        self._process = None

    def kill(self) -> None:
        """End the server at once, as a crash would."""
        if self._process is not None:
            os.kill(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def remove(self) -> None:
        """Stop the server and delete its folder with all data."""
        self.stop()
        shutil.rmtree(self.home, ignore_errors=True)

    def answers(self, *, limit_s: float = 5.0) -> bool:
        """Whether the server takes a query now. Raises ``LocalServerFailed`` for a wrong password."""
        from neo4j import GraphDatabase
        from neo4j.exceptions import AuthError, DriverError, Neo4jError

        try:
            with socket.create_connection((HOST, self.port), 0.5):
                pass
            auth = ("neo4j", self.password) if self.password else None
            with GraphDatabase.driver(
                self.uri, auth=auth, connection_timeout=limit_s, max_transaction_retry_time=0
            ) as driver:
                driver.execute_query("RETURN 1", database_="neo4j")
        except AuthError as error:
            raise LocalServerFailed(
                "The server runs with another password than the one that is kept. Stop it, or connect by hand."
            ) from error
        except (OSError, DriverError, Neo4jError):
            return False
        return True

    def log_tail(self, lines: int = 60) -> str:
        """The last lines of what the server said."""
        try:
            return "\n".join(self.console.read_text("utf-8", "replace").splitlines()[-lines:])
        except OSError:
            return "(no log)"

    def _wait(self, limit_s: float) -> None:
        end = time.monotonic() + limit_s
        while time.monotonic() < end and self.pid is not None:
            if self.answers():
                return
            time.sleep(0.1)
        exit_code = self._process.poll() if self._process else None
        tail = self.log_tail()
        self.stop()
        ended = f"it ended with code {exit_code}" if exit_code is not None else f"no answer in {limit_s:.0f} s"
        raise LocalServerFailed(f"Neo4j {self.version} did not start: {ended}. The end of its log:\n{tail}")

    def _command(self, java: Path) -> list[str]:
        return [
            str(java),
            *(f"-Xms{min(256, self.heap_mb)}m", f"-Xmx{self.heap_mb}m", *_JVM),
            *(("-XX:TieredStopAtLevel=1", "-Xshare:auto") if self.brief else ()),
            *("-cp", f"{self.lib}/*", self._entry_point()),
            *(f"--home-dir={self.home}", f"--config-dir={self.home / 'conf'}", "--console-mode"),
        ]

    def _entry_point(self) -> str:
        with zipfile.ZipFile(self.lib / f"neo4j-{self.version}.jar") as jar:
            names = set(jar.namelist())
        for entry in _ENTRY_POINTS:
            if f"{entry}.class" in names:
                return entry.replace("/", ".")
        raise LocalServerFailed(f"graphkit does not know how to start Neo4j {self.version}. Nothing was started.")

    def _configuration(self) -> str:
        settings = {
            "server.default_listen_address": HOST,
            "server.bolt.listen_address": f"{HOST}:{self.port}",
            "server.bolt.advertised_address": f"{HOST}:{self.port}",
            "server.http.enabled": "false",
            "server.https.enabled": "false",
            "dbms.security.auth_enabled": str(bool(self.password)).lower(),
            "dbms.usage_report.enabled": "false",
            "server.memory.heap.initial_size": f"{min(256, self.heap_mb)}m",
            "server.memory.heap.max_size": f"{self.heap_mb}m",
            "server.memory.pagecache.size": f"{self.page_cache_mb}m",
            "db.transaction.timeout": "60s",
            "db.tx_log.rotation.retention_policy": "keep_none",
            "db.tx_log.preallocate": "false",  # else a fresh store takes 516 MB instead of 2 MB
            **({"dbms.cypher.min_replan_interval": "1h"} if self.brief else {}),
            **self.extra,
        }
        return "".join(f"{name}={value}\n" for name, value in settings.items())

    def _set_password(self, java: Path) -> None:
        """Must come before the first start. The password goes through a file's argument list of this process only."""
        command = [str(java), "-cp", f"{self.lib}/*", f"-Dbasedir={self.home}"]
        command += ["org.neo4j.server.startup.Neo4jAdminCommand", "dbms", "set-initial-password", self.password]
        surroundings = {**os.environ, "NEO4J_HOME": str(self.home), "NEO4J_CONF": str(self.home / "conf")}
        done = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            last = (done.stderr or done.stdout).strip().splitlines()[-1:]
            raise LocalServerFailed(f"The password of the new server could not be set: {' '.join(last)}.")


def free_port(wanted: int = 0) -> int:
    """A port of the loopback that nobody uses at this moment; the wanted one, if it is free."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, os.name == "posix")  # it may have closed just now
        try:
            probe.bind((HOST, wanted))
        except OSError:
            if not wanted:
                raise
            probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port
