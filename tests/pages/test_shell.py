"""What surrounds every page: the menu, the place, errors in words."""

from __future__ import annotations

import pytest
from made_corpora import HOSTILE_NAMES
from streamlit.testing.v1 import AppTest

from graphkit.ui import resources
from graphkit.ui.location import pages_folder
from graphkit.ui.menu import MENU, menu
from pages.conftest import ENTRY, Visit


def test_every_page_has_a_row_in_the_menu() -> None:
    assert {path.name for path in pages_folder().glob("*.py")} <= {row.file for row in MENU}


def test_the_menu_holds_only_pages_that_exist(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("pages")
    (folder / "home.py").touch()
    (folder / "graph.py").touch()
    assert [row.title for row in menu(folder)] == ["Overview", "Graph"]


def test_addresses_and_titles_are_unique() -> None:
    assert len({row.address for row in MENU}) == len({row.title for row in MENU}) == len(MENU)


def test_the_place_names_corpus_and_store(visit: Visit) -> None:
    app = visit("graph.py", corpus="story")
    assert app.selectbox(key="corpus_choice").value == "story"
    assert app.selectbox(key="corpus_choice").options == ["hostile", "large", "story"]
    assert "Store: SQLite, graphkit\\.db" in [caption.value for caption in app.caption]


def test_another_corpus_shows_another_graph_without_the_selection_of_the_first(visit: Visit) -> None:
    app = visit("graph.py", corpus="story", entity="entity:person:ada_lovelace", types=["PERSON"])
    app.selectbox(key="corpus_choice").set_value("hostile").run()
    assert not app.exception
    assert app.query_params["corpus"] in ("hostile", ["hostile"])
    assert "entity" not in app.query_params
    assert "#### Ada Lovelace" not in [markdown.value for markdown in app.markdown]
    assert any(str(caption.value).startswith("Showing **1 of 1** names") for caption in app.caption)


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_a_corpus_may_be_called_anything(visit: Visit, name: str) -> None:
    app = visit("graph.py", corpus=name)
    assert app.selectbox(key="corpus_choice").value == name
    assert app.subheader[0].value == "There are no documents in this corpus yet"


def test_a_store_that_cannot_be_opened_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHKIT_STORE_URI", "carrier-pigeon://loft")
    resources.release()
    app = AppTest.from_file(str(ENTRY), default_timeout=60).run()
    assert not app.exception
    assert len(app.error) == 1
    assert "carrier" in app.error[0].value
    assert "Nothing was opened" in app.error[0].value
    resources.release()


def test_an_expected_error_outside_of_a_page_is_its_own_message() -> None:
    def script() -> None:
        from graphkit.errors import StoreBusy
        from graphkit.ui.server import show_fault

        show_fault(StoreBusy("The store is locked. Try again."))

    app = AppTest.from_function(script, default_timeout=60).run()
    assert [error.value for error in app.error] == [r"The store is locked\. Try again\."]
    assert [button.label for button in app.button] == ["Try again"]


def test_a_fault_is_told_without_its_details() -> None:
    def script() -> None:
        from graphkit.ui.server import show_fault

        show_fault(RuntimeError("a secret"))

    app = AppTest.from_function(script, default_timeout=60).run()
    assert app.error[0].value.startswith("This page met a fault of graphkit itself.")
    assert "secret" not in app.error[0].value
