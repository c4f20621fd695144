"""A language model from the command line: estimates, budgets, quarantine, and what is missing, each in a sentence."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from models_for_tests import ModelServer, Reply, closed_url, model_server, passage_in

from cli.program import Run

TEXT = "Ada Okafor joined Acme Corp. in Geneva."
SECRET = "sk-very-secret-42"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as running:
        names = [{"name": name, "type": "X"} for name in ("Ada Okafor", "Acme Corp.", "Evil Corp")]
        joined = {"subject": "Ada Okafor", "predicate": "join", "object": "Acme Corp.", "evidence": TEXT}
        running.answer = lambda _prompt: json.dumps({"entities": names, "relations": [joined]})
        yield running


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    here = tmp_path / "texts"
    here.mkdir()
    for number in range(3):
        (here / f"{number}.txt").write_text(f"{TEXT} Number {number}.", "utf-8")
    return here


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GRAPHKIT_CACHE", str(tmp_path / "cache"))
    for name in ("GEMINI_API_KEY", "GOOGLE_API_KEY", "OPENAI_API_KEY", "GRAPHKIT_LLM_PROVIDER"):
        monkeypatch.delenv(name, raising=False)


def options(url: str, **further: object) -> list[str]:
    given = {"provider": "openai", "model": "m", "base_url": f"{url}/v1", "first_wait_s": 0.01, **further}
    return ["--method", "llm", *(w for n, v in given.items() for w in ("--option", f"llm.{n}={json.dumps(v)}"))]


def test_an_estimate_asks_nobody_and_stores_nothing(store: Path, run: Run, folder: Path, server: ModelServer) -> None:
    ran = run("ingest", folder, *options(server.url), "--method", "regex", "--no-vectors", "--estimate", "--json")
    assert ran.code == 0, ran.err
    told = json.loads(ran.out)
    llm, regex = told["methods"]
    assert (told["files"], told["documents"], told["passages"]) == (3, 3, 3)
    assert (llm["calls"], llm["kept"], llm["cost"]) == (3, 0, 0.0)
    assert llm["input_tokens"] > 300
    assert (regex["method"], regex["calls"]) == ("regex", 0)
    assert server.requests == []
    assert json.loads(run("documents", "list", "--json").out) == []


def test_a_run_is_counted_kept_and_its_quarantine_listed(
    store: Path, run: Run, folder: Path, server: ModelServer
) -> None:
    ran = run("ingest", folder, *options(server.url), "--no-vectors", "--json")
    assert ran.code == 0, ran.err
    (usage,) = json.loads(ran.out)["usage"].values()
    assert {n: usage[n] for n in ("calls", "cached", "input_tokens", "output_tokens", "cost")} == {
        "calls": 3, "cached": 0, "input_tokens": 300, "output_tokens": 60, "cost": 0.0,
    }  # fmt: skip
    assert "3 calls" in run("runs", "show", "llm").out
    found = json.loads(run("runs", "quarantine", "llm", "--json").out)
    assert [(f["chunk"], f["kind"], f["what"]) for f in found] == [(0, "name", "Evil Corp (X)")] * 3
    assert "Evil Corp" not in run("entities").out
    before = run("relations", "--json").out
    again = run("ingest", folder, *options(server.url), "--no-vectors", "--again", "--json")
    assert next(iter(json.loads(again.out)["usage"].values()))["calls"] == 0
    assert len(server.requests) == 3
    assert run("relations", "--json").out == before
    assert run("audit").code == 0


def test_a_budget_stops_with_what_was_read_and_says_so(
    store: Path, run: Run, folder: Path, server: ModelServer
) -> None:
    ran = run("ingest", folder, *options(server.url, max_calls=2, parallel=1), "--no-vectors", "--json")
    assert ran.code == 1
    told = json.loads(ran.out)
    assert "The budget of 2 calls is spent" in told["stopped"]
    assert told["documents"]["stored"] == 2
    assert "The budget of 2 calls is spent" in ran.err
    rest = run("ingest", folder, *options(server.url), "--no-vectors", "--json")
    assert rest.code == 0
    assert json.loads(rest.out)["documents"] == {"stored": 1, "empty": 0, "failed": 0, "unchanged": 2}
    assert len(server.requests) == 3


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_ctrl_c_waits_for_no_call_under_way_and_keeps_what_was_done(
    store: Path, run: Run, folder: Path, server: ModelServer
) -> None:
    told = server.answer
    hanging = threading.Event()

    def answer(prompt: str) -> str:
        if "Number 0." not in passage_in(prompt):
            hanging.set()
            time.sleep(100)
        return told(prompt)

    server.answer = answer
    words = ["ingest", str(folder), *options(server.url), "--no-vectors", "--json"]
    child = subprocess.Popen(
        [sys.executable, "-m", "graphkit", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert hanging.wait(60)
    time.sleep(0.5)  # for the answer about the first document
    os.killpg(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=50)  # half of what the calls will take
    assert child.returncode == 130, err
    assert json.loads(out)["documents"]["stored"] == 1
    assert [row["title"] for row in json.loads(run("documents", "list", "--json").out)] == ["0"]
    assert run("audit").code == 0


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["--method", "llm"], 2, "no provider is given"),
        (["--method", "llm", "--option", "llm.provider=gemini"], 1, "There is no key for Gemini"),
        (["--method", "llm", "--option", "llm.provider=openai"], 1, "There is no key for OpenAI"),
        (["--method", "llm", "--option", "llm.provider=no.such:thing"], 2, "There is no function 'no.such:thing'"),
    ],
)
def test_what_is_missing_is_told_in_a_sentence_and_nothing_changes(
    store: Path, run: Run, folder: Path, words: list[str], code: int, sentence: str
) -> None:
    ran = run("ingest", folder, *words, "--no-vectors")
    assert ran.code == code
    assert sentence in ran.err
    assert "Traceback" not in ran.err
    assert not store.exists()


def test_a_refused_key_and_an_absent_server_change_nothing_and_show_no_key(
    store: Path, run: Run, folder: Path, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    server.replies.extend([Reply(401, error={"message": f"wrong key {SECRET}"})] * 9)
    refused = run("ingest", folder, *options(server.url), "--no-vectors", "--json")
    absent = run("ingest", folder, *options(closed_url()), "--no-vectors", "--json")
    for ran, code in ((refused, "provider_refused"), (absent, "provider_unavailable")):
        assert ran.code == 1
        assert json.loads(ran.out)["error"]["code"] == code
        assert SECRET not in ran.out + ran.err
    assert json.loads(run("documents", "list", "--json").out) == []
    assert json.loads(run("runs", "list", "--json").out) == []


def test_annotate_tells_what_is_in_quarantine(run: Run, tmp_path: Path, server: ModelServer) -> None:
    note = tmp_path / "note.txt"
    note.write_text(TEXT, "utf-8")
    ran = run("annotate", note, *options(server.url), "--jsonl")
    row = json.loads(ran.out)
    assert [m["text"] for m in row["mentions"]] == ["Ada Okafor", "Acme Corp."]
    assert [(r["subject"]["text"], r["predicate"], r["object"]["text"]) for r in row["relations"]] == [
        ("Ada Okafor", "join", "Acme Corp.")
    ]
    assert [q["what"] for q in row["quarantined"]] == ["Evil Corp (X)"]
