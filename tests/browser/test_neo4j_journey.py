"""The sample's journey with a real Neo4j behind the application, from connecting to the sentence behind a fact."""

from __future__ import annotations

import re
import uuid

import pytest
from neo4j_for_tests import shared_server
from playwright.sync_api import expect

from browser.conftest import Open, Server, idle
from browser.test_journey import LONG_MS


@pytest.mark.slow
def test_the_sample_is_brought_into_neo4j_and_followed_to_a_sentence(open_page: Open, server: Server) -> None:
    neo4j, corpus = shared_server(), f"journey-{uuid.uuid4().hex[:8]}"
    page = open_page("/settings")
    page.get_by_text("Connect to another store").click()
    page.get_by_label("Address").fill(neo4j.uri)
    if neo4j.password:
        page.get_by_label("Password").fill(neo4j.password)
    page.get_by_role("button", name="Test the connection").click()
    expect(page.get_by_text(re.compile("^Neo4j .* answers and lets you in"))).to_be_visible(timeout=LONG_MS)
    page.get_by_role("button", name="Connect", exact=True).click()
    expect(page.get_by_text("Connected. Every page shows this store now.")).to_be_visible(timeout=LONG_MS)
    expect(page.get_by_text(f"Store: {neo4j.uri}")).to_be_visible()
    try:
        page.goto(f"{server.url}/?corpus={corpus}")
        page.get_by_role("button", name="Load the sample").click()
        expect(page.get_by_role("link", name="Maren Aldquist").first).to_be_visible(timeout=LONG_MS)
        page.goto(f"{server.url}/graph?corpus={corpus}")
        expect(page.locator("canvas").first).to_be_visible(timeout=LONG_MS)
        page.goto(f"{server.url}/ask?corpus={corpus}")
        idle(page)
        page.get_by_label("Question").fill("Who called the captain of the ship that Dunmarle Holdings bought?")
        page.get_by_label("Question").press("Enter")
        expect(page.get_by_text(re.compile("found by (both|the graph)")).first).to_be_visible(timeout=LONG_MS)
        page.locator(".gk-quote a").first.click()
        expect(page).to_have_url(re.compile(r"/documents\?"))
        for address in ("resolve", "runs", "compare", "entity"):
            page.goto(f"{server.url}/{address}?corpus={corpus}")
            idle(page)
            expect(page.get_by_test_id("stException")).to_have_count(0)
            expect(page.get_by_test_id("stAlertContentError")).to_have_count(0)
        page.goto(f"{server.url}/settings?corpus={corpus}")
        page.get_by_role("button", name="Check the store").click()
        expect(page.get_by_text("All sums and references hold.")).to_be_visible(timeout=LONG_MS)
    finally:
        page.goto(f"{server.url}/settings")
        idle(page)
        page.get_by_text("Connect to another store").click()
        page.get_by_role("button", name="Back to the store of the environment").click()
        expect(page.get_by_text(re.compile("Store: SQLite"))).to_be_visible(timeout=LONG_MS)
