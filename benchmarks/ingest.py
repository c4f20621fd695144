"""Reading and storing files.

The 28 files are those that people upload: PDF, Word, mail, web pages, tables, texts of 0 bytes and of 3 MB, encrypted
and damaged ones. A run is one ``graphkit ingest`` into a fresh store, measured from outside.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from benchmarks.process import Measured, measured
from benchmarks.rows import Row, skipped

DOCUMENTS = Path(__file__).parents[2] / "shared" / "eval" / "documents"
RUNS = 3
DATA = "28 files of eval/documents"


def rows() -> list[Row]:
    """Files with a status, seconds, peak memory."""
    if not DOCUMENTS.is_dir():
        return [skipped("28 files through graphkit ingest", "the folder with evaluation documents is not here")]
    files = sorted(file for file in DOCUMENTS.iterdir() if file.name != "EXPECTED.jsonl")
    ran = [_ingested(files) for _ in range(RUNS)]
    statuses = [_with_status(run, files) for run in ran]
    return [
        Row(
            figure="files with a status and, unless stored, a reason",
            ours=statuses,
            unit="files",
            target="28",
            data=DATA,
        ),
        Row(
            figure="all files, method regex, without vectors",
            ours=[run.seconds for run in ran],
            unit="s",
            data=DATA,
            note="wall clock of the whole program, start included",
        ),
        Row(
            figure="peak memory of the program and its readers",
            ours=[run.peak_bytes / 2**20 for run in ran],
            unit="MiB",
            target="< 1,000",
            data=DATA,
            note="resident memory of all processes added up, so what they share counts more than once",
        ),
    ]


def _ingested(files: list[Path]) -> Measured:
    with tempfile.TemporaryDirectory() as folder:
        store = f"sqlite:///{folder}/store.db"
        words = ["-m", "graphkit", "ingest", "--store", store, "--method", "regex", "--no-vectors", "--json"]
        return measured([sys.executable, *words, *map(str, files)])


def _with_status(run: Measured, files: list[Path]) -> int:
    told = {row["file"]: row for row in json.loads(run.out)["files"]}
    return sum(told[file.name]["status"] == "stored" or bool(told[file.name]["reason"]) for file in files)
