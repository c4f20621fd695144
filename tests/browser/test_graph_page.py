"""The graph page in a real browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest
from made_corpora import HOSTILE_NAMES
from playwright.sync_api import Locator, Page, expect

from browser.conftest import Open, idle


def drawn(page: Page) -> Locator:
    """The picture, once it is drawn."""
    host = page.locator(".gk-host")
    expect(host).to_have_attribute("data-ready", re.compile(r"\d+"))
    expect(page.locator(".gk-message")).to_be_hidden()
    return host


def place(page: Page, host: Locator, name: str) -> tuple[float, float]:
    """Where a name's node stands on the screen: the picture is moved there, and a node in focus is in the middle."""
    page.locator(".gk-find").fill(name)
    page.locator(".gk-find").press("Enter")
    page.wait_for_timeout(900)
    box = host.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_click_on_a_node_shows_the_sentence_behind_it(open_page: Open) -> None:
    page = open_page("/graph?corpus=story")
    x, y = place(page, drawn(page), "Menabrea")
    page.keyboard.press("Escape")
    page.mouse.click(x, y + 200)  # nothing there
    expect(page.get_by_label("Find a name in the whole graph")).to_be_visible()
    page.mouse.click(x, y)
    expect(page.get_by_role("heading", name="Luigi Menabrea")).to_be_visible()
    quote = page.locator(".gk-quote").filter(has_text="wrote about the Analytical Engine")
    expect(quote.locator("mark")).to_have_text("Luigi Menabrea")
    expect(page).to_have_url(re.compile(r"entity=entity%3Aperson%3Aluigi_menabrea"))


def test_one_more_click_opens_the_document_at_the_sentence(open_page: Open) -> None:
    page = open_page("/graph?corpus=story&entity=entity:person:luigi_menabrea")
    drawn(page)
    page.locator(".gk-quote a").first.click()
    expect(page).to_have_url(re.compile(r"/documents\?.*document=doc-[0-9a-f]+&start=\d+&end=\d+"))
    expect(page).to_have_url(re.compile(r"corpus=story"))
    expect(page.locator(".gk-focus").first).to_contain_text("Luigi Menabrea")


def test_a_click_on_an_edge_shows_its_proof_with_both_names(open_page: Open) -> None:
    page = open_page("/graph?corpus=story")
    host = drawn(page)
    x, y = host.evaluate(
        """(host, ends) => {
          const { net } = host.view;
          const [a, b] = ends.map((id) => net.getPosition(id));
          const middle = net.canvasToDOM({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
          const box = host.getBoundingClientRect();
          return [box.x + middle.x, box.y + middle.y];
        }""",
        ["entity:org:acme_press", "entity:person:ada_lovelace"],
    )
    page.mouse.click(x, y)
    expect(page.get_by_role("heading", level=4)).to_have_text("Ada Lovelace → Acme Press")
    expect(page.locator(".gk-quote mark")).to_have_text(["Ada Lovelace", "Acme Press"])


def test_a_double_click_brings_in_the_neighbours(open_page: Open) -> None:
    page = open_page("/graph?corpus=large&limit=100")
    x, y = place(page, drawn(page), "Name00001")
    before = page.get_by_text(re.compile(r"^Showing")).inner_text()
    page.mouse.dblclick(x, y)
    expect(page.get_by_text(re.compile(r"^Showing"))).not_to_have_text(before)
    expect(page.get_by_role("button", name="Fold what was expanded")).to_be_visible()


def test_three_hundred_names_are_drawn_and_counted(open_page: Open) -> None:
    page = open_page("/graph?corpus=large")
    drawn(page)
    expect(page.get_by_text("Showing 300 of 300 names")).to_be_visible()


def test_what_is_not_drawn_is_counted_and_the_limit_can_be_changed(open_page: Open) -> None:
    page = open_page("/graph?corpus=large&limit=100")
    drawn(page)
    expect(page.get_by_text("Showing 100 of 300 names, ranked by their number of edges")).to_be_visible()
    page.get_by_role("combobox", name="Draw at most").click()
    page.get_by_role("option", name="1000", exact=True).click()
    expect(page.get_by_text("Showing 300 of 300 names")).to_be_visible()


def test_hostile_names_are_shown_as_they_are_written(open_page: Open) -> None:
    page = open_page("/graph?corpus=hostile")
    host = drawn(page)
    for name in HOSTILE_NAMES:
        x, y = place(page, host, name)
        page.mouse.move(x + 1, y)
        page.mouse.move(x, y)
        expect(page.locator(".vis-tooltip")).to_contain_text(name)
        expect(page.get_by_role("heading", level=4)).to_have_text(name)
    for name in HOSTILE_NAMES:
        expect(page.locator(".gk-legend").get_by_role("button", name=name)).to_be_visible()
    page.get_by_role("combobox", name="Types").click()
    for name in HOSTILE_NAMES:
        expect(page.get_by_role("option", name=name, exact=True)).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_picture_follows_the_theme(open_page: Open, scheme: Literal["light", "dark"], tmp_path: Path) -> None:
    page = open_page("/graph?corpus=story", scheme=scheme)
    drawn(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save PNG").click()
    picture = tmp_path / "graph.png"
    download.value.save_as(picture)
    from PIL import Image

    corner = Image.open(picture).convert("RGB").getpixel((2, 2))
    assert isinstance(corner, tuple)
    assert (sum(corner) > 600) == (scheme == "light")


def test_the_keyboard_reaches_every_name(open_page: Open) -> None:
    page = open_page("/graph?corpus=story")
    drawn(page).focus()
    page.keyboard.press("n")
    expect(page.get_by_role("heading", name="Ada Lovelace")).to_be_visible()
    page.keyboard.press("n")
    expect(page.get_by_role("heading", name="Ada Lovelace")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.get_by_label("Find a name in the whole graph")).to_be_visible()


def test_a_link_to_a_name_selects_it(open_page: Open) -> None:
    page = open_page("/graph?corpus=story&entity=entity:org:acme_press&types=ORG&types=PERSON")
    drawn(page)
    expect(page.get_by_role("heading", name="Acme Press")).to_be_visible()
    expect(page.get_by_text("Showing 4 of 4 names")).to_be_visible()


def test_the_first_address_of_a_fresh_session_has_the_whole_menu(open_page: Open) -> None:
    page = open_page("/entity?corpus=story&entity=entity:person:ada_lovelace")
    expect(page.get_by_role("heading", name="Ada Lovelace")).to_be_visible()
    for title in ("Overview", "Documents", "Graph", "Entity"):
        expect(page.get_by_test_id("stSidebarNav").get_by_role("link", name=title)).to_be_visible()


@pytest.mark.parametrize(
    ("button", "file", "beginning"),
    [
        ("Names (CSV)", "names.csv", "name,type,mentions"),
        ("Edges (CSV)", "edges.csv", "source,relation,target"),
        ("GraphML", "graph.graphml", "<?xml"),
        ("HTML", "graph.html", "<!"),
    ],
)
def test_downloads_hold_what_is_drawn(open_page: Open, tmp_path: Path, button: str, file: str, beginning: str) -> None:
    page = open_page("/graph?corpus=story&types=PERSON")
    drawn(page)
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()
    assert download.value.suggested_filename == file
    download.value.save_as(tmp_path / file)
    text = (tmp_path / file).read_text("utf-8")
    assert text.lower().startswith(beginning.lower())
    assert "Ada Lovelace" in text
    assert "acme_press" not in text  # sentences that prove others may still name it


@pytest.mark.slow
def test_the_sample_is_one_click_from_an_empty_corpus(open_page: Open) -> None:
    page = open_page("/graph?corpus=sampled")
    page.get_by_role("button", name="Load the sample").click()
    expect(page.get_by_test_id("stProgress")).to_be_visible()
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    expect(page.get_by_text(re.compile(r"^Showing \d+ of \d+ names"))).to_be_visible(timeout=180_000)
    drawn(page)


def test_an_entity_page_leads_to_the_picture_and_to_its_neighbours(open_page: Open) -> None:
    page = open_page("/entity?corpus=story&entity=entity:person:luigi_menabrea")
    expect(page.locator(".gk-quote mark").first).to_have_text("Luigi Menabrea")
    page.get_by_role("link", name="Show in the graph").click()
    drawn(page)
    expect(page.get_by_role("heading", name="Luigi Menabrea")).to_be_visible()
    expect(page).to_have_url(re.compile("corpus=story"))


def test_places_and_zoom_outlive_a_click(open_page: Open) -> None:
    page = open_page("/graph?corpus=story")
    host = drawn(page)
    page.get_by_role("button", name="Zoom in").click()
    page.wait_for_timeout(400)
    before = host.evaluate("host => [host.view.net.getScale(), host.view.net.getPositions()]")
    page.keyboard.press("Tab")
    host.focus()
    page.keyboard.press("n")
    idle(page)
    page.wait_for_timeout(600)
    after = host.evaluate("host => [host.view.net.getScale(), host.view.net.getPositions()]")
    assert after[1] == before[1]
    assert after[0] >= before[0]


def test_filters_can_be_changed_back_and_forth(open_page: Open) -> None:
    page = open_page("/graph?corpus=story")
    drawn(page)
    for kind in ("Seen together", "All", "Stated", "All"):
        page.get_by_test_id("stButtonGroup").get_by_text(kind, exact=True).click()
        idle(page)
        page.wait_for_timeout(500)
        expect(page.locator(".gk-message")).to_be_hidden()
