"""Finding a Java that is new enough."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from graphkit.errors import LocalServerFailed

_KEPT = ("usr/lib/jvm/*/bin/java", "Library/Java/JavaVirtualMachines/*/Contents/Home/bin/java")
"""Where systems keep several Javas beside each other."""
_VERSION = re.compile(r'version "(\d+)')


def least_java(neo4j: str) -> int:
    """The oldest Java that runs a version of Neo4j."""
    return 17 if neo4j.startswith("5.") else 21


def find_java(least: int) -> Path:
    """A Java of at least that major version: ``GRAPHKIT_JAVA``, ``JAVA_HOME``, the path, then where Javas are kept.

    Raises ``LocalServerFailed`` if there is none.
    """
    seen = []
    for candidate in dict.fromkeys(_candidates()):
        version = java_version(candidate)
        if version >= least:
            return candidate
        seen.append(f"{candidate} is version {version}" if version else f"{candidate} does not run")
    found = f" Found: {'; '.join(seen)}." if seen else ""
    raise LocalServerFailed(
        f"A Neo4j of your own needs Java {least} or newer.{found} Install one, or name it in GRAPHKIT_JAVA; "
        "nothing was started."
    )


def java_version(java: Path) -> int:
    """Major version of a Java program; 0 if it does not run."""
    try:
        told = subprocess.run([java, "-version"], capture_output=True, text=True, timeout=30, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return 0
    match = _VERSION.search(told.stderr)
    return int(match[1]) if match else 0


def _candidates() -> Iterator[Path]:
    if named := os.environ.get("GRAPHKIT_JAVA"):
        yield Path(named)
    if home := os.environ.get("JAVA_HOME"):
        yield Path(home) / "bin" / "java"
    if found := shutil.which("java"):
        yield Path(found)
    for pattern in _KEPT:
        yield from sorted(Path("/").glob(pattern), reverse=True)
