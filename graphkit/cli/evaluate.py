"""``graphkit eval``: figures against gold."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from graphkit.cli.methods import chosen_extractors, option_option
from graphkit.cli.options import json_option
from graphkit.cli.output import note, write, write_facts, write_json, write_table
from graphkit.cli.progress import interruptible
from graphkit.embed.base import Embedder
from graphkit.embed.registry import open_embedder
from graphkit.errors import ModelMissing
from graphkit.evaluate.carb import CarbJson
from graphkit.evaluate.names import evaluate_names
from graphkit.evaluate.relations import evaluate_relations
from graphkit.evaluate.resolve import evaluate_resolve
from graphkit.evaluate.retrieval import DEFAULT_DEPTHS, MAX_DEPTH, evaluate_retrieval
from graphkit.evaluate.shares import SharesJson
from graphkit.retrieve.base import MODES, Mode

existing_file = click.Path(dir_okay=False, path_type=Path)


method_option = click.option("--method", required=True, metavar="M", help="The extraction method.")


@click.group("eval")
def command() -> None:
    """Measure names, relations, resolution and retrieval against labelled files."""


@command.command("ner")
@click.argument("file", type=existing_file)
@method_option
@option_option
@json_option
def ner_command(file: Path, method: str, settings: tuple[str, ...], *, as_json: bool) -> None:
    """Find the names in the texts of a JSONL FILE ({text, entities}) and compare them with its own."""
    extractor = chosen_extractors([method], settings)[method]
    with interruptible("The evaluation") as report:
        told = evaluate_names(file, extractor, report=report)
    if as_json:
        write_json(told)
        return
    write_facts({"method": told["method"], "items": told["items"], "words per second": told["words_per_second"]})
    write("\n")
    _write_shares({name: told[name] for name in ("strict", "untyped", "names")} | told["by_type"])


@command.command("relations")
@click.argument("file", type=existing_file)
@method_option
@option_option
@json_option
def relations_command(file: Path, method: str, settings: tuple[str, ...], *, as_json: bool) -> None:
    """Find the relations in the texts of a JSONL FILE ({text, tuples} or {text, entities, relations}) and compare."""
    extractor = chosen_extractors([method], settings)[method]
    with interruptible("The evaluation") as report:
        told = evaluate_relations(file, extractor, report=report)
    if as_json:
        write_json(told)
        return
    write_facts({"method": told["method"], "items": told["items"]})
    write("\n")
    rows: dict[str, SharesJson | CarbJson | None] = {
        "tuples": told["tuples"],
        "pairs": told["pairs"],
        "carb": told["carb"],
    }
    if (given := told["given_names"]) is not None:
        rows |= {
            "names given: one sentence": given["same_sentence"],
            "names given: likely by rule": given["likely_by_rule"],
            "names given: likely": given["likely"],
            "names given: stated": given["stated"],
        }
    _write_shares({name: row for name, row in rows.items() if row is not None})


def _write_shares(rows: Mapping[str, SharesJson | CarbJson]) -> None:
    cells = [(name, row["precision"], row["recall"], row["f1"]) for name, row in rows.items()]
    write_table(("", "precision", "recall", "f1"), cells, empty="")


@command.command("resolve")
@click.argument("file", type=existing_file)
@click.option(
    "--threshold",
    type=click.FloatRange(0, 1, min_open=True),
    help="Score from which on two names count as the same.  [default: the likely line of each type]",
)
@click.option("--scores", type=existing_file, metavar="OUT.csv", help="Write the score and the reasons of each pair.")
@json_option
def resolve_command(file: Path, threshold: float | None, scores: Path | None, *, as_json: bool) -> None:
    """Score the labelled pairs of a CSV FILE with the columns type, name1, name2, label."""
    told = evaluate_resolve(file, threshold=threshold, scores=scores)
    if as_json:
        write_json(told)
        return
    write_facts({"pairs": told["pairs"], "the same": told["matches"], "seconds": told["seconds"]})
    write("\n")
    write_table(
        ("", "threshold", "precision", "recall", "f1"),
        [
            (name, row["threshold"] or "each type's", row["precision"], row["recall"], row["f1"])
            for name, row in (("at the threshold", told["at_threshold"]), ("best on these pairs", told["best"]))
        ],
        empty="",
    )


@command.command("retrieval")
@click.option("--corpus", "passages", type=existing_file, required=True, metavar="C.jsonl", help="The passages.")
@click.option("--questions", type=existing_file, required=True, metavar="Q.jsonl", help="Questions with their gold.")
@click.option("--mode", "modes", type=click.Choice(MODES), multiple=True, help="Rankings to judge.  [default: all]")
@click.option(
    "--k",
    "depths",
    type=click.IntRange(1, MAX_DEPTH),
    multiple=True,
    default=DEFAULT_DEPTHS,
    show_default=True,
    help="Depth of recall; repeatable.",
)
@click.option("--method", default="ner", metavar="M", show_default=True, help="Whose names make the graph.")
@click.option("--vectors/--no-vectors", default=True, help="Use the embedding model.")
@click.option("--ranked", type=existing_file, metavar="OUT.jsonl", help="Write the ranked passages of each question.")
@json_option
def retrieval_command(
    passages: Path,
    questions: Path,
    modes: tuple[Mode, ...],
    depths: tuple[int, ...],
    method: str,
    ranked: Path | None,
    *,
    vectors: bool,
    as_json: bool,
) -> None:
    """Ask all questions over a corpus of passages and count how much of their gold comes first."""
    with interruptible("The evaluation") as report:
        told = evaluate_retrieval(
            passages,
            questions,
            modes=modes or MODES,
            depths=depths,
            method=method,
            embedder=_embedder() if vectors else None,
            ranked=ranked,
            report=report,
        )
    if as_json:
        write_json(told)
        return
    write_facts({name.replace("_", " "): told[name] for name in ("passages", "questions", "index_seconds")})
    write("\n")
    columns = list(next(iter(told["modes"].values())))
    rows = [(mode, *(figures[column] for column in columns)) for mode, figures in told["modes"].items()]
    write_table(("mode", *columns), rows, empty="")


def _embedder() -> Embedder | None:
    try:
        return open_embedder()
    except ModelMissing as missing:
        note(str(missing))
        return None
