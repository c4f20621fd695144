"""A language model on the pages: chosen, estimated, asked, counted, and its quarantine shown."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from models_for_tests import ModelServer, Reply, model_server

from graphkit.model import Scope
from graphkit.store.base import GraphStore
from pages.conftest import Visit
from pages.test_documents import until_done

KEY = "sk-very-secret-987"


@pytest.fixture(autouse=True)
def empty_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GEMINI_API_KEY", "GOOGLE_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    with model_server() as running:
        names = [{"name": "Ann Miller", "type": "PERSON"}, {"name": "Evil Corp", "type": "ORG"}]
        running.answer = lambda _prompt: json.dumps({"entities": names, "relations": []})
        monkeypatch.setenv("GRAPHKIT_LLM_BASE_URL", f"{running.url}/v1")
        monkeypatch.setenv("GRAPHKIT_LLM_MODEL", "test-model")
        yield running


def test_without_a_model_the_page_says_what_to_do_and_starts_nothing(visit: Visit) -> None:
    app = visit("documents.py")
    app.file_uploader(key="uploads_0").upload("a.txt", b"Ann Miller met Bob.", "text/plain").run()
    app.button_group(key="methods").set_value(["llm"]).run()
    assert [w.value for w in app.warning] == ["No language model is set up\\."]
    assert app.button(key="add_files").disabled


def test_a_document_is_read_by_the_model_with_estimate_counts_and_quarantine(
    visit: Visit, desk: GraphStore, server: ModelServer
) -> None:
    app = visit("documents.py")
    app.file_uploader(key="uploads_0").upload("a.txt", b"Ann Miller met Bob in Rome.", "text/plain").run()
    app.button_group(key="methods").set_value(["llm"]).run()
    until_done(app.button(key="estimate_files").click().run())
    assert app.info[0].value.startswith("Estimate: 1 of 1 files to read")
    assert app.dataframe[0].value.loc[0, ["method", "calls", "kept answers"]].tolist() == ["llm", 1, 0]
    assert server.requests == []
    until_done(app.button(key="add_files").click().run())
    assert app.success[0].value.startswith("1 stored in ")
    assert any("1 calls, 0 answers kept from before, 100 tokens in" in c.value.replace("\\", "") for c in app.caption)
    (run,) = desk.runs(Scope("default"))
    assert (run.usage["calls"], run.mentions) == (1, 1)
    runs = visit("runs.py")
    assert any("1 calls" in m.value.replace("\\", "") for m in runs.markdown)
    quarantined = next(d.value for d in runs.dataframe if "why" in d.value)
    assert quarantined.values.tolist() == [["a", 1, "name", "Evil Corp (ORG)", "the passage does not name it"]]


def test_stored_documents_are_read_by_another_method(visit: Visit, desk: GraphStore, server: ModelServer) -> None:
    app = visit("runs.py", corpus="story")
    app.button_group(key="run_methods").set_value(["llm"]).run()
    until_done(app.button(key="run_now").click().run())
    assert any(s.value.startswith("2 stored in ") for s in app.success)
    assert len(server.requests) == 2
    assert "llm" in [run.method for run in desk.runs(Scope("story"))]


def test_a_budget_that_is_spent_stops_the_run_and_says_so(visit: Visit, server: ModelServer) -> None:
    app = visit("runs.py", corpus="story")
    app.button_group(key="run_methods").set_value(["llm"]).run()
    app.number_input(key="run_methods_calls").set_value(1).run()
    until_done(app.button(key="run_now").click().run())
    assert any("The budget of 1 calls is spent" in w.value.replace("\\", "") for w in app.warning)
    assert len(server.requests) == 1


def test_a_model_is_chosen_and_tried_on_the_settings_page(visit: Visit, server: ModelServer, monkeypatch) -> None:
    monkeypatch.delenv("GRAPHKIT_LLM_BASE_URL")
    app = visit("settings.py")
    app.selectbox(key="model_provider").select("openai")
    app.text_input(key="model_name").input("other-model")
    app.text_input(key="model_address").input(f"{server.url}/v1")
    app.text_input(key="model_key").input(KEY)
    app.button(key="model_try").click().run()
    assert "other\\-model answers" in app.success[0].value
    assert server.requests[0][2]["authorization"] == f"Bearer {KEY}"
    app.button(key="model_use").click().run()
    page = " ".join(m.value for m in app.markdown)
    assert "key of this session" in page
    assert KEY not in page


def test_the_key_of_the_server_is_not_sent_to_an_address_that_somebody_types(
    visit: Visit, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GRAPHKIT_LLM_BASE_URL")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    app = visit("settings.py")
    app.selectbox(key="model_provider").select("openai")
    app.text_input(key="model_name").input("m")
    app.text_input(key="model_address").input(f"{server.url}/v1")
    app.button(key="model_try").click().run()
    assert KEY not in str(server.requests)
    assert len(server.requests) == 1


def test_a_model_that_refuses_is_told_in_a_sentence(visit: Visit, server: ModelServer) -> None:
    server.replies.append(Reply(401, error={"message": "bad key"}))
    app = visit("settings.py")
    app.button(key="model_try").click().run()
    assert "refused the key" in app.error[0].value


def test_a_served_embedder_is_tried_chosen_and_makes_the_missing_vectors(visit: Visit, server: ModelServer) -> None:
    app = visit("settings.py", corpus="story")
    app.selectbox(key="embedder_by").set_value("openai")
    app.text_input(key="embedder_model").set_value("small")
    app.button(key="embedder_use").click().run()
    assert any("openai small" in m.value.replace("\\", "") for m in app.markdown)
    until_done(app.button(key="embed_missing").click().run())
    assert "Every passage has its vector." in [c.value for c in app.caption]
    assert {path for path, _, _ in server.requests} == {"/v1/embeddings"}


def test_an_embedder_that_cannot_be_used_is_told_in_a_sentence_and_the_one_at_hand_stays(visit: Visit) -> None:
    app = visit("settings.py", corpus="story")
    app.selectbox(key="embedder_by").set_value("gemini")
    app.button(key="embedder_use").click().run()
    assert app.error[0].value.startswith("There is no key for Gemini")
    assert not any("embedded by **gemini" in m.value for m in app.markdown)
