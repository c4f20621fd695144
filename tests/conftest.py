"""What every test gets: a skip that a continuous integration run must not have is a failure there."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

ALLOWED_SKIPS = ("shared", "neo4j")
"""Words in the reasons of skips that are right on a build machine: evaluation data and servers that lie outside."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """With ``CI`` set, a test that is skipped because a needed part is missing fails and says which."""
    report = yield
    if os.environ.get("CI") and report.skipped and not hasattr(report, "wasxfail") and call.excinfo is not None:
        reason = str(call.excinfo.value)
        if not any(word in reason.casefold() for word in ALLOWED_SKIPS):
            report.outcome = "failed"
            report.longrepr = f"{item.nodeid} may not be skipped here: {reason}"
    return report
