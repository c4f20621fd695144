"""The overview."""

from __future__ import annotations

from pages.conftest import Visit


def test_an_empty_corpus_offers_the_sample_and_a_way_to_add_documents(visit: Visit) -> None:
    app = visit("home.py")
    assert [button.label for button in app.button] == ["Load the sample"]


def test_the_overview_counts_what_is_there(visit: Visit) -> None:
    app = visit("home.py", corpus="story")
    assert {metric.label: metric.value for metric in app.metric} == {
        "Documents": "2",
        "Passages": "2",
        "Mentions": "8",
        "Entities": "6",
        "Connections": "5",
    }
