"""Ctrl-C during an ingestion, as a terminal sends it: to the program and its reader at once."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.program import Run

FILES = 40
SENTENCE = "Ada Lovelace met Charles Babbage of Acme Corp in London on the way to New Zealand. "


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs signals")
@pytest.mark.parametrize("after_s", [0.05, 0.1, 0.2, 0.4])
def test_ctrl_c_while_the_program_loads_shows_no_traceback(after_s: float, store: Path) -> None:
    """Before 0.05 s Python itself is starting, and no program can speak for it."""
    code = "import runpy, sys; sys.stdout.write('.'); sys.stdout.flush(); runpy.run_module('graphkit', alter_sys=True, "
    code += "run_name='__main__')"
    words = ["doctor", "--json"]
    child = subprocess.Popen(
        [sys.executable, "-c", code, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    child.stdout.read(1)
    time.sleep(after_s)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    was_done = child.returncode == 0 and isinstance(json.loads(out), dict)  # on a quick machine
    assert was_done or child.returncode in {-signal.SIGINT, 130}
    assert was_done or err in {"", "Stopped. What was stored before is kept.\n"}


@pytest.mark.slow
def test_ctrl_c_keeps_what_is_stored_and_the_same_command_does_the_rest(run: Run, store: Path, tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    for number in range(FILES):
        (folder / f"{number:02}.txt").write_text(f"Number {number}. " + SENTENCE * 500, "utf-8")
    words = ["ingest", str(folder), "--method", "regex", "--no-vectors", "--json"]
    child = subprocess.Popen(
        [sys.executable, "-m", "graphkit", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while child.poll() is None and time.monotonic() < deadline:
        if store.exists() and json.loads(run("stats", "--json").out)["documents"]:
            break
    os.killpg(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=60)

    told = json.loads(out)
    kept = told["documents"]["stored"]
    assert (child.returncode, told["cancelled"], told["documents"]["failed"]) == (130, True, 0)
    assert 0 < kept < FILES
    assert err.endswith(f"Stopped. {kept} of {FILES} files are stored and kept; the same command does the rest.\n")
    assert "Traceback" not in err
    assert len(json.loads(run("documents", "list", "--json").out)) == kept
    assert run("audit", "--json").json == {"problems": []}

    rest = json.loads(run(*words).out)
    assert rest["documents"] == {"stored": FILES - kept, "empty": 0, "failed": 0, "unchanged": kept}
