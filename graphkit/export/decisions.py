"""The decision table as a CSV file: out for colleagues and spreadsheets, in again with every fault named."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import get_args

from graphkit.errors import BadRequest
from graphkit.export.cells import csv_row, restored
from graphkit.export.files import text_file, whole
from graphkit.export.tables import BOM
from graphkit.model import Decision, EntityId, Verdict

COLUMNS = (
    "decision_id", "merge_id", "left", "right", "verdict", "who", "when", "threshold", "score", "reasons", "undone",
)  # fmt: skip
NEEDED = ("decision_id", "merge_id", "left", "right", "verdict")
"""Columns that must be there and filled; the others may be empty or missing."""
REASONS_JOINED_BY = " | "
MOST_FAULTS = 20
"""Faults told in one message; more are counted."""


def write_decisions(decisions: Iterable[Decision], path: Path) -> Path:
    """Write the decisions as a table, a row each, in their order; the path."""
    with text_file(path) as file:
        file.writelines(decision_lines(decisions))
    return path


def decision_lines(decisions: Iterable[Decision]) -> Iterator[str]:
    """The lines of the table, as they stand in the file."""
    yield BOM + csv_row(COLUMNS)
    for row in decisions:
        yield csv_row(
            (
                whole(row.decision_id),
                whole(row.merge_id),
                whole(row.left),
                whole(row.right),
                row.verdict,
                whole(row.who),
                row.when,
                row.threshold,
                row.score,
                whole(REASONS_JOINED_BY.join(row.reasons)),
                "yes" if row.undone else "no",
            )
        )


def read_decisions(path: Path) -> tuple[Decision, ...]:
    """The decisions of a table, in its order. All of them are right, or none is given.

    Raises ``BadRequest`` that names the faults, each with its line.
    """
    try:
        return decisions_of(path.read_bytes(), path.name)
    except OSError as error:
        raise BadRequest(f"{path.name} cannot be read: {error}. Nothing was imported.") from None


def decisions_of(data: bytes, name: str) -> tuple[Decision, ...]:
    """The decisions of a table that was uploaded; ``name`` is what it is called in messages. See ``read_decisions``."""
    try:
        reader = csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True)
        missing = [column for column in NEEDED if column not in (reader.fieldnames or ())]
        if missing:
            raise BadRequest(f"{name} has no column {missing[0]!r}. Nothing was imported.")
        lines = [(reader.line_num, {k: restored(v) for k, v in row.items() if k and v}) for row in reader]
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadRequest(f"{name} cannot be read as a CSV file in UTF-8: {error}. Nothing was imported.") from None
    decisions: list[Decision] = []
    faults: list[str] = []
    seen: dict[str, int] = {}
    for number, cells in lines:
        found = _faults(cells, seen)
        faults += [f"line {number}: {fault}" for fault in found]
        if not found:
            seen[cells["decision_id"]] = number
            decisions.append(_decision(cells))
    if faults:
        raise BadRequest(_message(name, faults))
    return tuple(decisions)


def _faults(cells: Mapping[str, str], seen: Mapping[str, int]) -> list[str]:
    found = [f"{column} is empty" for column in NEEDED if not cells.get(column, "").strip()]
    if found:
        return found
    if cells["decision_id"] in seen:
        found.append(f"decision {cells['decision_id']!r} stands on line {seen[cells['decision_id']]} already")
    if cells["verdict"] not in get_args(Verdict):
        found.append(f"verdict is {cells['verdict']!r}, but must be {', '.join(get_args(Verdict))}")
    if cells["left"] == cells["right"]:
        found.append("left and right are one entity")
    found += [
        f"{column} is {cells[column]!r}, but must be a number from 0 to 1"
        for column in ("threshold", "score")
        if column in cells and not _is_share(cells[column])
    ]
    if "when" in cells and not _is_time(cells["when"]):
        found.append(f"when is {cells['when']!r}, but must be a time such as 2024-05-17T09:30:00+00:00")
    if cells.get("undone", "no").casefold() not in {"yes", "no", "true", "false"}:
        found.append(f"undone is {cells['undone']!r}, but must be yes or no")
    return found


def _is_share(cell: str) -> bool:
    try:
        return 0 <= float(cell) <= 1
    except ValueError:
        return False


def _is_time(cell: str) -> bool:
    try:
        datetime.fromisoformat(cell)
    except ValueError:
        return False
    return True


def _decision(cells: Mapping[str, str]) -> Decision:
    verdicts: dict[str, Verdict] = {verdict: verdict for verdict in get_args(Verdict)}
    return Decision(
        decision_id=cells["decision_id"],
        merge_id=cells["merge_id"],
        left=EntityId(cells["left"]),
        right=EntityId(cells["right"]),
        verdict=verdicts[cells["verdict"]],
        who=cells.get("who", ""),
        when=_utc(cells.get("when", "")),
        threshold=float(cells["threshold"]) if "threshold" in cells else None,
        score=float(cells["score"]) if "score" in cells else None,
        reasons=tuple(cells["reasons"].split(REASONS_JOINED_BY)) if "reasons" in cells else (),
        undone=cells.get("undone", "no").casefold() in {"yes", "true"},
    )


def _utc(cell: str) -> str:
    """The time in UTC; one without a zone is taken for UTC, none for the beginning of time."""
    if not cell:
        return ""
    time = datetime.fromisoformat(cell)
    return (time if time.tzinfo else time.replace(tzinfo=UTC)).astimezone(UTC).isoformat(timespec="microseconds")


def _message(name: str, faults: Sequence[str]) -> str:
    told = "; ".join(faults[:MOST_FAULTS])
    more = f"; and {len(faults) - MOST_FAULTS} more" if len(faults) > MOST_FAULTS else ""
    return f"{name} has {len(faults)} faults: {told}{more}. Nothing was imported."
