"""Rows of the library as tables for the screen and for download."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd

from graphkit.export.cells import defused
from graphkit.outcome import FileResult
from graphkit.store.base import DocumentRow, RunRow


def documents_table(rows: Iterable[DocumentRow]) -> pd.DataFrame:
    """Documents as a table, one row each, in the given order."""
    return pd.DataFrame(
        [
            {
                "title": row.title,
                "status": row.status,
                "characters": row.characters,
                "pages": str(row.pages or ""),
                "language": row.language or "",
                "passages": row.chunks,
                "mentions": row.mentions,
                "reason": row.reason,
                "source": row.source,
                "id": row.document_id,
            }
            for row in rows
        ]
    )


def files_table(files: Iterable[FileResult]) -> pd.DataFrame:
    """What became of each file of an ingestion."""
    return pd.DataFrame(
        [
            {
                "file": file.file,
                "status": file.status,
                "reason": words_about(file),
                "passages": sum(file.chunks.values()),
                "failed passages": file.chunks.get("failed", 0),
                "repairs": ", ".join(f"{name}: {count}" for name, count in file.repairs.items()),
            }
            for file in files
        ]
    )


def words_about(file: FileResult) -> str:
    """Why a file ended as it did, and what was odd in it; empty if there is nothing to say."""
    return "; ".join([file.reason, *file.warnings] if file.reason else file.warnings)


def runs_table(runs: Iterable[RunRow]) -> pd.DataFrame:
    """Runs as a table, in the given order."""
    return pd.DataFrame(
        [
            {
                "method": run.method,
                "started": run.started[:16].replace("T", " "),
                "seconds": round(run.seconds, 1),
                "documents": run.documents,
                "mentions": run.mentions,
                "entities": run.entities,
                "edges": run.edges,
                "graph": run.graph_id,
            }
            for run in runs
        ]
    )


def as_csv(table: pd.DataFrame) -> bytes:
    """The table for download; cells that a spreadsheet would take for a formula are defused."""
    return table.map(lambda cell: defused(cell) if isinstance(cell, str) else cell).to_csv(index=False).encode("utf-8")
