"""Every variable of the environment that the package reads stands in the manual."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
VARIABLE = re.compile(r"""["']((?:GRAPHKIT|GEMINI|GOOGLE|OPENAI)_[A-Z0-9_]+)["']""")


def test_the_manual_names_every_variable_that_is_read() -> None:
    named = {
        variable
        for module in (ROOT / "graphkit").rglob("*.py")
        if module.parent.name != "store"  # there GRAPHKIT_… is a type of relationship
        for variable in VARIABLE.findall(module.read_text("utf-8"))
    }
    manual = "\n".join(page.read_text("utf-8") for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
    assert {"GRAPHKIT_STORE_URI", "GEMINI_API_KEY"} <= named
    assert sorted(variable for variable in named if not re.search(rf"\b{variable}\b", manual)) == []
