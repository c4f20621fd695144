"""``graphkit query``: passages that answer a question."""

from __future__ import annotations

from collections.abc import Mapping

import click

from graphkit.cli.desk import open_chosen_corpus
from graphkit.cli.options import desk_options, embedder_option, graphs_option, json_option
from graphkit.cli.output import note, plain, write, write_json
from graphkit.model import DocumentId
from graphkit.retrieve.base import MODES, Answer, Hit, Mode
from graphkit.retrieve.json import answer_row


@click.command("query")
@click.argument("question")
@click.option("--mode", type=click.Choice(MODES), default="hybrid", show_default=True, help="Which ranking to use.")
@click.option("--top-k", type=click.IntRange(1, 1000), default=5, show_default=True, help="Most passages to show.")
@graphs_option
@embedder_option
@json_option
@desk_options
def command(question: str, mode: Mode, top_k: int, graphs: tuple[str, ...], *, as_json: bool) -> None:
    """Find the passages that answer a question, with the path through the graph that led to each."""
    with open_chosen_corpus(vectors=True) as corpus:
        answer = corpus.query(question, mode=mode, top_k=top_k, graphs=graphs or None)
        titles = corpus.titles({step.document_id for hit in answer.hits for step in hit.path})
    if as_json:
        write_json(answer_row(answer))
    else:
        _tell(answer, titles)


def _tell(answer: Answer, titles: Mapping[DocumentId, str]) -> None:
    for sentence in answer.notes:
        note(sentence)
    if not answer.hits:
        write("No passage answers this question.\n")
        return
    write("\n".join(_paragraph(hit, titles) for hit in answer.hits))
    overlap = answer.overlap
    write(
        f"\nFound by words or vectors alone: {overlap.vector_only}, by the graph alone: {overlap.graph_only}, "
        f"by both: {overlap.both}\n"
    )


def _paragraph(hit: Hit, titles: Mapping[DocumentId, str]) -> str:
    steps = "".join(
        f"   {plain(step.subject)} -- {plain(step.predicate)} -> {plain(step.object)}  "
        f"[{plain(titles.get(step.document_id, step.document_id))}]\n"
        for step in hit.path
    )
    head = f"{hit.rank}. {plain(hit.title)} [{hit.source}]  {hit.document_id}, characters {hit.start} to {hit.end}\n"
    return f"{head}   {plain(hit.why)}\n{steps}   {plain(hit.text)}\n"
