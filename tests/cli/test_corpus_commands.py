"""Commands over a corpus: shapes of their JSON, exit codes, and that what they say is what is stored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.program import Ran, Run, program

TEXTS = {
    "engine.txt": "Ada Lovelace met Charles Babbage in London. Charles Babbage built the Analytical Engine.\n",
    "notes.txt": "Ada Lovelace wrote notes about the Analytical Engine. London was her home.\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two texts that share names."""
    here = tmp_path / "texts"
    here.mkdir()
    for name, text in TEXTS.items():
        (here / name).write_text(text, "utf-8")
    return here


@pytest.fixture
def filled(store: Path, run: Run, folder: Path) -> Ran:
    """A store with both texts, and what the ingestion said."""
    ran = run("ingest", folder, "--method", "regex", "--no-vectors", "--json")
    assert ran.code == 0, ran.err
    return ran


def test_ingest_tells_the_status_of_every_file(filled: Ran) -> None:
    told = json.loads(filled.out)
    assert set(told) == {"documents", "files", "skipped", "entities", "relations", "merges", "seconds", "cancelled"}
    assert told["documents"] == {"stored": 2, "empty": 0, "failed": 0, "unchanged": 0}
    assert [(file["file"], file["status"], file["reason"]) for file in told["files"]] == [
        ("engine.txt", "stored", ""),
        ("notes.txt", "stored", ""),
    ]
    assert told["files"][0]["chunks"] == {"stored": 1, "empty": 0, "failed": 0}
    assert (told["entities"], told["cancelled"], filled.err) == (4, False, "")


@pytest.mark.usefixtures("filled")
def test_a_second_ingest_changes_nothing(run: Run, folder: Path) -> None:
    before = run("stats", "--json").json
    told = json.loads(run("ingest", folder, "--method", "regex", "--no-vectors", "--json").out)
    assert told["documents"] == {"stored": 0, "empty": 0, "failed": 0, "unchanged": 2}
    assert run("stats", "--json").json == before


@pytest.mark.usefixtures("filled")
def test_everything_is_done_again_when_asked_and_the_same_is_stored(run: Run, folder: Path) -> None:
    before = run("stats", "--json").json
    again = run("ingest", folder, "--method", "regex", "--no-vectors", "--again", "--json")
    assert json.loads(again.out)["documents"] == {"stored": 2, "empty": 0, "failed": 0, "unchanged": 0}
    assert run("stats", "--json").json == before


@pytest.mark.usefixtures("store")
def test_ingest_of_nothing_but_unreadable_files_has_failed(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "picture.txt"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    ran = run("ingest", picture, "--method", "regex", "--no-vectors", "--json")
    told = json.loads(ran.out)
    assert (ran.code, told["files"][0]["status"]) == (1, "failed")
    assert "picture" in told["files"][0]["reason"]


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["ingest", "nowhere", "--method", "regex"], "nowhere"),
        (["ingest", ".", "--method", "nre"], "There is no extraction method 'nre'. Known: "),
        (["annotate", "-", "--method", "nre"], "There is no extraction method 'nre'. Known: "),
        (["annotate", "nowhere.txt", "--lines"], "nowhere.txt cannot be read: No such file or directory."),
        (["documents", "text", "doc-0"], "doc-0"),
        (["documents", "delete", "doc-0"], "doc-0"),
        (["stats", "--store", "what://ever"], "what"),
        (["entities", "--graph", "nothing"], "There is no graph 'nothing'"),
        (["query", "Who?", "--mode", "best"], "'best' is not one of"),
    ],
)
def test_what_cannot_be_is_a_bad_request_in_one_sentence(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], part: str
) -> None:
    monkeypatch.chdir(folder)
    ran = run(*words)
    assert (ran.code, ran.out) == (2, "")
    assert part in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.usefixtures("filled")
def test_documents_are_listed_shown_printed_and_deleted(run: Run) -> None:
    rows = json.loads(run("documents", "list", "--json").out)
    assert [(row["title"], row["status"], row["chunks"]) for row in rows] == [
        ("engine", "stored", 1),
        ("notes", "stored", 1),
    ]
    first = rows[0]["document_id"]
    shown = json.loads(run("documents", "show", first, "--json").out)
    assert shown["chunk_list"][0]["status"] == "stored"
    assert run("documents", "text", first).out == TEXTS["engine.txt"].rstrip()
    assert run("documents", "delete", first, "doc-0", "--json").json == {"deleted": 1, "unknown": 1}
    assert [row["title"] for row in json.loads(run("documents", "list", "--json").out)] == ["notes"]
    assert run("audit", "--json").json == {"problems": []}


@pytest.mark.usefixtures("filled")
def test_entities_come_with_their_counts_and_every_spelling_finds_them(run: Run) -> None:
    rows = json.loads(run("entities", "--json").out)
    assert {(row["name"], row["mentions"], row["documents"]) for row in rows} == {
        ("Ada Lovelace", 2, 2),
        ("Analytical Engine", 2, 2),
        ("Charles Babbage", 2, 1),
        ("London", 2, 2),
    }
    assert [row["name"] for row in json.loads(run("entities", "ada", "--json").out)] == ["Ada Lovelace"]
    assert run("entities", "--limit", 1).out.count("\n") == 2


@pytest.mark.usefixtures("filled")
def test_every_relation_leads_to_the_text_that_proves_it(run: Run) -> None:
    rows = json.loads(run("relations", "ADA  lovelace", "--json").out)
    assert {row["object"] for row in rows} | {row["subject"] for row in rows} > {"Ada Lovelace"}
    for row in rows:
        proof = row["evidence"]
        text = run("documents", "text", proof["document"]).out[proof["start"] : proof["end"]]
        assert row["subject"] in text
        assert row["object"] in text


@pytest.mark.usefixtures("filled")
def test_a_path_names_the_documents_of_its_steps(run: Run) -> None:
    told = json.loads(run("path", "Charles Babbage", "London", "--json").out)
    assert (told["start"], told["end"]) == ("Charles Babbage", "London")
    assert len(told["paths"][0]) == 1
    keys = {"subject", "predicate", "object", "document", "start", "end", "negated", "directed", "backwards"}
    assert set(told["paths"][0][0]) == keys
    unknown = run("path", "Charles", "London")
    assert (unknown.code, unknown.err) == (
        2,
        "There is no entity 'Charles' in this graph. Did you mean 'Charles Babbage'?\n",
    )


@pytest.mark.usefixtures("filled")
def test_a_way_stands_in_the_order_in_which_it_is_walked(run: Run) -> None:
    there = run("path", "London", "Analytical Engine", "--count", 1).out
    assert there == (
        "1.\n"
        "   London -- co-occurs with -- Ada Lovelace  [engine 0-43]\n"
        "   Ada Lovelace -- co-occurs with -- Analytical Engine  [notes 0-53]\n"
    )
    back = run("path", "Analytical Engine", "London", "--count", 1).out
    assert back == (
        "1.\n"
        "   Analytical Engine -- co-occurs with -- Ada Lovelace  [notes 0-53]\n"
        "   Ada Lovelace -- co-occurs with -- London  [engine 0-43]\n"
    )


@pytest.mark.usefixtures("store")
def test_the_arrow_of_a_step_shows_where_its_relation_points(run: Run, tmp_path: Path) -> None:
    (tmp_path / "trip.txt").write_text("Ada Lovelace visited London.", "utf-8")
    run("ingest", tmp_path / "trip.txt", "--method", "dependency", "--no-vectors")
    assert run("path", "Ada Lovelace", "London").out == "1.\n   Ada Lovelace -- visit --> London  [trip 0-28]\n"
    assert run("path", "London", "Ada Lovelace").out == "1.\n   London <-- visit -- Ada Lovelace  [trip 0-28]\n"
    told = json.loads(run("path", "London", "Ada Lovelace", "--json").out)["paths"][0][0]
    assert (told["subject"], told["object"], told["directed"], told["backwards"]) == (
        "Ada Lovelace",
        "London",
        True,
        True,
    )


@pytest.mark.usefixtures("filled")
def test_what_two_relations_lead_to_is_listed_with_its_strength(run: Run) -> None:
    listed = run("reach", "London")
    rows = json.loads(run("reach", "London", "--json").out)
    assert listed.out.splitlines()[0].split() == ["name", "type", "strength", "id"]
    assert [line.rsplit(maxsplit=1)[-1] for line in listed.out.splitlines()[1:]] == [row["entity_id"] for row in rows]
    strengths = [row["strength"] for row in rows]
    assert strengths == sorted(strengths, reverse=True) and min(strengths) > 0
    assert "London" not in {row["name"] for row in rows}


@pytest.mark.usefixtures("filled")
def test_no_way_is_longer_than_asked_for(run: Run) -> None:
    ends = ["path", "London", "Analytical Engine"]
    none = run(*ends, "--max-steps", 1)
    assert (none.code, none.out) == (0, "No way of at most 1 steps leads from London to Analytical Engine.\n")
    assert json.loads(run(*ends, "--max-steps", 1, "--json").out)["paths"] == []
    assert {len(way) for way in json.loads(run(*ends, "--max-steps", 2, "--json").out)["paths"]} == {2}


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("mode", ["lexical", "graph", "hybrid"])
def test_a_question_brings_passages_with_ranks_and_reasons(run: Run, mode: str) -> None:
    told = json.loads(run("query", "Who built the Analytical Engine?", "--mode", mode, "--top-k", 2, "--json").out)
    assert set(told) == {"question", "mode", "results", "overlap", "notes"}
    assert set(told["overlap"]) == {"vector_only", "graph_only", "both", "jaccard"}
    best = told["results"][0]
    assert (best["rank"], best["title"], best["source"] in {"vector", "graph", "both"}) == (1, "engine", True)
    assert best["text"] == TEXTS["engine.txt"][best["start"] : best["end"]]
    assert set(best["ranks"]) == {"lexical", "vector", "graph"}


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("question", ["", "root causes/solutions?", 'C++ AND (x) OR "', "*", "🙂", "-"])
def test_no_question_fails(run: Run, question: str) -> None:
    ran = run("query", "--mode", "lexical", "--json", "--", question)
    assert (ran.code, json.loads(ran.out)["question"]) == (0, question)


@pytest.mark.usefixtures("filled")
def test_an_export_is_written_in_the_format_of_its_ending(run: Run, tmp_path: Path) -> None:
    ran = run("export", tmp_path / "graph.json", "--json")
    assert (ran.code, ran.json) == (0, {"file": str(tmp_path / "graph.json")})
    assert "Ada Lovelace" in (tmp_path / "graph.json").read_text("utf-8")
    refused = run("export", tmp_path / "graph.xyz")
    assert (refused.code, refused.err.count("\n"), (tmp_path / "graph.xyz").exists()) == (2, 1, False)


@pytest.mark.usefixtures("filled")
def test_counts_and_runs_are_those_of_the_store(run: Run) -> None:
    counts = json.loads(run("stats", "--json").out)
    assert (counts["documents"], counts["chunks"], counts["mentions"], counts["entities"]) == (2, 2, 8, 4)
    rows = json.loads(run("runs", "list", "--json").out)
    assert [(row["method"], row["documents"], row["mentions"]) for row in rows] == [("regex", 2, 8)]
    assert json.loads(run("runs", "show", "regex", "--json").out)["graph_id"] == rows[0]["graph_id"]


def test_the_store_may_be_named_before_or_after_the_command_and_corpora_are_apart(
    run: Run, folder: Path, tmp_path: Path
) -> None:
    uri = f"sqlite:///{tmp_path / 'other.db'}"
    run("--store", uri, "--corpus", "one", "ingest", folder / "engine.txt", "--method", "regex", "--no-vectors")
    assert json.loads(run("stats", "--json", "--store", uri, "--corpus", "one").out)["documents"] == 1
    assert json.loads(run("--store", uri, "stats", "--json", "--corpus", "two").out)["documents"] == 0
    listed = run("--corpus", "two", "documents", "--store", uri, "--corpus", "one", "list", "--json")
    assert len(json.loads(listed.out)) == 1


@pytest.mark.usefixtures("store")
def test_doctor_names_every_part_and_shows_no_secret(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHKIT_NEO4J_PASSWORD", "very secret")
    ran = run("doctor", "--json")
    parts = {check["part"]: check["state"] for check in json.loads(ran.out)["checks"]}
    assert (ran.code, parts["store"], parts["method regex"]) == (0, "ok", "ok")
    assert "very secret" not in ran.out + run("doctor").out


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize(
    ("variables", "state", "words"),
    [
        ({}, "missing", "None is set up: set GEMINI_API_KEY, OPENAI_API_KEY or GRAPHKIT_LLM_BASE_URL."),
        ({"GEMINI_API_KEY": "sk-secret"}, "ok", "gemini gemini-2.5-flash, with a key"),
        (
            {"GRAPHKIT_LLM_BASE_URL": "http://models.example.org:8080/secret/v1", "GRAPHKIT_LLM_MODEL": "qwen"},
            "ok",
            "openai qwen at models.example.org, no key",
        ),
        (
            {"GRAPHKIT_LLM_BASE_URL": "http://ann:secret@models.example.org/v1", "GRAPHKIT_LLM_MODEL": "qwen"},
            "missing",
            "openai qwen at models.example.org, no key: it cannot be asked so",
        ),
    ],
)
def test_doctor_tells_which_language_model_is_asked_and_never_its_key(
    run: Run, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], state: str, words: str
) -> None:
    for name in ("GEMINI_API_KEY", "GOOGLE_API_KEY", "OPENAI_API_KEY", "GRAPHKIT_LLM_PROVIDER"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    ran = run("doctor", "--json")
    told = {check["part"]: (check["state"], check["what"]) for check in json.loads(ran.out)["checks"]}
    assert told["language model"] == (state, words)
    assert "secret" not in ran.out + run("doctor").out


@pytest.mark.usefixtures("store")
def test_every_script_comes_through_in_the_poorest_locale(tmp_path: Path) -> None:
    text = "Łucja Żak met 東京 Tower and Zoë Ünal in Łódź 🙂 today."
    (tmp_path / "text.txt").write_text(text, "utf-8")
    variables = {"LC_ALL": "C", "LANG": "C", "PYTHONIOENCODING": "ascii"}
    words = ["--method", "regex", "--no-vectors", "--json"]
    ran = program("ingest", tmp_path / "text.txt", *words, **variables)
    assert (ran.code, ran.err) == (0, "")
    document_id = json.loads(ran.out)["files"][0]["document_id"]
    assert program("documents", "text", document_id, **variables).out == text
    assert {"Łucja Żak", "Łódź"} <= {row["name"] for row in json.loads(program("entities", "--json", **variables).out)}
    assert program("entities", "łucja", **variables).out.split("\n")[1].startswith("Łucja Żak")
    assert program("export", tmp_path / "graph.graphml", **variables).code == 0
    assert "Łucja Żak" in (tmp_path / "graph.graphml").read_text("utf-8")
