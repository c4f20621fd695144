"""``graphkit embed``: make the vectors that are missing."""

from __future__ import annotations

import click

from graphkit.cli.desk import open_chosen_corpus
from graphkit.cli.options import desk_options, embedder_option, json_option
from graphkit.cli.output import write, write_json
from graphkit.cli.progress import interruptible


@click.command("embed")
@embedder_option
@json_option
@desk_options
def command(*, as_json: bool) -> None:
    """Make the vectors that passages lack, so that questions find meanings.

    Needed after an ingestion without vectors, or one that was stopped. Ctrl-C stops after the passages at hand;
    their vectors stay, and the same command makes the rest.
    """
    with open_chosen_corpus(vectors=True) as corpus, interruptible("Making vectors") as report:
        made = corpus.embed(report=report)
        vectors = corpus.stats().vectors
    if as_json:
        write_json({"made": made, "vectors": vectors})
    else:
        write(f"Made {made:,} vectors.\n" if made else "Every passage has its vector.\n")
