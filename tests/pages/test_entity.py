"""The page of one entity."""

from __future__ import annotations

from made_corpora import HOSTILE_NAMES

from graphkit.ids import entity_id
from graphkit.ui.plain import plain
from pages.conftest import Visit


def test_without_an_entity_the_most_mentioned_are_offered(visit: Visit) -> None:
    app = visit("entity.py", corpus="story")
    assert app.title[0].value == "Entity"
    assert "Ada Lovelace :gray[PERSON]" in [button.label for button in app.button]


def test_mentions_stand_by_document_and_neighbours_in_a_table(visit: Visit) -> None:
    app = visit("entity.py", corpus="story", entity="entity:person:ada_lovelace")
    assert app.title[0].value == "Ada Lovelace"
    assert sorted(box.label for box in app.expander) == ["Notes :gray[1]", "The engine :gray[1]"]
    neighbours, graphs = (frame.value for frame in app.dataframe)
    assert sorted(neighbours["name"]) == ["Acme Press", "Charles Babbage", "Luigi Menabrea"]
    assert list(graphs["method"]) == ["hand"]
    assert list(graphs["mentions"]) == [2]


def test_another_entity_is_one_click_away(visit: Visit) -> None:
    app = visit("entity.py", corpus="story")
    next(button for button in app.button if button.label.startswith("Luigi")).click().run()
    assert app.title[0].value == "Luigi Menabrea"


def test_an_unknown_entity_is_told_and_others_are_offered(visit: Visit) -> None:
    app = visit("entity.py", corpus="story", entity="entity:person:nobody")
    assert app.info[0].value == "No graph of this corpus holds that name. Search for another one."
    assert app.text_input(key="entity_search").value == ""


def test_a_hostile_name_is_a_title_like_any_other(visit: Visit) -> None:
    name = HOSTILE_NAMES[2]
    app = visit("entity.py", corpus="hostile", entity=entity_id(name, name))
    assert app.title[0].value == plain(name)
