"""A list of terms on the documents page: understood before it is used, or refused line by line."""

from __future__ import annotations

import json

from graphkit.corpus import Corpus
from graphkit.extract.registry import create
from graphkit.ingest.base import Source
from graphkit.model import Scope
from graphkit.store.base import GraphStore
from pages.conftest import Visit
from pages.test_documents import until_done

GOOD = b"name,type,same_as,forms\nAnn Miller,PERSON,,\nbank,ORG,,banks|bank's\n"
BAD = b"name,type\n,PERSON\nAnn,PERSON\nann,ORG\n"


def test_a_list_is_shown_as_understood_and_its_terms_are_found(visit: Visit, desk: GraphStore) -> None:
    app = visit("documents.py")
    app.button_group(key="methods").set_value(["gazetteer"]).run()
    assert app.button(key="add_files").disabled
    app.file_uploader(key="methods_terms_file").upload("t.csv", GOOD, "text/csv").run()
    captions = " ".join(str(caption.value) for caption in app.caption)
    assert "Understood: 2 terms of 2 types, 2 further forms, 0 other names." in captions
    app.file_uploader(key="uploads_0").upload("a.txt", b"Ann Miller met two banks.", "text/plain").run()
    until_done(app.button(key="add_files").click().run())
    assert app.success[0].value.startswith("1 stored in ")
    (run,) = desk.runs(Scope("default"))
    assert (run.method, run.mentions) == ("gazetteer", 2)


def agreeing(desk: GraphStore) -> Corpus:
    """A corpus that three methods have read; two find Ann Miller and Paris."""
    corpus = Corpus(desk, Scope("three"))
    text = Source.of_upload("a.txt", b"We saw Ann Miller in Paris.")
    corpus.ingest([text], methods=["regex", "cooccurrence", create("gazetteer", terms=["Ann Miller", "Paris"])])
    return corpus


def test_a_link_shows_what_at_least_two_methods_found(visit: Visit, desk: GraphStore) -> None:
    agreeing(desk)
    graphs = ["regex", "cooccurrence", "gazetteer"]
    app = visit("graph.py", corpus="three", graph=graphs, at_least="2", tables="true")
    assert app.selectbox(key="at_least").value == 2
    assert sorted(app.dataframe[0].value["name"]) == ["Ann Miller", "Paris"]
    app.selectbox(key="at_least").set_value(3).run()
    assert "No name was found by so many of these methods." in [info.value for info in app.info]


def test_fewer_methods_than_a_link_asks_for_show_all(visit: Visit, desk: GraphStore) -> None:
    agreeing(desk)
    app = visit("graph.py", corpus="three", graph=["regex", "gazetteer"], at_least="3", tables="true")
    assert app.selectbox(key="at_least").value == 1
    app.multiselect(key="graph").set_value([app.multiselect(key="graph").value[0]]).run()
    assert not app.exception
    assert sorted(app.dataframe[0].value["name"]) == ["Ann Miller", "Paris"]


def test_names_that_at_least_two_methods_found_can_be_chosen_when_comparing(visit: Visit, desk: GraphStore) -> None:
    corpus = agreeing(desk)
    app = visit("compare.py", corpus="three", methods_compared=["regex", "cooccurrence", "gazetteer"])
    groups = app.button_group(key="compare_group_names")
    assert {"By at least two (2)", "Found by all (1)", "By several, not all (1)"} <= set(groups.options)
    groups.set_value("By at least two").run()
    table = app.dataframe[0].value
    assert dict(zip(table["name"], table["found by"], strict=True)) == {"Paris": 3, "Ann Miller": 2}
    assert len(corpus.runs()) == 3


def test_a_list_can_be_uploaded_where_methods_are_compared(visit: Visit, desk: GraphStore) -> None:
    corpus = Corpus(desk, Scope("two"))
    corpus.ingest([Source.of_upload("a.txt", b"Ann Miller met two banks.")], methods=["regex", "cooccurrence"])
    app = visit("compare.py", corpus="two")
    app.button_group(key="run_methods").set_value(["gazetteer"]).run()
    app.file_uploader(key="run_methods_terms_file").upload("t.csv", GOOD, "text/csv").run()
    until_done(app.button(key="run_now").click().run())
    assert [run.method for run in corpus.runs()].count("gazetteer") == 1


def test_an_entity_tells_how_many_methods_found_it_and_which(visit: Visit, desk: GraphStore) -> None:
    agreeing(desk)
    app = visit("entity.py", corpus="three", entity="entity:unknown:ann_miller")
    (line,) = [str(caption.value) for caption in app.caption if str(caption.value).startswith("Found by")]
    told, _, names = line.partition(": ")
    assert told == "Found by **2 of 3 methods**"
    assert sorted(names.split(", ")) == ["gazetteer", "regex"]


def test_a_run_shows_the_first_terms_of_its_list_and_offers_all(visit: Visit, desk: GraphStore) -> None:
    corpus = Corpus(desk, Scope("many"))
    terms = [f"term{number}" for number in range(3000)]
    corpus.ingest([Source.of_upload("a.txt", b"A term7.")], methods=[create("gazetteer", terms=terms)])
    app = visit("runs.py", corpus="many")
    shown = json.loads(app.json[0].value)["terms"]
    assert (len(shown), shown[0]["name"], shown[-1]) == (6, "term0", "… and 2,995 more")
    assert "All options (JSON)" in [button.label for button in app.get("download_button")]


def test_lines_at_fault_are_named_and_nothing_can_be_started(visit: Visit) -> None:
    app = visit("documents.py")
    app.button_group(key="methods").set_value(["gazetteer"]).run()
    app.file_uploader(key="methods_terms_file").upload("t.csv", BAD, "text/csv").run()
    app.file_uploader(key="uploads_0").upload("a.txt", b"Ann Miller met two banks.", "text/plain").run()
    assert "it has no name" in app.error[0].value
    assert "line 4" in app.error[0].value
    assert app.button(key="add_files").disabled
