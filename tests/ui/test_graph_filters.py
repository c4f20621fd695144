"""What graphs are called on pages and in addresses."""

from __future__ import annotations

from graphkit.model import GraphId
from graphkit.store.base import RunRow
from graphkit.ui.graph_filters import graph_names


def run(graph: str, method: str, day: int) -> RunRow:
    return RunRow(GraphId(graph), method, {}, {}, f"2026-01-{day:02}T00:00:00+00:00", 0.0)


def test_only_the_newest_run_of_a_method_is_called_by_the_method() -> None:
    runs = [run("ner:2", "ner", 3), run("regex:1", "regex", 2), run("ner:1", "ner", 1)]
    assert graph_names(runs) == {"ner:2": "ner", "regex:1": "regex", "ner:1": "ner:1"}
