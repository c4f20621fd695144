"""Extraction methods as the command line names them: ``--method M`` and ``--option M.NAME=VALUE``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from graphkit.errors import BadRequest
from graphkit.extract.base import Extractor
from graphkit.extract.gazetteer import METHOD as GAZETTEER
from graphkit.extract.registry import create
from graphkit.extract.term_list import read_terms

option_option = click.option(
    "--option",
    "settings",
    multiple=True,
    metavar="M.NAME=VALUE",
    help="Set an option of method M; VALUE is JSON or plain text; repeatable. graphkit doctor lists methods.",
)


terms_option = click.option(
    "--terms",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="The list of the method gazetteer, as CSV: name, and if wanted type, same_as, forms.",
)


def chosen_extractors(
    methods: Sequence[str], settings: Sequence[str], terms: Path | None = None
) -> dict[str, Extractor]:
    """An extractor for each method, ready with its options. Raises ``UnknownMethod`` and ``BadRequest``."""
    wanted: dict[str, dict[str, object]] = {method: {} for method in methods}
    for setting in settings:
        name, separator, value = setting.partition("=")
        method, dot, option = name.partition(".")
        if not (separator and dot and option):
            raise BadRequest(f"--option {setting!r} is not of the form M.NAME=VALUE. Nothing was done.")
        if method not in wanted:
            raise BadRequest(f"--option {setting!r} is for a method that was not chosen: add --method {method}.")
        wanted[method][option] = _value(value)
    if terms is not None:
        if GAZETTEER not in wanted:
            raise BadRequest(f"--terms is for a method that was not chosen: add --method {GAZETTEER}.")
        match_case = wanted[GAZETTEER].get("match_case") is True
        wanted[GAZETTEER]["terms"] = read_terms(terms.read_bytes(), match_case=match_case)
    return {method: create(method, **options) for method, options in wanted.items()}


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return text
