"""A list of terms on the documents page: understood before it is used, or refused line by line."""

from __future__ import annotations

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


def test_lines_at_fault_are_named_and_nothing_can_be_started(visit: Visit) -> None:
    app = visit("documents.py")
    app.button_group(key="methods").set_value(["gazetteer"]).run()
    app.file_uploader(key="methods_terms_file").upload("t.csv", BAD, "text/csv").run()
    app.file_uploader(key="uploads_0").upload("a.txt", b"Ann Miller met two banks.", "text/plain").run()
    assert "it has no name" in app.error[0].value
    assert "line 4" in app.error[0].value
    assert app.button(key="add_files").disabled
