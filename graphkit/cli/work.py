"""What methods will take, and what became of each document: the words of ``ingest`` and ``extract``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from graphkit.cli.desk import open_chosen_corpus
from graphkit.cli.output import note, write, write_json, write_table
from graphkit.cli.progress import interruptible
from graphkit.estimate import estimate
from graphkit.extract.base import Extractor
from graphkit.ingest.base import Source
from graphkit.llm.meter import usage_words
from graphkit.outcome import IngestResult


def show_estimate(
    sources: Sequence[Source] | None, extractors: Sequence[Extractor], *, again: bool, as_json: bool
) -> None:
    """Tell what reading these files (None: the documents that are stored) would take."""
    with open_chosen_corpus(make=sources is not None) as corpus, interruptible("The estimate") as report:
        expected = estimate(sources, extractors, store=corpus.store, scope=corpus.scope, again=again, report=report)
    if as_json:
        write_json(asdict(expected))
        return
    write(f"{expected.words()}\n\n")
    write_table(
        ("method", "documents", "passages", "seconds", "calls", "kept", "tokens in", "tokens out", "cost", ""),
        [
            (
                m.method,
                m.documents,
                m.passages,
                m.seconds,
                m.calls,
                m.kept,
                m.input_tokens,
                m.output_tokens,
                m.money,
                m.note,
            )
            for m in expected.methods
        ],
        empty="There is nothing to do.",
    )


def tell(result: IngestResult, *, empty: str) -> None:
    """What became of each document, and the sums; ``empty`` is said when there was none."""
    rows = [(file.file, file.status, file.reason) for file in result.files if file.status != "cancelled"]
    write_table(("file", "status", "reason"), rows, empty=empty)
    counts = ", ".join(
        f"{result.count(status)} {status}"
        for status in ("stored", "unchanged", "empty", "failed", "cancelled")
        if result.count(status)
    )
    write(f"\n{counts}; {result.entities:,} entities, {result.relations:,} relations, {result.seconds:.1f} s\n")
    for graph, usage in result.usage.items():
        write(f"{graph}: {usage_words(usage)}\n")


def exit_code(result: IngestResult) -> int:
    """0, or 1 if no document could be used, or 130 after Ctrl-C; one bad file among good ones is no failure."""
    if result.stopped:
        note(result.stopped)
    if result.cancelled:
        kept = result.count("stored") + result.count("unchanged") + result.count("empty")
        note(f"Stopped. {kept} of {len(result.files)} files are stored and kept; the same command does the rest.")
        return 1 if result.stopped else 130
    return 1 if result.files and result.count("failed") == len(result.files) else 0
