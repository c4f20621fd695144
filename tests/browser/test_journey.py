"""What a person does, from an empty corpus to an answer, in a real browser."""

from __future__ import annotations

import re
import uuid
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Open, idle
from graphkit.ui.location import sample_folder

PDF = next(sample_folder().glob("*sediment*.pdf"))
LONG_MS = 120_000


@pytest.fixture
def new_corpus() -> str:
    """Name of a corpus that nobody has used."""
    return f"journey-{uuid.uuid4().hex[:8]}"


def upload(page: Page, *files: Path, methods: tuple[str, ...] = ()) -> None:
    """Add files on the documents page, with further methods switched on or off, and wait for the result."""
    page.get_by_test_id("stFileUploader").locator("input[type=file]").set_input_files([str(file) for file in files])
    for title in methods:
        page.get_by_role("button", name=title, exact=True).click()
        idle(page)
    page.get_by_role("button", name=re.compile("^Add [0-9]+ files?$")).click()
    expect(page.get_by_text(re.compile(r"^\d+ stored"))).to_be_visible(timeout=LONG_MS)


def begin_long_work(page: Page, folder: Path) -> None:
    """Add files that take a while, and wait until the work can be cancelled."""
    words = " ".join(f"Ann{n} Miller met Bob{n} Stone in Paris." for n in range(4000))
    files = [folder / f"long{n}.txt" for n in range(40)]
    for at, file in enumerate(files):
        file.write_text(f"Text {at}. {words}", "utf-8")
    page.get_by_test_id("stFileUploader").locator("input[type=file]").set_input_files([str(file) for file in files])
    page.get_by_role("button", name="Add 40 files").click()
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()


def test_an_uploaded_pdf_shows_its_entities_and_their_place_in_the_text(open_page: Open, new_corpus: str) -> None:
    page = open_page(f"/documents?corpus={new_corpus}")
    upload(page, PDF)
    page.goto(page.url.partition("/documents")[0] + f"/?corpus={new_corpus}")
    idle(page)
    page.get_by_role("link", name="Maren Aldquist").click()
    expect(page).to_have_url(re.compile("/entity"))
    expect(page.get_by_role("heading", name="Maren Aldquist")).to_be_visible()
    page.locator(".gk-quote a").first.click()
    expect(page).to_have_url(re.compile(r"/documents\?.*start=\d+"))
    expect(page.locator(".gk-focus").first).to_contain_text("Aldquist")


def test_two_methods_are_compared_on_one_text(open_page: Open, new_corpus: str) -> None:
    page = open_page(f"/documents?corpus={new_corpus}")
    upload(page, PDF)
    page.get_by_role("link", name="Compare").click()
    expect(page.get_by_role("heading", name="ner", exact=True)).to_be_visible(timeout=LONG_MS)
    expect(page.get_by_role("heading", name="regex", exact=True)).to_be_visible()
    expect(page.locator("mark").filter(has_text="Maren Aldquist")).not_to_have_count(0)
    page.get_by_text(re.compile(r"^Only regex \(\d+\)$")).first.click()
    idle(page)
    expect(page.get_by_test_id("stDataFrame").first).to_be_visible()


def test_the_sample_answers_a_question_and_says_who_found_each_passage(open_page: Open, new_corpus: str) -> None:
    page = open_page(f"/ask?corpus={new_corpus}")
    page.get_by_role("button", name="Load the sample").click()
    expect(page.get_by_label("Question")).to_be_visible(timeout=LONG_MS)
    page.get_by_label("Question").fill("How is Maren Aldquist connected to Dunmarle Holdings?")
    page.get_by_label("Question").press("Enter")
    badges = page.get_by_text(re.compile(r"found by (both|the graph|words and vectors)$"))
    expect(badges).to_have_count(5, timeout=LONG_MS)
    assert "q=How" in page.url
    page.get_by_role("tab", name="Side by side").click()
    for title in ("Words", "Vectors", "Graph"):
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
    page.get_by_role("tab", name="Answer").click()
    page.locator(".gk-quote a").first.click()
    expect(page).to_have_url(re.compile(r"/documents\?"))


def test_a_running_job_survives_a_reload_and_can_be_cancelled(open_page: Open, new_corpus: str, tmp_path: Path) -> None:
    page = open_page(f"/documents?corpus={new_corpus}")
    begin_long_work(page, tmp_path)
    assert "job=" in page.url
    page.reload()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text(re.compile("^Cancelled. What was stored is kept"))).to_be_visible(timeout=LONG_MS)


def test_a_document_is_deleted_with_what_only_it_says(open_page: Open, new_corpus: str, tmp_path: Path) -> None:
    file = tmp_path / "short.txt"
    file.write_text("Ann Miller met Bob Stone.", "utf-8")
    page = open_page(f"/documents?corpus={new_corpus}")
    upload(page, file)
    page.get_by_test_id("stDataFrame").last.click(position={"x": 20, "y": 52})
    page.get_by_role("button", name=re.compile("^Delete")).click()
    page.get_by_role("button", name="Delete them").click()
    expect(page.get_by_text("There are no documents in this corpus yet")).to_be_visible()


def test_a_running_job_is_found_again_from_another_page(open_page: Open, new_corpus: str, tmp_path: Path) -> None:
    page = open_page(f"/documents?corpus={new_corpus}")
    begin_long_work(page, tmp_path)
    page.get_by_role("link", name="Settings").click()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    page.get_by_role("link", name="Documents").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text(re.compile("^Cancelled. What was stored is kept"))).to_be_visible(timeout=LONG_MS)
