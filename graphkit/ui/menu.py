"""The pages: one row for each, in the order of the menu."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class PageRow:
    """A page: its script in ``pages/``, its address, and what the menu says about it."""

    file: str
    address: str
    title: str
    icon: str
    summary: str

    @property
    def is_start(self) -> bool:
        """Whether the page is shown at the bare address."""
        return not self.address


MENU = (
    PageRow("home.py", "", "Overview", ":material/home:", "What is in this corpus, and how to begin."),
    PageRow(
        "documents.py", "documents", "Documents", ":material/description:", "Add documents, read them, remove them."
    ),
    PageRow(
        "compare.py", "compare", "Compare", ":material/compare_arrows:", "Extraction methods side by side on one text."
    ),
    PageRow(
        "resolve.py", "resolve", "Resolve", ":material/join_inner:", "Decide which names mean the same thing; undo it."
    ),
    PageRow(
        "graph.py", "graph", "Graph", ":material/hub:", "Who and what hangs together, with the sentence behind it."
    ),
    PageRow(
        "entity.py", "entity", "Entity", ":material/person_search:", "Everything about one name: mentions, neighbours."
    ),
    PageRow("ask.py", "ask", "Ask", ":material/forum:", "Ask a question; see the passages and paths that answer it."),
    PageRow("runs.py", "runs", "Runs", ":material/history:", "Which method ran when, and what it found."),
    PageRow(
        "settings.py", "settings", "Settings", ":material/settings:", "Where graphs are stored; what can be used here."
    ),
)


def menu(pages: Path) -> list[PageRow]:
    """The rows whose script exists."""
    return [row for row in MENU if (pages / row.file).is_file()]
