"""``graphkit entities``, ``relations``, ``reach`` and ``path``: what stands in a graph after decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from graphkit.cli.desk import open_chosen_corpus
from graphkit.cli.options import desk_options, found_by_option, graphs_option, json_option
from graphkit.cli.output import plain, write, write_json, write_table
from graphkit.cli.rows import EdgeRow, WalkRow, edge_row, entity_row, walk_row
from graphkit.figures.words import relation_words
from graphkit.model import DocumentId


@click.command("entities")
@click.argument("words", required=False)
@click.option("--type", "types", multiple=True, metavar="TYPE", help="Only entities of this type; repeatable.")
@click.option("--limit", type=click.IntRange(1), default=100, show_default=True, help="Most entities to list.")
@graphs_option
@found_by_option
@json_option
@desk_options
def entities_command(
    words: str | None, types: tuple[str, ...], limit: int, graphs: tuple[str, ...], at_least: int, *, as_json: bool
) -> None:
    """List entities, those with most mentions first, or search for the WORDS of a name."""
    with open_chosen_corpus() as corpus:
        view = corpus.view(graphs or None, at_least=at_least)
        found = view.search(words, limit=limit) if words is not None else view.top(limit, types=types or None)
    if as_json:
        write_json([entity_row(entity) for entity in found])
        return
    write_table(
        ("name", "type", "mentions", "documents", "id"),
        [(e.name, e.type, e.mentions, e.documents, e.entity_id) for e in found],
        empty="There is no such entity.",
    )


@click.command("relations")
@click.argument("entity", required=False)
@click.option("--limit", type=click.IntRange(1), default=100, show_default=True, help="Most relations to list.")
@graphs_option
@found_by_option
@json_option
@desk_options
def relations_command(entity: str | None, limit: int, graphs: tuple[str, ...], at_least: int, *, as_json: bool) -> None:
    """List relations, the heaviest first: all, or those of one ENTITY (its name or id)."""
    with open_chosen_corpus() as corpus:
        view = corpus.view(graphs or None, at_least=at_least)
        edges = view.heaviest(limit) if entity is None else view.neighbours([view.find(entity).entity_id], limit=limit)
        rows = [edge_row(view, edge) for edge in edges]
    if as_json:
        write_json(rows)
        return
    write_table(
        ("subject", "predicate", "object", "weight", "documents", "proof"),
        map(_cells, rows),
        empty="There is no such relation.",
    )


@click.command("reach")
@click.argument("entity")
@click.option("--limit", type=click.IntRange(1), default=25, show_default=True, help="Most names to list.")
@graphs_option
@json_option
@desk_options
def reach_command(entity: str, limit: int, graphs: tuple[str, ...], *, as_json: bool) -> None:
    """List the names that two relations lead to from an ENTITY (its name or id), those that many ways lead to first."""
    with open_chosen_corpus() as corpus:
        view = corpus.view(graphs or None)
        found = view.two_hops(view.find(entity).entity_id, limit=limit)
    if as_json:
        write_json([{**entity_row(one), "strength": strength} for one, strength in found])
        return
    write_table(
        ("name", "type", "strength", "id"),
        [(one.name, one.type, strength, one.entity_id) for one, strength in found],
        empty="Two relations lead nowhere from it.",
    )


@click.command("path")
@click.argument("start", metavar="A")
@click.argument("end", metavar="B")
@click.option("--count", type=click.IntRange(1, 100), default=3, show_default=True, help="Most ways to show.")
@click.option("--max-steps", type=click.IntRange(1, 10), default=4, show_default=True, help="Longest way to look for.")
@graphs_option
@json_option
@desk_options
def path_command(start: str, end: str, count: int, max_steps: int, graphs: tuple[str, ...], *, as_json: bool) -> None:
    """Show how A and B (names or ids) hang together, the shortest way first, with the text behind each step."""
    with open_chosen_corpus() as corpus:
        view = corpus.view(graphs or None)
        first, last = view.find(start), view.find(end)
        found = view.paths(first.entity_id, last.entity_id, count=count, max_steps=max_steps)
        paths = [[walk_row(view, step) for step in way] for way in found]
        titles = corpus.titles({DocumentId(step["document"]) for way in paths for step in way})
    if as_json:
        write_json({"start": first.name, "end": last.name, "paths": paths})
    elif paths:
        write("\n".join(_way(number, steps, titles) for number, steps in enumerate(paths, 1)))
    else:
        write(f"No way of at most {max_steps} steps leads from {first.name} to {last.name}.\n")


def _cells(row: EdgeRow) -> tuple[object, ...]:
    proof = row["evidence"]
    place = f"{proof['document']} {proof['start']}-{proof['end']}" if proof else ""
    predicate = relation_words(row["predicate"], negated=row["negated"])
    return (row["subject"], predicate, row["object"], row["weight"], row["documents"], place)


def _way(number: int, steps: Sequence[WalkRow], titles: Mapping[DocumentId, str]) -> str:
    return f"{number}.\n{''.join(_step(step, titles) for step in steps)}"


def _step(step: WalkRow, titles: Mapping[DocumentId, str]) -> str:
    """A step as it is walked; the arrow shows which way its relation points."""
    words = plain(relation_words(step["predicate"], directed=step["directed"], negated=step["negated"]))
    subject, object_ = plain(step["subject"]), plain(step["object"])
    tail, head = ("<--", "-->") if step["directed"] else ("--", "--")
    walked = f"{object_} {tail} {words} -- {subject}" if step["backwards"] else f"{subject} -- {words} {head} {object_}"
    title = titles.get(DocumentId(step["document"]), step["document"])
    return f"   {walked}  [{plain(title)} {step['start']}-{step['end']}]\n"
