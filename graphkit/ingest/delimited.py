"""Tables as text: cells between commas, semicolons, tabs or bars."""

from __future__ import annotations

import csv
import io
from collections import Counter
from typing import Literal

from graphkit.ingest.draft import Draft
from graphkit.ingest.encodings import decode, mend_wrong_decoding

_DELIMITERS = (",", ";", "\t", "|")
_SAMPLE_ROWS = 200


def read_table(content: bytes, draft: Draft, *, suffix: str) -> None:
    """Read a CSV or TSV file: a row is a line, its cells joined by a tab; ragged rows keep all their cells.

    The names of the columns stay where they stand, in the header's line, and are repeated in ``metadata``.
    """
    text, encoding = decode(content, draft.repairs)
    text = mend_wrong_decoding(text, draft.repairs).replace("\x00", "").replace("\r\n", "\n").replace("\r", "\n")
    text, declared = _declared_delimiter(text)
    delimiter = declared or _delimiter(text, suffix)
    rows = _rows(text, delimiter)
    header = _header(rows[:_SAMPLE_ROWS])
    for row in rows:
        draft.row(row)
    draft.media_type = "text/tab-separated-values" if delimiter == "\t" else "text/csv"
    draft.metadata |= {"encoding": encoding, "delimiter": delimiter, "rows": len(rows)}
    if header is not None:
        draft.metadata["columns"] = list(rows[header])
        if header == 1 and sum(map(bool, rows[0])) == 1:
            draft.title = next(cell for cell in rows[0] if cell)


def _declared_delimiter(text: str) -> tuple[str, str | None]:
    """Excel's first line ``sep=;`` is an instruction, not a row."""
    first, _, rest = text.partition("\n")
    if first.lower().startswith("sep=") and len(first.strip()) == 5:
        return rest, first.strip()[4]
    return text, None


def _delimiter(text: str, suffix: str) -> str:
    """The delimiter under which most rows have the same number of cells, and more than one.

    Among equals a blank after most of them speaks against a sign: it is that of prose.
    """
    sample = text[:200_000]
    if len(sample) < len(text):
        sample = sample[: sample.rfind("\n") + 1] or sample

    def evenness(delimiter: str) -> tuple[float, bool, bool, int]:
        widths = [len(row) for row in _rows(sample, delimiter)[:_SAMPLE_ROWS]]
        commonest, rows = Counter(widths).most_common(1)[0] if widths else (1, 0)
        if commonest < 2:
            return 0.0, False, False, 0
        in_prose = sample.count(delimiter + " ") * 2 > sample.count(delimiter)
        return round(rows / len(widths), 2), delimiter == "\t" and suffix == ".tsv", not in_prose, commonest

    best = max(_DELIMITERS, key=evenness)
    return best if evenness(best)[0] > 0 else ("\t" if suffix == ".tsv" else ",")


def _rows(text: str, delimiter: str) -> list[list[str]]:
    csv.field_size_limit(1 << 30)
    closed = text.count('"') % 2 == 0  # a quote that never closes would swallow the rest of the file
    quoting: Literal[0, 3] = csv.QUOTE_MINIMAL if closed else csv.QUOTE_NONE
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, quoting=quoting, skipinitialspace=True)
    rows = ([cell.strip() for cell in row] for row in reader)
    return [row for row in rows if any(row)]


def _header(rows: list[list[str]]) -> int | None:
    """Number of the row that names the columns: words above numbers, under at most one title line; None if unsure."""
    start = 1 if len(rows) > 2 and sum(map(bool, rows[0])) == 1 < len(rows[1]) else 0
    if len(rows) < start + 2:
        return None
    names, body = rows[start], rows[start + 1 :]
    if not all(names) or any(_is_number(name) for name in names) or len(set(names)) < len(names):
        return None
    numeric = [any(_is_number(row[i]) for row in body if i < len(row)) for i in range(len(names))]
    short = all(len(name) <= 40 for name in names)
    repeated = any(name in {row[i] for row in body if i < len(row)} for i, name in enumerate(names))
    return start if short and (any(numeric) or (not repeated and start == 1)) else None


def _is_number(cell: str) -> bool:
    return bool(cell) and any(c.isdigit() for c in cell) and not any(c.isalpha() for c in cell)
