"""The sample's journey with a real Neo4j behind the application, from connecting to the sentence behind a fact."""

from __future__ import annotations

import re
import uuid
from urllib.parse import urlencode

import pytest
from films_for_tests import HOSTILE, STUDIO, everything, films
from neo4j_for_tests import shared_server
from playwright.sync_api import expect

from browser.conftest import Open, Server, idle
from browser.test_graph_page import drawn, place
from browser.test_journey import LONG_MS
from graphkit.store.foreign import ForeignChoice
from graphkit.ui.foreign_state import parameters


@pytest.mark.slow
def test_the_sample_is_brought_into_neo4j_and_followed_to_a_sentence(open_page: Open, server: Server) -> None:
    neo4j, corpus = shared_server(), f"journey-{uuid.uuid4().hex[:8]}"
    page = open_page("/settings")
    page.get_by_text("Connect to another store").click()
    form = page.get_by_test_id("stForm").filter(has=page.get_by_role("button", name="Test the connection"))
    form.get_by_label("Address").fill(neo4j.uri)
    if neo4j.password:
        form.get_by_label("Password").fill(neo4j.password)
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


def test_a_graph_that_is_not_graphkits_is_attached_and_browsed_read_only(open_page: Open, server: Server) -> None:
    neo4j = shared_server()
    with films(neo4j) as driver:
        before = everything(driver)
        page = open_page("/settings")
        page.get_by_text("Browse a graph that is not graphkit's").click()
        form = page.get_by_test_id("stForm").filter(has=page.get_by_role("button", name="Attach read-only"))
        form.get_by_label("Address").fill(neo4j.uri)
        if neo4j.password:
            form.get_by_label("Password").fill(neo4j.password)
        page.get_by_role("button", name="Attach read-only").click()
        expect(page.get_by_text(re.compile("answers and lets you in:"))).to_be_visible(timeout=LONG_MS)
        try:
            choice = ForeignChoice(("Movie", "Actor", STUDIO), ("title", "name"), (), "scenes")
            link = f"{server.url}/graph?{urlencode(parameters(neo4j.uri, choice), doseq=True)}"
            page.goto(link)
            host = drawn(page)
            expect(page.get_by_text("Read-only, not graphkit's: no evidence, no decisions")).to_be_visible()
            expect(page.get_by_text("Showing 10 nodes")).to_be_visible()
            x, y = place(page, host, HOSTILE)
            page.mouse.move(x + 1, y)
            page.mouse.move(x, y)
            expect(page.locator(".vis-tooltip")).to_contain_text(HOSTILE)
            expect(page.get_by_role("heading", level=4)).to_have_text(HOSTILE)
            page.get_by_role("button", name="Back", exact=True).click()
            page.get_by_label("Find a node by its name").fill("brenner")
            page.get_by_label("Find a node by its name").press("Enter")
            page.get_by_role("button", name=re.compile("Greta Brenner")).click()
            expect(page.get_by_role("heading", name="Greta Brenner")).to_be_visible()
            expect(page).to_have_url(re.compile(r"node=4%3A"))
            page.get_by_role("tab", name="Way to").click()
            page.get_by_label("Find the other end by its name").fill("stage")
            page.get_by_label("Find the other end by its name").press("Enter")
            page.get_by_role("button", name=re.compile("^S Stage")).click()
            expect(page.get_by_text("A shortest way: 2 steps, drawn in the picture.")).to_be_attached()
            linked = open_page(page.url.removeprefix(server.url))
            drawn(linked)
            expect(linked.get_by_role("heading", name="Greta Brenner")).to_be_visible()
            with linked.expect_download() as download:
                linked.get_by_role("button", name="Nodes (CSV)").click()
            assert "Greta Brenner" in download.value.path().read_text("utf-8")
            linked.get_by_role("button", name="Back to graphkit's graph").click()
            expect(linked.get_by_text("There are no documents in this corpus yet")).to_be_visible()
            assert everything(driver) == before
        finally:
            page.goto(f"{server.url}/settings")
            idle(page)
            page.get_by_role("button", name="Detach").click()
            expect(page.get_by_role("button", name="Detach")).to_have_count(0)
