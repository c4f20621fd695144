"""A real server over a temporary store, and a real Chromium in which a fault of a page fails the test.

``page`` is a page of the browser that may reach this server only. After the test it fails on an error of a
script, on any request to elsewhere, and on any dialog (a hostile name that ran).
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from made_corpora import put_hostile, put_large, put_story
from playwright.sync_api import Browser, Dialog, Page, Route, ViewportSize, expect, sync_playwright

from graphkit.ui.launch import launch

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WAIT_MS = 30_000
VIEWPORT: ViewportSize = {"width": 1280, "height": 900}

Open = Callable[..., Page]
expect.set_options(timeout=WAIT_MS)  # a busy machine may take its time


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test in this folder drives a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@dataclass(frozen=True, slots=True)
class Server:
    """The application, running. ``log`` is what it has printed so far."""

    url: str
    store_uri: str
    log: Path


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests. Its corpora: ``story``, ``hostile``, ``large`` (300 names); ``default`` is empty."""
    from graphkit.config import GraphConfig
    from graphkit.store.open import open_store

    folder = tmp_path_factory.mktemp("server")
    store_uri = f"sqlite:///{folder / 'graphkit.db'}"
    store = open_store(GraphConfig(uri=store_uri))
    put_story(store)
    put_hostile(store)
    put_large(store, 300)
    store.close()
    started = launch(port=_free_port(), store_uri=store_uri)
    port = next(flag for flag in started.arguments if flag.startswith("--server.port=")).partition("=")[2]
    log = folder / "server.log"
    with log.open("w") as out:
        process = subprocess.Popen(
            started.arguments, env=started.environment, cwd=folder, stdout=out, stderr=subprocess.STDOUT
        )
        try:
            found = Server(f"http://127.0.0.1:{port}", store_uri, log)
            _wait_until_ready(found, process)
            yield found
        finally:
            process.terminate()
            process.wait(15)
    assert "Traceback" not in log.read_text(), log.read_text()[-3000:]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser of this machine."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on this machine")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def open_page(server: Server, browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Opens addresses of the application, such as ``open_page("/graph?corpus=story")``, and waits until they are done.

    Options: ``scheme`` (light or dark), ``viewport``.
    """
    faults: list[str] = []
    contexts = []

    def open_(address: str, *, scheme: str = "light", viewport: ViewportSize = VIEWPORT) -> Page:
        context = browser.new_context(viewport=viewport, color_scheme=scheme, accept_downloads=True)  # type: ignore[arg-type]
        contexts.append(context)
        context.set_default_timeout(WAIT_MS)
        context.route("**/*", lambda route: _local_only(route, server.url, faults))
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"script error: {error}"))
        page.on("dialog", lambda dialog: _dismiss(dialog, faults))
        page.goto(server.url + address)
        idle(page)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert faults == [], server.log.read_text()[-3000:]


def idle(page: Page) -> None:
    """Wait until no script of the page is running on the server."""
    app = page.get_by_test_id("stApp")
    expect(app).to_have_attribute("data-test-script-state", "notRunning", timeout=WAIT_MS)
    expect(app).to_have_attribute("data-test-connection-state", "CONNECTED", timeout=WAIT_MS)


def _local_only(route: Route, url: str, faults: list[str]) -> None:
    if route.request.url.startswith((url, "data:", "blob:")):
        route.continue_()
    else:
        faults.append(f"request to {route.request.url}")
        route.abort()


def _dismiss(dialog: Dialog, faults: list[str]) -> None:
    faults.append(f"dialog: {dialog.message}")
    dialog.dismiss()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_ready(server: Server, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{server.url}/_stcore/health", timeout=1) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.1)
    pytest.fail(f"The server did not start:\n{server.log.read_text()[-3000:]}")
