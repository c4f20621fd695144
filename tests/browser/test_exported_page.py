"""The exported page, opened from disk: it draws, finds and tells, and hostile names are only text."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from graphkit.export.export import ExportGraph, Proof, export
from graphkit.model import DocumentId, Edge, Entity, EntityId

NAMES = ("<img src=x onerror=alert(1)>", "</script><script>alert(1)</script>", "[x](javascript:alert(1))", "東京")


def opened(browser: Browser, path: Path, faults: list[str]) -> Page:
    """The page, with everything that must not happen written down."""
    page = browser.new_page()
    page.on("pageerror", lambda error: faults.append(f"script error: {error}"))
    page.on("console", lambda message: faults.append(message.text))
    page.on("dialog", lambda dialog: (faults.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda request: faults.append(request.url) if request.url != path.as_uri() else None)
    page.goto(path.as_uri())
    page.wait_for_selector("body[data-ready=yes]")
    return page


def test_a_name_is_found_and_its_evidence_told_without_running_anything(browser: Browser, tmp_path: Path) -> None:
    entities = tuple(Entity(EntityId(f"e{at}"), name, name, 2, 1, (name,)) for at, name in enumerate(NAMES))
    edge = Edge(EntityId("e0"), "RELATES_AS", NAMES[1], EntityId("e1"), 1.0, 1)
    quote = Proof(EntityId("e0"), DocumentId("d"), NAMES[2], 3, 9, NAMES[1])
    path = export(ExportGraph(entities, (edge,), (quote,), title=NAMES[0], note=NAMES[1]), tmp_path / "graph.html")
    faults: list[str] = []
    page = opened(browser, path, faults)
    expect(page.get_by_role("heading", level=1)).to_have_text(NAMES[0])
    expect(page.locator("header")).to_contain_text(f"4 of 4 names, 1 of 1 edges. {NAMES[1]}")
    page.keyboard.press("/")
    page.keyboard.type("IMG")
    page.locator("#found button").click()
    expect(page.get_by_role("heading", level=2)).to_have_text(NAMES[0])
    expect(page.locator("blockquote")).to_have_text(NAMES[1])
    page.get_by_role("button", name=f"→ {NAMES[1]} → {NAMES[1]}").click()
    expect(page.get_by_role("heading", level=2)).to_have_text(NAMES[1])
    page.close()
    assert faults == []
