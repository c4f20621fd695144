"""The README and the page on the command line name every command."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphkit.cli.main import COMMANDS

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("page", ["README.md", "docs/command-line.md"])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_page_that_lists_commands_names_every_one(page: str, command: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    assert f"graphkit {command}" in text or f"`{command}`" in text
