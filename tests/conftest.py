"""What every test gets: a skip that a build machine must not have is a failure there."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from outside import Outside


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
