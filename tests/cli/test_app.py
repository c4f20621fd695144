"""``graphkit app``: ports, the sample, the address that it prints."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from cli.program import Run
from cli.server import answers, free_port, page_at, serving
from graphkit.cli.app import _address
from graphkit.ui.location import sample_folder


@pytest.mark.usefixtures("store")
def test_a_port_in_use_is_a_bad_request_and_nothing_is_started(run: Run) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        ran = run("app", "--port", port, "--demo")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"Port {port} is used by another program. Choose another one with --port. Nothing was started.\n"
    assert json.loads(run("stats", "--json").out)["documents"] == 0


@pytest.mark.usefixtures("store")
def test_a_store_in_memory_cannot_be_filled_beforehand(run: Run) -> None:
    ran = run("app", "--port", free_port(), "--demo", "--store", "memory://")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "A store in memory cannot be filled before the application starts. Leave out --demo and load the sample "
        "on its first page, or name a file as the store. Nothing was started.\n"
    )


def test_the_address_leads_to_the_corpus() -> None:
    assert _address(8501, "default") == "http://127.0.0.1:8501"
    assert _address(8501, "Fall A&B") == "http://127.0.0.1:8501/?corpus=Fall+A%26B"


@pytest.mark.slow
def test_the_demo_has_the_sample_at_hand_and_a_second_start_changes_nothing(
    run: Run, store: Path, tmp_path: Path
) -> None:
    for _ in range(2):
        port = free_port()
        words = [sys.executable, "-m", "graphkit", "app", "--demo", "--port", str(port)]
        with serving(words, port, {**os.environ, "GRAPHKIT_STORE_URI": f"sqlite:///{store}"}, tmp_path) as address:
            assert b"<title>" in page_at(address)
        counts = json.loads(run("stats", "--json").out)
        assert counts["documents"] == len([file for file in sample_folder().iterdir() if file.is_file()])
        assert counts["vectors"] == counts["chunks"]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_ctrl_c_stops_the_application_without_a_word(tmp_path: Path) -> None:
    port = free_port()
    child = subprocess.Popen(
        [sys.executable, "-m", "graphkit", "app", "--port", str(port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "GRAPHKIT_STORE_URI": "memory://"},
        start_new_session=True,
    )
    try:
        assert answers(f"http://127.0.0.1:{port}/_stcore/health", child)
        os.killpg(child.pid, signal.SIGINT)
        out, err = child.communicate(timeout=60)
    finally:
        child.kill()
    assert (child.returncode, err.strip()) == (130, "")
    assert out.startswith(f"graphkit: http://127.0.0.1:{port} (Ctrl-C stops it)\n")
