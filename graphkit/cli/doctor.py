"""``graphkit doctor``: what can run here, and what is set."""

from __future__ import annotations

import platform
import shutil
import sqlite3
from collections.abc import Iterator
from typing import Literal, TypedDict
from urllib.parse import urlsplit

import click

from graphkit.cli.options import chosen_store, desk_options, json_option
from graphkit.cli.output import write, write_json, write_table
from graphkit.config import GraphConfig, Setting, default_embedder
from graphkit.embed.registry import embedder_names, open_embedder
from graphkit.errors import BadRequest, GraphkitError, ModelMissing
from graphkit.extract.registry import methods
from graphkit.llm.openai import NAME as OPENAI
from graphkit.llm.registry import (
    MODEL_VARIABLE,
    ProviderConfig,
    address_from_env,
    key_from_env,
    model_from_env,
    open_provider,
    provider_from_env,
)
from graphkit.store.open import absent_file, open_store

State = Literal["ok", "missing", "failed"]


class CheckRow(TypedDict):
    """One part that graphkit uses: ``missing`` parts are optional, ``failed`` ones are not."""

    part: str
    state: State
    what: str


class SettingRow(TypedDict):
    """One setting with its value; secrets are not shown."""

    setting: str
    value: str | None
    variable: str
    meaning: str


@click.command("doctor")
@json_option
@desk_options
@click.pass_context
def command(context: click.Context, *, as_json: bool) -> None:
    """Check what graphkit needs: store, methods, models, programs. Exit code 1 when the store cannot be used."""
    config = chosen_store()
    checks, settings = list(_checks(config)), [_setting_row(setting) for setting in config.rows()]
    if as_json:
        write_json({"checks": checks, "settings": settings})
    else:
        write_table(("part", "state", ""), [(c["part"], c["state"], c["what"]) for c in checks], empty="")
        write("\n")
        rows = [(s["setting"], s["value"], s["variable"], s["meaning"]) for s in settings]
        write_table(("setting", "value", "variable", "meaning"), rows, empty="")
    context.exit(1 if any(check["state"] == "failed" for check in checks) else 0)


def _checks(config: GraphConfig) -> Iterator[CheckRow]:
    yield _row("Python", "ok", platform.python_version())
    yield _row("SQLite", "ok", sqlite3.sqlite_version)
    yield _store(config)
    for name, info in methods().items():
        what = f"{info.title}; options: {', '.join(option.name for option in info.options)}"
        yield _row(f"method {name}", "missing" if info.availability else "ok", info.availability or what)
    yield _language_model()
    for name in dict.fromkeys((*embedder_names(), default_embedder())):
        yield _embedder(name)
    found = shutil.which("tesseract")
    yield _row("Tesseract", "ok" if found else "missing", found or "Pages that are pictures cannot be read without it.")


def _store(config: GraphConfig) -> CheckRow:
    try:
        if file := absent_file(config):
            return _row("store", "ok", f"{file} is not there yet; the first document makes it.")
        store = open_store(config)
        try:
            store.ensure_schema()
            return _row("store", "ok", store.uri)
        finally:
            store.close()
    except GraphkitError as fault:
        return _row("store", "failed", str(fault))


def _language_model() -> CheckRow:
    """Whom the method ``llm`` asks. Of an address its host is shown, of a key only whether there is one."""
    part, provider = "language model", provider_from_env()
    if not provider:
        return _row(part, "missing", "None is set up: set GEMINI_API_KEY, OPENAI_API_KEY or GRAPHKIT_LLM_BASE_URL.")
    address = address_from_env() if provider == OPENAI else ""
    model = model_from_env(provider) or f"no model named ({MODEL_VARIABLE})"
    host = f" at {urlsplit(address).hostname or 'an address without a host'}" if address else ""
    words = f"{provider} {model}{host}, {'with a key' if key_from_env(provider) else 'no key'}"
    try:
        open_provider(ProviderConfig(provider=provider, model=model_from_env(provider), base_url=address))
    except BadRequest:  # its message repeats the address, which may hold a password
        return _row(part, "missing", f"{words}: it cannot be asked so")
    except GraphkitError as fault:
        return _row(part, "missing", f"{words}: {fault}")
    return _row(part, "ok", words)


def _embedder(name: str) -> CheckRow:
    try:
        return _row(f"embedder {name}", "ok", open_embedder(name).name)
    except (ModelMissing, BadRequest) as missing:
        return _row(f"embedder {name}", "missing", str(missing))


def _setting_row(setting: Setting) -> SettingRow:
    return {
        "setting": setting.name,
        "value": setting.value,
        "variable": setting.variable,
        "meaning": setting.meaning,
    }


def _row(part: str, state: State, what: str) -> CheckRow:
    return {"part": part, "state": state, "what": what}
