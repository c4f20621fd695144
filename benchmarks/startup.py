"""Starting.

How long somebody waits: for the help, for the sample, for the first page. A run of the application goes from
``make app``, set up before, to the moment at which a browser shows the heading of the first page.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from benchmarks.process import measured
from benchmarks.rows import Row, seconds, skipped

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "sample_data" / "documents"
GIVE_UP_S = 180
RUNS = 3
BARE = "import streamlit as st\nst.title('Bare')\n"


def rows() -> list[Row]:
    """Help, sample, first page."""
    return [_help(), _sample(), _first_page()]


def _help() -> Row:
    return Row(
        figure="graphkit --help",
        ours=seconds(lambda: _quiet([sys.executable, "-m", "graphkit", "--help"]), runs=10),
        reference=seconds(lambda: _quiet([sys.executable, "-m", "streamlit", "--help"]), runs=10),
        reference_name="streamlit --help",
        unit="s",
        target="< 0.3",
    )


def _sample() -> Row:
    files = [file for file in SAMPLE.iterdir() if file.is_file()]
    return Row(
        figure="sample documents read and stored, method regex, without vectors",
        ours=[_load_sample() for _ in range(RUNS)],
        unit="s",
        target="< 3",
        data=f"{len(files)} files of sample_data",
        note="wall clock of the whole program, start included",
    )


def _load_sample() -> float:
    with tempfile.TemporaryDirectory() as folder:
        words = ["--store", f"sqlite:///{folder}/store.db", "--method", "regex", "--no-vectors", "--json"]
        ran = measured([sys.executable, "-m", "graphkit", "ingest", *words, str(SAMPLE)])
    if ran.code:
        raise RuntimeError(f"graphkit ingest ended with {ran.code}: {ran.out}")
    return ran.seconds


def _first_page() -> Row:
    figure = "make app, second start, to the first page in a browser"
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        return skipped(figure, "no Chromium is installed")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        bare = Path(folder, "bare.py")
        bare.write_text(BARE, "utf-8")
        store = f"sqlite:///{folder}/store.db"
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        start_ours = ["make", "--no-print-directory", "app"]
        start_bare = [sys.executable, "-m", "streamlit", "run", str(bare), "--server.headless=true"]
        ours, reference = [], []
        subprocess.run(["make", "--no-print-directory", "setup"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        _until_heading(page, start_ours, "PORT={port}", store)
        for _ in range(RUNS):
            ours.append(_until_heading(page, start_ours, "PORT={port}", store))
            reference.append(_until_heading(page, start_bare, "--server.port={port}", store))
        browser.close()
    return Row(
        figure=figure,
        ours=ours,
        reference=reference,
        reference_name="a Streamlit script of one title",
        unit="s",
        target="< 10",
        note="the sample was loaded by a start before",
    )


def _until_heading(page: Page, words: Sequence[str], port_word: str, store: str) -> float:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {**os.environ, "GRAPHKIT_STORE_URI": store}
    started = time.perf_counter()
    server = subprocess.Popen(
        [*words, port_word.format(port=port)],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        _wait_for(f"http://127.0.0.1:{port}/_stcore/health", server)
        page.goto(f"http://127.0.0.1:{port}/")
        page.locator("h1").first.wait_for(timeout=GIVE_UP_S * 1000)
        return time.perf_counter() - started
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(20)


def _wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + GIVE_UP_S
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=2):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
    raise RuntimeError(f"Nothing answers at {address}.")


def _quiet(words: Sequence[str]) -> None:
    subprocess.run(words, check=True, capture_output=True)
