"""``python -m benchmarks [TOPIC...]``: measure, print, and put the tables into ``docs/benchmarks.md``.

All topics make the page anew. Named ones replace their own tables in it with ``--write``, and only print without.
"""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import platform
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import benchmarks
from benchmarks.rows import Row, median

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
SUPPORT = {"__main__", "process", "rows"}
COLUMNS = ("figure", "ours", "reference", "unit", "target", "spread of ours", "runs", "data")


def topics() -> dict[str, Callable[[], list[Row]]]:
    """The measuring function of each topic, by the name of its module."""
    found = {}
    for module in pkgutil.iter_modules(benchmarks.__path__):
        if module.name not in SUPPORT:
            rows = getattr(importlib.import_module(f"benchmarks.{module.name}"), "rows", None)
            if rows is not None:
                found[module.name] = rows
    return found


def table(title: str, rows: Sequence[Row]) -> str:
    """A topic as a Markdown table, with its notes and what was left out below it."""
    measured = [row for row in rows if not row.skipped]
    parts = [f"## {title}", "", machine(), ""]
    if measured:
        parts += [_line(COLUMNS), _line(["---"] * len(COLUMNS)), *(_line(_cells(row)) for row in measured), ""]
    parts += [f"* {row.figure}: {row.note}" for row in measured if row.note]
    parts += [f"* {row.figure}: not measured here, because {row.skipped}" for row in rows if row.skipped]
    return "\n".join(parts).rstrip() + "\n"


def machine() -> str:
    """What the figures were measured on, in one line."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"Measured on {datetime.now(UTC):%Y-%m-%d}, load {os.getloadavg()[0]:.1f}: "
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, "
        f"{memory:.0f} GB, Python {platform.python_version()}."
    )


def _cells(row: Row) -> list[str]:
    spread = f"{number(min(row.ours))} to {number(max(row.ours))}" if len(row.ours) > 1 else ""
    reference = number(median(row.reference)) if row.reference else ""
    if row.reference_name:
        reference = f"{reference} ({row.reference_name})".strip()
    ours = number(median(row.ours))
    return [row.figure, ours, reference, row.unit, row.target, spread, str(len(row.ours)), row.data]


def number(value: float) -> str:
    """Three significant digits, thousands apart, no exponent."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _measure(name: str, rows: Callable[[], list[Row]]) -> str:
    print(f"Measuring {name} ...", file=sys.stderr, flush=True)
    text = (sys.modules[rows.__module__].__doc__ or name).strip().splitlines()[0].rstrip(".")
    return table(text, rows())


def replaced(page: str, tables: Sequence[str]) -> str:
    """The page with each table in place of the one of its title, new ones at the end."""
    head, *sections = page.split("\n## ")
    by_title = {section.partition("\n")[0]: f"## {section.rstrip()}\n" for section in sections}
    by_title |= {text.partition("\n")[0].removeprefix("## "): text for text in tables}
    return "\n".join([head.rstrip() + "\n", *by_title.values()])


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the named topics, or all."""
    known = topics()
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("topic", nargs="*", help=f"one of {', '.join(known)}; all when left out")
    parser.add_argument("--write", action="store_true", help="put the tables of the named topics into the page")
    given = parser.parse_args(arguments)
    if unknown := [name for name in given.topic if name not in known]:
        parser.error(f"no topic {unknown[0]!r}; there are {', '.join(known)}")
    page = PAGE.read_text("utf-8") if given.topic else "\n".join(["# Benchmarks", "", NOT_RUN, "", INTRODUCTION, ""])
    for name in given.topic or known:
        made = _measure(name, known[name])
        print(made)
        page = replaced(page, [made])
        if given.write or not given.topic:  # each at once: what was measured is not lost with what follows
            PAGE.write_text(page, "utf-8")
    return 0


NOT_RUN = "<!-- not run: figures, with nothing to type -->"
INTRODUCTION = """\
`make bench` measures every figure on this page and writes it. `ours` and `reference` are medians, measured in the same
run on the same machine and data; the spread shows the smallest and the largest measurement."""


if __name__ == "__main__":
    sys.exit(main())
