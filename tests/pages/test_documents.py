"""The documents page: adding, reading, deleting. Uploading in a browser is tested in ``browser/test_journey.py``."""

from __future__ import annotations

import time

import pytest
from streamlit.testing.v1 import AppTest

from graphkit.model import Scope
from graphkit.store.base import GraphStore
from pages.conftest import Visit


def until_done(app: AppTest) -> AppTest:
    """Run the page again until its job has ended."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        app.run()
        if not any(str(button.key).startswith("cancel_") for button in app.button):
            return app
        time.sleep(0.2)
    raise AssertionError("the job did not end within a minute")


def test_an_empty_corpus_shows_the_form_and_says_what_to_do(visit: Visit) -> None:
    app = visit("documents.py")
    assert app.button(key="add_files").disabled
    assert "There are no documents in this corpus yet" in " ".join(str(caption.value) for caption in app.caption)


def test_an_uploaded_file_is_stored_with_its_status(visit: Visit, desk: GraphStore) -> None:
    app = visit("documents.py")
    app.file_uploader(key="uploads_0").upload("a.txt", b"Ann Miller met Bob Stone in Paris.", "text/plain").run()
    app.button_group(key="methods").set_value(["regex"]).run()
    until_done(app.button(key="add_files").click().run())
    assert app.success[0].value.startswith("1 stored in ")
    assert [row.title for row in desk.documents(Scope("default"))] == ["a"]


def test_a_file_that_cannot_be_read_is_named_with_its_reason(visit: Visit) -> None:
    app = visit("documents.py")
    app.file_uploader(key="uploads_0").upload("b.pdf", b"%PDF-1.4 broken", "application/pdf").run()
    until_done(app.button(key="add_files").click().run())
    assert app.warning[0].value.startswith("0 stored, 1 failed")
    assert any("b\\.pdf" in text.value for text in app.markdown)


def test_the_table_lists_documents_and_can_be_filtered(visit: Visit) -> None:
    app = visit("documents.py", corpus="story")
    assert list(app.dataframe[0].value["title"]) == ["Notes", "The engine"]
    app.text_input(key="filter").set_value("engine").run()
    assert list(app.dataframe[0].value["title"]) == ["The engine"]


def test_a_document_opens_by_its_address(visit: Visit, desk: GraphStore) -> None:
    row = desk.documents(Scope("story"))[0]
    app = visit("documents.py", corpus="story", document=row.document_id)
    assert app.subheader[0].value == row.title
    assert any("mentions in the" in caption.value for caption in app.caption)


@pytest.mark.parametrize("start", ["²", "-1", "9" * 5000, "x"])
def test_an_address_with_a_number_that_is_none_opens_the_document(visit: Visit, desk: GraphStore, start: str) -> None:
    row = desk.documents(Scope("story"))[0]
    app = visit("documents.py", corpus="story", document=row.document_id, start=start, end="9")
    assert app.subheader[0].value == row.title


def test_an_unknown_document_is_told_in_words(visit: Visit) -> None:
    app = visit("documents.py", corpus="story", document="doc-nothing")
    assert "There is no document" in app.error[0].value
