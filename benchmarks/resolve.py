"""Resolution.

F1 and pairs a second on four labelled sets beside what others do, different things that look alike, and speed.
"""

from __future__ import annotations

import difflib
import os
import resource
import time
from collections.abc import Callable
from pathlib import Path

from rapidfuzz import fuzz

from benchmarks.hard_pairs import KINDS
from benchmarks.made_names import made_names
from benchmarks.rows import Row, skipped
from graphkit.evaluate.resolve import LabelledPair, evaluate_resolve, read_pairs
from graphkit.resolve.bands import AUTOMATIC
from graphkit.resolve.columns import PairColumns
from graphkit.resolve.dendrogram import dendrogram
from graphkit.resolve.pairs import find_pairs
from graphkit.resolve.score import score

SETS = Path(__file__).parents[2] / "shared" / "eval" / "dedup"
TARGETS = {
    "congress": (".93", ".96"),
    "name_bench": (".84", ".88"),
    "febrl1": (".75", ".78"),
    "dnb_companies": (".75", ".85"),
}
SPEED = {20_000: "< 10", 100_000: "< 60"}
MILLION = 1_000_000
SLOW = "GRAPHKIT_BENCHMARK_SLOW"
"""The environment variable that asks for the figures that take a quarter of an hour."""
LINES = (0.95, 0.90, 0.85)


def rows() -> list[Row]:
    """Quality where the labelled sets are, speed everywhere."""
    found = _quality() if SETS.exists() else [skipped("labelled pairs", "the sets are not beside the repository")]
    sizes = {**SPEED, **({MILLION: "< 900"} if os.environ.get(SLOW) else {})}
    for size, target in sizes.items():
        found += _speed(size, target)
    if MILLION not in sizes:
        found.append(skipped("1,000,000 names", f"it takes long: set {SLOW}=1"))
    return found


def _quality() -> list[Row]:
    found = [
        skipped("nomenklatura logic_v2", "it needs pyicu, which comes as source only and wants the headers of ICU")
    ]
    for name, (default, best) in TARGETS.items():
        path = SETS / f"{name}.csv"
        pairs = read_pairs(path)
        told, sure = evaluate_resolve(path), evaluate_resolve(path, threshold=AUTOMATIC)
        data = f"{len(pairs)} pairs of {name}"
        others = {"difflib at .92": _difflib, "rapidfuzz WRatio at 80": _wratio}
        for reference, same in others.items():
            started = time.perf_counter()
            f1 = _f1(pairs, same)
            speed = len(pairs) / (time.perf_counter() - started)
            found.append(
                Row(
                    figure=f"F1, {name}, likely lines", ours=[told["at_threshold"]["f1"]], unit="F1",
                    target=f">= {default}", reference=[f1], reference_name=reference, data=data,
                    note=f"ours {len(pairs) / told['seconds']:,.0f} pairs a second, {reference} {speed:,.0f}",
                )
            )  # fmt: skip
        found.append(
            Row(figure=f"F1, {name}, best line", ours=[told["best"]["f1"]], unit="F1", target=f">= {best}", data=data)
        )
        found.append(
            Row(
                figure=f"precision, {name}, from {AUTOMATIC} on",
                ours=[sure["at_threshold"]["precision"]], unit="share",
                target=">= .98", data=data,
            )
        )  # fmt: skip
    return [*found, _hard()]


def _hard() -> Row:
    pairs = [pair for kind in KINDS.values() for pair in kind]
    values = [score(left, right, left_type=kind).value for left, right, kind in pairs]
    data = f"{len(pairs)} pairs: numbers, ordinals, places, one letter, own words"
    return Row(
        figure="different things merged without a look",
        ours=[float(sum(value >= AUTOMATIC for value in values))],
        unit="pairs",
        target="0",
        reference=[float(sum(_difflib(LabelledPair(kind, left, right, same=False)) for left, right, kind in pairs))],
        reference_name="difflib at .92",
        data=data,
    )


def _difflib(pair: LabelledPair) -> bool:
    return difflib.SequenceMatcher(None, pair.left.lower(), pair.right.lower()).ratio() >= 0.92


def _wratio(pair: LabelledPair) -> bool:
    return fuzz.WRatio(pair.left.lower(), pair.right.lower()) >= 80


def _f1(pairs: list[LabelledPair], same: Callable[[LabelledPair], bool]) -> float:
    taken = [pair.same for pair in pairs if same(pair)]
    return 2 * sum(taken) / (len(taken) + sum(pair.same for pair in pairs))


def _speed(size: int, target: str) -> list[Row]:
    """Seconds of the processor, since others share the machine; the wall clock stands in the note."""
    entities, variants = made_names(size)
    wall, own = time.perf_counter(), time.process_time()
    pairs = find_pairs(entities)
    own, wall = time.process_time() - own, time.perf_counter() - wall
    scored = pairs.scored
    assert isinstance(scored, PairColumns)
    known = set(zip(scored.left.tolist(), scored.right.tolist(), strict=True))
    place = {one: at for at, one in enumerate(scored.ids)}
    ends = [sorted((place[one], place[other])) for one, other in variants]
    hits = sum((one, other) in known for one, other in ends)
    data = f"{size:,} invented names, one in ten a variant"
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    note = f"{wall:.0f} s on the clock, {peak:.1f} GB at most, {pairs.report.pairs:,} pairs scored"
    tree = dendrogram(pairs)
    moved = []
    for line in LINES:
        started = time.perf_counter()
        cut = tree.at(line)
        _ = (cut.joined, cut.largest, cut.group, cut.cluster(0) if len(cut) else None)
        moved.append(time.perf_counter() - started)
    return [
        Row(
            figure=f"pairs of {size:,} names",
            ours=[own],
            unit="s of the processor",
            target=target,
            data=data,
            note=note,
        ),
        Row(figure=f"variants found among {size:,} names", ours=[hits / len(variants)], unit="share", data=data),
        Row(figure=f"move the line, {size:,} names", ours=moved, unit="s", target="< 0.3", data=data),
    ]
