"""The graph page. What happens in the picture itself is tested in ``browser/test_graph_page.py``."""

from __future__ import annotations

import pytest
from made_corpora import HOSTILE_NAMES
from streamlit.testing.v1 import AppTest

from graphkit.ui.plain import plain
from pages.conftest import Visit

ADA = "entity:person:ada_lovelace"


def counted(app: AppTest) -> str:
    """The line that says how much is shown."""
    return next(str(caption.value) for caption in app.caption if str(caption.value).startswith("Showing"))


def test_an_empty_corpus_offers_the_sample(visit: Visit) -> None:
    app = visit("graph.py")
    assert [button.label for button in app.button] == ["Load the sample"]
    assert app.subheader[0].value == "There are no documents in this corpus yet"


def test_everything_that_fits_is_shown_and_counted(visit: Visit) -> None:
    app = visit("graph.py", corpus="story")
    assert counted(app) == "Showing **6 of 6** names, and 5 of 5 connections."
    app.toggle(key="tables").set_value(True).run()
    names, edges = (frame.value for frame in app.dataframe)
    assert sorted(names["name"]) == [
        "Acme Press",
        "Ada Lovelace",
        "Analytical Engine",
        "Charles Babbage",
        "London",
        "Luigi Menabrea",
    ]
    assert set(edges["relation"]) == {"worked with", "met", "seen together", "wrote about", "translated for"}
    assert edges["denied"].sum() == 1


def test_tables_show_what_the_filters_leave(visit: Visit) -> None:
    app = visit("graph.py", corpus="story", tables="true")
    app.multiselect(key="types").set_value(["PERSON"]).run()
    assert counted(app) == "Showing **3 of 3** names, and 2 of 2 connections."
    app.segmented_control(key="kind").set_value("Seen together").run()
    assert counted(app) == "Showing **3 of 3** names, and 0 of 0 connections."
    assert list(app.dataframe[0].value["type"]) == ["PERSON"] * 3


def test_the_limit_says_how_much_is_left_out(visit: Visit) -> None:
    app = visit("graph.py", corpus="large")
    app.selectbox(key="limit").set_value(100).run()
    assert counted(app).startswith("Showing **100 of 120** names, ranked by their number of edges, and")


def test_a_link_selects_its_entity_and_shows_its_neighbours(visit: Visit) -> None:
    app = visit("graph.py", corpus="story", entity=ADA)
    assert "#### Ada Lovelace" in [markdown.value for markdown in app.markdown]
    labels = [button.label for button in app.button]
    assert "Acme Press :gray[→ translated for · 1]" in labels
    assert "Luigi Menabrea :gray[→ not met · 1]" in labels


def test_a_neighbour_is_one_click_away(visit: Visit) -> None:
    app = visit("graph.py", corpus="story", entity=ADA)
    next(button for button in app.button if button.label.startswith("Acme Press")).click().run()
    assert not app.exception
    assert "#### Acme Press" in [markdown.value for markdown in app.markdown]


def test_only_the_neighbourhood_can_be_shown_and_left_again(visit: Visit) -> None:
    app = visit("graph.py", corpus="story", entity="entity:product:analytical_engine")
    app.button(key="only").click().run()
    assert counted(app) == "Showing **2 of 2** names, and 1 of 1 connections."
    app.button(key="unfocus").click().run()
    assert counted(app).startswith("Showing **6 of 6** names")


def test_a_name_is_found_in_the_whole_graph(visit: Visit) -> None:
    app = visit("graph.py", corpus="large")
    app.text_input(key="graph_search").set_value("Name00119").run()
    assert [button.label for button in app.button if button.label.startswith("Name")] == [
        "Name00119 :gray[E · 1 mention]"
    ]


def test_a_link_to_an_unknown_entity_is_told(visit: Visit) -> None:
    app = visit("graph.py", corpus="story", entity="entity:person:nobody")
    assert "There is no entity" in str(app.info[0].value)
    assert counted(app).startswith("Showing **6 of 6** names")


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_a_hostile_name_is_disarmed_wherever_it_is_written(visit: Visit, name: str) -> None:
    app = visit("graph.py", corpus="hostile")
    app.text_input(key="graph_search").set_value(name).run()
    assert any(button.label.startswith(plain(name, 60)) for button in app.button)
    assert not app.exception
