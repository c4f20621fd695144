"""Options that many commands share: which store and corpus, and in which form the answer comes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

from graphkit.config import DEFAULT_CORPUS, GraphConfig, default_embedder

Command = TypeVar("Command", bound=Callable[..., object])

_STORE = "graphkit.store"
_CORPUS = "graphkit.corpus"
_EMBEDDER = "graphkit.embedder"


def _remember(key: str) -> Callable[[click.Context, click.Parameter, str | None], None]:
    def remember(context: click.Context, _parameter: click.Parameter, value: str | None) -> None:
        if value is not None:
            context.meta[key] = value

    return remember


def desk_options(command: Command) -> Command:
    """``--store`` and ``--corpus``; they may stand before or after the command's name, the later one counts."""
    store = click.option(
        "--store",
        metavar="URI",
        expose_value=False,
        callback=_remember(_STORE),
        help="Where graphs are kept: sqlite:///FILE, memory://, bolt://HOST or neo4j://HOST.  "
        "[default: GRAPHKIT_STORE_URI, else a file in your data folder]",
    )
    corpus = click.option(
        "--corpus",
        metavar="NAME",
        expose_value=False,
        callback=_remember(_CORPUS),
        help=f"Which named set of documents.  [default: {DEFAULT_CORPUS}]",
    )
    return store(corpus(command))


def chosen_store() -> GraphConfig:
    """Configuration of the store that the command line or the environment names."""
    return GraphConfig.from_env(uri=click.get_current_context().meta.get(_STORE))


def chosen_corpus() -> str:
    """Name of the corpus that the command line names."""
    return str(click.get_current_context().meta.get(_CORPUS, DEFAULT_CORPUS))


def chosen_embedder() -> str:
    """Name of the embedder that the command line or the environment names."""
    return str(click.get_current_context().meta.get(_EMBEDDER) or default_embedder())


embedder_option = click.option(
    "--embedder",
    metavar="NAME",
    expose_value=False,
    callback=_remember(_EMBEDDER),
    help="What makes vectors: minilm, or a served model as gemini:MODEL or openai:MODEL, to which texts are sent.  "
    "[default: GRAPHKIT_EMBEDDER, else minilm]",
)
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
found_by_option = click.option(
    "--found-by",
    "at_least",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    metavar="N",
    help="Only what at least N of the chosen graphs found.",
)
graphs_option = click.option(
    "--graph",
    "graphs",
    multiple=True,
    metavar="ID|METHOD",
    help="Which graph; several make a union.  [default: the most precise method that has run]",
)
