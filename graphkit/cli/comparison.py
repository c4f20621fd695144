"""A comparison of methods as text for people: totals, agreement, names."""

from __future__ import annotations

from graphkit.cli.output import note, write, write_table
from graphkit.compare.comparison import Comparison

ROWS_SHOWN = 40


def tell(comparison: Comparison) -> None:
    """Show a comparison to people: totals, agreement, the names that most methods found."""
    for sentence in comparison.warnings:
        note(sentence)
    told = comparison.to_json()
    write_table(
        ("method", "mentions", "names", "found by it alone", "relations"),
        [(m, n["mentions"], n["entities"], n["only"], n["relations"]) for m, n in told["counts"].items()],
        empty="No method was compared.",
    )
    write("\n")
    write_table(
        ("agreement of", "and", "same span", "overlapping", "same span and type"),
        [(a["left"], a["right"], a["strict"], a["tolerant"], a["typed"]) for a in told["agreement"]],
        empty="",
    )
    write("\n")
    write_table(
        ("name", *comparison.methods, "mentions"),
        [
            (row.name, *("/".join(row.types.get(m, ())) for m in comparison.methods), sum(row.counts.values()))
            for row in comparison.entities[:ROWS_SHOWN]
        ],
        empty="No method found a name.",
    )
    if len(comparison.entities) > ROWS_SHOWN:
        write(f"{len(comparison.entities) - ROWS_SHOWN} more names; --json has them all.\n")
