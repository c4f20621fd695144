"""``graphkit stats`` and ``audit``: how much is stored, and whether it holds together."""

from __future__ import annotations

from dataclasses import asdict

import click

from graphkit.cli.desk import open_chosen_corpus
from graphkit.cli.options import desk_options, json_option
from graphkit.cli.output import write_facts, write_json, write_table


@click.command("stats")
@json_option
@desk_options
def stats_command(*, as_json: bool) -> None:
    """Count what the corpus holds, over all its graphs."""
    with open_chosen_corpus() as corpus:
        counts = asdict(corpus.stats())
    if as_json:
        write_json(counts)
    else:
        write_facts({name.replace("_", " "): count for name, count in counts.items()})


@click.command("audit")
@json_option
@desk_options
@click.pass_context
def audit_command(context: click.Context, *, as_json: bool) -> None:
    """Compare every stored sum and reference with what it was made from. Exit code 1 when something is wrong."""
    with open_chosen_corpus() as corpus:
        problems = [asdict(problem) for problem in corpus.audit()]
    if as_json:
        write_json({"problems": problems})
    else:
        write_table(("kind", "what"), [(p["kind"], p["what"]) for p in problems], empty="Everything holds together.")
    context.exit(1 if problems else 0)
