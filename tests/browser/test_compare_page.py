"""The Compare page in a real browser: colours, layers, a gold set marked in place."""

from __future__ import annotations

import re
import uuid
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import Open, Server, idle
from graphkit.config import GraphConfig
from graphkit.corpus import open_corpus
from graphkit.evidence.gold_passages import gold_set_of
from graphkit.ingest.base import Source

TEXT = b"Ann Miller of the Bank of England met Bob Stone in Paris. The data lake is in Oslo."


@pytest.fixture
def compared(server: Server) -> str:
    """Name of a corpus whose one text two methods have read."""
    name = f"compared-{uuid.uuid4().hex[:8]}"
    with open_corpus(config=GraphConfig(uri=server.store_uri), corpus=name, embedder=None) as corpus:
        corpus.ingest([Source.of_upload("a.txt", TEXT)], methods=["regex", "ner"])
    return name


def marked(page: Page, corpus: str, server: Server) -> list[tuple[str, str]]:
    """The names that are marked in the gold set, with their types."""
    with open_corpus(config=GraphConfig(uri=server.store_uri), corpus=corpus, embedder=None) as opened:
        return [(m.text, m.type) for passage in gold_set_of(opened).passages() for m in passage.mentions]


def colour(mark: Locator) -> str:
    """The colour of the line under a name."""
    return str(mark.evaluate("element => getComputedStyle(element).borderBottomColor"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_name_has_one_colour_in_all_columns(open_page: Open, compared: str, scheme: str) -> None:
    page = open_page(f"/compare?corpus={compared}", scheme=scheme)
    both = page.locator("mark.gk-line").filter(has_text="Bob Stone", visible=True)
    expect(both).to_have_count(2)
    assert colour(both.first) == colour(both.last)
    others = page.locator("mark.gk-line").filter(has_text="Paris")
    assert colour(others.first) != colour(both.first)


def test_a_passage_is_marked_measured_and_taken_back(
    open_page: Open, compared: str, server: Server, tmp_path: Path
) -> None:
    page = open_page(f"/compare?corpus={compared}")
    page.get_by_role("tab", name="Gold set").click()
    expect(page.get_by_text("No passage is marked yet")).to_be_visible()
    page.get_by_label("Add a name as it is written").fill("data lake")
    page.get_by_role("button", name="Add", exact=True).click()
    idle(page)
    expect(page.locator("mark.gk-line").filter(has_text="data lake")).to_be_visible()
    page.get_by_role("button", name="Save the marks").click()
    expect(page.get_by_role("heading", name="How good each method is")).to_be_visible()
    found = marked(page, compared, server)
    assert ("data lake", "PER") in found
    assert {"Bob Stone", "Paris"} <= {name for name, _ in found}
    with page.expect_download() as download:
        page.get_by_role("button", name="Export as JSONL").click()
    file = tmp_path / "gold.jsonl"
    download.value.save_as(file)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("No passage is marked yet")).to_be_visible()
    assert marked(page, compared, server) == []
    page.get_by_role("button", name="Load JSONL").click()
    page.get_by_test_id("stFileUploader").locator("input[type=file]").set_input_files(str(file))
    expect(page.get_by_role("heading", name="How good each method is")).to_be_visible()
    assert marked(page, compared, server) == found


def test_a_link_shows_the_same_passage_and_choice(open_page: Open, compared: str) -> None:
    page = open_page(f"/compare?corpus={compared}&compare_over=Whole+corpus")
    expect(page.get_by_role("radio", name="Whole corpus")).to_be_checked()
    expect(page).to_have_url(re.compile("passage=1"))
