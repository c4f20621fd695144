"""``graphkit resolve`` and ``decisions``: which names are one, decided, undone, carried elsewhere."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from graphkit.cli.desk import open_chosen_corpus
from graphkit.cli.options import desk_options, graphs_option, json_option
from graphkit.cli.output import note, write, write_json, write_table
from graphkit.cli.progress import interruptible
from graphkit.cli.resolution_rows import resolution_row
from graphkit.config import DEFAULT_DEDUP_THRESHOLD
from graphkit.export.decisions import read_decisions, write_decisions
from graphkit.model import Decision
from graphkit.resolve.pairs import FLOOR, Pairs

WHO = "command line"
who_option = click.option("--who", default=WHO, show_default=True, help="Who decides.")


@click.group("resolve", invoke_without_command=True)
@click.option(
    "--threshold",
    type=click.FloatRange(0, 1, min_open=True),
    default=DEFAULT_DEDUP_THRESHOLD,
    show_default=True,
    help="Score from which on two names are taken for one.",
)
@click.option("--apply", is_flag=True, help="Store the merges as decisions; each can be undone.")
@who_option
@graphs_option
@json_option
@desk_options
@click.pass_context
def command(
    context: click.Context, threshold: float, who: str, graphs: tuple[str, ...], *, apply: bool, as_json: bool
) -> None:
    """Find names that mean one thing, with the reasons; --apply decides so. Nothing is rewritten."""
    if context.invoked_subcommand is not None:
        return
    with open_chosen_corpus() as corpus, interruptible("The resolution") as report:
        resolution = corpus.resolution
        pairs = resolution.pairs(graphs or None, floor=min(FLOOR, threshold), report=report).at(threshold)
        clusters = resolution.clusters(pairs)
        acts = resolution.apply(clusters, who=who) if apply else ()
    row = resolution_row(pairs, clusters, acts)
    if as_json:
        write_json(row)
        return
    write_table(
        ("stands for all", "merged with it", "weakest score", "decided"),
        [
            (c["canonical"]["name"], ", ".join(m["name"] for m in c["aliases"]), c["weakest"], _yes(c["decided"]))
            for c in row["clusters"]
        ],
        empty=f"No names are one at {threshold}.",
    )
    for question in row["questions"]:
        note(f"Question: {question['left']['name']} and {question['right']['name']}: {question['why']}")
    if apply:
        write(f"Decided {len(acts)} merges: {', '.join(act.merge_id for act in acts) or 'nothing new'}\n")
    _tell_held(pairs)


@command.command("merge")
@click.argument("canonical")
@click.argument("aliases", metavar="ALIAS...", nargs=-1, required=True)
@who_option
@graphs_option
@json_option
@desk_options
def merge_command(
    canonical: str, aliases: tuple[str, ...], who: str, graphs: tuple[str, ...], *, as_json: bool
) -> None:
    """Decide that each ALIAS is CANONICAL (names or ids)."""
    with open_chosen_corpus() as corpus:
        view = corpus.view(graphs or None)
        first, *others = [view.find(name).entity_id for name in (canonical, *aliases)]
        _told(corpus.resolution.merge(others, first, who=who), as_json=as_json)


@command.command("apart")
@click.argument("left")
@click.argument("right")
@click.option("--unsure", is_flag=True, help="Nobody knows yet.")
@who_option
@graphs_option
@json_option
@desk_options
def apart_command(left: str, right: str, who: str, graphs: tuple[str, ...], *, unsure: bool, as_json: bool) -> None:
    """Decide that LEFT and RIGHT (names or ids) are different; every later run remembers it."""
    with open_chosen_corpus() as corpus:
        view = corpus.view(graphs or None)
        ends = view.find(left).entity_id, view.find(right).entity_id
        _told(corpus.resolution.keep_apart(*ends, who=who, unsure=unsure), as_json=as_json)


@command.command("homonyms")
@graphs_option
@json_option
@desk_options
def homonyms_command(graphs: tuple[str, ...], *, as_json: bool) -> None:
    """List names that may stand for several things: documents that mention them share no other name."""
    with open_chosen_corpus() as corpus:
        view = corpus.view(graphs or None, decided=False)
        found = [
            {
                "entity_id": one.entity_id,
                "name": view.entity(one.entity_id).name,
                "groups": [list(group) for group in one.groups],
                "why": one.words,
            }
            for one in corpus.resolution.homonyms(graphs or None)
        ]
    if as_json:
        write_json(found)
        return
    write_table(("name", "why"), [(row["name"], row["why"]) for row in found], empty="No name is in doubt.")


@command.command("undo")
@click.argument("merge_id", metavar="ID")
@json_option
@desk_options
def undo_command(merge_id: str, *, as_json: bool) -> None:
    """Undo the act with this merge id."""
    with open_chosen_corpus() as corpus:
        _told(corpus.resolution.undo(merge_id), as_json=as_json)


@command.command("redo")
@click.argument("merge_id", metavar="ID")
@json_option
@desk_options
def redo_command(merge_id: str, *, as_json: bool) -> None:
    """Put an undone act in force again."""
    with open_chosen_corpus() as corpus:
        _told(corpus.resolution.redo(merge_id), as_json=as_json)


@click.group("decisions")
@desk_options
def decisions_command() -> None:
    """List the decisions of resolution, and carry them to another corpus."""


@decisions_command.command("list")
@json_option
@desk_options
def list_command(*, as_json: bool) -> None:
    """List all decisions, oldest first; undone ones too."""
    with open_chosen_corpus() as corpus:
        _told(tuple(corpus.resolution.decisions()), as_json=as_json)


@decisions_command.command("export")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@json_option
@desk_options
def export_command(file: Path, *, as_json: bool) -> None:
    """Write all decisions to FILE as CSV, for a colleague or a spreadsheet."""
    with open_chosen_corpus() as corpus:
        rows = corpus.resolution.decisions()
    written = write_decisions(rows, file)
    if as_json:
        write_json({"file": str(written), "decisions": len(rows)})
    else:
        write(f"Written: {written} ({len(rows)} decisions)\n")


@decisions_command.command("import")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@json_option
@desk_options
def import_command(file: Path, *, as_json: bool) -> None:
    """Take over the decisions of FILE; those of the same id are replaced."""
    rows = read_decisions(file)
    with open_chosen_corpus(make=True) as corpus:
        corpus.resolution.take_over(rows)
    if as_json:
        write_json({"decisions": len(rows)})
    else:
        write(f"Took over {len(rows)} decisions.\n")


def _told(rows: tuple[Decision, ...], *, as_json: bool) -> None:
    if as_json:
        write_json([asdict(row) for row in rows])
        return
    write_table(
        ("merge", "verdict", "left", "right", "score", "who", "when", "undone"),
        [(r.merge_id, r.verdict, r.left, r.right, r.score, r.who, r.when, _yes(r.undone)) for r in rows],
        empty="There is no decision, or nothing changed.",
    )


def _tell_held(pairs: Pairs) -> None:
    for guard, count in pairs.held_by.items():
        note(f"{count:,} pairs are held back by the guard “{guard}”.")


def _yes(answer: bool) -> str:
    return "yes" if answer else "no"
