"""First picture of a graph in the browser.

From opening the address of the graph page to the first drawn picture, in a headless Chromium that renders in
software, with a server that runs already. The reference is pyvis's own page of the same graph with its default
settings, opened as a file; it is given ``PATIENCE_S`` seconds.
"""

from __future__ import annotations

import random
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from benchmarks.rows import Row, skipped
from graphkit.config import GraphConfig
from graphkit.model import Chunk, Document, DocumentId, Extraction, GraphId, Mention, Relation, Scope
from graphkit.store.base import DocumentRecord, RunRow
from graphkit.store.open import open_store
from graphkit.ui.launch import launch

SIZES = {300: 1.0, 3_000: 2.0, 10_000: 4.0}
"""Names in a graph, and the seconds within which it should be seen."""
PATIENCE_S = 30
RUNS = 3
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
GRAPH = GraphId("made:1")
Pairs = list[tuple[int, int]]

PAINTED = """() => {
  const canvas = document.querySelector("canvas");
  if (!canvas) return false;
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  for (let at = 3; at < data.length; at += 4) if (data[at]) return true;
  return false;
}"""


def rows() -> list[Row]:
    """Seconds to the first picture at each size, beside pyvis's own page."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        return [skipped("first picture", "there is no Chromium on this machine")]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, _server(Path(folder)) as url:

        def start() -> Browser:
            return playwright.chromium.launch(executable_path=chromium, args=FLAGS)

        return [_row(start, url, Path(folder), size, target) for size, target in SIZES.items()]


def _row(start: Callable[[], Browser], url: str, folder: Path, size: int, target: float) -> Row:
    browser = start()
    first = _ours(browser, url, size)
    ours = [_ours(browser, url, size) for _ in range(RUNS)]
    browser.close()
    return Row(
        figure=f"first picture, {size:,} names",
        ours=ours,
        unit="s",
        target=f"< {target:g}",
        reference=[_pyvis(start(), folder, size)],
        reference_name=f"pyvis's own page (given {PATIENCE_S} s)",
        data=f"{size:,} names, {len(made_pairs(size)):,} edges, seeded",
        note=f"the very first visit, which computes the places, took {first:.1f} s",
    )


def _ours(browser: Browser, url: str, size: int) -> float:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    started = time.perf_counter()
    page.goto(f"{url}/graph?corpus=made{size}&limit={size}")
    page.locator(".gk-host[data-ready]").wait_for(timeout=120_000)
    taken = time.perf_counter() - started
    context.close()
    return taken


def _pyvis(browser: Browser, folder: Path, size: int) -> float:
    from pyvis.network import Network

    drawn = Network(cdn_resources="in_line")
    drawn.add_nodes(list(range(size)))
    drawn.edges = [{"from": a, "to": b} for a, b in made_pairs(size)]  # its add_edge takes quadratic time
    file = folder / f"pyvis{size}.html"
    file.write_text(drawn.generate_html(), "utf-8")
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.route("http*://**", lambda route: route.abort())
    page = context.new_page()
    started = time.perf_counter()
    try:
        page.goto(file.as_uri(), timeout=PATIENCE_S * 1000, wait_until="commit")
        page.wait_for_function(PAINTED, timeout=PATIENCE_S * 1000)
        return time.perf_counter() - started
    except PlaywrightTimeout:
        return float(PATIENCE_S)
    finally:
        browser.close()  # the whole browser: its page may be too busy to close


def made_pairs(size: int) -> Pairs:
    """Edges of a graph with communities and hubs, the same at every call."""
    chance = random.Random(size)
    homes = [int(max(3, size // 60) * chance.random() ** 1.7) for _ in range(size)]
    members: dict[int, list[int]] = {}
    for node, home in enumerate(homes):
        members.setdefault(home, []).append(node)
    pairs = set()
    for node, home in enumerate(homes):
        for _ in range(chance.choice((1, 1, 2, 3))):
            near = members[home][int(len(members[home]) * chance.random() ** 3)]
            other = near if chance.random() < 0.9 else int(size * chance.random() ** 2)
            if other != node:
                pairs.add((min(node, other), max(node, other)))
    return sorted(pairs)


def _fill(uri: str) -> None:
    store = open_store(GraphConfig(uri=uri))
    types = ("PERSON", "ORG", "GPE", "EVENT")
    for size in SIZES:
        names = [f"Name {at}" for at in range(size)]
        text = "\n".join(names)
        mentions, at = [], 0
        for index, name in enumerate(names):
            mentions.append(Mention(at, at + len(name), name, types[index % 4], "made"))
            at += len(name) + 1
        relations = tuple(
            Relation(mentions[a], "seen with", mentions[b], mentions[a].start, mentions[b].end, directed=False)
            for a, b in made_pairs(size)
        )
        document = Document(DocumentId(f"doc-{size}"), "Made", text, source=f"made:{size}")
        extraction = Extraction(document.document_id, "made", tuple(mentions), relations)
        scope = Scope(f"made{size}")
        chunk = Chunk(document.document_id, 0, 0, len(text))
        store.upsert(scope, [DocumentRecord(document, (chunk,), {GRAPH: extraction})])
        store.put_run(scope, RunRow(GRAPH, "made", {}, {}, "2026-01-01T00:00:00+00:00", 0.0))
    store.close()


@contextmanager
def _server(folder: Path) -> Iterator[str]:
    uri = f"sqlite:///{folder / 'graphkit.db'}"
    _fill(uri)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    started = launch(port=port, store_uri=uri)
    with (folder / "server.log").open("w") as log:
        process = subprocess.Popen(started.arguments, env=started.environment, stdout=log, stderr=log, cwd=folder)
        try:
            url = f"http://127.0.0.1:{port}"
            _wait_until_ready(url)
            yield url
        finally:
            process.terminate()
            process.wait(15)


def _wait_until_ready(url: str) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the server did not start within a minute")
