"""Extraction methods as the command line names them: ``--method M`` and ``--option M.NAME=VALUE``."""

from __future__ import annotations

import json
from collections.abc import Sequence

import click

from graphkit.errors import BadRequest
from graphkit.extract.base import Extractor
from graphkit.extract.registry import create

option_option = click.option(
    "--option",
    "settings",
    multiple=True,
    metavar="M.NAME=VALUE",
    help="Set an option of method M; VALUE is JSON or plain text; repeatable. graphkit doctor lists methods.",
)


def chosen_extractors(methods: Sequence[str], settings: Sequence[str]) -> dict[str, Extractor]:
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
    return {method: create(method, **options) for method, options in wanted.items()}


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return text
