"""The page that compares methods."""

from __future__ import annotations

import pytest

from graphkit.corpus import Corpus
from graphkit.evidence.gold_passages import gold_set_of
from graphkit.ingest.base import Source
from graphkit.model import ChunkFailure, Extraction, Scope
from graphkit.store.base import DocumentRecord, GraphStore
from pages.conftest import Visit

TEXT = b"Ann Miller met Bob Stone in Paris."


def test_one_method_alone_cannot_be_compared(visit: Visit) -> None:
    app = visit("compare.py", corpus="story")
    assert app.info[0].value == "Comparing needs two methods over the same documents."


def test_two_methods_stand_side_by_side_with_what_all_and_what_one_found(visit: Visit, desk: GraphStore) -> None:
    two_methods(desk)
    app = visit("compare.py", corpus="two")
    assert {"regex", "cooccurrence"} <= {header.value for header in app.subheader}
    groups = app.button_group(key="compare_group_names")
    assert set(groups.options) == {
        "Everything (9)",
        "Found by all (1)",
        "Only cooccurrence (6)",
        "Only regex (2)",
        "Disagree on type (0)",
    }
    assert len(app.dataframe[0].value) == 9
    groups.set_value("Only regex").run()
    assert list(app.dataframe[0].value["name"]) == ["Ann Miller", "Bob Stone"]


@pytest.mark.parametrize("passage", ["0", "-1", "²", "9" * 5000, "x"])
def test_an_address_with_a_passage_that_is_none_shows_one_that_is_there(
    visit: Visit, desk: GraphStore, passage: str
) -> None:
    two_methods(desk)
    app = visit("compare.py", corpus="two", passage=passage)
    assert app.number_input[0].value == 1


def test_relations_stand_with_the_sentence_that_proves_them(visit: Visit, desk: GraphStore) -> None:
    two_methods(desk)
    app = visit("compare.py", corpus="two")
    app.button_group(key="compare_group_relations").set_value("Only regex").run()
    table = next(frame.value for frame in app.dataframe if "sentence" in frame.value.columns)
    assert "Ann Miller" in set(table["subject"]) | set(table["object"])
    assert set(table["sentence"]) == {TEXT.decode()}


def test_a_passage_that_is_marked_measures_the_methods_and_can_be_taken_back(visit: Visit, desk: GraphStore) -> None:
    corpus = two_methods(desk)
    app = visit("compare.py", corpus="two")
    assert "No passage is marked yet. Save the marks of one, or load a file." in [info.value for info in app.info]
    app.text_input(key="gold_name").set_value("Ann Miller")
    app.selectbox(key="gold_type").set_value("PER")
    app.button(key="FormSubmitter:gold_add-Add").click().run()
    app.button(key="gold_save").click().run()
    assert not app.exception
    (marked,) = gold_set_of(corpus).passages()
    assert [(m.text, m.type) for m in marked.mentions] == [("Ann Miller", "PER"), ("Paris", "MISC")]
    table = next(frame.value for frame in app.dataframe if "recall" in frame.value.columns)
    assert sorted(table["method"].unique()) == ["cooccurrence", "regex"]
    app.button_group(key="gold_match").set_value("span").run()
    table = next(frame.value for frame in app.dataframe if "recall" in frame.value.columns)
    assert table.set_index("method")["recall"]["regex"] == "100% (34% to 100%)"
    app.button(key="gold_undo").click().run()
    assert gold_set_of(corpus).passages() == ()


def test_a_method_that_failed_says_so_in_its_column(visit: Visit, desk: GraphStore) -> None:
    corpus = two_methods(desk)
    (row,) = corpus.documents()
    graph = corpus.graphs(["regex"])[0]
    broken = Extraction(row.document_id, "regex", failures=(ChunkFailure(0, "no memory"),))
    record = DocumentRecord(corpus.document(row.document_id), tuple(corpus.chunks(row.document_id)), {graph: broken})
    desk.upsert(corpus.scope, [record])
    app = visit("compare.py", corpus="two")
    assert [error.value for error in app.error] == ["It failed here: no memory"]


def two_methods(desk: GraphStore) -> Corpus:
    """A corpus with one text that two methods have read."""
    corpus = Corpus(desk, Scope("two"))
    corpus.ingest([Source.of_upload("a.txt", TEXT)], methods=["regex", "cooccurrence"])
    return corpus
