"""What every test gets: a cache of its own, and a failure for a skip that a build machine must not have."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from outside import Outside

from graphkit.neo4jserver.jars import jars_folder

CACHE = Path(tempfile.mkdtemp(prefix="graphkit-cache-"))
"""Where tests, and the programs that they start, keep vectors: never in the user's own cache."""


def pytest_configure() -> None:
    """Use the cache of the tests; jars of a server, which only a network brings, are taken from the user's."""
    kept = [folder for folder in jars_folder().parents[1].glob("neo4j-*") if folder.is_dir()]
    os.environ["GRAPHKIT_CACHE"] = str(CACHE)
    for jars in kept:
        (CACHE / jars.name).symlink_to(jars, target_is_directory=True)


def pytest_unconfigure() -> None:
    """Leave nothing behind."""
    shutil.rmtree(CACHE, ignore_errors=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """With ``CI`` set, a test that is skipped fails and says why, unless what it lacks lies ``Outside``."""
    report = yield
    if os.environ.get("CI") and report.skipped and not hasattr(report, "wasxfail") and call.excinfo is not None:
        reason = call.excinfo.value
        if not isinstance(reason, Outside):
            report.outcome = "failed"
            report.longrepr = f"{item.nodeid} may not be skipped here: {reason}"
    return report
