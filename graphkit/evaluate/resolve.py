"""How well names are resolved, against pairs that people labelled as the same or not."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TypedDict

from graphkit.errors import BadRequest
from graphkit.export.cells import csv_row
from graphkit.export.files import text_file, whole
from graphkit.model import UNKNOWN
from graphkit.resolve.bands import likely_line
from graphkit.resolve.pairs import check_threshold
from graphkit.resolve.score import Score, Scorer

COLUMNS = ("type", "name1", "name2", "label")
_ANY_TYPE = "any"


@dataclass(frozen=True, slots=True)
class LabelledPair:
    """Two names, their type, and whether people say that they are the same."""

    type: str
    left: str
    right: str
    same: bool


class FiguresJson(TypedDict):
    """Precision, recall and F1 of all pairs that score at least ``threshold``; None: the lines of several types."""

    threshold: float | None
    precision: float
    recall: float
    f1: float


class ResolveJson(TypedDict):
    """``graphkit eval resolve --json``. ``best`` is the threshold with the highest F1 on these very pairs."""

    pairs: int
    matches: int
    at_threshold: FiguresJson
    best: FiguresJson
    seconds: float


def evaluate_resolve(
    path: Path,
    *,
    threshold: float | None = None,
    scores: Path | None = None,
    scorer: Scorer | None = None,
) -> ResolveJson:
    """Score the labelled pairs of a CSV file with the columns ``type,name1,name2,label``.

    Args:
        path: The pairs; label 1 means the same, 0 different. The type Any stands for unknown.
        threshold: Score from which on two names count as the same; None: the likely line of each pair's type
            (``graphkit.resolve.bands``).
        scores: File for name1, name2, label, score and reasons of each pair; None: not written.
        scorer: The rules with their switches; None: as they come.

    Raises:
        BadRequest: A file cannot be read or written, or lines of it make no sense: all of them are named.
    """
    line = None if threshold is None else check_threshold(threshold)
    pairs = read_pairs(path)
    lines = [likely_line(pair.type) if line is None else line for pair in pairs]
    rules = scorer or Scorer()
    started = perf_counter()
    found = [rules.score(pair.left, pair.right, left_type=pair.type) for pair in pairs]
    seconds = perf_counter() - started
    if scores is not None:
        _write_scores(scores, pairs, found)
    labelled = sorted(((score.value, pair.same) for score, pair in zip(found, pairs, strict=True)), reverse=True)
    return {
        "pairs": len(pairs),
        "matches": sum(pair.same for pair in pairs),
        "at_threshold": (at_lines := _at(pairs, found, lines)),
        "best": _best(labelled, at_lines),
        "seconds": round(seconds, 3),
    }


def read_pairs(path: Path) -> list[LabelledPair]:
    """The labelled pairs of a file. Raises ``BadRequest`` that names every line that makes no sense."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file, strict=True)
            missing = [column for column in COLUMNS if column not in (reader.fieldnames or ())]
            if missing:
                raise BadRequest(f"{path} has no column {missing[0]!r}; it needs {', '.join(COLUMNS)}.")
            rows = [(reader.line_num, row) for row in reader]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadRequest(f"{path} cannot be read as a CSV file in UTF-8: {error}.") from None
    faults = [str(number) for number, row in rows if row["label"] not in {"0", "1"} or row["name2"] is None]
    if faults:
        more = f" and {len(faults) - 10} more" if len(faults) > 10 else ""
        raise BadRequest(f"{path} has no label 0 or 1 on line {', '.join(faults[:10])}{more}.")
    return [
        LabelledPair(
            UNKNOWN if row["type"].strip().casefold() in {"", _ANY_TYPE} else row["type"],
            row["name1"],
            row["name2"],
            row["label"] == "1",
        )
        for _, row in rows
    ]


def _at(pairs: Sequence[LabelledPair], found: Sequence[Score], lines: Sequence[float]) -> FiguresJson:
    taken = [p.same for p, score, line in zip(pairs, found, lines, strict=True) if score.value >= line]
    one_line = lines[0] if len(set(lines)) == 1 else None
    return _rounded(one_line, sum(taken), len(taken), sum(pair.same for pair in pairs))


def _best(labelled: Sequence[tuple[float, bool]], otherwise: FiguresJson) -> FiguresJson:
    """The threshold with the highest F1, of equal ones the highest; ``otherwise`` if nothing is the same."""
    matches = sum(same for _, same in labelled)
    best = otherwise
    best_f1 = -1.0
    right = 0
    for count, (value, same) in enumerate(labelled, 1):
        right += same
        is_last_of_value = count == len(labelled) or labelled[count][0] != value
        f1 = 2 * right / (count + matches) if matches else 0.0
        if is_last_of_value and f1 > best_f1 and value > 0:
            best, best_f1 = _rounded(value, right, count, matches), f1
    return best


def _rounded(threshold: float | None, right: int, taken: int, matches: int) -> FiguresJson:
    return {
        "threshold": threshold,
        "precision": round(right / taken, 4) if taken else 0.0,
        "recall": round(right / matches, 4) if matches else 0.0,
        "f1": round(2 * right / (taken + matches), 4) if taken + matches else 0.0,
    }


def _write_scores(path: Path, pairs: Sequence[LabelledPair], found: Sequence[Score]) -> None:
    with text_file(path) as file:
        file.write(csv_row(("name1", "name2", "label", "score", "reasons")))
        for pair, score in zip(pairs, found, strict=True):
            reasons = whole("; ".join(score.words))
            file.write(csv_row((whole(pair.left), whole(pair.right), int(pair.same), score.value, reasons)))
