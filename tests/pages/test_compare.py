"""The page that compares methods."""

from __future__ import annotations

from graphkit.corpus import Corpus
from graphkit.ingest.base import Source
from graphkit.model import Scope
from graphkit.store.base import GraphStore
from pages.conftest import Visit

TEXT = b"Ann Miller met Bob Stone in Paris."


def test_one_method_alone_cannot_be_compared(visit: Visit) -> None:
    app = visit("compare.py", corpus="story")
    assert app.info[0].value == "Comparing needs two methods over the same documents."


def test_two_methods_stand_side_by_side_with_what_all_and_what_one_found(visit: Visit, desk: GraphStore) -> None:
    corpus = Corpus(desk, Scope("two"))
    corpus.ingest([Source.of_upload("a.txt", TEXT)], methods=["regex", "cooccurrence"])
    app = visit("compare.py", corpus="two")
    assert {header.value for header in app.subheader} == {"regex", "cooccurrence"}
    groups = app.button_group(key="compare_group")
    assert list(groups.options) == [
        "Found by all (1)",
        "Only cooccurrence (6)",
        "Only regex (2)",
        "Disagree on type (0)",
    ]
    assert list(app.dataframe[0].value["name"]) == ["Paris"]
    groups.set_value("Only regex").run()
    assert list(app.dataframe[0].value["name"]) == ["Ann Miller", "Bob Stone"]
