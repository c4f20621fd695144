"""A server for each test that asks for one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from models_for_tests import ModelServer, model_server


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as running:
        yield running
